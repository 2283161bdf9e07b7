"""Lone surrogates in pasted texts are replaced in the browser: no message can hold them."""

import streamlit as st

from .scripts import script

_watch = st.components.v2.component(
    "bpeviz_lone_surrogates", js=script("widgets/lone_surrogates.js")
)


def draw() -> None:
    """Watch the text fields of the page; it takes no room."""
    _watch(key="lone_surrogates")
