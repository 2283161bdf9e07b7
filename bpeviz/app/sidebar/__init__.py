"""The sidebar that all pages share: the corpus and how it is trained on.

Every widget has a key of its own in the session, listed in ``DEFAULTS``; ``settings()`` reads them
back.
"""

from __future__ import annotations

import streamlit as st

from bpeviz.engine.failures.case import count

from .. import bench, files, limits
from . import corpus_box, training_box
from .state import (
    DEFAULTS,
    FIRST_SAMPLE,
    FORMS,
    MODES,
    OPTIONS,
    OWN,
    OWN_PATTERN,
    TIES,
    base_size,
    corpus,
    fill_in,
    set_corpus,
    settings,
)

__all__ = [
    "DEFAULTS",
    "FIRST_SAMPLE",
    "FORMS",
    "MODES",
    "OPTIONS",
    "OWN",
    "OWN_PATTERN",
    "TIES",
    "base_size",
    "corpus",
    "draw",
    "set_corpus",
    "settings",
]


def draw() -> None:
    """Draw the sidebar and train what it says."""
    fill_in()
    with st.sidebar:
        if st.session_state.get("page") == "walk":
            st.caption("The walk has texts and settings of its own; these are for the other pages.")
        corpus_box.draw()
        file = files.current()
        if file:
            files.draw_opened(file)
            bench.use_file(corpus(), file, settings())
        else:
            training_box.draw()
            bench.use(corpus(), settings())
        files.draw_open()
        _draw_status()


def _draw_status() -> None:
    current = bench.model()
    tokenizer = current.tokenizer
    size = limits.words(len(current.corpus.encode("utf-8", "replace")))
    origin = "from a file" if current.file else f"from {size} in {_duration(current.seconds)}"
    st.caption(
        f"In use: {count(len(tokenizer.merges), 'merge')}, "
        f"{count(len(tokenizer.vocabulary), 'token')}, {origin}."
    )


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
