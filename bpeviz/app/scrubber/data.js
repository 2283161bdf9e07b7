// What Python sent, kept once on the window: the data component puts it there, the scrubber
// reads it. Both components carry this file, since each is a script of its own.

// Later than any step, beyond any id or code.
const NEVER = 2 ** 31 - 1;
const KEPT_WITHOUT_USER = 6;
const STORE = (window.bpevizData ??= { entries: new Map(), changed: new EventTarget() });

function int32s(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Int32Array(bytes.buffer);
}

// Returns the function that gives the payload up again; the newest unused ones stay for a while.
function keepPayload(payload) {
  const known = STORE.entries.get(payload.id);
  const entry = known ?? { payload, users: 0, model: null };
  STORE.entries.delete(payload.id);
  STORE.entries.set(payload.id, entry);
  entry.users += 1;
  STORE.changed.dispatchEvent(new Event("change"));
  return () => {
    entry.users -= 1;
    const idle = [...STORE.entries].filter(([, other]) => other.users <= 0);
    for (const [id] of idle.slice(0, -KEPT_WITHOUT_USER)) STORE.entries.delete(id);
  };
}

// The model of a stored payload, made when it is first asked for; null while it has not arrived.
function storedModel(id, make) {
  const entry = STORE.entries.get(id);
  if (!entry) return null;
  return (entry.model ??= make(entry.payload));
}

export { NEVER, STORE, int32s, keepPayload, storedModel };
