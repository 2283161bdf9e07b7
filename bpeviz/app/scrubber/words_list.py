"""The list of words that two panes cut differently, beside the scrubber that compares them.

It has no data of its own: the scrubber in the browser tells it each step.
"""

from __future__ import annotations

import streamlit as st

from ..widgets.scripts import script
from .scrubber import STYLE, source

WORDS_MARKUP = source("words_list.html")
WORDS_STYLE = source("words_list.css")
_list = st.components.v2.component(
    "bpeviz_words",
    html=WORDS_MARKUP,
    css=STYLE + WORDS_STYLE,
    js=script("scrubber/words_component.js"),
)


def words_list(key: str) -> None:
    """Show the words; the scrubber of the page must be given an ``answer``."""
    _list(key=key)
