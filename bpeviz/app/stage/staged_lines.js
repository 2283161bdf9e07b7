// Lines of chunks on stage, which no scrubber draws: as large as fits, or as the person wants them.

const LINE_SIZES = [24, 30, 36, 44, 52, 64, 80, 96, 120];
const USUAL_LINE = 30;

class StagedLines {
  constructor() {
    this.size = null;
    this.onResize = () => this.fit();
    addEventListener("resize", this.onResize);
    this.watch = new MutationObserver(() => this.fit());
    this.watch.observe(document.body, { childList: true, subtree: true });
    this.fit();
  }

  get lines() {
    return document.querySelectorAll(".sp-line");
  }

  set(size) {
    this.shown = size;
    document.documentElement.style.setProperty("--talk-size", `${size}px`);
  }

  fit() {
    if (this.size !== null || !this.lines.length) return;
    const key = document.querySelector(".sp-key");
    const fits = (size) => {
      this.set(size);
      return (key ?? [...this.lines].at(-1)).getBoundingClientRect().bottom <= innerHeight;
    };
    this.set(LINE_SIZES.findLast((size) => size >= USUAL_LINE && fits(size)) ?? USUAL_LINE);
  }

  larger(by) {
    const at = LINE_SIZES.findIndex((size) => size >= this.shown);
    this.size = LINE_SIZES[Math.max(0, Math.min(LINE_SIZES.length - 1, at + by))];
    this.set(this.size);
    return this.size;
  }

  destroy() {
    removeEventListener("resize", this.onResize);
    this.watch.disconnect();
    document.documentElement.style.removeProperty("--talk-size");
  }
}

export { StagedLines };
