// The answer of a comparison: how many tokens one side costs more, and how many words are cut
// differently, in one sentence for the step shown. It works out the words, and tells the list of
// them, which is a component of its own, by events on the store.

import { STORE } from "./data.js";
import { showWord } from "./word_in_text.js";
import { number, plural } from "./words.js";
import { WordsThatDiffer } from "./words_that_differ.js";

class Answer {
  constructor(root, scrubber) {
    this.root = root;
    this.scrubber = scrubber;
    this.element = root.querySelector(".answer");
    this.sentence = root.querySelector(".sentence");
    this.parting = root.querySelector(".parting");
    this.comparison = null;
    this.onWord = ({ detail }) => this.choose(detail);
    STORE.changed.addEventListener("word", this.onWord);
    this.parting.querySelector("button").onclick = () => scrubber.go(this.partsAt);
  }

  // `parting`: where the two trainings part, as markup from Python; without it nothing is compared.
  receive(panes, answer) {
    this.choose(null);
    this.element.hidden = !answer || panes.length !== 2;
    this.panes = this.element.hidden ? null : panes.map(({ pane }) => pane);
    this.comparison = this.panes && WordsThatDiffer.fits(this.panes) ? new WordsThatDiffer(this.panes) : null;
    if (this.panes) this.showParting(answer);
    this.showSwitch();
  }

  // Where there is no room for two panes side by side, one of them is shown.
  showSwitch() {
    const { panes } = this.scrubber;
    const both = Boolean(this.panes);
    const box = this.root.querySelector(".switch");
    const turnTo = (shown) => {
      panes.forEach(({ element }, i) => element.classList.toggle("turned-to", i === shown));
      [...box.children].forEach((button, i) => (button.ariaPressed = String(i === shown)));
    };
    this.root.querySelector(".panes").classList.toggle("switched", both);
    box.hidden = !both;
    if (!both) return;
    box.replaceChildren(...panes.map(({ pane }, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = pane.title;
      button.onclick = () => turnTo(i);
      return button;
    }));
    turnTo(0);
  }

  showParting({ lead, reasons, step }) {
    this.partsAt = step;
    this.parting.querySelector(".where").innerHTML = lead;
    this.parting.querySelector("details").hidden = !reasons;
    this.parting.querySelector(".reasons").innerHTML = reasons;
    const button = this.parting.querySelector("button");
    button.hidden = !step;
    button.textContent = `Go to step ${number.format(step)}`;
  }

  show(k) {
    if (!this.panes) return;
    const [left, right] = this.panes.map((pane) => pane.counts[pane.clamp(k)]);
    const many = this.comparison?.differing(k).many ?? 0;
    const words = this.comparison?.words.names.length ?? 0;
    this.sentence.textContent = [
      `${costSentence(this.panes, left, right, Boolean(this.comparison))}${this.wordsSentence(many, words)}`,
      ...this.panes.map(unknownSentence),
    ].filter(Boolean).join(" ");
    Object.assign(this.element.dataset, { left, right, words, wordsDifferent: many });
    STORE.comparing = { comparison: this.comparison, panes: this.panes, k };
    STORE.changed.dispatchEvent(new Event("compared"));
  }

  wordsSentence(many, words) {
    if (!this.comparison) return " Choose one text under “Shown” to compare their words.";
    if (!words) return "; the text has no words.";
    const left = this.comparison.lacking.size;
    const rest = left ? `; ${plural(left, "word")} with unknown characters left out` : "";
    if (words === 1) return `; its only word is cut ${many ? "differently" : "alike"}${rest}.`;
    const of = `${number.format(many)} of ${number.format(words)} words`;
    return `; ${many ? of : `none of ${number.format(words)} words`} ${many === 1 || !many ? "is" : "are"} cut differently${rest}.`;
  }

  // A word of the list: both panes go to it, and all other tokens fade. `at`: one occurrence.
  choose(word) {
    const { comparison, scrubber } = this;
    if (!comparison) return;
    comparison.sides.forEach((side, i) => {
      const { view } = scrubber.panes[i] ?? {};
      if (!view) return;
      const spans = word && comparison.words.occurrences[word.word].map((at) => [side.first[at], side.last[at]]);
      showWord(view, spans, word ? side.first[word.at] : null);
    });
  }

  destroy() {
    STORE.changed.removeEventListener("word", this.onWord);
    if (STORE.comparing?.comparison === this.comparison) STORE.comparing = null;
  }
}

// Titles begin a sentence with a capital, but for names such as gpt2.
function beginning(title) {
  return /^[a-z]+($|[ ,-])/.test(title) ? title[0].toUpperCase() + title.slice(1) : title;
}

function costSentence(panes, left, right, oneText) {
  const [one, two] = panes.map(({ title }) => title);
  if (!oneText) {
    const both = `${plural(left, "token")} on the left and ${number.format(right)} on the right`;
    return `The two sides show different texts: ${both}.`;
  }
  if (left === right) return `${beginning(one)} and ${two} cost the same: ${plural(left, "token")}`;
  const [more, less] = left > right ? [one, two] : [two, one];
  const [most, least] = [Math.max(left, right), Math.min(left, right)];
  const percent = least ? ` (+${((most / least - 1) * 100).toFixed(1)}%)` : "";
  return `${beginning(more)} costs ${plural(most - least, "more token")} than ${less}${percent}`;
}

function unknownCharacters({ n, unknown, start }) {
  let many = 0;
  for (let i = 0; i < n; i++) if (unknown[i] && !(unknown[i - 1] && start[i - 1] === start[i])) many++;
  return many;
}

function unknownSentence({ document, title }) {
  const unknown = (document.unknownCharacters ??= unknownCharacters(document));
  if (!unknown) return "";
  const one = unknown === 1;
  const are = `${plural(unknown, "character")} of the text ${one ? "is" : "are"} unknown to ${title}`;
  return `${are}, counted as ${one ? "one token" : "tokens of their own"}.`;
}

export { Answer };
