// Tells Python the step: at once on release, else shortly after the last change. A step that
// Python gave, or knows already, is not told again.

const QUIET = 120;
const WHILE_PLAYING = 600;

class Reporter {
  constructor(step) {
    this.step = step;
    this.send = null;
    this.told = null;
    this.nonce = null;
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), QUIET);
  }

  now() {
    clearTimeout(this.timer);
    const step = this.step();
    if (!this.send || this.told === step) return;
    this.told = step;
    this.send("step", { step, nonce: this.nonce });
  }

  token(chosen) {
    this.send?.("token", { ...chosen, nonce: this.nonce });
  }

  whilePlaying(playing) {
    clearInterval(this.pulse);
    if (playing) this.pulse = setInterval(() => this.now(), WHILE_PLAYING);
    else this.later();
  }

  stop() {
    clearTimeout(this.timer);
    clearInterval(this.pulse);
  }
}
