// The document: one text, its base symbols, and the step at which each boundary disappears.

import { int32s } from "./data.js";
import { Source } from "./source.js";

// A symbol is a UTF-8 byte or, in character mode, a code point, or a separate end-of-word marker;
// `units` has its number, -1 for a marker. `start` and `width` say where its character stands in the
// text, in UTF-16 units, as browser strings count. What a symbol is goes by its place: `unknown`
// flags those that the base vocabulary lacks, `marked` those that end a word.
class DocumentModel {
  constructor(payload) {
    this.id = payload.id;
    this.unit = payload.unit;
    this.text = payload.text;
    this.source = payload.source;
    this.n = payload.n;
    this.deaths = int32s(payload.deaths);
    this.symbols = payload.symbols ? int32s(payload.symbols) : null;
    this.originalBytes = payload.originalBytes;
    this.joined = payload.joined;
    this.unknown = flags(this.n, int32s(payload.unknown));
    this.marked = flags(this.n, int32s(payload.markers));
    this.pinned = new Map();
    this.hasPins = flags(this.n, payload.pinned.map(([start]) => start));
    for (const [start, end, , id] of payload.pinned) {
      if (!this.pinned.has(start)) this.pinned.set(start, []);
      this.pinned.get(start).push({ end, id });
    }
    this.gaps = new Map(payload.gaps);
    this.start = new Int32Array(this.n);
    this.width = new Uint8Array(this.n);
    if (this.unit === "byte") this.placeBytes();
    else this.placeCharacters();
  }

  placeBytes() {
    this.bytes = this.units = new Uint8Array(this.n);
    let at = 0;
    for (let i = 0; i < this.n; ) {
      at += this.gaps.get(i) ?? 0;
      const point = this.text.codePointAt(at);
      const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      const lead = length === 1 ? point : (0xf00 >> length) & 0xff;
      for (let j = length - 1, rest = point; j >= 0; j--, rest >>= 6) {
        this.bytes[i + j] = j ? 0x80 | (rest & 0x3f) : lead | rest;
        this.start[i + j] = at;
        this.width[i + j] = length === 4 ? 2 : 1;
      }
      i += length;
      at += length === 4 ? 2 : 1;
    }
  }

  placeCharacters() {
    this.units = new Int32Array(this.n).fill(-1);
    let at = 0;
    for (let i = 0; i < this.n; i++) {
      at += this.gaps.get(i) ?? 0;
      this.start[i] = at;
      if (this.marked[i] && !this.joined) continue;
      this.units[i] = this.text.codePointAt(at);
      this.width[i] = this.units[i] > 0xffff ? 2 : 1;
      at += this.width[i];
    }
  }

  // Where its symbols stand in the text before the normal form.
  get inSource() {
    return (this.sourcePlaces ??= new Source(this));
  }

  startsCharacter(i) {
    return this.unit !== "byte" || (this.bytes[i] & 0xc0) !== 0x80;
  }

  // Whether two runs of symbols, which may have one id, are spelled alike.
  sameSpelling(s, e, other, otherEnd) {
    if (e - s !== otherEnd - other || this.marked[e - 1] !== this.marked[otherEnd - 1]) return false;
    for (let i = s, j = other; i < e; i++, j++) if (this.units[i] !== this.units[j]) return false;
    return true;
  }

  // The text before symbol i that belongs to no token; i = n: at the end.
  gapBefore(i) {
    const length = this.gaps.get(i) ?? 0;
    if (!length) return "";
    const end = i < this.n ? this.start[i] : this.text.length;
    return this.text.slice(end - length, end);
  }

  // A run of symbols as {head, text, tail}: head and tail are bytes of characters that it cuts.
  slice(s, e) {
    if (this.unit !== "byte") return { head: [], text: this.plain(s, e), tail: [] };
    let from = s;
    while (from < e && !this.startsCharacter(from)) from++;
    let to = e;
    if (from < e && e < this.n && !this.startsCharacter(e)) {
      to = e - 1;
      while (!this.startsCharacter(to)) to--;
    }
    const head = [...this.bytes.subarray(s, from)];
    return { head, text: this.plain(from, to), tail: [...this.bytes.subarray(to, e)] };
  }

  plain(s, e) {
    return e > s ? this.text.slice(this.start[s], this.start[e - 1] + this.width[e - 1]) : "";
  }
}

function flags(n, places) {
  const found = new Uint8Array(n);
  for (const place of places) found[place] = 1;
  return found;
}

export { DocumentModel };
