// What holds for a whole talk: Escape and the button end it, "b" and "." make the screen dark, "e"
// edits the text; and where the focus goes.

import { isForPage } from "../widgets/for_page.js";
import { announce, placeToSay } from "../widgets/said.js";
import { StagedLines } from "./staged_lines.js";

const TALKS = new WeakMap();
const BOX = '[data-testid="stDialog"] textarea';
const AT_REST = '[data-test-script-state="notRunning"]';
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];
// Longer no box takes to open, unless the connection is lost.
const OPENS_WITHIN = 5000;

function whenThere(find, then) {
  const watch = new MutationObserver(() => {
    const element = find();
    if (!element) return;
    watch.disconnect();
    then(element);
  });
  const attributeFilter = ["data-test-script-state"];
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter });
}

// A box comes before its text, which is put into it once more when the run ends; one that is to be
// empty is waited for half a second from then on.
function whenFilled(box, then, frames = 30) {
  if (!box.isConnected) return;
  const atRest = document.querySelector(AT_REST);
  if (atRest && (box.value || !frames)) then();
  else requestAnimationFrame(() => whenFilled(box, then, atRest ? frames - 1 : frames));
}

// Where the focus goes after a talk: to the button that began it, on a page without one to the title.
function placeAfterTalk() {
  const query = (selector) => document.querySelector(selector);
  if (query(".st-key-leave_talk")) return null;
  return query(".st-key-start_talk button") ?? (query(AT_REST) && query("[data-testid=stMain] h2"));
}

function focused() {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}

function takeKey(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

class Talk {
  constructor(parent, leave) {
    this.button = parent.querySelector("button");
    this.dark = parent.querySelector(".dark");
    this.lines = new StagedLines();
    this.leave = leave;
    this.button.onclick = () => this.end();
    this.onKey = (event) => this.key(event);
    addEventListener("keydown", this.onKey, true);
    placeToSay();
    // A stage without a scrubber has nothing else that takes the focus.
    if (this.lines.lines.length) this.button.focus({ preventScroll: true });
  }

  end() {
    this.leave();
    whenThere(placeAfterTalk, (element) => {
      if (element.localName === "h2") element.tabIndex = -1;
      element.focus();
    });
  }

  // The box takes a moment to open; what is typed meanwhile is for it, not for the stage.
  edit() {
    const button = document.querySelector(".st-key-edit_on_stage button");
    if (!button) return announce("This page has no text to edit");
    this.typed = "";
    const before = focused();
    this.opening = setTimeout(() => (this.opening = null), OPENS_WITHIN);
    // One that is just being closed can still be there.
    const closing = [...document.querySelectorAll(BOX)];
    const opened = () => [...document.querySelectorAll(BOX)].find((box) => !closing.includes(box));
    whenThere(opened, (box) => {
      whenFilled(box, () => this.startTyping(box));
      whenThere(() => !box.isConnected && before, () => before.focus());
    });
    button.click();
  }

  startTyping(box) {
    clearTimeout(this.opening);
    this.opening = null;
    box.focus();
    box.select();
    if (this.typed) document.execCommand("insertText", false, this.typed);
  }

  key(event) {
    if (this.dark.matches(":popover-open")) {
      takeKey(event);
      if (!MODIFIERS.includes(event.key)) this.dark.hidePopover();
      return;
    }
    if (!isForPage(event)) return;
    if (this.opening) {
      takeKey(event);
      if (event.key.length === 1) this.typed += event.key;
      return;
    }
    if (event.key === "Escape") {
      // Others may still take it.
      setTimeout(() => event.defaultPrevented || this.end());
      return;
    }
    const actions = {
      b: () => this.dark.showPopover(),
      ".": () => this.dark.showPopover(),
      e: () => this.edit(),
    };
    (actions[event.key] ?? this.ofLines(event.key))?.();
  }

  // Chunks in lines have no steps; the scrubber takes these keys by itself.
  ofLines(key) {
    if (!this.lines.lines.length) return null;
    const sizes = { "+": 1, "-": -1 };
    if (key in sizes) return () => announce(`Text size ${this.lines.larger(sizes[key])}`);
    const none = /^(Page|Arrow|Home|End|[0-9 gfwn?<>]$)/.test(key);
    return none ? () => announce("Keys here: + and − for the size, e to edit, b for a dark screen") : null;
  }

  destroy() {
    removeEventListener("keydown", this.onKey, true);
    this.lines.destroy();
  }
}

export default function ({ parentElement, setTriggerValue }) {
  const leave = () => setTriggerValue("leave", true);
  const talk = TALKS.get(parentElement);
  if (talk) talk.leave = leave;
  else TALKS.set(parentElement, new Talk(parentElement, leave));
  return () => {
    TALKS.get(parentElement)?.destroy();
    TALKS.delete(parentElement);
  };
}
