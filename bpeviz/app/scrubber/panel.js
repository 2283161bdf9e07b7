// The panel beside the tokens: the most frequent pairs at the step, the next merge among them.

import { idChip, spelledChip } from "./glyphs.js";
import { joinSpelled } from "./model.js";
import { pairsAt } from "./pairs.js";
import { number, plural, spokenId } from "./words.js";

const BESIDE = 720;
const MANY_ROWS = 9;
const FEW_ROWS = 3;
const ROWS_ON_STAGE = 5;
const LONGEST_IN_ROW = 9;
const LONGEST_ON_STAGE = 7;
const RULES = {
  "first-seen": "the one that comes first in the text",
  "smallest-ids": "the one with the smallest ids",
  "largest-symbols": "the one with the largest symbols",
  huggingface: "the one with the smallest ids, bytes in the order of Hugging Face's letters",
};
const DRAWN = { start: "in the part that is drawn", other: "in this text" };

class PairPanel {
  // `changed` is called with the pair that is chosen, or null.
  constructor(root, element, pane, changed) {
    Object.assign(this, { root, element, pane, changed });
    this.chosen = null;
    this.rows = [];
    this.list = element.querySelector("ol");
    this.of = element.querySelector(".pairs-of");
    this.note = element.querySelector(".pairs-note");
    this.list.onclick = (event) => this.press(event.target.closest(".pair"));
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(root);
    this.makeRows();
  }

  // Beside the tokens there is room for more rows than above them.
  fit() {
    if (this.rows.length === this.wanted) return;
    this.makeRows();
    this.show(this.k);
  }

  get talk() {
    return this.root.classList.contains("talk");
  }

  get wanted() {
    if (this.talk) return ROWS_ON_STAGE;
    return this.root.clientWidth < BESIDE ? FEW_ROWS : MANY_ROWS;
  }

  makeRows() {
    this.rows = Array.from({ length: this.wanted }, () => new PairRow());
    this.list.replaceChildren(...this.rows.map(({ item }) => item));
  }

  show(k) {
    this.k = k;
    const found = pairsAt(this.pane, k, this.rows.length);
    const most = found.rows[0]?.count ?? 1;
    const shown = { ...found, most, chosen: this.chosen, longest: this.talk ? LONGEST_ON_STAGE : LONGEST_IN_ROW };
    this.rows.forEach((row, i) => row.show(this.pane, found.rows[i], shown));
    const where = DRAWN[this.pane.drawn] ?? "";
    this.of.textContent = `of ${plural(found.different, "pair")} ${where}`;
    this.note.innerHTML = noteHtml(this.pane, k, found);
  }

  press(button) {
    if (!button) return;
    const pair = { left: Number(button.dataset.left), right: Number(button.dataset.right) };
    this.choose(samePair(pair, this.chosen) ? null : pair);
  }

  choose(pair) {
    this.chosen = pair;
    this.show(this.k);
    this.changed(pair);
  }

  destroy() {
    this.sizes.disconnect();
  }
}

function samePair(one, other) {
  return Boolean(one && other) && one.left === other.left && one.right === other.right;
}

// One row: a button that stays, so that it keeps the focus while the step moves.
class PairRow {
  constructor() {
    this.item = document.createElement("li");
    this.item.innerHTML =
      '<button type="button" class="pair" data-testid="pair"><span class="pair-tokens"></span>' +
      '<span class="pair-bar"><i></i></span><span class="pair-count"></span></button>';
    this.button = this.item.firstElementChild;
    [this.tokens, this.bar, this.count] = this.button.children;
  }

  show(pane, pair, { next, most, chosen, longest }) {
    // The list keeps its height, so that nothing below it moves.
    if (!pair) return this.button.remove();
    this.item.append(this.button);
    const { left, right, count } = pair;
    const { button } = this;
    const isNext = samePair(pair, next);
    const key = `${left} ${right} ${isNext} ${longest}`;
    if (this.key !== key) {
      this.key = key;
      Object.assign(button.dataset, { left, right });
      this.tokens.innerHTML = rowHtml(pane.tokenizer, left, right, longest);
      button.classList.toggle("next", isNext);
      button.title = isUnknownPair(pane.tokenizer, left, right)
        ? "Symbols that are not in the base vocabulary, counted together"
        : "";
    }
    button.dataset.count = count;
    button.setAttribute("aria-pressed", String(samePair(pair, chosen)));
    button.setAttribute("aria-label", rowWords(pane.tokenizer, pair, isNext));
    this.bar.firstElementChild.style.width = `${(100 * count) / most}%`;
    this.count.textContent = number.format(count);
  }
}

function isUnknownPair(tokenizer, left, right) {
  return tokenizer.isUnknown(left) || tokenizer.isUnknown(right);
}

function rowHtml(tokenizer, left, right, longest) {
  const chip = (id) => idChip(tokenizer, id, longest);
  const made = productHtml(tokenizer, left, right, longest);
  return `${chip(left)}${chip(right)}<span class="makes"><i class="arrow">→</i>${made}</span>`;
}

// The token that the pair makes: in its colour if some merge makes it.
function productHtml(tokenizer, left, right, longest) {
  const id = tokenizer.product(left, right);
  if (id !== undefined) return idChip(tokenizer, id, longest);
  if (isUnknownPair(tokenizer, left, right)) return '<i class="pair-unknown">unknown</i>';
  const [one, other] = [tokenizer.spell(left), tokenizer.spell(right)];
  if (!one || !other) return "";
  return spelledChip("plain", joinSpelled(one, other), tokenizer.marker, longest);
}

function rowWords(tokenizer, { left, right, count }, isNext) {
  const said = [left, right].map((id) => spokenId(tokenizer, id)).join(" and ");
  const unknown = isUnknownPair(tokenizer, left, right) ? ", not in the base vocabulary" : "";
  return `${said}, ${plural(count, "time")}${unknown}${isNext ? ", the next merge" : ""}`;
}

// The next merge and the most frequent pairs, for where there is room for a line only.
function pairsLineHtml(pane, k) {
  const { rows, next } = pairsAt(pane, k, ROWS_ON_STAGE);
  const pair = ({ left, right, count }) =>
    `<span>${idChip(pane.tokenizer, left, LONGEST_IN_ROW)}${idChip(pane.tokenizer, right, LONGEST_IN_ROW)} ${number.format(count)}</span>`;
  const others = rows.filter((row) => !samePair(row, next)).slice(0, ROWS_ON_STAGE - (next ? 1 : 0));
  const first = next ? `<b class="next">Next ${pair(next)}</b>` : "";
  return first + others.map(pair).join("");
}

// --- what comes next, and why ---------------------------------------------------------------------

function noteHtml(pane, k, { rows, next, tied }) {
  const { tokenizer } = pane;
  if (!pane.steps) return "";
  if (!next) return rows.length ? "This was the last merge." : "No pair is left.";
  const pair = `${idChip(tokenizer, next.left)}${idChip(tokenizer, next.right)}`;
  const here = `${number.format(next.count)} here`;
  if (!pane.rule) return `<b>Next</b>, by its rank ${number.format(k)}: ${pair} ${here}.`;
  if (k < tokenizer.defaults) return `<b>Next</b>: ${pair} for a default token, whatever its count.`;
  const rule = RULES[pane.rule] ?? "one of them";
  if (pane.drawn === "corpus") {
    if (!tied) return "<b>Next</b>: no other pair is as frequent.";
    const others = tied === 1 ? "1 other pair is" : `${number.format(tied)} other pairs are`;
    return `<b>Next</b>: ${others} as frequent; ${rule} is taken.`;
  }
  const whole = tokenizer.counts?.[k];
  const corpus = whole >= 0 ? `, ${number.format(whole)} in the whole corpus` : "";
  return `<b>Next</b>: ${pair} ${here}${corpus}. Of pairs that tie there, ${rule} is taken.`;
}

export { PairPanel, pairsLineHtml };
