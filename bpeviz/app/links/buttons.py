"""Links between pages: a token opens its vocabulary entry, a text goes to Encode.

Call them in the run of the page, not from a callback: Streamlit changes pages only there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpeviz import Trace
from bpeviz.engine.text import repair
from bpeviz.views.glyphs import visible

from .. import limits, registry
from ..text import plain
from .moves import switch_page

#: Session keys that the two pages read.
TOKEN = "vocabulary_token"
TEXT = "encode_text"
FIRST_TEXT = "Tokenizers split text into tokens: the longest words, àwọn ọmọ, 2024, 🙂"
#: Whether the entry of TOKEN is what the person came for: then it stands on top.
ARRIVED = "vocabulary_arrived"


def open_token(token_id: int) -> None:
    """Go to the vocabulary entry of a token."""
    st.session_state.update({TOKEN: token_id, ARRIVED: True, "vocabulary_tab": "Tokens"})
    switch_page("pages/vocabulary.py")


def open_text(text: str) -> None:
    """Go to Encode with a text."""
    st.session_state.update({TEXT: repair(text), "encode_page": "Encode"})
    switch_page("pages/encode.py")


def text_of_encode() -> str:
    """The text of Encode, also where nobody has been there yet."""
    return repair(st.session_state.get(TEXT, FIRST_TEXT))


def open_comparison(sides: Mapping[str, Mapping[str, Any]]) -> None:
    """Go to Compare; what its sides, "a" and "b", do not say stays as it was there."""
    registry.fill_in("compare")
    for side, values in sides.items():
        st.session_state.update({f"compare_{side}_{name}": v for name, v in values.items()})
    st.switch_page("pages/compare.py")


def token_button(token_id: int, name: str, key: str) -> None:
    """A small button that opens the vocabulary entry of a token; ``name`` is how it is shown."""
    label = f"Vocabulary entry of {plain(name)}"
    if st.button(label, key=key, type="tertiary", icon=":material/dictionary:"):
        open_token(token_id)


def text_button(text: str, key: str, label: str = "Send to Encode") -> None:
    """A small button that takes a text to Encode."""
    if st.button(label, key=key, type="tertiary", icon=":material/data_array:"):
        open_text(text)


def token_of(trace: Trace, token_id: int | None, key: str) -> None:
    """The button of a token that was clicked in a text; nothing without one."""
    known = trace.tokenizer.vocabulary
    if token_id is not None and token_id in known:
        token_button(token_id, visible(known[token_id]), key=key)


def row(trace: Trace, token_id: int | None, key: str) -> None:
    """Where to go from a text: its clicked token to Vocabulary, the text to Encode."""
    with st.container(horizontal=True):
        token_of(trace, token_id, key=f"{key}_token")
        if len(trace.text) <= limits.SHOWN:
            text_button(trace.text, key=f"{key}_text", label="Send the text to Encode")
