// The title of the browser's tab: the step before what the page is called.

import { number } from "./words.js";

const STEP_IN_TITLE = /^Step [\d,]+ · /;
let stepInTitle = "";
// A run of the page sets its title anew.
const TITLE_CHANGES = new MutationObserver(writeTitle);

function writeTitle() {
  const title = stepInTitle + document.title.replace(STEP_IN_TITLE, "");
  if (title !== document.title) document.title = title;
}

function showStepInTitle(k) {
  stepInTitle = `Step ${number.format(k)} · `;
  TITLE_CHANGES.observe(document.head, { childList: true, subtree: true, characterData: true });
  writeTitle();
}

function clearStepInTitle() {
  TITLE_CHANGES.disconnect();
  stepInTitle = "";
  writeTitle();
}

export { clearStepInTitle, showStepInTitle };
