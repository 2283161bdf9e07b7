"""The text in which the page Vocabulary counts tokens, and the slider over its steps."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpeviz import BPEError
from bpeviz.views.vocabulary import Usage

from ..links import buttons
from ..scrubber import Pane, panes
from ..text import plain
from ..tokenizers import in_use, texts
from ..trainings.jobs import Model

#: Pixels: two lines.
_HEIGHT = 70
TEXTS = {"corpus": "Training text", "encode": "Text of Encode"}


def choice() -> Usage:
    """Let the person choose the text whose use is counted."""
    chosen = st.segmented_control(
        "Use is counted in", list(TEXTS), format_func=TEXTS.__getitem__, key="vocabulary_text",
        required=True, persist_state="session",
    )  # fmt: skip
    model = in_use.model()
    if chosen == "encode":
        text = buttons.text_of_encode()
        try:
            return _of(model, text)
        except BPEError as error:
            st.error(plain(str(error)))
    return of_corpus(model)


def drawn(counted: Usage) -> Pane:
    """The text, or of a corpus the part that is drawn, for the slider."""
    model = in_use.model()
    trace = counted.trace
    return panes.pane(model, model.shown if trace is model.trace else texts.drawn(trace))


def scrub(pane: Pane) -> None:
    """The slider over a few lines of the text."""
    panes.scrub([pane], key="vocabulary_scrubber", chart=False, height=_HEIGHT)


@lru_cache(maxsize=6)
def of_corpus(model: Model) -> Usage:
    """How the corpus uses the tokens."""
    return Usage(model.trace)


@lru_cache(maxsize=6)
def _of(model: Model, text: str) -> Usage:
    return Usage(texts.trace_of(model.tokenizer, text, "text"))
