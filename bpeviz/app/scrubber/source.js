// Where the base symbols of a document stand in the text as it was given, before its normal form.
// Places are UTF-16 units of that text, as browser strings count.

import { int32s } from "./data.js";

// The place of each character in a text, and its length at the end.
function placesOfCharacters(text) {
  const places = [];
  for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) places.push(at);
  places.push(text.length);
  return places;
}

// `moved`: runs of characters whose places do not simply follow from the ones before, as
// [start, end, start in the source, end in the source], in characters.
class Source {
  constructor(document) {
    const { text, source } = document;
    this.text = source ? source.text : text;
    this.start = new Int32Array(document.n);
    this.end = new Int32Array(document.n);
    const place = source ? placesInSource(text, this.text, int32s(source.moved)) : null;
    let ended = 0;
    for (let i = 0; i < document.n; i++) {
      const at = document.start[i];
      const width = document.width[i];
      this.start[i] = !width ? ended : place ? place.start[at] : at;
      this.end[i] = !width ? ended : place ? place.end[at] : at + width;
      ended = this.end[i];
    }
  }
}

function placesInSource(text, source, moved) {
  const places = placesOfCharacters(source);
  const start = new Int32Array(text.length);
  const end = new Int32Array(text.length);
  let shift = 0;
  let run = 0;
  let character = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1, character++) {
    for (; moved[run + 1] <= character; run += 4) shift = moved[run + 3] - moved[run + 1];
    const inside = moved[run] <= character;
    start[at] = places[inside ? moved[run + 2] : character + shift];
    end[at] = places[inside ? moved[run + 3] : character + shift + 1];
  }
  return { start, end };
}

export { Source };
