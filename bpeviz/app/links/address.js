// Writes the address of the page. Each change has a serial number and is written once, since a
// component can be drawn again with old data, after the person went back, for example.

import { lastStep } from "../scrubber/steps.js";
import { hideElement } from "../widgets/hiding.js";

const ADDRESS = (window.bpevizAddress ??= { session: null, serial: -1, path: null });

// Streamlit's own words stay in the address.
function withEmbed(query) {
  const own = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("embed"));
  const embed = new URLSearchParams(own).toString();
  return [query, embed].filter(Boolean).join("&");
}

// The browser may know a later step than Python.
function withStep(query, nonce) {
  const step = lastStep("step", nonce);
  if (step === undefined) return query;
  const words = query.split("&").filter((word) => word && !word.startsWith("step="));
  return [...words, ...(step ? [`step=${step}`] : [])].join("&");
}

function writeAddress({ session, serial, query, push, nonce }) {
  if (session === ADDRESS.session && serial <= ADDRESS.serial) return;
  const samePage = ADDRESS.path === location.pathname && ADDRESS.session === session;
  Object.assign(ADDRESS, { session, serial, path: location.pathname });
  const search = withEmbed(withStep(query, nonce));
  const target = location.pathname + (search ? `?${search}` : "") + location.hash;
  if (target === location.pathname + location.search + location.hash) return;
  // A new page has its entry already.
  if (push && samePage) history.pushState({}, "", target);
  else history.replaceState(history.state, "", target);
}

// A server that was started again knows nothing of the page until it is asked, and would take the
// first click for a first visit: so it is asked as soon as the connection is back.
function watchConnection() {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app || ADDRESS.watched === app) return;
  ADDRESS.watched = app;
  let connected = true;
  new MutationObserver(() => {
    const before = connected;
    connected = app.dataset.testConnectionState === "CONNECTED";
    if (connected && !before) ADDRESS.ask();
  }).observe(app, { attributeFilter: ["data-test-connection-state"] });
}

export default function ({ data, parentElement, setTriggerValue }) {
  hideElement(parentElement);
  ADDRESS.warning = data.warning;
  ADDRESS.ask = () => setTriggerValue("returned", true);
  watchConnection();
  writeAddress(data);
}
