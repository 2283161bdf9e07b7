"""The corpus in the sidebar: a sample, a text of one's own, or an upload."""

from __future__ import annotations

import streamlit as st

from bpeviz import BPEError
from bpeviz.engine.text import repair

from .. import limits
from ..links import size as link_size
from ..text import plain
from . import reading
from .samples import samples
from .state import OWN, sample_of


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
    _say_how_it_travels(file[1] if file else st.session_state["corpus_text"] or "")
    with st.expander("Upload a text file", key="upload_box"):
        st.file_uploader(
            "Text file",
            key="upload",
            label_visibility="collapsed",
            max_upload_size=limits.box(limits.UPLOAD),
            on_change=_take_upload,
            help=f"UTF-8 or UTF-16; up to {limits.words(limits.UPLOAD)}.",
        )
        if st.session_state.get("upload_problem"):
            st.error(plain(repair(st.session_state["upload_problem"])))


def _say_how_it_travels(text: str) -> None:
    """Warn of what a link cannot carry, before one is copied."""
    if link_size.fits(text):
        return
    words = "Too long for a link: to send it, save the session."
    if len(text) > limits.PASTE:
        words += " A reload of the page loses it, since the browser keeps no text of this size."
    st.caption(words)


def _take_sample() -> None:
    chosen = st.session_state["sample"]
    text = samples()[chosen].text if chosen != OWN else ""
    st.session_state.update(corpus_text=text, corpus_file=None)


def _take_typed() -> None:
    st.session_state["sample"] = sample_of(st.session_state["corpus_text"])


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
