// The tokenised text of one pane: paints the blocks in sight, moves the focus among tokens.

import { BlockPainter, blockKey, colourBefore, cutBlocks, itemHtml, patchItems } from "./blocks.js";
import { RIGHT_TO_LEFT, directionOf } from "./glyphs.js";
import { countUpTo } from "./model.js";
import { tokenWords } from "./words.js";

// A text this short, in UTF-16 units, is painted as a whole.
const SHORT_TEXT = 5000;
const MARGIN = "80px 0px";
const DRAGGED = 4;
// Steps as near as this change little: what is drawn is patched instead of made anew.
const NEAR = 2;

class TextView {
  constructor(box, pane, onChoose, onPoint) {
    this.box = box;
    this.pane = pane;
    this.painter = new BlockPainter(pane);
    this.blocks = cutBlocks(pane);
    this.k = 0;
    this.mark = null;
    this.pair = null;
    this.rover = 0;
    this.visible = new Set();
    this.lay();
    this.watch();
    this.listen(onChoose, onPoint);
  }

  lay() {
    const { text, start, n } = this.pane.document;
    const bidi = RIGHT_TO_LEFT.test(text);
    const all = document.createDocumentFragment();
    this.host = document.createElement("div");
    this.host.className = bidi ? "text bidi" : "text";
    this.host.dir = "auto";
    this.blocks.forEach((block, index) => {
      const from = index ? start[block.s] : 0;
      const words = text.slice(from, block.e < n ? start[block.e] : text.length);
      block.element = document.createElement("div");
      block.element.className = "block";
      block.element.textContent = words;
      if (bidi) block.element.dir = directionOf(lineAt(text, from));
      const lines = words.split("\n").length - 1 + words.length / 90;
      block.element.style.containIntrinsicSize = `auto ${Math.ceil(lines)}lh`;
      all.append(block.element);
    });
    this.host.append(all);
    this.box.replaceChildren(this.host);
    if (!n) this.host.textContent = text || "There is no text to show.";
  }

  watch() {
    if (this.pane.document.text.length <= SHORT_TEXT) {
      this.blocks.forEach((block) => this.visible.add(block));
      return;
    }
    this.blocks.slice(0, 5).forEach((block) => this.visible.add(block));
    const blockOf = new Map(this.blocks.map((block) => [block.element, block]));
    const seen = (entries) => {
      for (const entry of entries) {
        const block = blockOf.get(entry.target);
        if (!entry.isIntersecting) this.visible.delete(block);
        else {
          this.visible.add(block);
          this.paint(block);
        }
      }
    };
    this.observer = new IntersectionObserver(seen, { root: this.box, rootMargin: MARGIN });
    this.blocks.forEach((block) => this.observer.observe(block.element));
  }

  // `k`: a step of this pane's own.
  render(k) {
    this.k = k;
    for (const block of this.visible) this.paint(block);
    this.settleRover();
  }

  setMark(id) {
    if (this.mark === id) return;
    this.mark = id;
    for (const block of this.visible) this.paint(block);
    this.settleRover();
  }

  // The pair whose occurrences are ringed.
  setPair(pair) {
    this.pair = pair;
    for (const block of this.visible) this.paint(block);
    this.settleRover();
  }

  paint(block) {
    const before = colourBefore(this.pane, this.pane.startOf(block.s, this.k), this.k);
    const key = blockKey(this.pane, block, this.k, before, this.mark, this.pair);
    if (block.key === key) return;
    block.key = key;
    const items = this.painter.items(block, this.k, before, this.mark, this.pair);
    if (block.items && Math.abs(block.k - this.k) <= NEAR) {
      patchItems(block.element, block.items, items);
    } else this.fill(block, items);
    block.items = items;
    block.k = this.k;
  }

  fill(block, items) {
    const held = this.box.getRootNode().activeElement;
    const refocus = held?.classList.contains("token") && block.element.contains(held);
    block.element.innerHTML = items.map(itemHtml).join("");
    if (refocus) this.focusToken(this.rover);
  }

  // The next merge that changes a block in sight, or null.
  nextInSight(k) {
    let next = Infinity;
    for (const { sorted } of this.visible) {
      const death = sorted[countUpTo(sorted, k)];
      if (death < next) next = death;
    }
    return next <= this.pane.steps ? next : null;
  }

  tokenOf(element) {
    return this.pane.tokenFrom(Number(element.dataset.s), this.k);
  }

  blockAt(symbol) {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.blocks[middle].e > symbol) high = middle;
      else low = middle + 1;
    }
    return this.blocks[low];
  }

  // The drawn token that holds a symbol, or null where nothing is drawn yet.
  elementAt(symbol) {
    const s = this.pane.startOf(symbol, this.k);
    return this.blockAt(s)?.element.querySelector(`[data-s="${s}"]`) ?? null;
  }

  // One token is a tab stop; the arrow keys move it (a "roving tabindex").
  settleRover() {
    const old = this.stop?.isConnected ? this.stop : null;
    const element = this.elementAt(this.rover) ?? old ?? this.host.querySelector(".token");
    if (!element) return;
    if (old !== element) ["tabindex", "role", "aria-label"].forEach((n) => old?.removeAttribute(n));
    this.stop = element;
    element.tabIndex = 0;
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", tokenWords(this.pane, this.tokenOf(element)));
  }

  focusToken(symbol) {
    this.rover = symbol;
    const block = this.blockAt(symbol);
    if (!this.visible.has(block)) {
      block.element.scrollIntoView({ block: "nearest" });
      this.visible.add(block);
      this.paint(block);
    }
    this.settleRover();
    this.elementAt(symbol)?.focus({ preventScroll: false });
  }

  moveFocus(key, element) {
    const token = this.tokenOf(element);
    const { n } = this.pane.document;
    const mirrored = element.parentElement.dir === "rtl";
    if (mirrored && key === "ArrowLeft") key = "ArrowRight";
    else if (mirrored && key === "ArrowRight") key = "ArrowLeft";
    if (key === "ArrowRight" && token.e < n) this.focusToken(token.e);
    else if (key === "ArrowLeft" && token.s > 0) {
      this.focusToken(this.pane.startOf(token.s - 1, this.k));
    } else if (key === "Home") this.focusToken(0);
    else if (key === "End") this.focusToken(this.pane.startOf(n - 1, this.k));
    else if (key === "ArrowDown" || key === "ArrowUp") {
      const other = tokenInNextLine(element, key === "ArrowDown");
      if (other) this.focusToken(Number(other.dataset.s));
    }
  }

  listen(onChoose, onPoint) {
    const tokenOn = (event) => event.target.closest?.(".token");
    this.host.onpointerover = (event) => {
      if (event.pointerType === "mouse") onPoint(this, tokenOn(event) ?? null);
    };
    this.host.onpointerleave = () => onPoint(this, null);
    this.host.onfocusin = (event) => {
      if (event.target.matches(".token:focus-visible")) onPoint(this, event.target);
    };
    this.host.onfocusout = () => onPoint(this, null);
    let pressed = [0, 0];
    this.host.onpointerdown = ({ clientX, clientY }) => (pressed = [clientX, clientY]);
    this.host.onclick = (event) => {
      const element = tokenOn(event);
      // A press that moved selects text.
      const moved = Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]);
      if (!element || moved > DRAGGED) return;
      this.rover = Number(element.dataset.s);
      this.settleRover();
      onChoose(this, element, false);
    };
    this.host.onkeydown = (event) => {
      const element = tokenOn(event);
      if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter") onChoose(this, element, true);
      else if (TEXT_KEYS.has(event.key)) this.moveFocus(event.key, element);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
  }

  destroy() {
    this.observer?.disconnect();
    this.box.replaceChildren();
  }
}

function lineAt(text, at) {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end);
}

const TEXT_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

// The token nearest in x on the next line of text, up or down.
function tokenInNextLine(element, down) {
  const from = element.getBoundingClientRect();
  const x = from.left + from.width / 2;
  const step = down ? "nextElementSibling" : "previousElementSibling";
  const edge = down ? "firstElementChild" : "lastElementChild";
  let line = null;
  let best = null;
  let distance = Infinity;
  let block = element.parentElement;
  for (let other = element; block; other = other[step]) {
    while (other === null && block) {
      block = block[step];
      other = block?.[edge] ?? null;
    }
    if (!other) break;
    const at = other.getBoundingClientRect();
    if (!other.dataset.s || Math.abs(at.top - from.top) < 4) continue;
    line ??= at.top;
    if (Math.abs(at.top - line) > 4) break;
    const off = Math.abs((at.left + at.right) / 2 - x);
    if (off < distance) [best, distance] = [other, off];
  }
  return best;
}

export { TextView };
