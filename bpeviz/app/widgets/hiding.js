// For components that draw nothing: they take no room on the page.

function hideElement(parent) {
  const node = parent.host ?? parent;
  const shell = node.closest?.('[data-testid="stElementContainer"]');
  if (shell) shell.style.display = "none";
}

export { hideElement };
