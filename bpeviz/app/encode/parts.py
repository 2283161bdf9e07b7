"""What talk mode shows of the page Encode."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from .. import limits, registry
from ..corpus import reading
from ..registry import Edited
from ..scrubber import panes
from ..tokenizers import in_use
from ..tokenizers.texts import trace_of
from ..trainings.waiting import last_good


def edited() -> Edited:
    """What talk mode edits."""
    return Edited("encode_text")


def on_stage() -> Callable[..., object]:
    """The text of the page under the tokenizer in use."""
    model = in_use.model()
    text = last_good("encode_staged", lambda _: _text(), "text")
    special = st.session_state["encode_special"] if model.tokenizer.special_tokens else "text"
    trace = trace_of(model.tokenizer, text, special)
    return partial(panes.scrub, [panes.pane(model, trace)], "encode_scrubber", pairs=True)


registry.enter_stage("encode", on_stage, edited=edited)


def _text() -> str:
    """The part of the text that is drawn; a BPEError where it cannot be encoded."""
    text = reading.pasted(st.session_state["encode_text"])[: limits.SHOWN]
    tokenizer = in_use.model().tokenizer
    special = st.session_state["encode_special"] if tokenizer.special_tokens else "text"
    trace_of(tokenizer, text, special)
    return text
