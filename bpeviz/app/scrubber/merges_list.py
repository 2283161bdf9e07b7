"""The list of all merges, beside a scrubber of their tokenizer.

The browser has the merges already, so the list follows the slider there, and the slider a row.
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from bpeviz.views.payload import pack

from ..widgets.scripts import script
from .scrubber import STYLE, source

_list = st.components.v2.component(
    "bpeviz_merges",
    html=source("merges_list.html"),
    css=STYLE + source("merges_list.css"),
    js=script("scrubber/merges_list.js"),
)


def merges_list(tokenizer: str, steps: Iterable[int] | None, key: str) -> None:
    """Show the merges of a tokenizer, by the id of its payload; of some steps only, if given."""
    found = None if steps is None else pack(steps)
    _list(key=key, data={"tokenizer": tokenizer, "steps": found})
