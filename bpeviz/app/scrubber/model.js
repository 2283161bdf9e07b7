// The tokenizer, and a tokenizer with a document. One number per boundary between base symbols,
// the step at which it disappears, gives the tokens at every step without training again.

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
    this.markerIds = new Set(payload.markerIds);
    this.baseIds = int32s(payload.base.ids);
    this.baseSymbols = payload.base.symbols;
    this.names = new Map(Object.entries(payload.specials).map(([text, id]) => [id, text]));
    this.spelled = new Map();
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

  // {bytes} or {text, marker}; null for an id that neither the base nor a merge makes.
  spell(id) {
    if (!this.spelled.has(id)) this.spelled.set(id, this.spellAnew(id));
    return this.spelled.get(id);
  }

  spellAnew(id) {
    const rank = this.makers.get(id);
    if (this.baseAt.has(id)) return this.spellBase(this.baseAt.get(id), id);
    if (rank === undefined) return null;
    const left = this.spell(this.left[rank]);
    const right = this.spell(this.right[rank]);
    if (!left || !right) return null;
    if (left.bytes) return { bytes: [...left.bytes, ...right.bytes] };
    return { text: left.text + right.text, marker: right.marker };
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

function spellingKey(spelled) {
  if (!spelled) return null;
  return spelled.bytes ? spelled.bytes.join() : `${spelled.text}${spelled.marker ? "\n" : ""}`;
}

class PaneModel {
  constructor(tokenizer, document) {
    this.tokenizer = tokenizer;
    this.document = document;
    this.steps = tokenizer.steps;
    this.counts = this.countTokens();
    this.tally = { id: null, k: -1, times: 0 };
  }

  clamp(k) {
    return Math.min(k, this.steps);
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

  // The id of the token at s whose last merge came at step `birth`, 0 for a base symbol.
  idOf(s, birth) {
    const { symbols, bytes } = this.document;
    if (birth > 0) return this.tokenizer.ids[birth - 1];
    return symbols ? symbols[s] : this.tokenizer.baseIds[bytes[s]];
  }

  // Whether a symbol of the text, outside special tokens, is not in the base vocabulary.
  hasUnknown() {
    const { n, pinned } = this.document;
    for (let s = 0; s < n; s++) {
      const special = pinned.get(s)?.find(({ step }) => step === 0);
      if (special) s = special.end - 1;
      else if (this.idOf(s, 0) < 0) return true;
    }
    return false;
  }

  // A token that no merge makes: a special token, or a chunk that is a token as a whole.
  pinAt(s, e, k) {
    return this.document.pinned.get(s)?.find((pin) => pin.end === e && pin.step <= k);
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
    const pin = this.document.pinned.size ? this.pinAt(s, e, k) : undefined;
    if (pin) return { s, e, birth: pin.step, id: pin.id, pinned: true };
    return { s, e, birth, id: this.idOf(s, birth) };
  }

  // Where the token splits into the two parts that its last merge joined.
  partsOf(token) {
    if (!token.birth || token.pinned) return null;
    for (let i = token.s; i < token.e - 1; i++) {
      if (this.document.deaths[i] !== token.birth) continue;
      return [this.tokenAt(token.s, token.birth - 1), this.tokenAt(i + 1, token.birth - 1)];
    }
    return null;
  }

  endsWord(token) {
    const { symbols } = this.document;
    return Boolean(symbols) && this.tokenizer.markerIds.has(symbols[token.e - 1]);
  }

  // How often an id stands in the text at a step; the latest answer is kept.
  occurrences(id, k) {
    const { tally } = this;
    if (tally.id !== id || tally.k !== k) this.tally = { id, k, times: this.count(id, k) };
    return this.tally.times;
  }

  // One pass without objects: it runs at every step while a token is marked.
  count(id, k) {
    const { deaths, n, pinned } = this.document;
    let times = 0;
    for (let s = 0, e = 1, birth = 0; e <= n; e++) {
      const death = e < n ? deaths[e - 1] : Infinity;
      if (death <= k) {
        if (death > birth) birth = death;
        continue;
      }
      const pin = pinned.size ? this.pinAt(s, e, k) : undefined;
      if ((pin ? pin.id : this.idOf(s, birth)) === id) times++;
      s = e;
      birth = 0;
    }
    return times;
  }
}
