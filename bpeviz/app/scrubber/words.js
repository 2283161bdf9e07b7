// What a step did, in words; and the card that tells all about one token.

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

function captionHtml(pane, k) {
  if (k === 0) return "Step 0: the base symbols, nothing merged yet";
  const fewer = pane.fewer(k);
  const here = fewer ? `${plural(fewer, "token")} fewer here` : "no change here";
  const facts = [mergeHtml(pane.tokenizer, k), countWords(pane.tokenizer, k), here];
  return `<b class="rank">#${k}</b> ${facts.filter(Boolean).join(' <i class="dot">·</i> ')}`;
}

// The merge that comes next, in panes with one tokenizer.
function nextHtml(panes, k) {
  const { tokenizer, steps } = panes[0];
  if (k >= steps) return "this was the last merge";
  const here = panes.map((pane) => number.format(pane.fewer(k + 1))).join(" and ");
  return `next: ${mergeHtml(tokenizer, k + 1)}, ${here} here`;
}

function partsAt(pane, token) {
  const marker = pane.endsWord(token) ? pane.tokenizer.marker : null;
  return { ...pane.document.slice(token.s, token.e), marker };
}

function tokenText(pane, token) {
  const { head, text, tail, marker } = partsAt(pane, token);
  return [...head.map(hexByte), text, ...tail.map(hexByte)].join("") + (marker ?? "");
}

// For the ear: white space and bytes by name.
function tokenWords(pane, token) {
  const { head, text, tail, marker } = partsAt(pane, token);
  const said = text.replace(/ /g, " space ").replace(/\n/g, " newline ").replace(/\t/g, " tab ");
  const bytes = (some) => some.map((byte) => `byte ${hexByte(byte)}`);
  const all = [...bytes(head), said.trim(), ...bytes(tail), marker ? "end of word" : ""];
  return `${all.filter(Boolean).join(" ")}, token ${token.id}`;
}

function bytesOf(pane, token) {
  const { document } = pane;
  if (document.bytes) return [...document.bytes.subarray(token.s, token.e)];
  return [...new TextEncoder().encode(document.plain(token.s, token.e))];
}

function firstOf(list, most) {
  return list.length > most ? `${list.slice(0, most).join(" ")} …` : list.join(" ");
}

function bornHtml(pane, token) {
  const special = pane.tokenizer.names.get(token.id);
  if (special !== undefined) return "special token, whole from the start";
  if (token.id < 0) return "not in the base vocabulary";
  if (!token.birth) return "base symbol";
  return `step ${token.birth}`;
}

function cardRows(pane, token, k) {
  const bytes = bytesOf(pane, token);
  const { head, text, tail } = partsAt(pane, token);
  const kind = head.length + tail.length ? "whole character" : "character";
  const points = [...text];
  const parts = pane.partsOf(token);
  const chips = parts?.map((part) => chipHtml(part.id, partsAt(pane, part)));
  const often = pane.occurrences(token.id, k);
  return [
    ["id", token.id < 0 ? "unknown" : String(token.id)],
    ["bytes", bytes.length ? firstOf(bytes.map(hexByte), 24) : "none"],
    ["code points", points.length ? firstOf(points.map(codePoint), 12) : "no whole character"],
    ["length", `${plural(bytes.length, "byte")}, ${plural(points.length, kind)}`],
    ["born", bornHtml(pane, token)],
    ["made of", chips ? chips.join(" + ") : "nothing smaller"],
    ["in this text", `${plural(often, "time")} at step ${number.format(k)}`],
  ];
}

function cardHtml(pane, token, k) {
  const rows = cardRows(pane, token, k).map(([term, what]) => `<dt>${term}</dt><dd>${what}</dd>`);
  return `<div class="card-head">${chipHtml(token.id, partsAt(pane, token))}</div><dl>${rows.join("")}</dl>`;
}
