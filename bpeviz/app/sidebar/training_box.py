"""How the corpus is trained on, in the sidebar."""

from __future__ import annotations

import streamlit as st

from bpeviz import PATTERNS

from .. import limits
from ..settings import DOCUMENTS
from . import late
from .state import ALPHABETS, FORMS, LONGEST_MARKER, MODES, OWN_PATTERN, TIES, base_size


def draw() -> None:
    """The mode, how many merges, the split pattern and the normal form; the rest folds."""
    _draw_mode()
    _draw_sizes()
    _draw_pattern()
    _draw_more()


def _draw_mode() -> None:
    st.segmented_control(
        "Mode",
        list(MODES),
        format_func=MODES.__getitem__,
        key="mode",
        persist_state="session",
        required=True,
        help="Character: characters of words, as in the first paper. Byte: UTF-8 bytes of the "
        "whole text. Regex: bytes inside the chunks that a split pattern gives, as GPT does.",
    )


def _take_num_merges() -> None:
    if not late.mended("num_merges"):
        asked = int(st.session_state["num_merges"] or 0)
        if not 0 <= asked <= limits.MERGES:
            late.put("num_merges", st.session_state["good_num_merges"])
            _refuse(f"{asked:,} merges", 0, limits.MERGES)


def _draw_sizes() -> None:
    base, state = base_size(), st.session_state
    vocab_size = int(state["num_merges"] or 0) + base
    if state.get("vocab_size") != vocab_size:
        late.put("vocab_size", vocab_size)
    state["good_num_merges"] = state["num_merges"]
    left, right = st.columns(2)
    # No bounds: a browser keeps a number outside them to itself, and nothing could be said.
    left.number_input(
        "Merges",
        step=50,
        key="num_merges",
        persist_state="session",
        on_change=_take_num_merges,
        help="How many merges to learn, at most. A merge makes one new token of the most "
        "frequent pair of tokens.",
    )
    right.number_input(
        "Vocabulary",
        step=50,
        key="vocab_size",
        persist_state="session",
        on_change=_take_vocab_size,
        help=f"The number of tokens: {base:,} to begin with, and one for each merge.",
    )
    if problem := state.pop("size_problem", None):
        st.error(problem)


def _draw_pattern() -> None:
    regex_mode = st.session_state["mode"] == "regex"
    left, right = st.columns(2)
    if regex_mode:
        left.selectbox(
            "Split pattern",
            [*PATTERNS, OWN_PATTERN],
            key="pattern",
            persist_state="session",
            help="Pre-tokenization: the text is cut into chunks first, and no merge crosses the "
            "border of a chunk.",
        )
    (right if regex_mode else st).selectbox(
        "Normal form",
        FORMS,
        key="normalization",
        persist_state="session",
        help="Unicode can spell one letter in several ways. A normal form makes them one, before "
        "training and before encoding.",
    )
    if regex_mode and st.session_state["pattern"] == OWN_PATTERN:
        st.text_input(
            "Your pattern",
            key="own_pattern",
            persist_state="session",
            help="In the syntax of Python's regex.",
        )


def _take_vocab_size() -> None:
    if not late.mended("vocab_size"):
        size, base = int(st.session_state["vocab_size"] or 0), base_size()
        if base <= size <= limits.MERGES + base:
            late.put("num_merges", size - base)
        else:
            _refuse(f"A vocabulary of {size:,}", base, limits.MERGES + base)


def _refuse(asked: str, low: int, high: int) -> None:
    st.session_state["size_problem"] = (
        f"{asked} cannot be had: choose a number from {low:,} to {high:,}. "
        "The earlier number is still in use."
    )


def _draw_more() -> None:
    with st.expander("More"):
        if st.session_state["mode"] == "character":
            _draw_character_settings()
        else:
            _draw_byte_settings()
        st.selectbox(
            "Documents",
            list(DOCUMENTS),
            format_func=DOCUMENTS.__getitem__,
            key="documents",
            persist_state="session",
            help="No pair is counted across two documents.",
        )
        st.selectbox(
            "When pairs tie",
            list(TIES),
            format_func=TIES.__getitem__,
            key="tie_break",
            persist_state="session",
            help="First in the corpus: minbpe. Smallest ids: rustbpe. Largest symbols: subword-nmt.",
        )
        st.number_input(
            "Smallest count",
            min_value=1,
            key="min_count",
            persist_state="session",
            help="Training ends when the best pair is rarer than this.",
        )


def _draw_character_settings() -> None:
    st.selectbox(
        "Alphabet",
        list(ALPHABETS),
        format_func=ALPHABETS.__getitem__,
        key="alphabet",
        persist_state="session",
        help="The base vocabulary. A character outside it can be trained on but not encoded.",
    )
    if st.session_state["alphabet"] == "own":
        st.text_input("Characters", key="own_alphabet", persist_state="session")
    st.text_input(
        "End-of-word marker",
        key="end_of_word",
        persist_state="session",
        max_chars=LONGEST_MARKER,
        help="Stands at the end of each word, so that words can be put together again. "
        "Leave it empty for none.",
    )
    st.checkbox(
        "Join it with the last character",
        key="end_of_word_joined",
        persist_state="session",
        help="As in subword-nmt 0.2; otherwise the marker is a symbol of its own.",
    )


def _draw_byte_settings() -> None:
    st.text_area(
        "Default tokens, one a line",
        key="default_tokens",
        persist_state="session",
        height=80,
        help="Strings that become tokens before training, for example “ at”. Spaces count.",
    )
    st.text_area(
        "Special tokens, one a line",
        key="special_tokens",
        persist_state="session",
        height=80,
        help="Strings that are cut out of the corpus and never merged, for example an end-of-text "
        "mark.",
    )
    st.checkbox(
        "Only the bytes of the corpus",
        key="observed_bytes",
        persist_state="session",
        help="The base vocabulary is then not all 256 bytes, and other texts may not encode.",
    )
