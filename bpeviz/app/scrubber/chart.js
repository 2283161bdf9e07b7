// The small chart: tokens per byte, or per another unit, over all steps, with a cursor; and how often
// a chosen pair stands in the text. Its plot area has the width of the slider's track, so that cursor
// and thumb stand above each other. The values stand in a line of their own, off the curves.

import { number } from "./words.js";

const INSET = 10;
const TOP = 14;
const FLOOR = 16;
// Its text is larger on stage.
const ON_STAGE = 2;

class StepChart {
  constructor(element, onStep, onDone) {
    this.element = element;
    this.host = element.querySelector(".plot-host");
    this.svg = svgNode("svg", { role: "img", class: "plot" });
    this.host.replaceChildren(this.svg);
    this.panes = [];
    this.steps = 0;
    this.k = 0;
    this.pair = null;
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.host);
    this.listen(onStep, onDone);
  }

  listen(onStep, onDone) {
    const move = (event) => onStep(this.stepAt(event.clientX));
    this.svg.onpointerdown = (event) => {
      if (event.button) return;
      this.svg.setPointerCapture(event.pointerId);
      move(event);
    };
    this.svg.onpointermove = (event) => {
      if (this.svg.hasPointerCapture(event.pointerId)) move(event);
    };
    this.svg.onpointerup = onDone;
    this.svg.onpointercancel = onDone;
  }

  stepAt(clientX) {
    const box = this.svg.getBoundingClientRect();
    const share = (clientX - box.left - INSET) / Math.max(1, box.width - 2 * INSET);
    return Math.round(Math.min(1, Math.max(0, share)) * this.steps);
  }

  setPanes(panes, steps) {
    this.panes = panes;
    this.steps = steps;
    const tokenizers = new Set(panes.map(({ tokenizer }) => tokenizer));
    this.onceFrom = tokenizers.size === 1 ? panes[0].tokenizer.onceFrom : null;
    this.element.querySelector(".once-words").hidden = this.onceFrom === null;
    this.draw();
  }

  // A pair's counts: {name, history}, or null for none.
  setPair(pair) {
    this.pair = pair;
    this.element.querySelector(".pair-series").hidden = !pair;
    if (pair) this.element.querySelector(".pair-name").innerHTML = pair.name;
    this.draw();
  }

  get measure() {
    return this.panes[0]?.measure ?? "tokens per byte";
  }

  x(k) {
    return INSET + (k / Math.max(1, this.steps)) * (this.width - 2 * INSET);
  }

  get scale() {
    return this.element.closest(".talk") ? ON_STAGE : 1;
  }

  get top() {
    return TOP * this.scale;
  }

  get floor() {
    return FLOOR * this.scale;
  }

  y(share) {
    return this.top + (1 - share) * (this.height - this.top - this.floor);
  }

  // What is drawn: for each curve its last step and its height at each step, as a share.
  get curves() {
    const top = Math.max(...this.panes.map((pane) => pane.ratio(0))) || 1;
    const found = this.panes.map((pane, i) => ({
      name: `line${i % 3}`,
      steps: pane.end,
      share: (k) => pane.ratio(k) / top,
    }));
    if (!this.pair) return found;
    const { history } = this.pair;
    const most = Math.max(1, ...history);
    const last = history.length - 1;
    const share = (k) => history[Math.min(k, last)] / most;
    // It jumps, so it is drawn from change to change.
    const changes = [...history.keys()].filter(
      (k) => k === 0 || k === last || history[k] !== history[k - 1] || history[k] !== history[k + 1],
    );
    return [...found, { name: "pair-line", steps: last, share, at: changes }];
  }

  draw() {
    this.width = this.host.clientWidth;
    this.height = this.host.clientHeight;
    if (!this.width || !this.panes.length) return;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.setAttribute("aria-label", this.summary());
    this.drawn = this.curves;
    this.cursors = this.drawn.map(({ name }) => svgNode("circle", { r: 4, class: `dot ${name}` }));
    this.rule = svgNode("line", { class: "rule", y1: this.y(1), y2: this.y(0) });
    const lines = this.drawn.map((curve) => this.line(curve));
    this.svg.replaceChildren(...this.once(), ...this.seams(), ...this.axes(), ...lines, this.rule, ...this.cursors);
    this.element.querySelector(".name").textContent = this.measure;
    this.move(this.k);
  }

  // The stretch of steps whose pairs were counted once.
  once() {
    if (this.onceFrom === null) return [];
    const [x, y] = [this.x(this.onceFrom), this.y(1)];
    const size = { width: this.width - INSET - x, height: this.y(0) - y };
    return [svgNode("rect", { class: "once", x, y, ...size })];
  }

  // The steps after which training went on from an earlier one, in any of the panes.
  get seamSteps() {
    const found = this.panes.flatMap((pane) => pane.tokenizer.seams.map((seam) => pane.unclamp(seam)));
    return [...new Set(found)];
  }

  // They lead the slider's marks down through the chart.
  seams() {
    return this.seamSteps.map((seam) => {
      const x = this.x(seam);
      return svgNode("line", { class: "seam", x1: x, x2: x, y1: 0, y2: this.y(0) });
    });
  }

  axes() {
    const [left, right] = [INSET, this.width - INSET];
    const grid = [0, 0.5, 1].map((share) => {
      const y = this.y(share);
      return svgNode("line", { class: share ? "grid" : "floor", x1: left, x2: right, y1: y, y2: y });
    });
    const [high, low, middle] = [this.top - 4, this.height - 3, this.width / 2];
    const top = Math.max(...this.panes.map((pane) => pane.ratio(0))) || 1;
    const ticks = [
      svgText(top.toFixed(2), { x: left, y: high, class: "tick" }),
      svgText("0", { x: left, y: low, class: "tick" }),
      svgText(number.format(Math.round(this.steps / 2)), { x: middle, y: low, class: "tick middle" }),
      svgText(number.format(this.steps), { x: right, y: low, class: "tick end" }),
    ];
    if (this.pair) {
      const most = number.format(Math.max(...this.pair.history));
      ticks.push(svgText(most, { x: right, y: high, class: "tick end pair-tick" }));
    }
    return [...grid, ...ticks];
  }

  line({ name, steps, share, at }) {
    const samples = Math.min(steps, Math.max(2, Math.round(this.width / 2)));
    at ??= Array.from({ length: samples + 1 }, (_, i) => Math.round((i * steps) / (samples || 1)));
    const points = at.map((k) => `${this.x(k).toFixed(1)},${this.y(share(k)).toFixed(1)}`);
    return svgNode("polyline", { class: `curve ${name}`, points: points.join(" ") });
  }

  move(k) {
    this.k = k;
    if (!this.rule) return;
    const x = this.x(k);
    for (const end of ["x1", "x2"]) this.rule.setAttribute(end, x);
    this.cursors.forEach((dot, i) => {
      const { steps, share } = this.drawn[i];
      dot.setAttribute("cx", this.x(Math.min(k, steps)));
      dot.setAttribute("cy", this.y(share(k)));
    });
    const values = this.panes.map((pane) => pane.ratio(k).toFixed(3)).join(" / ");
    this.element.querySelector(".value").textContent = values;
    if (!this.pair) return;
    const often = number.format(this.pair.history[Math.min(k, this.pair.history.length - 1)]);
    this.element.querySelector(".pair-value").textContent = often;
  }

  summary() {
    const one = (pane) => {
      const at = (k) => `${pane.ratio(k).toFixed(2)} at step ${k}`;
      const name = pane.title ? `${pane.title}: ` : "";
      return `${name}${[0, pane.end >> 1, pane.end].map(at).join(", ")}`;
    };
    const pair = this.pair ? " And how often the chosen pair stands in the text." : "";
    const what = this.measure[0].toUpperCase() + this.measure.slice(1);
    return `${what} over the merges. ${this.panes.map(one).join(". ")}.${pair}`;
  }

  destroy() {
    this.sizes.disconnect();
  }
}

function svgNode(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

function svgText(text, attributes) {
  const node = svgNode("text", attributes);
  node.textContent = text;
  return node;
}

export { StepChart };
