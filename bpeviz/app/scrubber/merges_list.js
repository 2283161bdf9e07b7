// The list of all merges, the latest first: it marks the one at which the slider is, and the slider
// goes to the one that is chosen. Only the rows in sight are made.

import { STORE, int32s, storedModel } from "./data.js";
import { idChip } from "./glyphs.js";
import { TokenizerModel } from "./model.js";
import { number } from "./words.js";

const ROW = 34;
const SPARE = 6;

class MergesList {
  constructor(root) {
    this.root = root;
    this.rows = root.querySelector(".rows");
    [this.above, this.body, this.below] = root.querySelectorAll("tbody");
    this.chosen = null;
    this.rows.onscroll = () => this.draw();
    this.body.onclick = (event) => this.choose(event.target.closest("tr"));
    this.onData = () => this.update();
    this.onMoved = () => this.follow();
    STORE.changed.addEventListener("change", this.onData);
    STORE.changed.addEventListener("moved", this.onMoved);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.rows);
  }

  // `steps`: the merges that were found, as packed numbers, the latest first; null for all.
  receive(data) {
    this.data = data;
    this.update();
  }

  update() {
    const { data } = this;
    const key = JSON.stringify(data);
    if (!data || key === this.key || !STORE.entries.has(data.tokenizer)) return;
    const tokenizer = storedModel(data.tokenizer, (payload) => new TokenizerModel(payload));
    if (tokenizer !== this.tokenizer) this.chosen = null;
    this.key = key;
    this.tokenizer = tokenizer;
    this.found = data.steps === null ? null : int32s(data.steps);
    this.root.classList.toggle("uncounted", !tokenizer.counts && !tokenizer.replacements);
    this.body.replaceChildren();
    this.follow();
  }

  get length() {
    return this.found ? this.found.length : this.tokenizer.steps;
  }

  stepAt(i) {
    return this.found ? this.found[i] : this.tokenizer.steps - i;
  }

  // The place of a step in the list, -1 where it is not listed.
  placeOf(step) {
    if (this.found) return this.found.indexOf(step);
    return step > 0 && step <= this.tokenizer.steps ? this.tokenizer.steps - step : -1;
  }

  // Brings the row at which the slider is into sight.
  follow() {
    if (!this.tokenizer) return;
    this.draw();
    const place = this.placeOf(STORE.step);
    if (place < 0) return;
    const { rows } = this;
    const most = rows.clientHeight - 2 * ROW;
    const top = place * ROW;
    if (top < rows.scrollTop || top > rows.scrollTop + most) rows.scrollTop = top - most / 2;
    this.draw();
  }

  draw() {
    if (!this.tokenizer) return;
    const { rows, body, length } = this;
    const first = Math.max(0, Math.floor(rows.scrollTop / ROW) - SPARE);
    const last = Math.min(length, Math.ceil((rows.scrollTop + rows.clientHeight) / ROW) + SPARE);
    this.above.style.setProperty("--room", `${first * ROW}px`);
    this.below.style.setProperty("--room", `${(length - last) * ROW}px`);
    for (const row of [...body.rows]) if (row.place < first || row.place >= last) row.remove();
    // A row that stays is not moved, so that it keeps the focus.
    let next = body.rows[0];
    for (let i = first; i < last; i++) {
      if (next?.place === i) next = next.nextElementSibling;
      else body.insertBefore(this.rowAt(i), next ?? null);
    }
    for (const row of body.rows) this.mark(row);
  }

  mark(row) {
    const step = Number(row.dataset.step);
    if (step === STORE.step) row.ariaCurrent = "step";
    else row.removeAttribute("aria-current");
    row.classList.toggle("chosen", step === this.chosen);
    row.querySelector("button").ariaPressed = String(step === this.chosen);
  }

  rowAt(i) {
    const { tokenizer } = this;
    const step = this.stepAt(i);
    const [left, right, id] = ["left", "right", "ids"].map((name) => tokenizer[name][step - 1]);
    const chips = [left, right, id].map((one) => `<td>${idChip(tokenizer, one)}</td>`).join("");
    const counts = [tokenizer.counts, tokenizer.replacements].map((all) => all?.[step - 1] ?? -1);
    const counted = counts.map((n) => `<td class="number counted">${n < 0 ? "" : number.format(n)}</td>`);
    const row = document.createElement("tr");
    Object.assign(row, { place: i, ariaRowIndex: String(i + 2) });
    Object.assign(row.dataset, { testid: "merge", step });
    row.innerHTML = `<td></td><th scope="row"><button type="button">${number.format(step)}</button></th>
      ${chips}<td class="number">${id}</td>${counted.join("")}`;
    return row;
  }

  choose(row) {
    if (!row) return;
    this.chosen = Number(row.dataset.step);
    STORE.changed.dispatchEvent(new CustomEvent("go", { detail: this.chosen }));
    this.draw();
  }

  destroy() {
    this.sizes.disconnect();
    STORE.changed.removeEventListener("change", this.onData);
    STORE.changed.removeEventListener("moved", this.onMoved);
  }
}

const MERGES_LISTS = new WeakMap();

export default function ({ data, parentElement }) {
  if (!MERGES_LISTS.has(parentElement)) {
    MERGES_LISTS.set(parentElement, new MergesList(parentElement.querySelector(".merges")));
  }
  MERGES_LISTS.get(parentElement).receive(data);
  return () => {
    MERGES_LISTS.get(parentElement)?.destroy();
    MERGES_LISTS.delete(parentElement);
  };
}
