// The card about a token: a look while the pointer or the focus is on it, pinned after a click.

import { cardHtml } from "./words.js";

const APPEARS_AFTER = 120;
const GAP = 6;

class TokenCard {
  constructor(root, goTo, onClose) {
    this.element = root.querySelector(".card");
    this.facts = root.querySelector(".card-facts");
    this.birth = root.querySelector(".card-birth");
    this.close = root.querySelector(".card-close");
    this.pinned = null;
    this.close.onclick = onClose;
    this.birth.onclick = () => goTo(this.pinned?.token.birth, this.pinned?.view.pane);
  }

  point(view, element) {
    clearTimeout(this.timer);
    if (this.pinned) return;
    if (!element) this.hide();
    else this.timer = setTimeout(() => this.show(view, element), APPEARS_AFTER);
  }

  pin(view, element) {
    clearTimeout(this.timer);
    this.pinned = { view, token: view.tokenOf(element) };
    this.show(view, element);
  }

  // After a jump: the same place of the text, at the new step.
  follow() {
    if (!this.pinned) return;
    const { view, token } = this.pinned;
    const element = view.elementAt(token.s);
    if (element) this.pin(view, element);
    else this.hide();
    // Its button is switched off now and would drop the focus.
    this.close.focus({ preventScroll: true });
  }

  show(view, element) {
    if (!element.isConnected) return;
    const token = view.tokenOf(element);
    this.facts.innerHTML = cardHtml(view.pane, token, view.k);
    const pinned = Boolean(this.pinned);
    this.element.classList.toggle("pinned", pinned);
    const there = token.birth === view.k;
    this.birth.disabled = there;
    this.birth.hidden = !token.birth;
    this.birth.textContent = there
      ? "Made at this step"
      : `Go to step ${token.birth}, the merge that made it`;
    this.open();
    this.place(element);
  }

  get isOpen() {
    return this.element.matches(this.element.showPopover ? ":popover-open" : ".open");
  }

  open() {
    if (this.isOpen) return;
    this.element.classList.add("open");
    this.element.showPopover?.();
  }

  place(element) {
    const at = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.max(8, Math.min(at.left, innerWidth - width - 8));
    const below = at.bottom + GAP + height < innerHeight || at.top < height + GAP;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
  }

  takeFocus() {
    (this.birth.hidden || this.birth.disabled ? this.close : this.birth).focus();
  }

  // What gives the focus back to the token, if the card has it.
  giveFocusBack() {
    const held = this.element.getRootNode().activeElement;
    if (!this.pinned || !held || !this.element.contains(held)) return null;
    const { view } = this.pinned;
    return () => view.focusToken(view.rover);
  }

  hide() {
    clearTimeout(this.timer);
    this.pinned = null;
    if (!this.isOpen) return;
    this.element.classList.remove("open");
    this.element.hidePopover?.();
  }
}

export { TokenCard };
