// The words of a source text, and which of them two tokenizers cut differently. A word is a run
// between white space. It is cut differently where the places of its token borders, inside and at
// its ends, are not the same in the source text; a border inside a character is a place of its own.

// The white space of Python's `str.split`.
const WORD = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

// A place in the source as one number: where a border stands and how many units it lies inside of.
const INSIDE = 64;
const NOWHERE = -1;

function placeOf(start, end) {
  return start * INSIDE + Math.min(INSIDE - 1, end - start);
}

// Every occurrence of every word: `start`, `end`, and `word`, an index into `names`.
class Words {
  constructor(text) {
    const known = new Map();
    const found = [...text.matchAll(WORD)];
    this.names = [];
    this.start = new Int32Array(found.length);
    this.end = new Int32Array(found.length);
    this.word = new Int32Array(found.length);
    this.times = [];
    found.forEach(({ 0: name, index }, at) => {
      if (!known.has(name)) known.set(name, this.names.push(name) - 1);
      const word = known.get(name);
      this.start[at] = index;
      this.end[at] = index + name.length;
      this.word[at] = word;
      this.times[word] = (this.times[word] ?? 0) + 1;
    });
    this.length = found.length;
  }

  // The occurrences of each word, in order.
  get occurrences() {
    if (!this.grouped) {
      this.grouped = this.names.map(() => []);
      this.word.forEach((word, at) => this.grouped[word].push(at));
    }
    return this.grouped;
  }

  // Whether a word looks like another one of the text that has other code points.
  alike(word) {
    if (!this.looks) {
      this.looks = new Map();
      for (const name of this.names) this.looks.set(looksOf(name), (this.looks.get(looksOf(name)) ?? 0) + 1);
    }
    return this.looks.get(looksOf(this.names[word])) > 1;
  }
}

// One text for all spellings of a word: its letters and marks, a line below taken for a dot.
function looksOf(name) {
  return name.normalize("NFKD").replace(/[\u0329\u0331]/g, "\u0323");
}

// The words of one pane: `first` and `last` are the symbols of an occurrence, and `place` tells
// where the boundary before each symbol stands.
class PaneWords {
  constructor(pane, words) {
    const { document } = pane;
    this.pane = pane;
    this.words = words;
    this.source = document.inSource;
    const { start, end } = this.source;
    this.place = Int32Array.from(start, (at, i) => placeOf(at, Math.max(end[i - 1] ?? 0, at)));
    this.first = new Int32Array(words.length);
    this.last = new Int32Array(words.length);
    this.findSymbols(document.n);
    this.lacking = this.findLacking();
  }

  // A token that has no text, as an end-of-word marker, belongs to the word before it.
  findSymbols(n) {
    const { words } = this;
    const { start, end } = this.source;
    let i = 0;
    for (let at = 0; at < words.length; at++) {
      while (i < n && end[i] <= words.start[at]) i++;
      let last = i - 1;
      while (last + 1 < n && start[last + 1] < words.end[at]) last++;
      while (last + 1 < n && end[last + 1] === words.end[at]) last++;
      this.first[at] = i;
      this.last[at] = last;
    }
  }

  // Words with characters that are not in the base vocabulary.
  findLacking() {
    const lacking = new Set();
    const { pane, words } = this;
    if (!pane.hasUnknown()) return lacking;
    for (let at = 0; at < words.length; at++) {
      for (let i = this.first[at]; i <= this.last[at]; i++) {
        if (pane.document.unknown[i]) lacking.add(words.word[at]);
      }
    }
    return lacking;
  }

  ends(boundary, k) {
    const { deaths, n } = this.pane.document;
    return boundary === 0 || boundary === n || deaths[boundary - 1] > k;
  }

  // The place of a boundary for an occurrence, NOWHERE for one that lies before or behind the word.
  // What no symbol comes from, a mark that was taken off or white space, goes with what is before it.
  placeAt(at, boundary) {
    if (boundary === this.first[at]) return this.opening(at);
    return boundary > this.last[at] ? this.closing(at) : this.place[boundary];
  }

  opening(at) {
    const word = this.words.start[at];
    const start = this.source.start[this.first[at]];
    const before = this.first[at] ? this.source.end[this.first[at] - 1] : 0;
    if (before > start && before > word) return placeOf(start, before);
    return start >= word ? placeOf(word, word) : NOWHERE;
  }

  closing(at) {
    const word = this.words.end[at];
    const next = this.last[at] + 1;
    const end = this.source.end[this.last[at]];
    const after = next < this.pane.document.n ? this.source.start[next] : end;
    if (after < end && after < word) return placeOf(after, end);
    return end <= word ? placeOf(word, word) : NOWHERE;
  }

  // The next boundary from here on that has a place at a step.
  boundary(at, from, k) {
    const last = this.lastBoundary(at);
    while (from <= last && (!this.ends(from, k) || this.placeAt(at, from) === NOWHERE)) from++;
    return from;
  }

  // The boundary at the end of an occurrence; a word that became no token has none, nor one before it.
  lastBoundary(at) {
    return this.last[at] < this.first[at] ? this.first[at] - 1 : this.last[at] + 1;
  }

  // How many tokens touch an occurrence.
  count(at, k) {
    const { deaths } = this.pane.document;
    let tokens = this.last[at] < this.first[at] ? 0 : 1;
    for (let i = this.first[at]; i < this.last[at]; i++) if (deaths[i] > k) tokens++;
    return tokens;
  }

  tokens(at, k) {
    const found = [];
    for (let s = this.first[at]; s <= this.last[at]; ) {
      const token = found.length ? this.pane.tokenFrom(s, k) : this.pane.tokenAt(s, k);
      found.push(token);
      s = token.e;
    }
    return found;
  }

  // Whether a token takes in more than the word and the white space before it.
  reachesOver(at, tokens) {
    if (!tokens.length) return false;
    const { start, end, text } = this.source;
    const before = text.slice(start[tokens[0].s], this.words.start[at]);
    return end[tokens.at(-1).e - 1] > this.words.end[at] || before.trim() !== "";
  }
}

class WordsThatDiffer {
  constructor(panes) {
    this.panes = panes;
    this.words = new Words(panes[0].document.inSource.text);
    this.sides = panes.map((pane) => new PaneWords(pane, this.words));
    this.lacking = new Set(this.sides.flatMap(({ lacking }) => [...lacking]));
  }

  static fits(panes) {
    const [one, two] = panes.map(({ document }) => document.inSource.text);
    return panes.length === 2 && one === two;
  }

  steps(k) {
    return this.panes.map((pane) => pane.clamp(k));
  }

  cutAlike(at, [kl, kr]) {
    const [left, right] = this.sides;
    const [endLeft, endRight] = [left.lastBoundary(at), right.lastBoundary(at)];
    let i = left.boundary(at, left.first[at], kl);
    let j = right.boundary(at, right.first[at], kr);
    while (i <= endLeft && j <= endRight) {
      if (left.placeAt(at, i) !== right.placeAt(at, j)) return false;
      i = left.boundary(at, i + 1, kl);
      j = right.boundary(at, j + 1, kr);
    }
    return i > endLeft && j > endRight;
  }

  // The words cut differently at a step, wherever they stand.
  differing(k) {
    const steps = this.steps(k);
    const differs = new Uint8Array(this.words.names.length);
    let many = 0;
    for (let at = 0; at < this.words.length; at++) {
      const word = this.words.word[at];
      if (differs[word] || this.lacking.has(word) || this.cutAlike(at, steps)) continue;
      differs[word] = 1;
      many++;
    }
    return { differs, many };
  }

  // What each of these words costs at a step: {word, name, times, extra}, where `extra` is how many
  // tokens more all its occurrences have on the right; those first that cost the costlier side most.
  costs(k) {
    const [kl, kr] = this.steps(k);
    const [left, right] = this.sides;
    const { differs } = this.differing(k);
    const extra = new Int32Array(this.words.names.length);
    for (let at = 0; at < this.words.length; at++) {
      const word = this.words.word[at];
      if (differs[word]) extra[word] += right.count(at, kr) - left.count(at, kl);
    }
    const [all, others] = [right.pane.counts[kr], left.pane.counts[kl]];
    const sign = all < others ? -1 : 1;
    return [...differs.keys()]
      .filter((word) => differs[word])
      .map((word) => ({
        word,
        name: this.words.names[word],
        times: this.words.times[word],
        extra: extra[word],
      }))
      .sort((a, b) => sign * (b.extra - a.extra) || b.times - a.times || a.word - b.word);
  }

  // The commonest of the ways in which a word is cut: {at, times, ways, left, right}, the tokens of
  // both sides at one occurrence.
  commonest(word, k) {
    const steps = this.steps(k);
    const ways = new Map();
    for (const at of this.words.occurrences[word]) {
      const cut = this.sides.map((side, i) => side.tokens(at, steps[i]));
      const same = cut.flatMap((tokens, i) =>
        tokens.map(({ s, e, id }) => [id, s - this.sides[i].first[at], e - s].join()),
      );
      const way = `${cut[0].length} ${same.join(" ")}`;
      if (!ways.has(way)) ways.set(way, { at, times: 0, left: cut[0], right: cut[1] });
      ways.get(way).times++;
    }
    const best = [...ways.values()].reduce((a, b) => (b.times > a.times ? b : a));
    return { ...best, ways: ways.size };
  }
}

export { WordsThatDiffer };
