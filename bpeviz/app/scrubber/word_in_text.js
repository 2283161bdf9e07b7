// A word of the list in a pane: its tokens stay, all others fade, and the text scrolls to it.

// Whether a token touches one of some spans of symbols, [first, last], in order.
function touches(spans, { s, e }) {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle][1] < s) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low][0] < e;
}

// `spans`: where the word stands, null for no word; `at`: the symbol to scroll to, or null.
function showWord(view, spans, at) {
  view.painter.faded = spans && ((token) => !touches(spans, token));
  for (const block of view.blocks) block.key = null;
  view.render(view.k);
  if (at !== null) scrollToSymbol(view, at);
}

function scrollToSymbol(view, symbol) {
  const block = view.blockAt(symbol);
  const { box } = view;
  const centre = (element) => {
    const [inside, outside] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
  };
  if (!view.visible.has(block)) {
    centre(block.element);
    view.visible.add(block);
    view.paint(block);
  }
  const element = view.elementAt(symbol);
  if (element) centre(element);
}

export { scrollToSymbol, showWord };
