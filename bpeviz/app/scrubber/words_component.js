// The list of words as a component of its own: it draws what the scrubber beside it compares.

import { WordsList } from "./words_list.js";

const LISTS = new WeakMap();

export default function ({ parentElement }) {
  if (!LISTS.has(parentElement)) {
    LISTS.set(parentElement, new WordsList(parentElement.querySelector(".words")));
  }
  return () => {
    LISTS.get(parentElement)?.destroy();
    LISTS.delete(parentElement);
  };
}
