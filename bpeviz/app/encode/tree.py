"""The merge tree of a token or chunk of the text on the page Encode."""

from __future__ import annotations

import streamlit as st

from bpeviz import Trace
from bpeviz.studies import places, trees
from bpeviz.views.glyphs import visible

from ..links import buttons
from ..text import plain
from ..tokenizers import in_use
from ..widgets import merge_tree

#: Tokens of a chunk that are drawn side by side.
_ROOTS = 24


def view(trace: Trace, at: int, of: str | None = None) -> None:
    """The merge tree of the chosen token at this step, or of its whole chunk."""
    step = in_use.step()
    if of is None:
        of = st.segmented_control(
            "Tree of", ["Token", "Chunk"], key="encode_tree_of", required=True,
            persist_state="session", label_visibility="collapsed",
            help="The token at this step, or all of its chunk: what later steps make is dashed.",
        ) or "Token"  # fmt: skip
    token = trees.of_token(trace, places.token_at(trace, at, step), step)
    roots = [token] if of == "Token" else _chunk_roots(trace, at)
    _tree_note(trace, token, of)
    clicked = merge_tree.draw(trace.tokenizer, roots, key=f"encode_tree:{of}", step=step)
    if clicked is not None:
        buttons.open_token(clicked)
    with st.container(horizontal=True):
        if token.id >= 0:
            buttons.token_button(token.id, visible(token.symbol), key="encode_open")
        merge_tree.downloads(trace.tokenizer, roots, key="encode_svg", step=step)


def _chunk_roots(trace: Trace, at: int) -> list[trees.Node]:
    indices = places.tokens_between(trace, *places.chunk_of(trace, at), trace.steps)
    middle = places.token_at(trace, at, trace.steps) - indices.start
    first = max(0, min(middle - _ROOTS // 2, len(indices) - _ROOTS))
    if len(indices) > _ROOTS:
        st.caption(f"{_ROOTS} of the {len(indices):,} tokens of the chunk are drawn.")
    picked = indices[first : first + _ROOTS]
    return [trees.of_token(trace, index, trace.steps) for index in picked]


def _tree_note(trace: Trace, token: trees.Node, of: str) -> None:
    name = plain(visible(token.symbol))
    made = f"made at step {token.step:,}" if token.parts else "a base symbol"
    if of == "Token":
        st.caption(f"**{name}**, id {token.id}, {made}. Click a token in the text for another.")
    else:
        st.caption(f"The chunk of **{name}**, at all steps. Dashed: not there yet at this step.")
