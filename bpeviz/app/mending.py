"""Halves of characters in pasted texts are mended in the browser: no message can hold them."""

from pathlib import Path

import streamlit as st

_SCRIPT = Path(__file__).parent / "assets" / "mending.js"
_mending = st.components.v2.component("bpeviz_mending", js=_SCRIPT.read_text(encoding="utf-8"))


def draw() -> None:
    """Watch the text fields of the page; it takes no room."""
    _mending(key="mending")
