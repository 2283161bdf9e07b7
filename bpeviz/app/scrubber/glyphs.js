// How text is shown: white space by signs, controls by code point, loose bytes as hex.
// Everything that comes from a user passes `escapeHtml` before it becomes markup.

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const ODD = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}&<>"']/u;
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const MARK_FIRST = /^\p{M}/u;
const LONE_MARKS = /^[\p{Mn}\p{Me}]+/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const TAG = /[\u{e0020}-\u{e007f}]/u;
const BLACK_FLAG = "\u{1f3f4}";

// The direction of a line, that of its first letter; tokens are isolated, so CSS cannot tell.
function directionOf(text) {
  const letter = text.match(/\p{L}/u)?.[0] ?? "";
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (c) => ESCAPES[c]);
}

function hexByte(byte) {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

function codePoint(character) {
  return "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

function hexChips(bytes) {
  return bytes.map((byte) => `<i class="hex">${hexByte(byte)}</i>`).join("");
}

// Joiners and selectors inside a whole emoji do their work; anywhere else they are shown.
function worksUnseen(characters, i) {
  const [before, c, after] = [characters[i - 1], characters[i], characters[i + 1]];
  if (!before) return false;
  if (c === "\u200d") return PICTURE.test(before) && Boolean(after) && PICTURE.test(after);
  if (SELECTOR.test(c)) return !HIDDEN.test(before);
  return TAG.test(c) && characters.includes(BLACK_FLAG);
}

// A run of text as markup. `flat`: on one line, so a newline is only its sign.
function visible(text, flat = false) {
  const lone = SELECTOR.test(text[0]) ? "" : (text.match(LONE_MARKS)?.[0] ?? "");
  if (lone) return loneHtml(lone) + visible(text.slice(lone.length), flat);
  const dotted = MARK_FIRST.test(text) && !SELECTOR.test(text[0]);
  const opening = dotted ? '<i class="dotted">◌</i>' : "";
  if (!ODD.test(text)) return opening + text;
  const characters = [...text];
  let html = opening;
  for (let i = 0; i < characters.length; i++) {
    const c = characters[i];
    if (c === " ") {
      let end = i;
      while (characters[end + 1] === " ") end++;
      html += `<i class="space">${" ".repeat(end - i + 1)}</i>`;
      i = end;
    } else if (c === "\n") html += `<i class="newline">${flat ? "" : "\n"}</i>`;
    else if (c === "\t") html += `<i class="tab">${flat ? " " : "\t"}</i>`;
    else if (HIDDEN.test(c) && !worksUnseen(characters, i)) {
      html += `<i class="point">${codePoint(c)}</i>`;
    } else html += ESCAPES[c] ?? c;
  }
  return html;
}

// Marks without a letter before them, shown on a circle.
function loneHtml(marks) {
  return `<i class="lone" data-shown="◌${marks}"><i>${marks}</i></i>`;
}

function markerHtml(marker) {
  return `<i class="marker" title="end of word">${escapeHtml(marker)}</i>`;
}

// A token's inside, {head, text, tail, marker}, as {html, class}. A single leading space, the usual
// case, is drawn by a class of the token and needs no element of its own.
function tokenLook({ head, text, tail, marker }) {
  const simple = text[0] === " " && text[1] !== " " && !head.length && !RIGHT_TO_LEFT.test(text);
  const inside = simple ? " " + visible(text.slice(1)) : visible(text);
  const end = marker ? markerHtml(marker) : "";
  return {
    html: hexChips(head) + inside + hexChips(tail) + end,
    class: simple ? " lead" : "",
  };
}

// The bytes of a token that may begin or end inside a character, as {head, text, tail}.
function splitBytes(bytes) {
  const array = Uint8Array.from(bytes);
  let from = 0;
  while (from < array.length && (array[from] & 0xc0) === 0x80) from++;
  let to = array.length;
  let last = to - 1;
  while (last > from && (array[last] & 0xc0) === 0x80) last--;
  if (last >= from && to - last < byteLength(array[last])) to = last;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return {
      head: [...array.subarray(0, from)],
      text: text.decode(array.subarray(from, to)),
      tail: [...array.subarray(to)],
    };
  } catch {
    return { head: [...array], text: "", tail: [] };
  }
}

function byteLength(lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

// The colour of an id that no merge makes; see `TokenizerModel.hueOf`.
const HUES = 8;

function hueOf(id) {
  return Math.imul(id + 1, 0x9e3779b1) >>> 29;
}

const LONGEST_CHIP = 48;
// In a sentence, which should stay in sight to its end.
const LONGEST_SAID = 16;
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

function shorten(text, most) {
  if (text.length <= most) return text;
  const graphemes = [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
  if (graphemes.length <= most) return text;
  const half = most / 2;
  return `${graphemes.slice(0, half).join("")}…${graphemes.slice(-half).join("")}`;
}

function chipHtml(colour, parts, most = LONGEST_CHIP) {
  const look = visible(shorten(parts.text, most), true);
  const inside = hexChips(parts.head.slice(0, most)) + look + hexChips(parts.tail);
  const end = parts.marker ? markerHtml(parts.marker) : "";
  return `<bdi class="token chip ${colour}">${inside}${end}</bdi>`;
}

// A token by its id alone, for sentences; the same ones are said at step after step.
function idChip(tokenizer, id, most = LONGEST_SAID) {
  const key = `${id} ${most}`;
  if (!tokenizer.chips.has(key)) tokenizer.chips.set(key, idChipAnew(tokenizer, id, most));
  return tokenizer.chips.get(key);
}

function idChipAnew(tokenizer, id, most) {
  const spelled = tokenizer.spell(id);
  const colour = tokenizer.isUnknown(id) ? "unknown" : `h${tokenizer.hueOf(id)}`;
  const text = tokenizer.names.get(id) ?? (id < 0 ? "?" : `token ${id}`);
  return spelledChip(colour, spelled ?? { text }, tokenizer.marker, most);
}

function spelledChip(colour, { bytes, text, marker }, sign, most) {
  if (bytes) return chipHtml(colour, splitBytes(bytes), most);
  return chipHtml(colour, { head: [], text, tail: [], marker: marker ? sign : null }, most);
}

export {
  HUES,
  LONGEST_CHIP,
  RIGHT_TO_LEFT,
  chipHtml,
  codePoint,
  directionOf,
  escapeHtml,
  hexByte,
  hueOf,
  idChip,
  shorten,
  spelledChip,
  splitBytes,
  tokenLook,
  visible,
};
