// What talk mode adds: the text follows the merge and fills the screen, the room may guess the next
// pair, one word stands in the light.

import { pairsLineHtml } from "./panel.js";
import { scrollToSymbol, showWord } from "./word_in_text.js";

const SIZES = [24, 30, 36, 44, 52, 64, 80, 96, 120];
const USUAL_SIZE = 30;
// Held in the hand, a screen is read from near.
const IN_THE_HAND = 640;
// A text of so many UTF-16 units may be set larger, until it fills its box.
const FITTED = 1200;
const BELOW = 16;
const LEAST_BOX = 150;

class Stage {
  constructor(root, scrubber) {
    Object.assign(this, { root, scrubber });
    this.held = false;
    this.guessing = false;
    this.lit = false;
    this.pointed = null;
    this.size = null;
    // A caption can take a line more, and the box a line less.
    this.sizes = new ResizeObserver(() => this.fit());
    this.focused = false;
  }

  // After the panes are new.
  receive() {
    this.sizes.disconnect();
    if (!this.scrubber.talk) return;
    this.root.querySelectorAll(".caption, .chart, .legend, .answer").forEach((e) => this.sizes.observe(e));
    // What a page says above the scrubber grows and shrinks, too.
    const page = this.root.getRootNode().host?.closest(".stMainBlockContainer");
    if (page) this.sizes.observe(page);
    this.spot(this.lit);
    if (!this.focused) this.scrubber.slider.focus({ preventScroll: true });
    this.focused = true;
    this.fit();
  }

  show() {
    if (!this.scrubber.talk) return;
    this.hide(this.guessing);
    this.showPairs();
    this.level();
    this.follow();
  }

  // Side by side the texts begin at the same height, below the highest caption so far.
  level() {
    const captions = [...this.root.querySelectorAll(".pane .caption")];
    if (captions.length < 2 || innerWidth <= IN_THE_HAND) return;
    if (this.captionsAt !== innerWidth) {
      this.root.style.removeProperty("--what-height");
      this.root.classList.remove("two-lines");
      Object.assign(this, { highest: 0, captionsAt: innerWidth });
    }
    const lines = [...this.root.querySelectorAll(".pairs-line")];
    if (lines.some((line) => line.scrollHeight > 1.4 * line.clientHeight)) this.root.classList.add("two-lines");
    const highest = Math.max(...captions.map((caption) => caption.offsetHeight));
    if (highest <= this.highest) return;
    this.highest = highest;
    this.root.style.setProperty("--what-height", `${highest}px`);
  }

  // Side by side there is no room for a panel each: the pairs stand in a line.
  showPairs() {
    const { panes, k } = this.scrubber;
    for (const { pane, panel, pairsLine } of panes) {
      if (!panel) pairsLine.innerHTML = pairsLineHtml(pane, pane.clamp(k));
    }
  }

  follow() {
    if (this.held) return;
    const { panes, k } = this.scrubber;
    panes.forEach(({ view, pane }) => followMerge(view, pane.clamp(k)));
  }

  toggleHold() {
    this.held = !this.held;
    this.follow();
    return this.held;
  }

  // --- size -------------------------------------------------------------------------------------

  larger(by) {
    const at = SIZES.findIndex((size) => size >= this.shown);
    this.size = SIZES[Math.max(0, Math.min(SIZES.length - 1, at + by))];
    this.setSize(this.size);
    this.follow();
    return this.size;
  }

  setSize(size) {
    this.shown = size;
    this.root.style.setProperty("--talk-size", `${size}px`);
  }

  // The boxes end at the lower edge of the screen, and a short text is set as large as fits.
  fit() {
    const boxes = [...this.root.querySelectorAll(".box")];
    if (!boxes.length || !this.scrubber.talk) return;
    this.level();
    let scrolled = scrollY;
    for (let node = this.root.getRootNode().host; node; node = node.parentElement) {
      scrolled += node.scrollTop;
    }
    const top = Math.max(...boxes.map((box) => box.getBoundingClientRect().top)) + scrolled;
    const legend = this.root.querySelector(".legend").offsetHeight;
    const height = Math.max(LEAST_BOX, Math.round(innerHeight - top - legend - BELOW));
    this.root.style.setProperty("--talk-height", `${height}px`);
    if (this.size === null) this.setSize(this.fittingSize(height));
    this.placeGuess();
    const laid = `${height} ${this.shown} ${innerWidth}`;
    if (laid !== this.laid) this.follow();
    this.laid = laid;
  }

  fittingSize(height) {
    const { panes } = this.scrubber;
    if (innerWidth <= IN_THE_HAND) return SIZES[0];
    if (panes.some(({ pane }) => pane.document.text.length > FITTED)) return USUAL_SIZE;
    const fits = (size) => {
      this.setSize(size);
      return panes.every(({ view }) => view.host.scrollHeight <= height - 4);
    };
    return SIZES.findLast((size) => size >= USUAL_SIZE && fits(size)) ?? USUAL_SIZE;
  }

  // --- the guess --------------------------------------------------------------------------------

  toggleGuess() {
    this.guessing = !this.guessing;
    this.hide(this.guessing);
    return this.guessing;
  }

  hide(hidden) {
    this.hidden = hidden && this.scrubber.k < this.scrubber.steps;
    this.root.classList.toggle("guessing", this.hidden);
    this.root.querySelector(".guess").hidden = !this.hidden;
    this.placeGuess();
  }

  // Side by side it stands over the lines of pairs.
  placeGuess() {
    const line = this.root.querySelector(".pairs-line");
    const top = line.getBoundingClientRect().top - this.root.getBoundingClientRect().top;
    this.root.style.setProperty("--guess-top", `${Math.round(top)}px`);
  }

  // --- light ------------------------------------------------------------------------------------

  point(view, element) {
    if (element) this.pointed = { view, symbol: Number(element.dataset.s) };
    if (this.lit && element) this.spot(true);
  }

  toggleLight() {
    this.spot(!this.lit);
    return this.lit;
  }

  // All but the word under the pointer, or around the chosen token, fades.
  spot(lit) {
    const was = this.lit;
    this.lit = lit;
    if (!lit && !was) return;
    const { panes } = this.scrubber;
    const view = panes.find((pane) => pane.view === this.pointed?.view)?.view ?? panes[0]?.view;
    const symbol = view === this.pointed?.view ? this.pointed.symbol : view?.rover;
    for (const pane of panes) {
      const mine = pane.view === view;
      if (lit && mine) showWord(view, [wordAround(view.pane.document, symbol)], null);
      else showWord(pane.view, lit ? [] : null, null);
    }
  }

  destroy() {
    this.sizes.disconnect();
  }
}

// The symbols [first, last] of the word that holds a symbol; white space parts words.
function wordAround({ text, start, n }, symbol) {
  const blank = (i) => /\s/.test(text[start[i]] ?? " ");
  let [s, e] = [symbol, symbol];
  if (blank(s)) while (s < n - 1 && blank(s)) s++;
  e = s;
  while (s > 0 && !blank(s - 1)) s--;
  while (e < n - 1 && !blank(e + 1)) e++;
  return [s, e];
}

// Scrolls to the first token that the step made, unless one is in sight.
function followMerge(view, k, tries = 3) {
  if (!k || [...view.host.querySelectorAll(".made")].some((made) => inSight(view.box, made))) return;
  const boundary = view.pane.document.deaths.indexOf(k);
  if (boundary < 0) return;
  const from = view.box.scrollTop;
  scrollToSymbol(view, boundary);
  const to = view.box.scrollTop;
  // The height of blocks that were not drawn yet was a guess, so look again on arrival.
  const again = () => view.k === k && tries && followMerge(view, k, tries - 1);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // From far away a slow journey would show nothing on its way.
  if (calm || Math.abs(to - from) > 2 * view.box.clientHeight) {
    requestAnimationFrame(() => requestAnimationFrame(again));
    return;
  }
  view.box.scrollTop = from;
  view.box.addEventListener("scrollend", again, { once: true });
  view.box.scrollTo({ top: to, behavior: "smooth" });
}

function inSight(box, element) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
}

export { Stage };
