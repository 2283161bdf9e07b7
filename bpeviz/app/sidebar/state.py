"""What the sidebar holds: the session key of every widget, and the corpus and settings they mean.

Links and the session file set these keys and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.engine.training import base_size as base_size_of

from .. import limits, reading
from ..samples import samples
from ..settings import DOCUMENTS, Settings, listed

OWN = "own"
OWN_PATTERN = "own pattern"
FIRST_SAMPLE = "english"
LONGEST_MARKER = 12
MODES = {"character": "Character", "byte": "Byte", "regex": "Regex"}
FORMS = ("as typed", "NFC", "NFD", "NFKC", "NFKD")
ALPHABETS = {
    "observed": "The characters of the corpus",
    "lowercase": "a to z",
    "latin-1": "Latin-1",
    "own": "Characters of my own",
}
TIES = {
    "first-seen": "The first in the corpus",
    "smallest-ids": "The smallest ids",
    "largest-symbols": "The largest symbols",
}

#: Session key -> value of every widget here.
DEFAULTS: dict[str, Any] = {
    "sample": FIRST_SAMPLE,
    "corpus_text": None,
    "corpus_file": None,
    "mode": "regex",
    "num_merges": 300,
    "pattern": "gpt4",
    "own_pattern": r"\p{L}+|\s+|[^\p{L}\s]+",
    "normalization": "as typed",
    "documents": "whole",
    "alphabet": "observed",
    "own_alphabet": "",
    "observed_bytes": False,
    "end_of_word": "_",
    "end_of_word_joined": False,
    "default_tokens": "",
    "special_tokens": "",
    "tie_break": "first-seen",
    "min_count": 1,
}

#: What these may be, for values that come from elsewhere: options, a range, or a test.
OPTIONS: dict[str, Any] = {
    "mode": MODES,
    "num_merges": range(limits.MERGES + 1),
    "pattern": [*PATTERNS, OWN_PATTERN],
    "normalization": FORMS,
    "documents": DOCUMENTS,
    "alphabet": ALPHABETS,
    "end_of_word": lambda text: len(text) <= LONGEST_MARKER,
    "tie_break": TIES,
    "min_count": range(1, 2**31),
}


def fill_in() -> None:
    """Give every key that the session lacks its default."""
    for key, value in DEFAULTS.items():
        # Never assigned again: Streamlit would overwrite what is being typed. Widgets that are not
        # drawn on every run keep their values by persist_state.
        st.session_state.setdefault(key, value)
    if st.session_state["corpus_text"] is None:
        st.session_state["corpus_text"] = samples()[FIRST_SAMPLE].text


def corpus() -> str:
    """The corpus as it stands in the sidebar."""
    file = st.session_state["corpus_file"]
    return file[1] if file else st.session_state["corpus_text"]


def set_corpus(text: str) -> None:
    """Put a text into the corpus box (from a callback, before the sidebar is drawn)."""
    text = reading.pasted(text)
    own = next((key for key, sample in samples().items() if sample.text == text), OWN)
    st.session_state.update(corpus_text=text, corpus_file=None, sample=own)


def settings() -> Settings:
    """The settings as they stand in the sidebar."""
    s = st.session_state
    if s["mode"] == "character":
        alphabet = tuple(s["own_alphabet"]) if s["alphabet"] == "own" else s["alphabet"]
    else:
        alphabet = "observed" if s["observed_bytes"] else None
    return Settings(
        mode=s["mode"],
        num_merges=int(s["num_merges"] or 0),
        pattern=s["own_pattern"] if s["pattern"] == OWN_PATTERN else s["pattern"],
        normalization=None if s["normalization"] == FORMS[0] else s["normalization"],
        documents=s["documents"],
        alphabet=alphabet,
        end_of_word=s["end_of_word"] or None,
        end_of_word_joined=s["end_of_word_joined"] and bool(s["end_of_word"]),
        default_tokens=listed(s["default_tokens"]),
        special_tokens=listed(s["special_tokens"]),
        tie_break=s["tie_break"],
        min_count=int(s["min_count"] or 1),
    )


def base_size() -> int:
    """The number of tokens before the first learned merge, default tokens' own merges included."""
    try:
        return _base_size(corpus(), settings())
    except BPEError:
        return 256


@lru_cache(maxsize=16)
def _base_size(text: str, chosen: Settings) -> int:
    # Of the arguments of the training, which leaves out what its mode does not take.
    names = ("mode", "normalization", "alphabet", "end_of_word", "end_of_word_joined")
    given = chosen.arguments().items()
    wanted = {name: value for name, value in given if name in (*names, "default_tokens")}
    return base_size_of(chosen.split(text), **wanted)
