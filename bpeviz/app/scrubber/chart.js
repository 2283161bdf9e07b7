// The small chart: tokens per byte, or per another unit, over all steps, with a cursor. Its plot
// area has the width of the slider's track, so that cursor and thumb stand above each other.

const INSET = 10;
const TOP = 14;
const FLOOR = 16;

class StepChart {
  constructor(host, onStep, onDone) {
    this.host = host;
    this.svg = svgNode("svg", { role: "img", class: "plot" });
    host.replaceChildren(this.svg);
    this.panes = [];
    this.steps = 0;
    this.k = 0;
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(host);
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
    this.draw();
  }

  get measure() {
    return this.panes[0]?.measure ?? "tokens per byte";
  }

  x(k) {
    return INSET + (k / Math.max(1, this.steps)) * (this.width - 2 * INSET);
  }

  y(value) {
    return TOP + (1 - value / this.top) * (this.height - TOP - FLOOR);
  }

  draw() {
    this.width = this.host.clientWidth;
    this.height = this.host.clientHeight;
    if (!this.width || !this.panes.length) return;
    this.top = Math.max(...this.panes.map((pane) => pane.ratio(0))) || 1;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.setAttribute("aria-label", this.summary());
    this.cursors = this.panes.map((_, i) => svgNode("circle", { r: 4, class: `dot line${i % 3}` }));
    this.rule = svgNode("line", { class: "rule", y1: TOP - 4, y2: this.height - FLOOR });
    this.value = svgText("0", { class: "value" });
    const lines = this.panes.map((pane, i) => this.line(pane, i));
    this.svg.replaceChildren(...this.axes(), ...lines, this.rule, ...this.cursors, this.value);
    const [top, name] = [".tick", ".name"].map((part) => this.svg.querySelector(part));
    name.setAttribute("x", INSET + Math.max(34, top.getBBox().width + 10));
    this.title = name.getBBox();
    // Where the title is above the value, the value's baseline lies a line lower.
    this.below = this.title.y + this.title.height + 0.8 * this.value.getBBox().height;
    this.move(this.k);
  }

  axes() {
    const [left, right] = [INSET, this.width - INSET];
    const [floor, middle] = [this.y(0), (INSET + this.width - INSET) / 2];
    const grid = [0, 0.5, 1].map((share) => {
      const y = this.y(share * this.top);
      return svgNode("line", { class: "grid", x1: left, x2: right, y1: y, y2: y });
    });
    const low = this.height - 3;
    return [
      ...grid,
      svgText(this.top.toFixed(2), { x: left, y: TOP - 4, class: "tick" }),
      svgText(this.measure, { y: TOP - 4, class: "tick name" }),
      svgText("0", { x: left, y: low, class: "tick" }),
      svgText(number.format(Math.round(this.steps / 2)), { x: middle, y: low, class: "tick middle" }),
      svgText(number.format(this.steps), { x: right, y: low, class: "tick end" }),
      svgNode("line", { class: "floor", x1: left, x2: right, y1: floor, y2: floor }),
    ];
  }

  line(pane, index) {
    const samples = Math.min(pane.steps, Math.max(2, Math.round(this.width / 2)));
    const points = [];
    for (let i = 0; i <= samples; i++) {
      const k = samples ? Math.round((i * pane.steps) / samples) : 0;
      points.push(`${this.x(k).toFixed(1)},${this.y(pane.ratio(k)).toFixed(1)}`);
    }
    return svgNode("polyline", { class: `curve line${index % 3}`, points: points.join(" ") });
  }

  move(k) {
    this.k = k;
    if (!this.rule) return;
    const x = this.x(k);
    for (const end of ["x1", "x2"]) this.rule.setAttribute(end, x);
    this.cursors.forEach((dot, i) => {
      dot.setAttribute("cx", this.x(this.panes[i].clamp(k)));
      dot.setAttribute("cy", this.y(this.panes[i].ratio(k)));
    });
    const right = x < this.width * 0.75;
    this.value.setAttribute("x", right ? x + 7 : x - 7);
    const titled = right && x < this.title.x + this.title.width;
    this.value.setAttribute("y", titled ? Math.max(TOP + 10, this.below) : TOP + 10);
    this.value.classList.toggle("end", !right);
    this.value.textContent = this.panes.map((pane) => pane.ratio(k).toFixed(3)).join(" / ");
  }

  summary() {
    const one = (pane) => {
      const at = (k) => `${pane.ratio(k).toFixed(2)} at step ${k}`;
      const name = pane.title ? `${pane.title}: ` : "";
      return `${name}${[0, pane.steps >> 1, pane.steps].map(at).join(", ")}`;
    };
    const what = this.measure[0].toUpperCase() + this.measure.slice(1);
    return `${what} over the merges. ${this.panes.map(one).join(". ")}.`;
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
