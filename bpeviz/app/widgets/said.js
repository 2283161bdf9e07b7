// A short word on what a key did: shown for a moment, and read out. One place for all scripts of the
// page; it is there before anything is said, since screen readers hear only what changes.

const SAID_FOR = 2000;
const PLACE = "bpeviz-said";
const LOOK = `position: fixed; inset: auto 0 2.5rem; margin: 0 auto; width: fit-content; max-width: 90vw;
  box-sizing: border-box; z-index: 1000000; pointer-events: none; border-radius: 0.5rem;
  font: 600 clamp(1.25rem, 1.6vw, 2rem)/1.4 "Source Sans", sans-serif; color: #fff; background: #1a1c24;
  border: 1px solid #fff8;`;

function placeToSay() {
  const known = document.getElementById(PLACE);
  if (known) return known;
  const made = document.createElement("div");
  made.id = PLACE;
  made.setAttribute("role", "status");
  made.setAttribute("aria-live", "polite");
  document.body.append(made);
  return made;
}

function announce(words) {
  const place = placeToSay();
  place.style.cssText = words ? `${LOOK} padding: 0.4rem 1rem;` : "";
  place.textContent = words;
  clearTimeout(place.timer);
  if (words) place.timer = setTimeout(() => announce(""), SAID_FOR);
}

export { announce, placeToSay };
