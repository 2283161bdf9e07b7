// The keys: inside the component always, on the whole page in talk mode.

import { isForPage, keyTarget } from "../widgets/for_page.js";
import { announce } from "../widgets/said.js";

// Keys of a talk that others take, and of Streamlit's own.
const ELSEWHERE = ["b", ".", "e", "l", "c", "r", " "];

// Space and Enter press what has the focus.
function pressesSomething(event) {
  if (event.key !== " " && event.key !== "Enter") return false;
  return Boolean(keyTarget(event).closest?.('button, a, summary, [type="checkbox"]'));
}

// Returns what a key does as a function, or null. A presenter's clicker sends PageDown for "on".
function keyAction(event, scrubber) {
  const { k, steps, talk } = scrubber;
  const jump = talk ? 1 : Math.max(1, Math.round(steps / 10));
  const page = talk ? -1 : 1;
  const onSlider = keyTarget(event) === scrubber.slider;
  const moves = {
    ArrowLeft: k - 1,
    ArrowRight: k + 1,
    PageUp: k + page * jump,
    PageDown: k - page * jump,
    Home: 0,
    End: steps,
  };
  if (talk || onSlider) Object.assign(moves, { ArrowDown: k - 1, ArrowUp: k + 1 });
  const { stage } = scrubber;
  if (event.key in moves) {
    const to = moves[event.key];
    if (!talk) return () => scrubber.go(to);
    return to === k + 1 && stage.hidden ? () => stage.hide(false) : () => goOnStage(scrubber, to);
  }
  if (/^[0-9]$/.test(event.key)) {
    return () => scrubber.go(Math.round((Number(event.key) * steps) / 10));
  }
  const others = {
    " ": () => togglePlaying(scrubber),
    n: () => scrubber.goNextChange() || announce("No later merge changes this text"),
    ">": () => announce(scrubber.controls.faster(1)),
    "<": () => announce(scrubber.controls.faster(-1)),
    "?": () => scrubber.controls.toggleHelp(),
    Escape: scrubber.escape(),
  };
  return (talk && stageKeys(stage)[event.key]) || others[event.key] || null;
}

// Beyond the last step, and before the first, a page can have more to show; what it has shown
// beyond the last step goes before a step back is made.
function goOnStage(scrubber, to) {
  const { k, steps } = scrubber;
  const button = (name) => document.querySelector(`.st-key-${name}_on_stage button:enabled`);
  const fold = to === k - 1 && button("fold");
  if (fold) return fold.click();
  const within = Math.max(0, Math.min(steps, to));
  if (within !== k || to === k) return scrubber.go(within);
  const on = to > k;
  const more = button(on ? "more" : "less");
  if (more) more.click();
  else announce(on ? "This is the last step" : "This is the first step");
}

function togglePlaying({ player, talk }) {
  player.toggle();
  if (talk) announce(player.playing ? "Playing" : "Paused");
}

function stageKeys(stage) {
  return {
    "+": () => announce(`Text size ${stage.larger(1)}`),
    "-": () => announce(`Text size ${stage.larger(-1)}`),
    f: () => announce(stage.toggleHold() ? "The text is held" : "The text follows the merge"),
    g: () => announce(stage.toggleGuess() ? "Guess mode: the next pair is hidden" : "Guess mode is off"),
    w: () => announce(stage.toggleLight() ? "Light on one word" : "Light on all words"),
  };
}

function handleKey(event, scrubber) {
  if (!isForPage(event) || pressesSomething(event)) return;
  const action = keyAction(event, scrubber);
  if (!action) {
    if (scrubber.talk && event.key.length === 1 && !ELSEWHERE.includes(event.key)) {
      announce(`“${event.key}” does nothing here; ? lists the keys`);
    }
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  action();
}

export { handleKey };
