"""Number fields that refuse in words.

A browser keeps a number outside a field's bounds to itself and turns the field red; Python never
hears of it, and nothing can be said. So these fields have no bounds of the browser's: what is out
of range is put back here, and a sentence says so.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from ..text import plain
from . import stale


def whole(
    label: str,
    allowed: range,
    *,
    key: str,
    optional: bool = False,
    place: Any = st,
    **more: Any,
) -> int | None:
    """A field for a whole number out of a range; ``optional``: it may be empty, then None.

    ``say_refused`` draws the sentence, where there is room for it. A callback of one's own begins
    with ``taken``.
    """
    state = st.session_state
    state.setdefault("last_numbers", {})[key] = state[key]
    more.setdefault("on_change", partial(taken, key, label, allowed, optional))
    # Streamlit makes a field of whole numbers of whole bounds or of a whole step, and takes an
    # emptied one for its usual value, unless that is None.
    more = {"step": 1, "value": None, "persist_state": "session"} | more
    return place.number_input(label, key=key, **more)


def taken(key: str, label: str, allowed: range, optional: bool = False) -> bool:
    """In a callback: whether the number typed can be had; if not, the earlier one is back."""
    if stale.restore_if_stale(key):
        return False
    asked = st.session_state[key]
    if asked in allowed or (asked is None and optional):
        return True
    earlier = st.session_state["last_numbers"][key]
    stale.put(key, earlier)
    st.session_state.setdefault("refused_numbers", {})[key] = (
        f"{label}: "
        + ("no number was given. " if asked is None else f"{asked:,} is out of range. ")
        + f"Choose a number from {allowed[0]:,} to {allowed[-1]:,}. "
        + ("The field is empty again." if earlier is None else f"{earlier:,} is still in use.")
    )
    return False


def say_refused(*keys: str) -> None:
    """Draw, once, what was refused in these fields."""
    refused = st.session_state.get("refused_numbers", {})
    for key in keys:
        if key in refused:
            st.error(plain(refused.pop(key)))
