// Where training went on from an earlier one: marks on the slider, and a line that says it and leads
// there, since a few new merges behind very many lie under the thumb.

import { number, plural } from "./words.js";

class Seams {
  constructor(root, scrubber) {
    Object.assign(this, { root, scrubber });
  }

  show() {
    const { steps, chart } = this.scrubber;
    const marks = chart.seamSteps.map((seam) => {
      const mark = document.createElement("i");
      mark.title = `Training went on here, after step ${number.format(seam)}`;
      mark.style.setProperty("--at", seam / Math.max(1, steps));
      return mark;
    });
    this.root.querySelector(".seams").replaceChildren(...marks);
    this.root.querySelector(".seam-line").hidden = !marks.length;
    this.root.querySelector(".seam-words").textContent = seamWords(chart.seamSteps, steps);
  }

  // To the next one, after the last to the first.
  go() {
    const { chart, k } = this.scrubber;
    const seams = chart.seamSteps;
    this.scrubber.go(seams.find((seam) => seam > k) ?? seams[0]);
  }
}

function seamWords(seams, steps) {
  const after = seams.map((seam) => number.format(seam)).join(", ");
  if (seams.length !== 1) return `Training went on after the steps ${after}`;
  return `Training went on after step ${after}: ${plural(steps - seams[0], "new merge")}`;
}

export { Seams };
