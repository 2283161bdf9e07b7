// A pane: one text under one tokenizer, with its caption, its count and its tokens.

import { STORE, storedModel } from "./data.js";
import { DocumentModel } from "./document.js";
import { TextView } from "./draw.js";
import { PaneModel, TokenizerModel } from "./model.js";
import { PairPanel } from "./panel.js";
import { captionHtml, number } from "./words.js";

function storedPane({ document, tokenizer, title, ...more }) {
  const text = storedModel(document, (payload) => new DocumentModel(payload));
  const merges = storedModel(tokenizer, (payload) => new TokenizerModel(payload));
  const pane = new PaneModel(merges, text);
  Object.assign(pane, { title: title ?? "" }, more);
  return pane;
}

function paneHasArrived({ document, tokenizer }) {
  return STORE.entries.has(document) && STORE.entries.has(tokenizer);
}

// Digits in groups of three by CSS, so that the text stays a plain number.
function groupedDigits(n) {
  const groups = String(n).split(/(?=(?:\d{3})+$)/);
  return groups.map((digits) => `<i class="digits">${digits}</i>`).join("");
}

class Pane {
  constructor(root, pane, index, { choose, point, pairChanged }) {
    const template = root.querySelector(".pane-template");
    this.pane = pane;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.caption = this.element.querySelector(".caption");
    this.count = this.element.querySelector(".count b");
    this.unit = this.element.querySelector(".count span");
    this.setTitle(pane.title, index);
    const box = this.element.querySelector(".box");
    box.setAttribute("aria-label", pane.title ? `Tokens: ${pane.title}` : "Tokens");
    this.view = new TextView(box, pane, choose, point);
    this.sizes = new ResizeObserver(() => this.keepHeight(box));
    this.sizes.observe(box);
    this.pairsLine = this.element.querySelector(".pairs-line");
    const section = this.element.querySelector(".pairs");
    section.hidden = !pairChanged;
    if (pairChanged) this.panel = new PairPanel(root, section, pane, pairChanged);
  }

  // Bytes take more room than the characters that they become: the box stays as high as it was.
  keepHeight(box) {
    const { offsetWidth: width, offsetHeight: height } = box;
    if (!height) return;
    const anew = width !== this.width || height > this.height;
    if (!anew) return;
    Object.assign(this, { width, height });
    box.style.setProperty("--kept", `${height}px`);
  }

  destroy() {
    this.sizes.disconnect();
    this.view.destroy();
    this.panel?.destroy();
  }

  setTitle(words, index) {
    const title = this.element.querySelector(".title");
    title.hidden = !words;
    title.querySelector(".stroke").classList.add(`line${index % 3}`);
    title.querySelector("span").textContent = words;
    this.where = title.querySelector("small");
    this.where.hidden = !this.pane.share;
  }

  show(k) {
    const step = this.pane.clamp(k);
    const tokens = this.pane.counts[step];
    this.view.render(step);
    this.where.textContent = `step ${number.format(step)} of ${number.format(this.pane.steps)}`;
    this.panel?.show(step);
    this.caption.innerHTML = captionHtml(this.pane, step);
    this.caption.title = this.caption.textContent;
    this.count.innerHTML = groupedDigits(tokens);
    const unit = tokens === 1 ? "token" : "tokens";
    this.unit.textContent = this.pane.drawn === "start" ? `${unit} drawn` : unit;
  }

  get words() {
    return `${this.caption.textContent}, ${this.count.textContent} ${this.unit.textContent}`;
  }
}

export { Pane, paneHasArrived, storedPane };
