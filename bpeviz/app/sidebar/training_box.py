"""How the corpus is trained on, in the sidebar."""

from __future__ import annotations

import streamlit as st

from bpeviz import PATTERNS
from bpeviz.views.spelling import NAMES

from .. import limits, registry
from ..trainings.settings import DOCUMENTS
from ..widgets import number_field, stale
from .choices import ALPHABETS, FORMS, LONGEST_MARKER, MODES, OWN_PATTERN, TIES
from .state import base_size


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


def _draw_sizes() -> None:
    base, state = base_size(), st.session_state
    vocab_size = int(state["num_merges"] or 0) + base
    if state.get("vocab_size") != vocab_size:
        stale.put("vocab_size", vocab_size)
    left, right = st.columns(2)
    number_field.whole(
        "Merges",
        registry.range_of("num_merges"),
        key="num_merges",
        place=left,
        step=50,
        help="How many merges to learn, at most. A merge makes one new token of the most "
        "frequent pair of tokens.",
    )
    number_field.whole(
        "Vocabulary",
        _vocab_sizes(),
        key="vocab_size",
        place=right,
        step=50,
        on_change=_take_vocab_size,
        help=f"The number of tokens: {base:,} to begin with, and one for each merge. Special tokens "
        "come on top.",
    )
    number_field.say_refused("num_merges", "vocab_size")


def _vocab_sizes() -> range:
    return range(base_size(), base_size() + limits.MERGES + 1)


def _take_vocab_size() -> None:
    if number_field.taken("vocab_size", "Vocabulary", _vocab_sizes()):
        stale.put("num_merges", int(st.session_state["vocab_size"] or base_size()) - base_size())


def _draw_pattern() -> None:
    regex_mode = st.session_state["mode"] == "regex"
    if regex_mode:
        st.selectbox(
            "Split pattern",
            [*PATTERNS, OWN_PATTERN],
            format_func=lambda name: "Your own pattern" if name == OWN_PATTERN else name,
            key="pattern",
            persist_state="session",
            help="Pre-tokenization: the text is cut into chunks first, and no merge crosses the "
            "border of a chunk.",
        )
    if regex_mode and st.session_state["pattern"] == OWN_PATTERN:
        st.text_input(
            "Your pattern",
            key="own_pattern",
            persist_state="session",
            help="In the syntax of Python's regex.",
        )
    left, right = st.columns(2)
    left.selectbox(
        "Normal form",
        FORMS,
        key="normalization",
        persist_state="session",
        help="Unicode can spell one letter in several ways. A normal form makes them one, before "
        "training and before encoding.",
    )
    right.selectbox(
        "Spelling",
        list(NAMES),
        format_func=NAMES.__getitem__,
        key="spelling",
        persist_state="session",
        help="As people type it, before the normal form. Dots only: marks above a letter are taken "
        "off, in Yorùbá the tone marks (in Russian й becomes и). No marks at all: those below, too, "
        "and the points of Arabic and Hebrew. Substitutes mended: a line or a macron below e, o and "
        "s becomes the dot below, and U+0340 and U+0341 the usual grave and acute.",
    )


def _draw_more() -> None:
    with st.expander("More", key="more_settings"):
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
            help="First in the corpus: minbpe. Smallest ids: rustbpe. As Hugging Face decides: the "
            "smallest ids, bytes in the order of their letters. Largest symbols: subword-nmt.",
        )
        number_field.whole(
            "Minimum pair count",
            registry.range_of("min_count"),
            key="min_count",
            help="Training ends when the best pair is rarer than this.",
        )
        number_field.say_refused("min_count")


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
        disabled=not st.session_state["end_of_word"],
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
