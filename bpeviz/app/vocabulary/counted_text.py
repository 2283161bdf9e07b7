"""The text in which the page Vocabulary counts tokens, and the step at which it does."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpeviz import BPEError
from bpeviz.engine.text import repair
from bpeviz.views.vocabulary import Usage

from .. import bench, encode, header
from ..jobs import Model

TEXTS = {"corpus": "Training text", "encode": "Text of Encode"}


def choice() -> Usage:
    """Let the person choose the text whose use is counted, and the step."""
    left, right = st.columns([2, 3], vertical_alignment="center")
    chosen = left.segmented_control(
        "Use is counted in", list(TEXTS), format_func=TEXTS.__getitem__, key="vocabulary_text",
        required=True, persist_state="session",
    )  # fmt: skip
    with right:
        _step()
    model = bench.model()
    if chosen == "encode":
        text = repair(st.session_state.get(encode.TEXT_KEY, encode.FIRST_TEXT))
        try:
            return _of(model, text)
        except BPEError as error:
            st.error(header.plain(str(error)))
    return of_corpus(model)


def _step() -> None:
    steps = bench.model().trace.steps
    if not steps:
        return
    key = f"vocabulary_step:{bench.model().key}:{bench.nonce()}"
    st.slider(
        "Step", 0, steps, bench.step(), key=key,
        on_change=lambda: bench.moved_to(st.session_state[key]),
    )  # fmt: skip


@lru_cache(maxsize=6)
def of_corpus(model: Model) -> Usage:
    """How the corpus uses the tokens."""
    return Usage(model.trace)


@lru_cache(maxsize=6)
def _of(model: Model, text: str) -> Usage:
    return Usage(encode.trace_of(model.tokenizer, text, "text"))
