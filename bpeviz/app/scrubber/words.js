// What a step did, in words; and the card that tells all about one token.

import { chipHtml, codePoint, hexByte, idChip, splitBytes } from "./glyphs.js";

const number = new Intl.NumberFormat("en");

function plural(n, one, many = `${one}s`) {
  return `${number.format(n)} ${n === 1 ? one : many}`;
}

function quoted(tokenizer, id) {
  return `<i class="quote">"</i>${idChip(tokenizer, id)}<i class="quote">"</i>`;
}

function mergeHtml(tokenizer, step) {
  const r = step - 1;
  const [left, right, made] = [tokenizer.left[r], tokenizer.right[r], tokenizer.ids[r]];
  return `${quoted(tokenizer, left)} + ${quoted(tokenizer, right)} → ${quoted(tokenizer, made)}`;
}

// How often training counted the pair, and how often it could replace it.
function countWords(tokenizer, step) {
  const counted = tokenizer.counts?.[step - 1];
  const replaced = tokenizer.replacements?.[step - 1];
  if (counted === undefined || counted < 0) return "";
  if (replaced === undefined || replaced < 0) return `counted ${number.format(counted)}`;
  const both = `counted ${number.format(counted)}, replaced ${number.format(replaced)}`;
  return counted === replaced ? both : `${both} (in runs such as aaa the pairs overlap)`;
}

// Which of several trainings, each going on from the one before, learned the merge.
function stageWords({ seams }, step) {
  if (!seams.length) return "";
  return `training ${1 + seams.filter((seam) => seam < step).length} of ${seams.length + 1}`;
}

function captionHtml(pane, k) {
  if (k === 0) return "Step 0: the base symbols, nothing merged yet";
  const fewer = pane.fewer(k);
  const here = fewer ? `${plural(fewer, "token")} fewer here` : "no change here";
  const facts = [mergeHtml(pane.tokenizer, k), countWords(pane.tokenizer, k), here, stageWords(pane.tokenizer, k)];
  return `<b class="rank">#${k}</b> ${facts.filter(Boolean).join(' <i class="dot">·</i> ')}`;
}

// The merge that comes next, in panes with one tokenizer.
function nextHtml(panes, k) {
  const { tokenizer, steps } = panes[0];
  if (!steps) return "nothing is merged here";
  if (k >= steps) return "this was the last merge";
  const here = panes.map((pane) => number.format(pane.fewer(k + 1))).join(" and ");
  return `next: ${mergeHtml(tokenizer, k + 1)}, ${here} here`;
}

function partsAt(pane, token) {
  const marker = pane.endsWord(token) ? pane.tokenizer.marker : null;
  return { ...pane.document.slice(token.s, token.e), marker };
}

// A token that stands in the text.
function tokenChip(pane, token) {
  const colour = token.unknown ? "unknown" : `h${pane.tokenizer.hueOf(token.id)}`;
  return chipHtml(colour, partsAt(pane, token));
}

function tokenText(pane, token) {
  const { head, text, tail, marker } = partsAt(pane, token);
  return [...head.map(hexByte), text, ...tail.map(hexByte)].join("") + (marker ?? "");
}

// For the ear: white space and bytes by name.
function tokenWords(pane, token) {
  return `${spoken(partsAt(pane, token))}, token ${token.id}`;
}

// A token by its id alone, for the ear.
function spokenId(tokenizer, id) {
  const { spoken } = tokenizer;
  if (!spoken.has(id)) spoken.set(id, spokenAnew(tokenizer, id));
  return spoken.get(id);
}

function spokenAnew(tokenizer, id) {
  const spelled = tokenizer.spell(id);
  if (!spelled) return tokenizer.names.get(id) ?? (id < 0 ? "unknown" : `token ${id}`);
  return spoken(spelled.bytes ? splitBytes(spelled.bytes) : { head: [], tail: [], ...spelled });
}

function spoken({ head, text, tail, marker }) {
  const said = text.replace(/ /g, " space ").replace(/\n/g, " newline ").replace(/\t/g, " tab ");
  const bytes = (some) => some.map((byte) => `byte ${hexByte(byte)}`);
  const all = [...bytes(head), said.trim(), ...bytes(tail), marker ? "end of word" : ""];
  return all.filter(Boolean).join(" ");
}

function bytesOf(pane, token) {
  const { document } = pane;
  if (document.bytes) return [...document.bytes.subarray(token.s, token.e)];
  return [...new TextEncoder().encode(document.plain(token.s, token.e))];
}

function firstOf(list, most) {
  return list.length > most ? `${list.slice(0, most).join(" ")} …` : list.join(" ");
}

function originHtml(pane, token) {
  if (token.added) return "added token, whole from the start";
  if (token.unknown) return "not in the base vocabulary";
  if (!token.birth) return "base symbol";
  return `step ${token.birth}`;
}

function cardRows(pane, token, k) {
  const bytes = bytesOf(pane, token);
  const { head, text, tail } = partsAt(pane, token);
  const kind = head.length + tail.length ? "whole character" : "character";
  const points = [...text];
  const parts = pane.partsOf(token);
  const chips = parts?.map((part) => tokenChip(pane, part));
  const often = pane.occurrences(token.id, k);
  return [
    ["id", token.id < 0 ? "none" : String(token.id)],
    ["bytes", bytes.length ? firstOf(bytes.map(hexByte), 24) : "none"],
    ["code points", points.length ? firstOf(points.map(codePoint), 12) : "no whole character"],
    ["length", `${plural(bytes.length, "byte")}, ${plural(points.length, kind)}`],
    ["made at", originHtml(pane, token)],
    ["made of", chips ? chips.join(" + ") : "nothing smaller"],
    ["in this text", `${plural(often, "time")} at step ${number.format(k)}`],
  ];
}

function cardHtml(pane, token, k) {
  const rows = cardRows(pane, token, k).map(([term, what]) => `<dt>${term}</dt><dd>${what}</dd>`);
  return `<div class="card-head">${tokenChip(pane, token)}</div><dl>${rows.join("")}</dl>`;
}

export {
  captionHtml,
  cardHtml,
  nextHtml,
  number,
  plural,
  spokenId,
  tokenChip,
  tokenText,
  tokenWords,
};
