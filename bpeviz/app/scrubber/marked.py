"""The marked token: what the browser told of it, and what a link says of it.

The session keeps it as a link has it, ``MARKED``: an id of the first tokenizer on the page, or with the
number of another one before it, "2:312". An id means nothing under another tokenizer, so the mark goes
when its tokenizer does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from .. import registry
from ..registry import EVERY_PAGE, Key

MARKED = "marked"
#: The name of the tokenizer whose token it is; None as long as only a link has said it.
_INSIDE = "marked_inside"


def readable(word: str) -> bool:
    """Whether a word names a token, or none.

    >>> [readable(word) for word in ("", "312", "2:312", "0:3", "-1", "x")]
    [True, True, True, False, False, False]
    """
    return re.fullmatch(r"(([2-9]:)?\d{1,9})?", word, re.ASCII) is not None


registry.enter(EVERY_PAGE, Key(MARKED, "", readable), Key(_INSIDE, None, travels=False))


def keep(told: Any, tokenizers: Sequence[str]) -> None:
    """Note what the browser told: an id and the name of its tokenizer, or that no token is marked."""
    state = st.session_state
    found = told if isinstance(told, Mapping) else {}
    inside, chosen = found.get("tokenizer"), found.get("id")
    if type(chosen) is int and chosen >= 0 and inside in tokenizers:
        state.update({MARKED: _word(tokenizers.index(inside), chosen), _INSIDE: inside})
    else:
        state[MARKED] = ""


def present(tokenizers: Sequence[str]) -> dict[str, Any] | None:
    """The marked token of one of these tokenizers, as the browser takes it."""
    state = st.session_state
    word = state.get(MARKED, "")
    if not word:
        return None
    place, _, chosen = word.rpartition(":")
    at = int(place or 1) - 1
    inside = state.get(_INSIDE)
    if inside is None:
        if state.get("job") is not None:
            return None  # Meanwhile another tokenizer stands in.
        inside = tokenizers[at] if at < len(tokenizers) else ""
    if inside not in tokenizers:
        state[MARKED] = ""
        return None
    state.update({MARKED: _word(tokenizers.index(inside), int(chosen)), _INSIDE: inside})
    return {"id": int(chosen), "tokenizer": inside}


def _word(place: int, chosen: int) -> str:
    return f"{place + 1}:{chosen}" if place else str(chosen)
