// The data component: draws nothing, keeps one payload while it is mounted.

import { hideElement } from "../widgets/hiding.js";
import { keepPayload } from "./data.js";

const HELD = new WeakMap();

export default function ({ data, parentElement }) {
  hideElement(parentElement);
  const held = HELD.get(parentElement);
  if (held?.id !== data.id) {
    held?.release();
    HELD.set(parentElement, { id: data.id, release: keepPayload(data) });
  }
  return () => {
    HELD.get(parentElement)?.release();
    HELD.delete(parentElement);
  };
}
