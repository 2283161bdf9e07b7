"""The corpus in the sidebar: a sample, a text of one's own, or an upload."""

from __future__ import annotations

import streamlit as st

from bpeviz import BPEError

from .. import limits, reading
from ..samples import samples
from .state import OWN


def draw() -> None:
    """The choice of a sample, the text, the upload."""
    titles = {key: sample.title for key, sample in samples().items()} | {OWN: "Your own text"}
    st.selectbox(
        "Corpus",
        list(titles),
        format_func=titles.__getitem__,
        key="sample",
        persist_state="session",
        on_change=_take_sample,
        help="The text that the merges are learned from. Take a sample, edit it, paste your own "
        "or upload a file.",
    )
    file = st.session_state["corpus_file"]
    if file:
        st.text(f"{file[0]}: {len(file[1]):,} characters")
        st.button("Back to the typed text", on_click=_drop_file)
    else:
        st.text_area(
            "Text",
            key="corpus_text",
            persist_state="session",
            height=150,
            label_visibility="collapsed",
            placeholder="Paste a text here",
            on_change=_take_typed,
        )
    with st.expander("Upload a text file", key="upload_box"):
        st.file_uploader(
            "Text file",
            key="upload",
            label_visibility="collapsed",
            max_upload_size=limits.box(limits.UPLOAD),
            on_change=_take_upload,
            help=f"UTF-8, or UTF-16 with a byte order mark; up to {limits.words(limits.UPLOAD)}.",
        )
        if st.session_state.get("upload_problem"):
            st.error(st.session_state["upload_problem"])


def _take_sample() -> None:
    chosen = st.session_state["sample"]
    text = samples()[chosen].text if chosen != OWN else ""
    st.session_state.update(corpus_text=text, corpus_file=None)


def _take_typed() -> None:
    text = st.session_state["corpus_text"]
    same = next((key for key, sample in samples().items() if sample.text == text), OWN)
    st.session_state["sample"] = same


def _take_upload() -> None:
    uploaded = st.session_state["upload"]
    st.session_state["upload_problem"] = None
    if uploaded is None:
        return
    try:
        text = reading.decode(uploaded.getvalue(), uploaded.name)
        reading.check_corpus(text)
    except BPEError as error:
        st.session_state["upload_problem"] = f"{error} The earlier corpus is still in use."
        return
    st.session_state.update(corpus_file=(uploaded.name, text), sample=OWN)


def _drop_file() -> None:
    st.session_state.update(corpus_file=None, upload_problem=None)
    _take_typed()
