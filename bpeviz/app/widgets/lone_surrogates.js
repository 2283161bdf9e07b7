// Replaces lone surrogates (halves of characters) in a text that was pasted or dropped. No message to
// the server can hold them: it would close the connection, and every later message too would fail.

import { hideElement } from "./hiding.js";

function replaceLone({ target, inputType }) {
  const text = target?.value;
  // What is typed arrives whole, but on some systems one half at a time.
  if (typeof text !== "string" || /^insert(Composition)?Text$/.test(inputType ?? "")) return;
  if (text.isWellFormed?.() ?? true) return;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), "value");
  set.call(target, text.toWellFormed());
}

export default function ({ parentElement }) {
  hideElement(parentElement);
  if (window.bpevizLoneSurrogates) return;
  window.bpevizLoneSurrogates = true;
  window.addEventListener("input", replaceLone, { capture: true });
}
