"""Halves of characters in pasted texts are mended in the browser: no message can hold them."""

import streamlit as st

from .scripts import script

_mending = st.components.v2.component("bpeviz_mending", js=script("assets/mending.js"))


def draw() -> None:
    """Watch the text fields of the page; it takes no room."""
    _mending(key="mending")
