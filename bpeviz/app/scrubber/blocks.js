// The text is cut into blocks, so that a step redraws only what is in sight and what changed.
// Cuts are made at boundaries that no merge ends, best behind a newline. Where some letters run
// from right to left every line of the text is a block, since each has a direction of its own.

import { HUES, RIGHT_TO_LEFT, tokenLook, visible } from "./glyphs.js";
import { countUpTo } from "./model.js";

const BLOCK = 600;
const LONG_LINE = 1500;
const ANY_PLACE = 3000;
const FORCED = 6000;
const LONGEST_RUN = 20_000;

function cutBlocks(pane) {
  const { document, steps } = pane;
  const { n, deaths, start } = document;
  const bidi = RIGHT_TO_LEFT.test(document.text);
  const mayCut = bidi ? mayCutLines : mayCutBlocks;
  const blocks = [];
  let s = 0;
  for (let i = 1; i <= n; i++) {
    const length = (i < n ? start[i] : document.text.length) - start[s];
    if (i < n && !mayCut(document, i, length, deaths[i - 1] > steps)) continue;
    blocks.push(makeBlock(document, s, i, i < n && deaths[i - 1] <= steps));
    s = i;
  }
  for (let b = 1; b < blocks.length; b++) blocks[b].open ||= blocks[b - 1].cutsToken;
  return blocks;
}

// A line has its direction whatever the tokens do: one that reaches over its end is drawn in parts.
function mayCutLines(document, i, length, permanent) {
  const begins = document.startsCharacter(i) && document.text[document.start[i] - 1] === "\n";
  return begins || (length >= BLOCK && mayCutBlocks(document, i, length, permanent));
}

function mayCutBlocks(document, i, length, permanent) {
  if (length < BLOCK) return false;
  const before = document.text[document.start[i] - 1];
  if (permanent && before === "\n") return true;
  if (length < LONG_LINE) return false;
  const here = document.text[document.start[i]];
  if (permanent && (before === " " || here === " " || length >= ANY_PLACE)) return true;
  return length >= FORCED && document.startsCharacter(i);
}

// `open`: tokens may reach over the block's ends, so its own boundaries do not tell all.
function makeBlock(document, s, e, cutsToken) {
  const until = Math.min(e, document.deaths.length);
  return {
    s,
    e,
    open: cutsToken,
    cutsToken,
    sorted: document.deaths.slice(s, until).sort(),
    key: null,
    element: null,
    items: null,
    k: null,
  };
}

// What a block looks like depends on these numbers only.
function blockKey(pane, block, k, before, mark, pair) {
  const chosen = pair ? `${mark} ${pair.left} ${pair.right}` : mark;
  const { steps } = pane;
  if (block.open) return `${k} ${chosen} ${before}`;
  const gone = countUpTo(block.sorted, k);
  const next = k < steps && block.sorted[gone] === k + 1;
  const made = gone > 0 && block.sorted[gone - 1] === k && k > 0;
  const edges = pair && [block.s - 1, block.e - 1].map((i) => pane.hasPair(i, k, pair));
  return `${gone} ${next} ${made} ${chosen} ${before} ${edges}`;
}

// Hue and shade of the token that ends at a boundary: neighbours of one hue take turns in shade.
function colourBefore(pane, boundary, k) {
  if (boundary === 0) return -1;
  let token = pane.tokenAt(boundary - 1, k);
  const hue = pane.tokenizer.hueOf(token.id);
  let same = 0;
  for (; token.s > 0 && same < LONGEST_RUN; same++) {
    token = pane.tokenAt(token.s - 1, k);
    if (pane.tokenizer.hueOf(token.id) !== hue) break;
  }
  return hue + HUES * (same % 2);
}

function nextColour(hue, before) {
  return before === hue ? hue + HUES : hue;
}

class BlockPainter {
  constructor(pane) {
    this.pane = pane;
    this.looks = new Map();
  }

  // Tokens of one id mostly look alike: then the look of the first will do for all.
  look(token) {
    const known = this.looks.get(token.id);
    const { document } = this.pane;
    if (known && document.sameSpelling(known.s, known.e, token.s, token.e)) return known.look;
    const look = this.lookAt(token, token.s, token.e);
    if (!known) this.looks.set(token.id, { s: token.s, e: token.e, look });
    return look;
  }

  lookAt(token, s, e) {
    const parts = this.pane.document.slice(s, e);
    const ends = e === token.e && this.pane.endsWord(token);
    return tokenLook({ ...parts, marker: ends ? this.pane.tokenizer.marker : null });
  }

  // All that stands in a block at a step, in order: tokens, and gaps, which belong to none.
  items(block, k, before, mark, pair) {
    const { pane } = this;
    const gaps = pane.document.gaps.size > 0;
    const items = [];
    if (gaps && block.s === 0) this.addGap(items, 0);
    let colour = before;
    for (let s = pane.startOf(block.s, k); s < block.e; ) {
      const token = pane.tokenFrom(s, k);
      colour = nextColour(pane.tokenizer.hueOf(token.id), colour);
      items.push(this.item(block, token, k, colour, this.state(token, k, mark, pair)));
      s = token.e;
      if (gaps) this.addGap(items, s);
    }
    return items;
  }

  addGap(items, i) {
    const text = this.pane.document.gapBefore(i);
    if (text) items.push({ s: i, e: i, id: null, name: "gap", html: visible(text), first: false });
  }

  item(block, token, k, colour, state) {
    const whole = token.s >= block.s && token.e <= block.e;
    const look = whole
      ? this.look(token)
      : this.lookAt(token, Math.max(token.s, block.s), Math.min(token.e, block.e));
    const paint = token.unknown ? "unknown" : `h${colour % HUES}${colour >= HUES ? " alt" : ""}`;
    const name = `token ${paint}${look.class}${state}`;
    const first = token.s >= block.s;
    return { s: token.s, e: token.e, id: token.id, name, html: look.html, first };
  }

  state(token, k, mark, pair) {
    const { deaths } = this.pane.document;
    const next = k < this.pane.steps ? k + 1 : -1;
    let state = "";
    if (token.birth === k && k > 0) state += " made";
    if (token.e <= deaths.length && deaths[token.e - 1] === next) state += " ring-left";
    if (token.s > 0 && deaths[token.s - 1] === next) state += " ring-right";
    if (token.id === mark) state += " marked";
    if (this.faded?.(token)) state += " faded";
    if (pair?.left === token.id && this.pane.hasPair(token.e - 1, k, pair)) state += " pair-left";
    if (pair?.right === token.id && this.pane.hasPair(token.s - 1, k, pair)) state += " pair-right";
    return state;
  }
}

function itemHtml({ s, id, name, html, first }) {
  if (id === null) return `<span class="${name}">${html}</span>`;
  const test = first ? ' data-testid="token"' : "";
  return `<span class="${name}"${test} data-token-id="${id}" data-s="${s}">${html}</span>`;
}

function itemNode(item) {
  const node = document.createElement("span");
  node.className = item.name;
  node.innerHTML = item.html;
  if (item.id === null) return node;
  if (item.first) node.dataset.testid = "token";
  node.dataset.tokenId = item.id;
  node.dataset.s = item.s;
  return node;
}

// Turns one drawn list of items into another; what stays the same is not touched.
function patchItems(parent, before, after) {
  let node = parent.firstChild;
  let i = 0;
  const drop = () => {
    const gone = node;
    node = node.nextSibling;
    gone.remove();
    i++;
  };
  for (const item of after) {
    while (i < before.length && before[i].s < item.s) drop();
    const old = before[i];
    const kept = old && old.s === item.s && (old.id === null) === (item.id === null);
    if (!kept) {
      parent.insertBefore(itemNode(item), node);
      continue;
    }
    if (old.name !== item.name) node.className = item.name;
    if (old.html !== item.html) node.innerHTML = item.html;
    if (old.id !== item.id) node.dataset.tokenId = item.id;
    node = node.nextSibling;
    i++;
  }
  while (i < before.length) drop();
}

export { BlockPainter, blockKey, colourBefore, cutBlocks, itemHtml, patchItems };
