// The last step and mark of each scrubber, or of all that share a word in the address, kept on the
// window: components come and go with their pages, and a change of page overtakes a message to Python.

const STEPS = (window.bpevizSteps ??= { last: new Map(), marks: new Map(), view: null });

// The step under a nonce; undefined where Python has moved it since, or nobody knows.
function lastStep(name, nonce) {
  const last = STEPS.last.get(name);
  return last?.nonce === nonce ? last.step : undefined;
}

function keepStep(name, nonce, step) {
  STEPS.last.set(name, { nonce, step });
}

// The mark that was chosen since Python said `told`; undefined where it has said something else since.
function lastMark(name, told) {
  const last = STEPS.marks.get(name);
  return last?.told === JSON.stringify(told) ? last.mark : undefined;
}

function keepMark(name, told, mark) {
  STEPS.marks.set(name, { told: JSON.stringify(told), mark });
}

export { STEPS, keepMark, keepStep, lastMark, lastStep };
