// Which keys are meant for the page: none while somebody types, and none while a dialog is open.

const TYPING =
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';
const DIALOG = '[data-testid="stDialog"], [role="dialog"]:not([popover]), [data-testid="stPopoverBody"]';

// The innermost element that a key went to, inside shadow roots too.
function keyTarget(event) {
  return event.composedPath()[0];
}

function isForPage(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = keyTarget(event);
  const typing = target instanceof Element && (target.isContentEditable || target.closest(TYPING));
  return !typing && !document.querySelector(DIALOG);
}

export { isForPage, keyTarget };
