// The tokenizer, and a tokenizer with a document. One number per boundary between base symbols,
// the step at which it disappears, gives the tokens at every step without training again.

import { NEVER, int32s } from "./data.js";
import { hueOf } from "./glyphs.js";
import { placesOfSymbols } from "./pairs.js";

function countUpTo(sorted, k) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= k) low = middle + 1;
    else high = middle;
  }
  return low;
}

class TokenizerModel {
  constructor(payload) {
    this.id = payload.id;
    this.unit = payload.unit;
    this.steps = payload.steps;
    this.marker = payload.marker;
    this.left = int32s(payload.left);
    this.right = int32s(payload.right);
    this.ids = int32s(payload.ids);
    this.counts = payload.counts ? int32s(payload.counts) : null;
    this.replacements = payload.replacements ? int32s(payload.replacements) : null;
    this.defaults = payload.defaults;
    this.seams = payload.seams ?? [];
    this.unknownId = payload.unknownId;
    this.hues = payload.hues;
    this.markerIds = new Set(payload.markerIds);
    this.baseIds = int32s(payload.base.ids);
    this.baseSymbols = payload.base.symbols;
    this.longer = new Map(payload.base.longer);
    this.names = new Map(Object.entries(payload.specials).map(([text, id]) => [id, text]));
    this.spelled = new Map();
    this.chips = new Map();
    this.spoken = new Map();
  }

  // Which base symbol or which merge makes an id; of several merges the first.
  get makers() {
    if (!this.makerOf) {
      this.makerOf = new Map();
      for (let r = this.ids.length - 1; r >= 0; r--) this.makerOf.set(this.ids[r], r);
      this.baseAt = new Map();
      this.baseIds.forEach((id, i) => this.baseAt.set(id, i));
    }
    return this.makerOf;
  }

  // The colour of an id: the same at every step, and never that of one of its parts.
  hueOf(id) {
    const rank = this.makers.get(id);
    return rank === undefined ? hueOf(id) : Number(this.hues[rank]);
  }

  // The number of each token in the order in which training came to know them.
  get codes() {
    if (!this.codeOf) {
      const known = [...this.baseIds.entries()].filter(([, id]) => this.unit !== "byte" || id >= 0);
      this.codeOf = new Map(known.map(([code, id]) => [id, code]));
      this.ids.forEach((id, r) => this.codeOf.set(id, this.baseIds.length + r));
    }
    return this.codeOf;
  }

  // A token's bytes, or code points with the marker as it is shown.
  shownUnits(id) {
    const spelled = this.spell(id);
    if (!spelled) return [];
    if (spelled.bytes) return spelled.bytes;
    return Array.from(spelled.text + (spelled.marker ? this.marker : ""), (c) => c.codePointAt(0));
  }

  // The place of each token among all symbols in order.
  get symbolPlaces() {
    return (this.placeOf ??= placesOfSymbols(this));
  }

  // The step from which on all pairs were counted once; null where training never came to that.
  get onceFrom() {
    if (!this.counts) return null;
    let r = this.steps;
    while (r > this.defaults && this.counts[r - 1] === 1) r--;
    return r < this.steps ? r : null;
  }

  // Whether an id is that of symbols which the base vocabulary lacks.
  isUnknown(id) {
    return id < 0 || id === this.unknownId;
  }

  // The id that a merge makes of two tokens, the first such merge; undefined where none does.
  product(left, right) {
    if (!this.productOf) {
      this.productOf = new Map();
      for (let r = this.steps - 1; r >= 0; r--) {
        this.productOf.set(pairKey(this.left[r], this.right[r]), this.ids[r]);
      }
    }
    return this.productOf.get(pairKey(left, right));
  }

  // {bytes} or {text, marker}; null for an id that neither the base nor a merge makes.
  spell(id) {
    if (!this.spelled.has(id)) this.spelled.set(id, this.spellAnew(id));
    return this.spelled.get(id);
  }

  spellAnew(id) {
    const rank = this.makers.get(id);
    if (this.longer.has(id)) return { bytes: this.longer.get(id) };
    if (this.baseAt.has(id)) return this.spellBase(this.baseAt.get(id), id);
    if (rank === undefined) return null;
    const left = this.spell(this.left[rank]);
    const right = this.spell(this.right[rank]);
    if (!left || !right) return null;
    return joinSpelled(left, right);
  }

  knows(id) {
    return Boolean(this.spell(id)) || this.names.has(id);
  }

  // The id with a given spelling, or null.
  find(spelled) {
    if (!this.idOfSpelling) {
      this.idOfSpelling = new Map();
      for (const id of [...this.ids].reverse()) this.idOfSpelling.set(spellingKey(this.spell(id)), id);
      for (const id of this.baseIds) this.idOfSpelling.set(spellingKey(this.spell(id)), id);
    }
    return (spelled && this.idOfSpelling.get(spellingKey(spelled))) ?? null;
  }

  spellBase(index, id) {
    if (this.unit === "byte") return { bytes: [index] };
    const marker = this.markerIds.has(id);
    const shown = this.baseSymbols[index];
    const text = marker ? shown.slice(0, shown.length - this.marker.length) : shown;
    return { text, marker };
  }
}

function joinSpelled(left, right) {
  if (left.bytes) return { bytes: [...left.bytes, ...right.bytes] };
  return { text: left.text + right.text, marker: right.marker };
}

function pairKey(left, right) {
  return `${left} ${right}`;
}

function spellingKey(spelled) {
  if (!spelled) return null;
  return spelled.bytes ? spelled.bytes.join() : `${spelled.text}${spelled.marker ? "\n" : ""}`;
}

class PaneModel {
  constructor(tokenizer, document) {
    this.tokenizer = tokenizer;
    this.document = document;
    this.steps = tokenizer.steps;
    const { symbols, bytes, n } = document;
    // The id of each base symbol, by its place.
    this.base = symbols ?? Int32Array.from({ length: n }, (_, i) => tokenizer.baseIds[bytes[i]]);
    this.counts = this.countTokens();
    this.tally = { id: null, k: -1, times: 0 };
  }

  // The step of this pane where the slider, of `slider` steps, is at step k: the same, or in panes
  // that move by the share of their merges the same share.
  clamp(k) {
    if (!this.share) return Math.min(k, this.steps);
    const at = Math.min(k, this.slider);
    return Math.floor((2 * at * this.steps + this.slider) / (2 * this.slider || 1));
  }

  // The step of the slider at which it has made all its merges.
  get end() {
    return this.share ? this.slider : this.steps;
  }

  // The first step of the slider at which this pane is at a step of its own.
  unclamp(k) {
    return this.share ? Math.ceil(((2 * k - 1) * this.slider) / (2 * this.steps)) : k;
  }

  countTokens() {
    const { deaths, n } = this.document;
    const counts = new Int32Array(this.steps + 1);
    for (let i = 0; i < deaths.length; i++) if (deaths[i] <= this.steps) counts[deaths[i]]++;
    let left = n;
    for (let k = 0; k <= this.steps; k++) counts[k] = left -= counts[k];
    return counts;
  }

  // What the chart shows: tokens per byte, or per another unit of which Python says how many.
  ratio(k) {
    return this.counts[this.clamp(k)] / Math.max(1, this.per ?? this.document.originalBytes);
  }

  // How many tokens fewer the merge that leads to step k left in this text.
  fewer(k) {
    return k > 0 && k <= this.steps ? this.counts[k - 1] - this.counts[k] : 0;
  }

  nextChange(k) {
    for (let next = k + 1; next <= this.steps; next++) if (this.fewer(next)) return next;
    return null;
  }

  alive(boundary, k) {
    return this.document.deaths[boundary] > k;
  }

  // Whether a chunk ends at a boundary: no pair is counted across it.
  partsChunks(boundary) {
    return this.document.deaths[boundary] > this.steps + 1;
  }

  // Whether a pair of ids stands at a step over the boundary behind a symbol.
  hasPair(boundary, k, { left, right }) {
    if (boundary < 0 || boundary >= this.document.n - 1) return false;
    if (!this.alive(boundary, k) || this.partsChunks(boundary)) return false;
    return this.tokenFrom(boundary + 1, k).id === right && this.tokenAt(boundary, k).id === left;
  }

  // Whether a symbol of the text is not in the base vocabulary.
  hasUnknown() {
    return this.document.unknown.includes(1);
  }

  // Some tokens have an id that the merge of their step does not explain: added tokens, chunks that
  // are one token as a whole, what is made of tokens of later merges.
  pinAt(s, e) {
    if (!this.document.hasPins[s]) return undefined;
    return this.document.pinned.get(s).find((pin) => pin.end === e);
  }

  // The id of the token from s to e whose last merge came at step `birth`, 0 for a base symbol.
  idOf(s, e, birth) {
    const pin = this.pinAt(s, e);
    if (pin) return pin.id;
    return birth > 0 ? this.tokenizer.ids[birth - 1] : this.base[s];
  }

  startOf(symbol, k) {
    while (symbol > 0 && !this.alive(symbol - 1, k)) symbol--;
    return symbol;
  }

  // The token at a step that holds a symbol: {s, e, birth, id}.
  tokenAt(symbol, k) {
    const s = this.startOf(symbol, k);
    return this.tokenFrom(s, k);
  }

  tokenFrom(s, k) {
    const { deaths, n } = this.document;
    let e = s + 1;
    let birth = 0;
    for (; e < n && deaths[e - 1] <= k; e++) if (deaths[e - 1] > birth) birth = deaths[e - 1];
    const unknown = birth === 0 && this.document.unknown[s] === 1;
    const added = birth === 0 && this.pinAt(s, e) !== undefined;
    return { s, e, birth, id: this.idOf(s, e, birth), unknown, added };
  }

  // Calls visit(id, s, e) for each token of a step, without an object for each.
  eachToken(k, visit) {
    const { deaths, n } = this.document;
    for (let s = 0, e = 1, birth = 0; e <= n; e++) {
      const death = e < n ? deaths[e - 1] : NEVER;
      if (death <= k) {
        if (death > birth) birth = death;
        continue;
      }
      visit(this.idOf(s, e, birth), s, e);
      s = e;
      birth = 0;
    }
  }

  // What its last merge made the token of: two parts, or more where a chunk is taken whole.
  partsOf(token) {
    if (!token.birth) return null;
    const parts = [];
    for (let s = token.s; s < token.e; s = parts.at(-1).e) {
      parts.push(this.tokenFrom(s, token.birth - 1));
    }
    return parts;
  }

  endsWord(token) {
    return this.document.marked[token.e - 1] === 1;
  }

  // How often an id stands in the text at a step; the latest answer is kept.
  occurrences(id, k) {
    const { tally } = this;
    if (tally.id !== id || tally.k !== k) this.tally = { id, k, times: this.count(id, k) };
    return this.tally.times;
  }

  // The base symbol with which the first of them begins; undefined where there is none.
  firstOccurrence(id, k) {
    let first;
    this.eachToken(k, (other, s) => {
      if (other === id) first ??= s;
    });
    return first;
  }

  count(id, k) {
    let times = 0;
    this.eachToken(k, (other) => {
      if (other === id) times++;
    });
    return times;
  }
}

export { PaneModel, TokenizerModel, countUpTo, joinSpelled };
