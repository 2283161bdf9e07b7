// The data component: draws nothing, keeps one payload while it is mounted.

const HELD = new WeakMap();

function hideElement(parent) {
  const node = parent.host ?? parent;
  const shell = node.closest?.('[data-testid="stElementContainer"]');
  if (shell) shell.style.display = "none";
}

export default function ({ data, parentElement }) {
  hideElement(parentElement);
  const held = HELD.get(parentElement);
  if (held?.id !== data.id) {
    held?.release();
    HELD.set(parentElement, { id: data.id, release: keepPayload(data) });
  }
  return () => {
    HELD.get(parentElement)?.release();
    HELD.delete(parentElement);
  };
}
