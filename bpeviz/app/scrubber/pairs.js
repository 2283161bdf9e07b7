// The pairs of neighbouring tokens at a step: how often each stands in the text, the most frequent
// in the order in which the tie rule takes them, and one pair's count at every step.

import { NEVER } from "./data.js";

// Counts pairs in typed arrays, in the order in which they first appear; one pass makes no object.
class PairTable {
  constructor() {
    this.size = 0;
    this.makeRoom(1 << 12);
  }

  makeRoom(slots) {
    const more = (old) => {
      const room = new Int32Array(slots / 2);
      if (old) room.set(old);
      return room;
    };
    this.lefts = more(this.lefts);
    this.rights = more(this.rights);
    this.counts = more(this.counts);
    this.slots = new Int32Array(slots);
    this.shift = 32 - Math.log2(slots);
    for (let i = 0; i < this.size; i++) this.slots[this.slotOf(this.lefts[i], this.rights[i])] = i + 1;
  }

  // The slot that holds a pair, or the free one where it belongs.
  slotOf(left, right) {
    const { slots, lefts, rights } = this;
    const last = slots.length - 1;
    let slot = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> this.shift;
    for (; slots[slot]; slot = (slot + 1) & last) {
      const i = slots[slot] - 1;
      if (lefts[i] === left && rights[i] === right) break;
    }
    return slot;
  }

  add(left, right) {
    let slot = this.slotOf(left, right);
    const known = this.slots[slot];
    if (known) {
      this.counts[known - 1]++;
      return;
    }
    if (this.size === this.lefts.length) {
      this.makeRoom(2 * this.slots.length);
      slot = this.slotOf(left, right);
    }
    this.lefts[this.size] = left;
    this.rights[this.size] = right;
    this.counts[this.size] = 1;
    this.slots[slot] = ++this.size;
  }

  countOf(left, right) {
    const known = this.slots[this.slotOf(left, right)];
    return known ? this.counts[known - 1] : 0;
  }

  count(pane, k) {
    this.slots.fill(0);
    this.size = 0;
    let before = null;
    pane.eachToken(k, (id, s, e) => {
      if (before !== null) this.add(before, id);
      before = pane.partsChunks(e - 1) ? null : id;
    });
  }

  // The indices of the most frequent pairs; `order` compares two that are equally frequent.
  best(most, order) {
    const { counts, size } = this;
    const found = [];
    const precedes = (i, j) => counts[i] > counts[j] || (counts[i] === counts[j] && order(i, j) < 0);
    for (let i = 0; i < size; i++) {
      if (found.length === most && !precedes(i, found[most - 1])) continue;
      let at = found.length;
      while (at > 0 && precedes(i, found[at - 1])) at--;
      found.splice(at, 0, i);
      if (found.length > most) found.pop();
    }
    return found;
  }
}

// What is on the panel at a step. One table serves all panes: it is read at once.
const PAIRS = new PairTable();

function pairsAt(pane, k, most) {
  PAIRS.count(pane, k);
  const { lefts, rights, counts, size } = PAIRS;
  const { tokenizer, steps } = pane;
  const row = (i) => ({ left: lefts[i], right: rights[i], count: counts[i] });
  const rows = PAIRS.best(most, tieOrder(pane, PAIRS)).map(row);
  const next = k < steps ? { left: tokenizer.left[k], right: tokenizer.right[k] } : null;
  if (next) next.count = PAIRS.countOf(next.left, next.right);
  let tied = 0;
  for (let i = 0; next && i < size; i++) if (counts[i] === next.count) tied++;
  return { rows, different: size, next, tied: next?.count ? tied - 1 : 0 };
}

// --- ties -----------------------------------------------------------------------------------------

// Compares two pairs of a table, by index, as a tie rule does: below zero if the first is taken.
function tieOrder(pane, table) {
  const key = pane.rule ? tieKey(pane.tokenizer, pane.rule) : null;
  if (!key) return (i, j) => i - j;
  const code = (id) => pane.tokenizer.codes.get(id) ?? NEVER;
  const { lefts, rights } = table;
  return (i, j) =>
    key(lefts[i]) - key(lefts[j]) ||
    key(rights[i]) - key(rights[j]) ||
    code(lefts[i]) - code(lefts[j]) ||
    code(rights[i]) - code(rights[j]);
}

// What a rule compares of a token; null where the first appearance decides.
function tieKey(tokenizer, rule) {
  if (rule === "smallest-ids") return (id) => id;
  if (rule === "huggingface") return (id) => letterPlace(tokenizer, id);
  if (rule === "largest-symbols") return (id) => -(tokenizer.symbolPlaces.get(id) ?? -1);
  return null;
}

// Bytes in the order of the letters that GPT-2 writes for them: first those that print.
const PRINTED = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
const LETTERS = Array.from({ length: 256 }, (_, byte) => byte).sort(
  (a, b) => PRINTED(b) - PRINTED(a) || a - b,
);
const LETTER_PLACE = LETTERS.reduce((places, byte, i) => ((places[byte] = i), places), []);

function letterPlace(tokenizer, id) {
  const byte = tokenizer.unit === "byte" ? tokenizer.codes.get(id) : undefined;
  return byte < 256 ? LETTER_PLACE[byte] : id;
}

// Orders symbols, which are {bytes} or {text, marker}, by bytes or by code points as shown.
function compareSymbols(one, other) {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i++) if (one[i] !== other[i]) return one[i] - other[i];
  return one.length - other.length;
}

// For each token its place among all symbols in order; symbols that look alike share a place.
function placesOfSymbols(tokenizer) {
  const shown = [...tokenizer.codes.keys()].map((id) => [id, tokenizer.shownUnits(id)]);
  shown.sort((a, b) => compareSymbols(a[1], b[1]));
  const places = new Map();
  let place = 0;
  shown.forEach(([id, units], i) => {
    if (i && compareSymbols(shown[i - 1][1], units)) place++;
    places.set(id, place);
  });
  return places;
}

// --- one pair over all steps ----------------------------------------------------------------------

// How often a pair stands in the text at each step: K + 1 numbers. The merges are carried out once,
// and only what stands beside a merge is looked at again.
function pairHistory(pane, left, right) {
  const { deaths, n } = pane.document;
  const history = new Int32Array(pane.steps + 1);
  const line = new Line(pane, left, right);
  const { order, from } = byDeath(deaths, pane.steps);
  line.merge(order.subarray(0, from[1]), 0);
  for (let i = 0; i < n - 1; i++) line.look(i);
  history[0] = line.count;
  for (let k = 1; k <= pane.steps; k++) {
    line.merge(order.subarray(from[k], from[k + 1]), k);
    history[k] = line.count;
  }
  return history;
}

// The boundaries that disappear, in the order of their steps; those of step k begin at from[k].
function byDeath(deaths, steps) {
  const from = new Int32Array(steps + 2);
  for (const death of deaths) if (death <= steps) from[death + 1]++;
  for (let k = 1; k < from.length; k++) from[k] += from[k - 1];
  const order = new Int32Array(from[steps + 1]);
  const next = from.slice();
  deaths.forEach((death, i) => {
    if (death <= steps) order[next[death]++] = i;
  });
  return { order, from };
}

// The tokens of a text while they are merged. Boundary i lies behind symbol i; `here` flags those
// over which the pair stands, `gone` those that are inside a token.
class Line {
  constructor(pane, left, right) {
    const { n } = pane.document;
    Object.assign(this, { pane, left, right, count: 0 });
    this.startOf = Int32Array.from({ length: n }, (_, i) => i); // the token that ends at i
    this.endOf = this.startOf.slice(); // the token that starts at i
    this.births = new Int32Array(n);
    this.here = new Uint8Array(n);
    this.gone = new Uint8Array(n);
  }

  merge(boundaries, k) {
    const beside = [];
    for (const i of boundaries) {
      this.set(i, 0);
      this.gone[i] = 1;
      const start = this.startOf[i];
      const end = this.endOf[i + 1];
      this.startOf[end] = start;
      this.endOf[start] = end;
      this.births[start] = k;
      beside.push(start - 1, end);
    }
    for (const i of beside) if (i >= 0 && i < this.pane.document.n - 1) this.look(i);
  }

  set(i, here) {
    this.count += here - this.here[i];
    this.here[i] = here;
  }

  look(i) {
    if (this.gone[i] || this.pane.partsChunks(i)) return;
    this.set(i, Number(this.idFrom(this.startOf[i]) === this.left && this.idFrom(i + 1) === this.right));
  }

  idFrom(start) {
    return this.pane.idOf(start, this.endOf[start] + 1, this.births[start]);
  }
}

export { pairHistory, pairsAt, placesOfSymbols };
