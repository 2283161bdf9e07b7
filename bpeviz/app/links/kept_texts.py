"""Texts that are too long for the address, kept by the browser's tab.

The address names such a text by its hash. The server remembers it for the session only; after a
reload or a restart of the server the tab hands it back. It keeps what can be pasted; a larger upload
has to be made again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from .. import limits
from ..widgets.scripts import script
from .size import digest

_KEY = "bpeviz-kept-texts"
#: So many texts are remembered, so that back and forward find them.
_MOST = 4
_browser = st.components.v2.component("bpeviz_kept_texts", js=script("links/kept_texts.js"))


def known() -> dict[str, str]:
    """The texts of this session that are too long for the address, by their hash."""
    found: dict[str, str] = st.session_state.setdefault("large_texts", {})
    return found


def keep(texts: Mapping[str, str]) -> None:
    """Remember texts, the latest longest."""
    kept = known()
    for text in texts.values():
        kept.pop(digest(text), None)
        kept[digest(text)] = text
    while len(kept) > _MOST:
        kept.pop(next(iter(kept)))


def ask(hashes: Collection[str]) -> None:
    """Ask the tab for texts; until it has answered the address stays as it is."""
    state = st.session_state
    state["asked_texts"] = sorted(hashes)
    state["asked_often"] = state.get("asked_often", 0) + 1


def asked() -> bool:
    """Whether the answer of the tab is still to come."""
    return bool(st.session_state.get("asked_texts"))


def answered() -> bool:
    """Whether the tab has just answered, with texts or without."""
    return bool(st.session_state.pop("answered_texts", False))


def draw() -> None:
    """Let the tab keep what is remembered here, and hand back what is asked for; once a run."""
    kept = {key: text for key, text in known().items() if len(text) <= limits.PASTE}
    wanted = st.session_state.get("asked_texts", [])
    if kept or wanted:
        data = {"keep": kept, "ask": wanted, "question": st.session_state.get("asked_often", 0)}
        _browser(key=_KEY, data=data, on_found_change=_take)


def _take() -> None:
    told: Any = st.session_state[_KEY].get("found")
    wanted = st.session_state.pop("asked_texts", [])
    texts = told if isinstance(told, Mapping) else {}
    good = {key: texts[key] for key in wanted if isinstance(texts.get(key), str)}
    good = {key: text for key, text in good.items() if digest(text) == key}
    keep(good)
    st.session_state["answered_texts"] = True
