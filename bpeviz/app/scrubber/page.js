// The scrubber on a page of its own, with the words that differ where two texts are compared.

import { keepPayload } from "./data.js";
import { mount } from "./scrubber.js";
import { WordsList } from "./words_list.js";

const { style, markup, payloads, view, words } = JSON.parse(
  document.getElementById("parts").textContent,
);

function shadow(id, inside) {
  const root = document.getElementById(id).attachShadow({ mode: "open" });
  root.innerHTML = `<style>${style}</style>${inside}`;
  return root;
}

payloads.forEach(keepPayload);
mount({ data: view, parentElement: shadow("scrubber", markup), setStateValue() {} });
if (words) new WordsList(shadow("words", words).querySelector(".words"));
