// The scrubber: one step for all panes. The browser moves the step; Python learns of it on release
// or shortly after the last key, and moves it itself only by a new nonce.

const QUIET = 120;
const WHILE_PLAYING = 600;
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
    this.mark = null;
    this.chart = new StepChart(root.querySelector(".chart"), (k) => this.drag(k), () => this.report());
    this.card = new TokenCard(root, (k) => this.goToBirth(k), () => this.clear());
    this.player = new Player({
      step: () => this.k,
      last: () => this.steps,
      next: (k) => this.nextWhilePlaying(k),
      show: (k) => this.show(k),
      changed: (playing) => this.showPlaying(playing),
    });
    this.onData = () => this.update();
    STORE.changed.addEventListener("change", this.onData);
    this.onWindowKey = (event) => this.talk && handleKey(event, this);
    addEventListener("keydown", this.onWindowKey);
    this.listen();
  }

  listen() {
    const { root, slider } = this;
    slider.addEventListener("input", () => this.drag(Number(slider.value)));
    slider.addEventListener("change", () => this.report());
    root.addEventListener("keydown", (event) => handleKey(event, this));
    root.addEventListener("click", (event) => {
      const name = event.target.closest?.("[data-do]")?.dataset.do;
      if (name) this.press(name);
    });
    const spaces = root.querySelector(".spaces");
    spaces.onchange = () => root.classList.toggle("signs", spaces.checked);
    const speed = root.querySelector(".speed");
    speed.onchange = () => (this.player.speed = Number(speed.value));
  }

  press(name) {
    const actions = {
      first: () => this.go(0),
      back: () => this.go(this.k - 1),
      play: () => this.player.toggle(),
      forward: () => this.go(this.k + 1),
      last: () => this.go(this.steps),
      next: () => this.goNextChange(),
      unmark: () => this.clear(),
      help: () => this.toggleHelp(),
    };
    actions[name]?.();
  }

  // --- from Python ------------------------------------------------------------------------------

  receive(data, send) {
    this.data = data;
    this.send = send;
    this.talk = Boolean(data.talk);
    this.root.classList.toggle("talk", this.talk);
    this.root.classList.toggle("with-chart", data.chart !== false);
    if (this.given?.whitespace !== data.whitespace) this.setSpaces(data.whitespace !== false);
    if (this.given?.speed !== data.speed) this.setSpeed(data.speed);
    this.root.style.setProperty("--text-height", data.height ? `${data.height}px` : "");
    const back = this.talk ? "one merge back, one on" : "a tenth on, a tenth back";
    this.root.querySelector(".page-keys").textContent = back;
    this.update();
    if (this.given?.marked !== data.marked) this.setMark(data.marked ?? null);
    this.given = data;
  }

  setSpaces(shown) {
    this.root.querySelector(".spaces").checked = shown;
    this.root.classList.toggle("signs", shown);
  }

  setSpeed(speed = 10) {
    const select = this.root.querySelector(".speed");
    const known = [...select.options].some((option) => Number(option.value) === speed);
    if (!known) select.add(new Option(`${speed} a second`, speed));
    select.value = String(speed);
    this.player.speed = speed;
  }

  // Shows what has arrived; until all of it has, the last good state stays.
  update() {
    if (!this.data) return;
    const models = this.data.panes.map(paneModel);
    this.root.toggleAttribute("aria-busy", models.includes(null));
    if (models.includes(null)) return;
    const ids = JSON.stringify(this.data.panes);
    const moved = this.nonce !== this.data.nonce;
    if (this.paneIds !== ids) this.setPanes(models, ids);
    else if (!moved) return;
    let step = this.k;
    if (moved) step = this.recall() ?? this.data.step;
    this.nonce = this.data.nonce;
    this.told = moved ? this.data.step : this.told;
    this.player.stop();
    this.show(step, true);
    if (this.k !== this.told) this.later();
  }

  // The component can be mounted anew behind Python's back; the browser then knows the step best.
  recall() {
    if (this.nonce !== null) return undefined;
    const place = STORE.places?.get(this.data.key);
    return place?.nonce === this.data.nonce ? place.k : undefined;
  }

  setPanes(models, ids) {
    this.paneIds = ids;
    this.card.hide();
    this.panes.forEach(({ view }) => view.destroy());
    const template = this.root.querySelector(".pane-template");
    this.panes = models.map((pane) => {
      const element = template.content.firstElementChild.cloneNode(true);
      return this.makePane(pane, element);
    });
    this.root.querySelector(".panes").replaceChildren(...this.panes.map(({ element }) => element));
    this.steps = Math.max(0, ...models.map(({ steps }) => steps));
    this.slider.max = this.steps;
    this.slider.disabled = this.steps === 0;
    this.root.querySelector(".last").textContent = number.format(this.steps);
    this.chart.setPanes(models, this.steps);
  }

  makePane(pane, element) {
    const title = element.querySelector(".title");
    title.textContent = pane.title;
    title.hidden = !pane.title;
    const box = element.querySelector(".box");
    box.setAttribute("aria-label", pane.title ? `Tokens: ${pane.title}` : "Tokens");
    const choose = (view, token) => this.choose(view, token);
    const point = (view, token) => this.card.point(view, token);
    return {
      pane,
      element,
      caption: element.querySelector(".caption"),
      count: element.querySelector(".count b"),
      view: new TextView(box, pane, choose, point),
    };
  }

  // --- the step ---------------------------------------------------------------------------------

  show(k, anew = false) {
    k = Math.max(0, Math.min(this.steps, k));
    if (k === this.k && !anew) return;
    this.k = k;
    for (const { pane, view, caption, count } of this.panes) {
      view.render(k);
      caption.innerHTML = captionHtml(pane, pane.clamp(k));
      caption.title = caption.textContent;
      count.textContent = number.format(pane.counts[pane.clamp(k)]);
    }
    this.chart.move(k);
    this.showPlace();
    STORE.places ??= new Map();
    if (this.data?.key) STORE.places.set(this.data.key, { nonce: this.nonce, k });
    if (!this.jumping) this.card.hide();
  }

  showPlace() {
    const { k, steps, slider } = this;
    const counts = this.panes.map(({ pane }) => plural(pane.counts[pane.clamp(k)], "token"));
    slider.value = k;
    slider.style.setProperty("--share", steps ? k / steps : 0);
    slider.setAttribute("aria-valuetext", `step ${k} of ${steps}, ${counts.join(" and ")}`);
    this.root.querySelector(".now").textContent = number.format(k);
    const first = this.panes[0];
    if (first) this.root.querySelector(".next-words").innerHTML = nextHtml(first.pane, k);
    this.showMarkLine();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.speak(), SPOKEN_AFTER);
  }

  // The slider itself is read out while it has the focus; everything else is announced here.
  speak() {
    if (this.root.getRootNode().activeElement === this.slider || this.player.playing) return;
    const words = this.panes.map(({ caption, count }) => `${caption.textContent}, ${count.textContent} tokens`);
    this.root.querySelector(".live").textContent = words.join(". ");
  }

  go(k) {
    this.player.stop();
    this.show(k);
    this.later();
  }

  // Drawn once a frame, however many events the pointer sends.
  drag(k) {
    this.player.stop();
    this.wanted = k;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.show(this.wanted);
    });
    this.later();
  }

  goNextChange() {
    const all = this.panes.map(({ pane }) => pane.nextChange(this.k));
    const next = Math.min(...all.filter((k) => k !== null));
    if (Number.isFinite(next)) this.go(next);
  }

  nextWhilePlaying(k) {
    if (!this.root.querySelector(".skip").checked) return k + 1;
    const all = this.panes.map(({ view }) => view.nextInSight(k)).filter((next) => next !== null);
    return all.length ? Math.min(...all) : this.steps;
  }

  goToBirth(k) {
    if (!k) return;
    this.jumping = true;
    this.go(k);
    this.jumping = false;
    this.card.follow();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report(), QUIET);
  }

  report() {
    clearTimeout(this.timer);
    if (this.frame) {
      cancelAnimationFrame(this.frame);
      this.frame = null;
      this.show(this.wanted);
    }
    if (this.told === this.k || !this.send) return;
    this.told = this.k;
    this.send("step", { step: this.k, nonce: this.nonce });
  }

  showPlaying(playing) {
    const button = this.root.querySelector(".play");
    button.classList.toggle("playing", playing);
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    button.title = playing ? "Pause (space)" : "Play (space)";
    clearInterval(this.pulse);
    if (playing && !this.talk) this.pulse = setInterval(() => this.report(), WHILE_PLAYING);
    if (!playing) this.later();
  }

  // --- tokens -----------------------------------------------------------------------------------

  choose(view, element) {
    const { id } = view.tokenOf(element);
    this.setMark(id);
    this.send?.("token", { id });
    this.card.pin(view, view.elementAt(view.rover) ?? element);
  }

  setMark(id) {
    this.mark = id;
    this.panes.forEach(({ view }) => view.setMark(id));
    this.showMarkLine();
  }

  showMarkLine() {
    const line = this.root.querySelector(".mark-line");
    line.hidden = this.mark === null || !this.panes.length;
    if (line.hidden) return;
    const { pane } = this.panes[0];
    const often = pane.occurrences(this.mark, pane.clamp(this.k));
    const words = `${idChip(pane.tokenizer, this.mark)} ${plural(often, "time")} here`;
    line.querySelector(".mark-words").innerHTML = words;
  }

  clear() {
    this.card.hide();
    if (this.mark === null) return;
    this.setMark(null);
    this.send?.("token", { id: null });
  }

  // What Escape does now, or undefined when there is nothing to leave.
  escape() {
    const help = this.root.querySelector(".help");
    if (help.matches(":popover-open")) return () => help.hidePopover();
    const open = this.card.element.matches(":popover-open") || this.mark !== null;
    return open ? () => this.clear() : undefined;
  }

  toggleHelp() {
    this.root.querySelector(".help").togglePopover?.();
  }

  destroy() {
    this.player.stop();
    clearTimeout(this.timer);
    clearTimeout(this.speaking);
    clearInterval(this.pulse);
    cancelAnimationFrame(this.frame);
    STORE.changed.removeEventListener("change", this.onData);
    removeEventListener("keydown", this.onWindowKey);
    this.card.hide();
    this.chart.destroy();
    this.panes.forEach(({ view }) => view.destroy());
  }
}

function paneModel({ document, tokenizer, title }) {
  const text = storedModel(document, (payload) => new DocumentModel(payload));
  const merges = storedModel(tokenizer, (payload) => new TokenizerModel(payload));
  if (!text || !merges) return null;
  const pane = new PaneModel(merges, text);
  pane.title = title ?? "";
  return pane;
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
