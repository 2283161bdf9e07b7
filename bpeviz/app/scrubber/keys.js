// The keys: inside the component always, on the whole page in talk mode.

const TYPING = 'input:not([type="range"]):not([type="checkbox"]), textarea, select, [contenteditable]';

// The innermost element that a key went to, inside shadow roots too.
function keyTarget(event) {
  return event.composedPath()[0];
}

function leaveKeyAlone(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = keyTarget(event);
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING) || target.isContentEditable) return true;
  const pressable = target.closest('button, a, summary, [type="checkbox"]');
  return Boolean(pressable) && (event.key === " " || event.key === "Enter");
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
  if (event.key in moves) return () => scrubber.go(moves[event.key]);
  if (/^[0-9]$/.test(event.key)) {
    return () => scrubber.go(Math.round((Number(event.key) * steps) / 10));
  }
  const others = {
    " ": () => scrubber.player.toggle(),
    n: () => scrubber.goNextChange(),
    "+": () => scrubber.controls.faster(1),
    "-": () => scrubber.controls.faster(-1),
    "?": () => scrubber.controls.toggleHelp(),
    Escape: scrubber.escape(),
  };
  return others[event.key] ?? null;
}

function handleKey(event, scrubber) {
  if (leaveKeyAlone(event)) return;
  const action = keyAction(event, scrubber);
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}
