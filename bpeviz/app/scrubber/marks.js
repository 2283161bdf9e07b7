// The chosen token: marked wherever it stands, with a card and a line in the legend.

import { TokenCard } from "./card.js";
import { idChip } from "./glyphs.js";
import { scrollToSymbol } from "./word_in_text.js";
import { plural } from "./words.js";

class Marks {
  constructor(root, { panes, step, go, send }) {
    Object.assign(this, { panes, step, go, send });
    this.line = root.querySelector(".mark-line");
    this.card = new TokenCard(root, (k, pane) => this.goToBirth(k, pane), () => this.putAway());
    this.id = null;
    this.tokenizer = null;
    this.jumping = false;
    this.onPress = (event) => this.leaveCard(event);
    this.onScroll = () => this.card.hide();
    addEventListener("pointerdown", this.onPress);
    addEventListener("scroll", this.onScroll, { capture: true, passive: true });
  }

  choose(view, element, byKey) {
    const { tokenizer } = view.pane;
    const { id } = view.tokenOf(element);
    this.set(id, tokenizer);
    this.send({ id, tokenizer: tokenizer.id });
    this.card.pin(view, view.elementAt(view.rover) ?? element);
    if (byKey) this.card.takeFocus();
  }

  // What a link or an earlier page has marked: {id, tokenizer}, or null.
  receive(marked, anew) {
    const found = this.panes().find(({ pane }) => pane.tokenizer.id === marked?.tokenizer);
    this.set(found ? marked.id : null, found?.pane.tokenizer);
    const at = anew && found?.pane.firstOccurrence(marked.id, found.pane.clamp(this.step()));
    if (typeof at === "number") scrollToSymbol(found.view, at);
  }

  // In a pane with another tokenizer the same token has another id, or none.
  set(id, tokenizer = this.panes()[0]?.pane.tokenizer) {
    this.id = id;
    this.tokenizer = tokenizer;
    for (const { pane, view } of this.panes()) view.setMark(this.idFor(pane));
    this.showLine();
  }

  idFor({ tokenizer }) {
    if (this.id === null || tokenizer === this.tokenizer) return this.id;
    return tokenizer.find(this.tokenizer.spell(this.id));
  }

  showLine() {
    this.line.hidden = this.id === null || !this.tokenizer;
    if (this.line.hidden) return;
    const often = this.panes().map(({ pane }) => {
      const id = this.idFor(pane);
      return id === null ? 0 : pane.occurrences(id, pane.clamp(this.step()));
    });
    const times = often.map((n) => plural(n, "time")).join(" and ");
    const known = this.tokenizer.knows(this.id) ? "" : ", and not in this vocabulary";
    const words = `${idChip(this.tokenizer, this.id)} ${times} here${known}`;
    this.line.querySelector(".mark-words").innerHTML = words;
  }

  goToBirth(k, pane) {
    if (!k) return;
    this.jumping = true;
    this.go(pane.unclamp(k));
    this.jumping = false;
    this.card.follow();
  }

  stepChanged() {
    if (!this.jumping) this.card.hide();
    if (this.id !== null) this.showLine();
  }

  leaveCard(event) {
    const path = event.composedPath();
    if (!path.includes(this.card.element)) this.card.hide();
  }

  get active() {
    return this.card.isOpen || this.id !== null;
  }

  // The card alone goes: the token stays marked.
  putAway() {
    const back = this.card.giveFocusBack();
    this.card.hide();
    back?.();
  }

  clear() {
    this.putAway();
    if (this.id === null) return;
    this.set(null);
    this.send({ id: null });
  }

  destroy() {
    this.card.hide();
    removeEventListener("pointerdown", this.onPress);
    removeEventListener("scroll", this.onScroll, { capture: true });
  }
}

export { Marks };
