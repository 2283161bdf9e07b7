// Keeps long texts in the tab's own storage, by their hash, and hands them back when asked.

import { hideElement } from "../widgets/hiding.js";

const PREFIX = "bpeviz text ";

function forgetOthers(kept) {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
  for (const name of names) if (!(name.slice(PREFIX.length) in kept)) sessionStorage.removeItem(name);
}

function keepTexts(kept) {
  if (!Object.keys(kept).length) return;
  forgetOthers(kept);
  for (const [hash, text] of Object.entries(kept)) sessionStorage.setItem(PREFIX + hash, text);
}

function findTexts(hashes) {
  const found = hashes.map((hash) => [hash, sessionStorage.getItem(PREFIX + hash)]);
  return Object.fromEntries(found.filter(([, text]) => text !== null));
}

export default function ({ data, parentElement, setStateValue }) {
  hideElement(parentElement);
  let found = {};
  try {
    // A browser can forbid storage, or have no room.
    found = findTexts(data.ask);
    keepTexts(data.keep);
  } catch {}
  if (data.ask.length) setStateValue("found", { ...found, question: data.question });
}
