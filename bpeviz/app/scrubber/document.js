// The document: one text, its base symbols, and the step at which each boundary disappears.

// A symbol is a UTF-8 byte or, in character mode, a code point; `start` and `width` say where its
// character stands in the text, in UTF-16 units, as browser strings count.
class DocumentModel {
  constructor(payload) {
    this.id = payload.id;
    this.unit = payload.unit;
    this.text = payload.text;
    this.n = payload.n;
    this.deaths = int32s(payload.deaths);
    this.symbols = payload.symbols ? int32s(payload.symbols) : null;
    this.originalBytes = payload.originalBytes;
    this.pinned = new Map();
    for (const [start, end, step, id] of payload.pinned) {
      if (!this.pinned.has(start)) this.pinned.set(start, []);
      this.pinned.get(start).push({ end, step, id });
    }
    this.gaps = new Map(payload.gaps);
    this.start = new Int32Array(this.n);
    this.width = new Uint8Array(this.n);
    if (this.unit === "byte") this.placeBytes();
    else this.placeCharacters(new Set(payload.markers));
  }

  placeBytes() {
    this.bytes = new Uint8Array(this.n);
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

  placeCharacters(markers) {
    let at = 0;
    for (let i = 0; i < this.n; i++) {
      at += this.gaps.get(i) ?? 0;
      this.start[i] = at;
      if (markers.has(this.symbols[i])) continue;
      this.width[i] = this.text.codePointAt(at) > 0xffff ? 2 : 1;
      at += this.width[i];
    }
  }

  startsCharacter(i) {
    return this.unit !== "byte" || (this.bytes[i] & 0xc0) !== 0x80;
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
