// The scrubber: one step for all panes. The browser moves the step; Python moves it only by a new
// nonce, and never hears of a step that it gave itself.

const SPOKEN_AFTER = 500;
const SCRUBBERS = new WeakMap();

class Scrubber {
  constructor(root) {
    this.root = root;
    this.slider = root.querySelector(".slider");
    this.k = 0;
    this.steps = 0;
    this.nonce = null;
    this.panes = [];
    this.reporter = new Reporter(() => this.k);
    this.makeParts();
    this.onData = () => this.update();
    this.onWindowKey = (event) => {
      const leaves = event.key === "Escape" && this.marks.card.isOpen;
      if (this.talk || leaves) handleKey(event, this);
    };
    this.onResize = () => this.controls.fit();
    STORE.changed.addEventListener("change", this.onData);
    addEventListener("keydown", this.onWindowKey);
    addEventListener("resize", this.onResize);
    this.slider.addEventListener("input", () => this.drag(Number(this.slider.value)));
    this.slider.addEventListener("change", () => this.release());
    root.addEventListener("keydown", (event) => handleKey(event, this));
  }

  makeParts() {
    const { root } = this;
    const plot = root.querySelector(".chart");
    this.chart = new StepChart(plot, (k) => this.drag(k), () => this.release());
    this.marks = new Marks(root, {
      panes: () => this.panes,
      step: () => this.k,
      go: (k) => this.go(k),
      send: (chosen) => this.reporter.token(chosen),
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
      look: () => this.reporter.look(this.controls.look),
      help: () => this.controls.toggleHelp(),
    });
  }

  // --- from Python ------------------------------------------------------------------------------

  receive(data, send) {
    const before = this.data;
    this.data = data;
    this.talk = Boolean(data.talk);
    this.reporter.send = send;
    this.reporter.word = data.word;
    this.controls.receive(data, before);
    this.update();
    this.controls.fit();
  }

  // Shows what has arrived; until all of it has, the last good state stays.
  update() {
    if (!this.data) return;
    const arrived = this.data.panes.every(paneHasArrived);
    this.root.setAttribute("aria-busy", String(!arrived));
    if (!arrived) return;
    const names = JSON.stringify(this.data.panes);
    const renewed = this.paneNames !== names;
    const moved = this.nonce !== this.data.nonce;
    if (!renewed && !moved) return;
    this.player.stop();
    if (renewed) this.setPanes(this.data.panes.map(storedPane), names);
    const step = moved ? (this.recall() ?? this.data.step) : this.k;
    if (moved) this.reporter.told = this.data.step;
    this.nonce = this.reporter.nonce = this.data.nonce;
    this.show(step, true);
    this.remark(moved);
    if (this.k !== this.reporter.told) this.reporter.later();
  }

  // The component can be mounted anew behind Python's back; the browser then knows the step best.
  recall() {
    const place = this.nonce === null ? STORE.places?.get(this.data.key) : undefined;
    return place?.nonce === this.data.nonce ? place.k : undefined;
  }

  remember() {
    STORE.places ??= new Map();
    if (this.data?.key) STORE.places.set(this.data.key, { nonce: this.nonce, k: this.k });
  }

  // A mark is an id, so it means nothing under another tokenizer.
  remark(moved) {
    if (moved) this.marks.set(this.data.marked ?? null);
    else if (this.panes.some(({ pane }) => pane.tokenizer === this.marks.tokenizer)) {
      this.marks.set(this.marks.id, this.marks.tokenizer);
    } else this.marks.clear();
  }

  setPanes(models, names) {
    this.paneNames = names;
    this.marks.card.hide();
    this.panes.forEach(({ view }) => view.destroy());
    const choose = (view, element, byKey) => this.marks.choose(view, element, byKey);
    const point = (view, element) => this.marks.card.point(view, element);
    this.panes = models.map((pane, i) => new Pane(this.root, pane, i, choose, point));
    this.root.querySelector(".panes").replaceChildren(...this.panes.map(({ element }) => element));
    this.steps = Math.max(0, ...models.map(({ steps }) => steps));
    this.slider.max = this.steps;
    this.slider.disabled = this.steps === 0;
    this.root.querySelector(".last").textContent = number.format(this.steps);
    this.root.querySelector(".unknown-line").hidden = !models.some((pane) => pane.hasUnknown());
    this.chart.setPanes(models, this.steps);
  }

  // --- the step ---------------------------------------------------------------------------------

  show(k, anew = false) {
    k = Math.max(0, Math.min(this.steps, k));
    if (k === this.k && !anew) return;
    this.k = k;
    this.panes.forEach((pane) => pane.show(k));
    this.chart.move(k);
    this.showPlace();
    this.marks.stepChanged();
    this.remember();
  }

  showPlace() {
    const { k, steps, slider } = this;
    const counts = this.panes.map(({ count, unit }) => `${count.textContent} ${unit.textContent}`);
    slider.value = k;
    slider.style.setProperty("--share", steps ? k / steps : 0);
    slider.setAttribute("aria-valuetext", `step ${k} of ${steps}, ${counts.join(" and ")}`);
    this.root.querySelector(".now").textContent = number.format(k);
    this.showNext();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.speak(), SPOKEN_AFTER);
  }

  showNext() {
    const tokenizers = new Set(this.panes.map(({ pane }) => pane.tokenizer));
    const words = this.root.querySelector(".next-words");
    if (tokenizers.size !== 1) words.textContent = "the next merge";
    else words.innerHTML = nextHtml(this.panes.map(({ pane }) => pane), this.k);
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
    const all = this.panes.map(({ pane }) => pane.nextChange(this.k));
    const next = Math.min(...all.filter((k) => k !== null));
    if (Number.isFinite(next)) this.go(next);
  }

  nextWhilePlaying(k) {
    if (!this.controls.skip.checked) return k + 1;
    const all = this.panes.map(({ view }) => view.nextInSight(k)).filter((next) => next !== null);
    return all.length ? Math.min(...all) : this.steps;
  }

  // On stage nothing on the page follows the step, so it is told at the end only.
  playingChanged(playing) {
    this.controls.showPlaying(playing);
    if (!this.talk || !playing) this.reporter.whilePlaying(playing);
  }

  // What Escape does now, or undefined when there is nothing to leave.
  escape() {
    if (this.controls.helpIsOpen) return () => this.controls.toggleHelp();
    return this.marks.active ? () => this.marks.clear() : undefined;
  }

  destroy() {
    this.player.stop();
    this.reporter.stop();
    clearTimeout(this.speaking);
    cancelAnimationFrame(this.frame);
    STORE.changed.removeEventListener("change", this.onData);
    removeEventListener("keydown", this.onWindowKey);
    removeEventListener("resize", this.onResize);
    this.marks.destroy();
    this.chart.destroy();
    this.panes.forEach(({ view }) => view.destroy());
  }
}

export default function ({ data, parentElement, setStateValue }) {
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
