// A pane: one text under one tokenizer, with its caption, its count and its tokens.

function storedPane({ document, tokenizer, title, per, measure }) {
  const text = storedModel(document, (payload) => new DocumentModel(payload));
  const merges = storedModel(tokenizer, (payload) => new TokenizerModel(payload));
  const pane = new PaneModel(merges, text);
  Object.assign(pane, { title: title ?? "", per, measure });
  return pane;
}

function paneHasArrived({ document, tokenizer }) {
  return STORE.entries.has(document) && STORE.entries.has(tokenizer);
}

// Digits in groups of three by CSS, so that the text stays a plain number.
function groupedDigits(n) {
  const groups = String(n).split(/(?=(?:\d{3})+$)/);
  return groups.map((digits) => `<i class="digits">${digits}</i>`).join("");
}

class Pane {
  constructor(root, pane, index, onChoose, onPoint) {
    const template = root.querySelector(".pane-template");
    this.pane = pane;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.caption = this.element.querySelector(".caption");
    this.count = this.element.querySelector(".count b");
    this.unit = this.element.querySelector(".count span");
    this.setTitle(pane.title, index);
    const box = this.element.querySelector(".box");
    box.setAttribute("aria-label", pane.title ? `Tokens: ${pane.title}` : "Tokens");
    this.view = new TextView(box, pane, onChoose, onPoint);
  }

  setTitle(words, index) {
    const title = this.element.querySelector(".title");
    title.hidden = !words;
    title.querySelector(".stroke").classList.add(`line${index % 3}`);
    title.querySelector("span").textContent = words;
  }

  show(k) {
    const step = this.pane.clamp(k);
    const tokens = this.pane.counts[step];
    this.view.render(step);
    this.caption.innerHTML = captionHtml(this.pane, step);
    this.caption.title = this.caption.textContent;
    this.count.innerHTML = groupedDigits(tokens);
    this.unit.textContent = tokens === 1 ? "token" : "tokens";
  }

  get words() {
    return `${this.caption.textContent}, ${this.count.textContent} ${this.unit.textContent}`;
  }
}
