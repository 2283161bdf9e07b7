// Repeats, on the next page, a step that Python has not heard of. Where the person stays, the
// scrubber tells it in its own time.

import { STEPS, keepStep, lastStep } from "./steps.js";
import { hideElement } from "../widgets/hiding.js";

export default function ({ data, parentElement, setTriggerValue }) {
  hideElement(parentElement);
  const { word, nonce, step, view } = data;
  const last = lastStep(word, nonce);
  if (last === undefined) keepStep(word, nonce, step);
  else if (last !== step && view !== STEPS.view) setTriggerValue("step", { step: last, nonce });
  STEPS.view = view;
}
