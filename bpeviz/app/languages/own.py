"""The Languages page: texts of one's own, typed or as CSV."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from bpeviz import BPEError

from .. import languages, limits
from ..text import plain
from . import csv_rows


def draw() -> None:
    """Add texts of one's own, typed or as CSV, and take them out again."""
    st.caption(
        "A premium means something only for a text that says the same as the others; take the "
        "English row as the one to translate."
    )
    left, right = st.columns(2)
    with left:
        _typed()
    with right:
        _upload()
    if st.session_state.get("languages_problem"):
        st.error(plain(st.session_state["languages_problem"]))
    for i, (name, text) in enumerate(languages.own_rows()):
        words, button = st.columns([5, 1], vertical_alignment="center")
        words.text(f"{name}: {text[:90]}{'…' if len(text) > 90 else ''}")
        button.button("Remove", key=f"languages_remove_{i}", on_click=languages.remove, args=(i,))


def _typed() -> None:
    # After a row was added new keys empty the fields; after a mistake nothing is lost.
    turn = len(languages.own_rows())
    with st.form("languages_form", border=False):
        name = st.text_input("Language", key=f"languages_name_{turn}", max_chars=60)
        text = st.text_area("Text", key=f"languages_text_{turn}", height=100)
        if st.form_submit_button("Add row"):
            _attempt(languages.add_typed, name, text)


def _upload() -> None:
    file = st.file_uploader(
        "CSV with the columns language, text",
        key=f"languages_upload_{st.session_state.get('languages_uploads', 0)}",
        max_upload_size=limits.box(limits.PASTE),
        help=f"Up to {csv_rows.MOST} rows and {limits.words(limits.PASTE)}, UTF-8.",
    )
    if file is not None:
        # A new key empties the uploader, so that the same file can be added again.
        st.session_state["languages_uploads"] = st.session_state.get("languages_uploads", 0) + 1
        _attempt(languages.add_file, file.getvalue(), file.name)


def _attempt(add: Callable[..., None], *arguments: Any) -> None:
    try:
        add(*arguments)
        st.session_state["languages_problem"] = None
    except BPEError as error:
        st.session_state["languages_problem"] = f"{error} Nothing was added."
    st.rerun()
