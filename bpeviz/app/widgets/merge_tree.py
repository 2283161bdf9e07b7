"""The merge tree on a page: the SVG of ``views.tree``, whose tokens can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from bpeviz import Tokenizer
from bpeviz.studies.trees import Node
from bpeviz.views.tree import svg

from .told import whole

_CSS = """
.tree { overflow-x: auto; padding-bottom: 4px; }
.tree svg { display: block; }
.tree .node[data-id] { cursor: pointer; outline: none; }
.tree .node[data-id]:hover rect, .tree .node[data-id]:focus-visible rect {
  stroke: currentColor !important; stroke-width: 2;
}
"""
_tree = st.components.v2.component(
    "bpeviz_tree",
    html='<div class="tree" tabindex="0" role="region" aria-label="Merge tree"></div>',
    css=_CSS,
    js=Path(__file__).with_name("merge_tree.js").read_text(encoding="utf-8"),
)


def draw(
    tokenizer: Tokenizer, roots: Sequence[Node], *, key: str, step: int | None = None
) -> int | None:
    """Draw merge trees of a tokenizer; the id of a token that was clicked just now, else None."""
    picture = svg(roots, step=step, interactive=True, tokenizer=tokenizer)
    return whole(_tree(key=key, data={"svg": picture}, on_token_change=_ignore).token)


def downloads(
    tokenizer: Tokenizer, roots: Sequence[Node], *, key: str, step: int | None = None
) -> None:
    """Buttons that download the picture for a light and for a dark ground."""
    for theme in ("light", "dark"):
        st.download_button(
            f"SVG, {theme}",
            partial(svg, roots, step=step, theme=theme, tokenizer=tokenizer),
            file_name=f"bpeviz-merge-tree-{theme}.svg",
            mime="image/svg+xml",
            key=f"{key}_{theme}",
            on_click="ignore",
            type="tertiary",
            icon=":material/download:",
        )


def _ignore() -> None:
    """Streamlit wants a callback for each value that a component may tell."""
