// Writes the address of the page. Each change has a serial number and is written once, since a
// component can be drawn again with old data, after the person went back, for example.

const ADDRESS = (window.bpevizAddress ??= { session: null, serial: -1, path: null });

function hideElement(parent) {
  const node = parent.host ?? parent;
  const shell = node.closest?.('[data-testid="stElementContainer"]');
  if (shell) shell.style.display = "none";
}

// Streamlit's own words stay in the address.
function withEmbed(query) {
  const own = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("embed"));
  const embed = new URLSearchParams(own).toString();
  return [query, embed].filter(Boolean).join("&");
}

function writeAddress({ session, serial, query, push }) {
  if (session === ADDRESS.session && serial <= ADDRESS.serial) return;
  const samePage = ADDRESS.path === location.pathname && ADDRESS.session === session;
  Object.assign(ADDRESS, { session, serial, path: location.pathname });
  const search = withEmbed(query);
  const target = location.pathname + (search ? `?${search}` : "") + location.hash;
  if (target === location.pathname + location.search + location.hash) return;
  // A new page has its entry already.
  if (push && samePage) history.pushState({}, "", target);
  else history.replaceState(history.state, "", target);
}

export default function ({ data, parentElement }) {
  hideElement(parentElement);
  ADDRESS.warning = data.warning;
  writeAddress(data);
}
