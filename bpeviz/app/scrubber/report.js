// Tells Python the step. Where a part of the page follows it, at once on release, else shortly
// after the last change; where none does, when the pointer or the focus has left the scrubber. A
// step that Python gave, or knows already, is not told again. The address has it in either case.

const QUIET = 120;
const WHILE_PLAYING = 600;
const AWAY = 150;

// Step 0 is the usual one and stays out of the address.
function writeStep(word, step) {
  const words = location.search.slice(1).split("&");
  const others = words.filter((other) => other && !other.startsWith(`${word}=`));
  const search = [...others, ...(step ? [`${word}=${step}`] : [])].join("&");
  const target = `${location.pathname}${search && `?${search}`}${location.hash}`;
  if (target !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, "", target);
  }
}

function pageIsRunning() {
  const state = document.querySelector("[data-test-script-state]")?.dataset.testScriptState;
  return state !== undefined && state !== "notRunning";
}

class Reporter {
  constructor(root, step) {
    this.root = root;
    this.step = step;
    this.word = null;
    this.send = null;
    this.told = null;
    this.nonce = null;
    this.follows = true;
    this.playing = false;
    root.addEventListener("pointerenter", () => clearTimeout(this.leaving));
    root.addEventListener("pointerleave", (event) => event.buttons || this.left());
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!root.contains(relatedTarget)) this.left();
    });
    this.onPress = (event) => this.pressed(event.composedPath());
    this.onRelease = (event) => this.released(event.composedPath());
    addEventListener("pointerdown", this.onPress, true);
    addEventListener("pointerup", this.onRelease, true);
  }

  receive({ word, follows = true, talk }, send) {
    Object.assign(this, { word, follows, talk, send });
    if (follows && this.nonce !== null) this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), QUIET);
  }

  now() {
    clearTimeout(this.timer);
    if (this.follows) this.tell();
    else this.write();
  }

  // A step that is told during a press is sent together with it, and the press is then taken for one
  // in the scrubber; told right after it, it could bring back the page that the person leaves.
  pressed(path) {
    if (path.includes(this.root)) return;
    clearTimeout(this.timer);
    clearTimeout(this.leaving);
  }

  // What a link opens repeats the step.
  released(path) {
    const onLink = path.some((node) => node.localName === "a");
    if (!path.includes(this.root) && !onLink) this.left();
  }

  left() {
    clearTimeout(this.leaving);
    if (!this.playing) this.leaving = setTimeout(() => this.tell(), AWAY);
  }

  tell() {
    const step = this.step();
    if (!this.send || this.told === step) return;
    this.write();
    if (pageIsRunning()) {
      this.left();
      return;
    }
    this.told = step;
    this.send("step", { step, nonce: this.nonce });
  }

  write() {
    if (this.word && this.send) writeStep(this.word, this.step());
  }

  token(chosen) {
    this.send?.("token", chosen);
  }

  look(chosen) {
    this.send?.("look", chosen);
  }

  whilePlaying(playing) {
    this.playing = playing;
    clearInterval(this.pulse);
    if (!playing) this.later();
    else if (!this.talk) this.pulse = setInterval(() => this.now(), WHILE_PLAYING);
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.leaving);
    clearInterval(this.pulse);
    removeEventListener("pointerdown", this.onPress, true);
    removeEventListener("pointerup", this.onRelease, true);
  }
}

export { Reporter };
