// Tells Python the step: at once on release, else shortly after the last change. A step that
// Python gave, or knows already, is not told again.

const QUIET = 120;
const WHILE_PLAYING = 600;

// The step in the address is written here, which spares Python a message at every step.
function writeStep(word, step) {
  const words = location.search.slice(1).split("&");
  const others = words.filter((other) => other && !other.startsWith(`${word}=`));
  const search = [...others, `${word}=${step}`].join("&");
  history.replaceState(history.state, "", `${location.pathname}?${search}${location.hash}`);
}

class Reporter {
  constructor(step) {
    this.step = step;
    this.word = null;
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
    if (this.word) writeStep(this.word, step);
    this.send("step", { step, nonce: this.nonce });
  }

  token(chosen) {
    this.send?.("token", { ...chosen, nonce: this.nonce });
  }

  look(chosen) {
    this.send?.("look", chosen);
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
