// The list of words that are cut differently: it follows the step when that has come to rest.

import { STORE } from "./data.js";
import { LONGEST_CHIP, codePoint, escapeHtml, shorten, visible } from "./glyphs.js";
import { number, plural, tokenChip, tokenText } from "./words.js";

const RESTED = 120;
const ROWS = 200;

class WordsList {
  constructor(root) {
    this.root = root;
    this.body = root.querySelector("tbody");
    this.search = root.querySelector(".search");
    this.more = root.querySelector(".more");
    this.chosen = null;
    this.rows = ROWS;
    this.onCompared = () => this.later();
    STORE.changed.addEventListener("compared", this.onCompared);
    this.search.oninput = () => this.list();
    this.more.onclick = () => this.list(this.rows + 5 * ROWS);
    root.querySelector(".clear").onclick = () => this.choose(null);
    root.querySelector(".download").onclick = () => this.download();
    this.body.onclick = (event) => {
      const row = event.target.closest("tr");
      if (row) this.choose(Number(row.dataset.at) === this.chosen?.word ? null : this.costs[row.sectionRowIndex]);
    };
    if (STORE.comparing) this.work();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.work(), RESTED);
  }

  work() {
    const { comparison, panes, k } = STORE.comparing ?? {};
    if (!panes) return;
    if (this.comparison !== comparison) this.chosen = null;
    Object.assign(this, { comparison, panes, k });
    this.all = comparison ? comparison.costs(k) : [];
    this.root.querySelectorAll(".side").forEach((cell, i) => (cell.textContent = panes[i].title));
    this.list();
  }

  // Spellings of one word are found by any of them.
  list(rows = ROWS) {
    this.rows = rows;
    const wanted = this.search.value.trim().normalize("NFC").toLowerCase();
    this.costs = this.all.filter(({ name }) => name.normalize("NFC").toLowerCase().includes(wanted));
    const shown = this.costs.slice(0, rows);
    this.body.innerHTML = shown.map((cost) => this.rowHtml(cost)).join("");
    const left = this.costs.length - shown.length;
    this.more.hidden = !left;
    this.more.textContent = `Show more: ${number.format(left)} are left`;
    this.say();
    this.root.dataset.step = this.k;
  }

  say() {
    const { comparison, costs, all } = this;
    this.root.querySelector("table").hidden = !costs.length;
    this.root.querySelector(".download").disabled = !all.length;
    this.root.querySelector(".clear").hidden = !this.chosen;
    let words = `${plural(costs.length, "word")} cut differently`;
    if (!comparison) words = "The sides show different texts. Choose one text to compare its words.";
    else if (!comparison.words.length) words = "The text has no words.";
    else if (!all.length) words = "No word is cut differently at this step.";
    else if (!costs.length) words = "No such word among those that are cut differently.";
    this.root.querySelector(".tally").textContent = words;
  }

  rowHtml(cost) {
    const { word, name, times, extra } = cost;
    const cut = this.comparison.commonest(word, this.k);
    const over = this.comparison.sides.map((side, i) => side.reachesOver(cut.at, i ? cut.right : cut.left));
    const cells = [cut.left, cut.right].map((tokens, i) => this.cutHtml(this.panes[i], tokens, over[i]));
    const ways = cut.ways > 1 ? `<small>${number.format(cut.times)} of them as here</small>` : "";
    const shown = visible(shorten(name, LONGEST_CHIP), true);
    const points = Array.from(name.slice(0, 2 * LONGEST_CHIP), codePoint).join(" ");
    const spelled = this.comparison.words.alike(word) ? `<small>${escapeHtml(spelledOut(name))}</small>` : "";
    return `<tr data-testid="word" data-word="${escapeHtml(name)}" data-times="${times}" data-at="${word}"
      data-left="${cut.left.length}" data-right="${cut.right.length}" data-extra="${extra}"
      aria-current="${word === this.chosen?.word}">
      <th scope="row"><button type="button" title="${points}: show it in both texts"><bdi>${shown}</bdi></button>${spelled}</th>
      <td class="number">${number.format(times)}${ways}</td>${cells.join("")}
      <td class="number">${extra > 0 ? "+" : extra < 0 ? "−" : ""}${number.format(Math.abs(extra))}</td></tr>`;
  }

  cutHtml(pane, tokens, over) {
    const chips = tokens.map((token) => tokenChip(pane, token)).join("");
    const note = over ? "<small>a token reaches over its end</small>" : "";
    return `<td dir="auto"><span class="cut">${chips}</span><b>${number.format(tokens.length)}</b>${note}</td>`;
  }

  choose(cost) {
    this.chosen = cost;
    for (const row of this.body.rows) row.ariaCurrent = String(Number(row.dataset.at) === cost?.word);
    this.root.querySelector(".clear").hidden = !cost;
    const detail = cost && { word: cost.word, at: this.comparison.commonest(cost.word, this.k).at };
    STORE.changed.dispatchEvent(new CustomEvent("word", { detail }));
  }

  download() {
    const [left, right] = this.panes.map(({ title }) => title);
    const head = ["word", "times", `tokens: ${left}`, `tokens: ${right}`, left, right, "extra on the right, in all"];
    const rows = this.costs.map(({ word, name, times, extra }) => {
      const cut = this.comparison.commonest(word, this.k);
      const texts = [cut.left, cut.right].map((tokens, i) =>
        tokens.map((token) => tokenText(this.panes[i], token)).join(" | "),
      );
      return [name, times, cut.left.length, cut.right.length, ...texts, extra];
    });
    saveFile("bpeviz-words-that-differ.csv", csvOf([head, ...rows]), "text/csv");
  }

  destroy() {
    clearTimeout(this.timer);
    STORE.changed.removeEventListener("compared", this.onCompared);
    if (this.chosen) this.choose(null);
  }
}

// A word with its code points in place of all but ASCII: "o U+0323 j".
function spelledOut(name) {
  const parts = Array.from(name, (char) => (char < "\x80" ? char : ` ${codePoint(char)} `));
  return shorten(parts.join("").replace(/ +/g, " ").trim(), 3 * LONGEST_CHIP);
}

// A text that a spreadsheet would run as a formula gets an apostrophe; see Python's `safe_csv`.
function csvOf(rows) {
  const cell = (value) => {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join()}\r\n`).join("");
}

function saveFile(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export { WordsList };
