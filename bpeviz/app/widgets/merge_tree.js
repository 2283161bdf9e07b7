// A merge tree: shows an SVG and tells the id of a token that is clicked.

const SHOWN = new WeakMap();

function chosen(event) {
  const node = event.target.closest?.("[data-id]");
  return node ? Number(node.dataset.id) : null;
}

export default function ({ data, parentElement, setTriggerValue }) {
  let state = SHOWN.get(parentElement);
  if (!state) {
    const box = parentElement.querySelector(".tree");
    state = { box, svg: null, tell: null };
    SHOWN.set(parentElement, state);
    box.addEventListener("click", (event) => {
      const id = chosen(event);
      if (id !== null) state.tell("token", id);
    });
    box.addEventListener("keydown", (event) => {
      const id = event.key === "Enter" || event.key === " " ? chosen(event) : null;
      if (id === null) return;
      event.preventDefault();
      state.tell("token", id);
    });
  }
  state.tell = setTriggerValue;
  if (state.svg !== data.svg) {
    state.svg = data.svg;
    state.box.innerHTML = data.svg;
  }
}
