// The scrubber: one step for all panes. The browser moves the step; Python moves it only by a new
// nonce, and never hears of a step that it gave itself.

import { placeToSay } from "../widgets/said.js";
import { Answer } from "./answer.js";
import { StepChart } from "./chart.js";
import { Controls } from "./controls.js";
import { STORE } from "./data.js";
import { idChip } from "./glyphs.js";
import { handleKey } from "./keys.js";
import { Marks } from "./marks.js";
import { pairHistory } from "./pairs.js";
import { Pane, paneHasArrived, storedPane } from "./panes.js";
import { Player } from "./player.js";
import { Reporter } from "./report.js";
import { Seams } from "./seams.js";
import { Stage } from "./stage.js";
import { keepMark, keepStep, lastMark, lastStep } from "./steps.js";
import { clearStepInTitle, showStepInTitle } from "./tab_title.js";
import { nextHtml, number } from "./words.js";

const SPOKEN_AFTER = 500;
const SCRUBBERS = new WeakMap();

class Scrubber {
  constructor(root) {
    this.root = root;
    this.slider = root.querySelector(".slider");
    this.k = 0;
    // As it was chosen; a short training shows fewer and does not make it forgotten.
    this.chosen = 0;
    this.steps = 0;
    this.nonce = null;
    this.panes = [];
    this.reporter = new Reporter(root, () => this.chosen);
    this.answer = new Answer(root, this);
    this.stage = new Stage(root, this);
    this.seams = new Seams(root, this);
    this.makeParts();
    placeToSay();
    this.onData = () => this.update();
    this.onWindowKey = (event) => {
      const leaves = event.key === "Escape" && this.marks.card.isOpen;
      if (this.talk || leaves) handleKey(event, this);
    };
    this.onResize = () => this.stage.fit();
    this.onGo = ({ detail }) => this.go(detail);
    STORE.changed.addEventListener("change", this.onData);
    STORE.changed.addEventListener("go", this.onGo);
    addEventListener("keydown", this.onWindowKey);
    addEventListener("resize", this.onResize);
    this.slider.addEventListener("input", () => this.drag(Number(this.slider.value)));
    this.slider.addEventListener("change", () => this.release());
    root.addEventListener("keydown", (event) => handleKey(event, this));
  }

  makeParts() {
    const { root } = this;
    const chart = root.querySelector(".chart");
    this.chart = new StepChart(chart, (k) => this.drag(k), () => this.release());
    this.marks = new Marks(root, {
      panes: () => this.panes,
      step: () => this.k,
      go: (k) => this.go(k),
      send: (chosen) => {
        keepMark(this.stepName, this.toldMark, chosen);
        this.reporter.token(chosen);
      },
    });
    this.player = new Player({
      step: () => this.k,
      last: () => this.steps,
      next: (k) => this.nextWhilePlaying(k),
      show: (k) => this.show(k),
      changed: (playing) => this.playingChanged(playing),
    });
    this.controls = new Controls(root, this.player, {
      first: () => this.go(0),
      back: () => this.go(this.k - 1),
      play: () => this.player.toggle(),
      forward: () => this.go(this.k + 1),
      last: () => this.go(this.steps),
      next: () => this.goNextChange(),
      unmark: () => this.marks.clear(),
      unpair: () => this.panel?.choose(null),
      seam: () => this.seams.go(),
      look: () => this.reporter.look(this.controls.look),
      help: () => this.controls.toggleHelp(),
    });
  }

  // --- from Python ------------------------------------------------------------------------------

  receive(data, send) {
    const before = this.data;
    this.data = data;
    this.talk = Boolean(data.talk);
    this.reporter.receive(data, send);
    this.controls.receive(data, before);
    this.update();
    this.stage.fit();
  }

  // Shows what has arrived; until all of it has, the last good state stays.
  update() {
    if (!this.data) return;
    const arrived = this.data.panes.every(paneHasArrived);
    this.root.setAttribute("aria-busy", String(!arrived));
    if (!arrived) return;
    const names = JSON.stringify([this.data.panes, this.data.answer]);
    const renewed = this.paneNames !== names;
    const moved = this.nonce !== this.data.nonce;
    if (!renewed && !moved) return;
    this.player.stop();
    if (renewed) this.setPanes(this.data.panes.map(storedPane), names);
    const step = moved ? (this.recall() ?? this.data.step) : this.chosen;
    const anew = this.nonce === null;
    if (moved) this.reporter.told = this.data.step;
    this.nonce = this.reporter.nonce = this.data.nonce;
    this.show(step, true);
    const mark = anew ? lastMark(this.stepName, this.toldMark) : undefined;
    this.marks.receive(mark === undefined ? this.data.marked : mark, anew);
    if (this.chosen !== this.reporter.told) this.reporter.later();
  }

  // The component can be mounted anew behind Python's back; the browser then knows the step best.
  recall() {
    return this.nonce === null ? lastStep(this.stepName, this.data.nonce) : undefined;
  }

  get toldMark() {
    return [this.data.nonce, this.data.marked];
  }

  get stepName() {
    return this.data.word ?? this.data.key;
  }

  setPanes(models, names) {
    this.paneNames = names;
    this.marks.card.hide();
    const chosen = this.keptPair(models);
    this.panes.forEach((pane) => pane.destroy());
    const actions = {
      choose: (view, element, byKey) => this.marks.choose(view, element, byKey),
      point: (view, element) => this.point(view, element),
    };
    const withPairs = Boolean(this.data.pairs) && models.length === 1;
    if (withPairs) actions.pairChanged = (pair) => this.pairChanged(pair);
    this.root.classList.toggle("with-pairs", withPairs);
    this.panes = models.map((pane, i) => new Pane(this.root, pane, i, actions));
    this.root.querySelector(".panes").replaceChildren(...this.panes.map(({ element }) => element));
    this.steps = Math.max(0, ...models.map(({ steps }) => steps));
    models.forEach((pane) => (pane.slider = this.steps));
    this.slider.max = this.steps;
    this.slider.disabled = this.steps === 0;
    this.root.classList.toggle("stepless", this.steps === 0);
    this.root.querySelector(".last").textContent = number.format(this.steps);
    this.root.querySelector(".unknown-line").hidden = !models.some((pane) => pane.hasUnknown());
    this.chart.setPanes(models, this.steps);
    this.showOnce();
    this.seams.show();
    this.pairChanged(chosen);
    this.answer.receive(this.panes, this.data.answer);
    this.stage.receive();
  }

  point(view, element) {
    this.marks.card.point(view, element);
    this.stage.point(view, element);
  }

  // --- pairs ------------------------------------------------------------------------------------

  get panel() {
    return this.panes[0]?.panel;
  }

  // A chosen pair is one of ids, so it means nothing under another tokenizer.
  keptPair([model]) {
    return this.panes[0]?.pane.tokenizer === model?.tokenizer ? (this.panel?.chosen ?? null) : null;
  }

  pairChanged(pair) {
    const { panel } = this;
    if (!panel) return this.chart.setPair(null);
    const { pane, view } = this.panes[0];
    panel.chosen = pair;
    view.setPair(pair);
    const name = pair && `count of ${idChip(pane.tokenizer, pair.left)}${idChip(pane.tokenizer, pair.right)}`;
    this.chart.setPair(pair && { name, history: pairHistory(pane, pair.left, pair.right) });
  }

  // The stretch of the slider whose pairs were counted once.
  showOnce() {
    const { onceFrom } = this.chart;
    const stretch = this.root.querySelector(".once-stretch");
    stretch.hidden = onceFrom === null;
    stretch.style.setProperty("--from", onceFrom === null ? 1 : onceFrom / Math.max(1, this.steps));
  }

  // --- the step ---------------------------------------------------------------------------------

  show(k, anew = false) {
    const wanted = k;
    k = Math.max(0, Math.min(this.steps, k));
    if (k === this.k && !anew) return;
    this.k = k;
    this.chosen = anew && this.data.word ? wanted : k;
    this.panes.forEach((pane) => pane.show(k));
    this.answer.show(k);
    this.stage.show();
    showStepInTitle(k);
    this.chart.move(k);
    this.showPlace();
    this.marks.stepChanged();
    keepStep(this.stepName, this.nonce, this.chosen);
    STORE.step = k;
    STORE.changed.dispatchEvent(new Event("moved"));
  }

  showPlace() {
    const { k, steps, slider } = this;
    const said = this.panes.map(({ words }) => words);
    slider.value = k;
    slider.style.setProperty("--share", steps ? k / steps : 0);
    slider.setAttribute("aria-valuetext", `step ${k} of ${steps}: ${said.join(". ")}`);
    this.root.querySelector(".now").textContent = number.format(k);
    this.showNext();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.speak(), SPOKEN_AFTER);
  }

  showNext() {
    const tokenizers = new Set(this.panes.map(({ pane }) => pane.tokenizer));
    const words = this.root.querySelector(".next-words");
    if (tokenizers.size !== 1) {
      words.textContent = this.k >= this.steps ? "these were the last merges" : "the next merge";
    } else words.innerHTML = nextHtml(this.panes.map(({ pane }) => pane), this.k);
  }

  // The slider itself is read out while it has the focus; everything else is announced here.
  speak() {
    if (this.root.getRootNode().activeElement === this.slider || this.player.playing) return;
    const words = this.panes.map((pane) => pane.words).join(". ");
    this.root.querySelector(".live").textContent = words;
  }

  go(k) {
    this.player.stop();
    this.show(k);
    this.reporter.later();
  }

  // Drawn once a frame, however many events the pointer sends.
  drag(k) {
    this.player.stop();
    this.wanted = k;
    this.frame ??= requestAnimationFrame(() => this.catchUp());
    this.reporter.later();
  }

  catchUp() {
    cancelAnimationFrame(this.frame);
    if (this.frame) this.show(this.wanted);
    this.frame = null;
  }

  release() {
    this.catchUp();
    this.reporter.now();
  }

  goNextChange() {
    const next = this.nearest(({ pane }) => pane.nextChange(pane.clamp(this.k)));
    if (next !== null) this.go(next);
    return next !== null;
  }

  nextWhilePlaying(k) {
    if (!this.controls.skip.checked) return k + 1;
    return this.nearest(({ view, pane }) => view.nextInSight(pane.clamp(k))) ?? this.steps;
  }

  // The first step of the slider to which one of the panes would go, or null.
  nearest(wanted) {
    const all = this.panes.map((one) => [one.pane, wanted(one)]).filter(([, k]) => k !== null);
    return all.length ? Math.min(...all.map(([pane, k]) => pane.unclamp(k))) : null;
  }

  playingChanged(playing) {
    this.controls.showPlaying(playing);
    this.reporter.whilePlaying(playing);
  }

  // What Escape does now, or undefined when there is nothing to leave.
  escape() {
    if (this.controls.helpIsOpen) return () => this.controls.toggleHelp();
    if (this.marks.active) return () => this.marks.clear();
    return this.panel?.chosen ? () => this.panel.choose(null) : undefined;
  }

  destroy() {
    this.player.stop();
    this.reporter.stop();
    clearTimeout(this.speaking);
    cancelAnimationFrame(this.frame);
    STORE.changed.removeEventListener("change", this.onData);
    STORE.changed.removeEventListener("go", this.onGo);
    removeEventListener("keydown", this.onWindowKey);
    removeEventListener("resize", this.onResize);
    this.answer.destroy();
    this.stage.destroy();
    clearStepInTitle();
    this.marks.destroy();
    this.chart.destroy();
    this.panes.forEach((pane) => pane.destroy());
  }
}

function mount({ data, parentElement, setStateValue }) {
  let scrubber = SCRUBBERS.get(parentElement);
  if (!scrubber) {
    scrubber = new Scrubber(parentElement.querySelector(".scrubber"));
    SCRUBBERS.set(parentElement, scrubber);
  }
  scrubber.receive(data, setStateValue);
  return () => {
    SCRUBBERS.get(parentElement)?.destroy();
    SCRUBBERS.delete(parentElement);
  };
}

export { mount };
