"""Texts of the pages under a tokenizer; unknown characters are kept visible."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpeviz import CorpusError, Tokenizer, Trace

from .. import limits


@lru_cache(maxsize=6)
def trace_of(tok: Tokenizer, text: str, special: str) -> Trace:
    """A text under a tokenizer; a BPEError says what is wrong with it."""
    if not text:
        raise CorpusError("There is no text. Type or paste one.")
    return tok.trace(text, special=special, unknown="keep")


def drawn(trace: Trace, special: str = "text") -> Trace:
    """The part of a text that is drawn."""
    if len(trace.text) <= limits.SHOWN:
        return trace
    st.info(f"The first {limits.SHOWN:,} characters are drawn; the tables have them all.")
    return trace_of(trace.tokenizer, trace.text[: limits.SHOWN], special)
