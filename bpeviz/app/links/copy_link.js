// Copies the address, by the button or by the key "l" anywhere but in a field.

import { isForPage } from "../widgets/for_page.js";

const SHOWN = 2500;
const SHOWN_WITH_WARNING = 8000;
const COPIERS = new WeakMap();

// Without https the clipboard is closed to pages, but for what is selected.
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

// Said once in a tab, where the address holds a text and not only its hash.
function sayOnce() {
  const inAddress = /[?&][a-z_]*text=(?!~~|%7E%7E)/.test(location.search);
  if (!inAddress || window.bpevizSaid) return "";
  window.bpevizSaid = true;
  return "The text is a part of the link, so whoever passes the link on can log it.";
}

class Copier {
  constructor(parent) {
    this.said = parent.querySelector(".said");
    parent.querySelector(".copy").onclick = () => this.copy();
    this.onKey = (event) => {
      if (event.key === "l" && !event.repeat && isForPage(event)) this.copy();
    };
    addEventListener("keydown", this.onKey);
  }

  async copy() {
    const done = await copyText(location.href);
    const words = done ? "Link copied." : "The browser does not let pages copy: take the address bar.";
    this.say(words, window.bpevizAddress?.warning || sayOnce());
  }

  say(words, warning) {
    clearTimeout(this.timer);
    this.said.showPopover?.();
    this.said.textContent = [words, warning].filter(Boolean).join(" ");
    this.timer = setTimeout(() => this.hide(), warning ? SHOWN_WITH_WARNING : SHOWN);
  }

  hide() {
    this.said.textContent = "";
    this.said.hidePopover?.();
  }

  destroy() {
    clearTimeout(this.timer);
    removeEventListener("keydown", this.onKey);
  }
}

export default function ({ parentElement }) {
  if (!COPIERS.has(parentElement)) COPIERS.set(parentElement, new Copier(parentElement));
  return () => {
    COPIERS.get(parentElement)?.destroy();
    COPIERS.delete(parentElement);
  };
}
