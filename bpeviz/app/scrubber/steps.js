// The last step of each scrubber, or of all that share a word in the address, kept on the window:
// components come and go with their pages, and a change of page overtakes a message to Python.

const STEPS = (window.bpevizSteps ??= { last: new Map(), view: null });

// The step under a nonce; undefined where Python has moved it since, or nobody knows.
function lastStep(name, nonce) {
  const last = STEPS.last.get(name);
  return last?.nonce === nonce ? last.step : undefined;
}

function keepStep(name, nonce, step) {
  STEPS.last.set(name, { nonce, step });
}

export { STEPS, keepStep, lastStep };
