"""What the sidebar holds beside the corpus: the session key of every widget, and the settings that
they mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.engine.corpus import base_size as base_size_of
from bpeviz.views.spelling import AS_TYPED, NAMES

from .. import limits, registry
from ..corpus.state import corpus
from ..registry import EVERY_PAGE, Key
from ..tokenizers import starting
from ..trainings.settings import DOCUMENTS, Settings, listed
from .choices import ALPHABETS, FORMS, LONGEST_MARKER, MODES, OWN_PATTERN, TIES

_KEYS = (
    Key("mode", "regex", MODES),
    Key("num_merges", 300, range(limits.MERGES + 1)),
    Key("pattern", "gpt4", [*PATTERNS, OWN_PATTERN]),
    Key("own_pattern", r"\p{L}+|\s+|[^\p{L}\s]+"),
    Key("normalization", AS_TYPED, FORMS, formerly={None: AS_TYPED}),
    Key("spelling", AS_TYPED, NAMES),
    Key("documents", "whole", DOCUMENTS),
    Key("alphabet", "observed", ALPHABETS),
    Key("own_alphabet", ""),
    Key("observed_bytes", False),
    Key("end_of_word", "_", lambda text: len(text) <= LONGEST_MARKER),
    Key("end_of_word_joined", False),
    Key("default_tokens", ""),
    Key("special_tokens", ""),
    Key("tie_break", "first-seen", TIES),
    Key("min_count", 1, range(1, 2**31)),
    Key(
        "start",
        "",
        starting.readable,
        title="The text of the earlier training",
        files=starting.files_in,
    ),
)
registry.enter(EVERY_PAGE, *_KEYS)


def usual() -> dict[str, Any]:
    """The defaults of the training settings, by their keys."""
    return {key.name: key.default for key in _KEYS}


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
        normalization=None if s["normalization"] == AS_TYPED else s["normalization"],
        spelling=None if s["spelling"] == AS_TYPED else s["spelling"],
        documents=s["documents"],
        alphabet=alphabet,
        end_of_word=s["end_of_word"] or None,
        end_of_word_joined=s["end_of_word_joined"] and bool(s["end_of_word"]),
        default_tokens=listed(s["default_tokens"]),
        special_tokens=listed(s["special_tokens"]),
        tie_break=s["tie_break"],
        min_count=int(s["min_count"] or 1),
        start=starting.start_of(s["start"]) if s["start"] else None,
    )


def base_size() -> int:
    """The number of tokens before the first learned merge, default tokens' own merges included."""
    try:
        return _base_size(corpus(), settings())
    except BPEError:
        return 256


@lru_cache(maxsize=16)
def _base_size(text: str, chosen: Settings) -> int:
    if chosen.start is not None:
        return len(chosen.start.tokenizer.vocabulary)
    # Of the arguments of the training, which leaves out what its mode does not take.
    names = ("mode", "normalization", "spelling", "alphabet", "end_of_word", "end_of_word_joined")
    given = chosen.arguments().items()
    wanted = {name: value for name, value in given if name in (*names, "default_tokens")}
    return base_size_of(chosen.split(text), **wanted)
