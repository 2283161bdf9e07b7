"""Stale values: what a browser reports before it knows what Python has set.

Every message of a browser carries the values of all widgets. When Python sets a widget and the
person does the next thing before that has arrived, the message holds the widget's earlier value,
and Streamlit takes it for a change.
"""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

#: Seconds within which a value that was just replaced is stale, and nobody's choice.
_SECONDS = 2.0


def put(key: str, value: Any) -> None:
    """Set a widget from Python; what it replaces may still be reported."""
    state = st.session_state
    replaced = state.setdefault("stale_values", {}).setdefault(key, {})
    now = time.monotonic()
    for old in [old for old, since in replaced.items() if now - since > _SECONDS]:
        del replaced[old]
    if key in state and state[key] != value:
        replaced[state[key]] = now
    replaced.pop(value, None)
    state[key] = value
    state.setdefault("set_values", {})[key] = value


def restore_if_stale(key: str) -> bool:
    """In a callback: whether the value is stale; then the one that Python had set is back."""
    state = st.session_state
    since = state.get("stale_values", {}).get(key, {}).get(state[key])
    if since is None or time.monotonic() - since > _SECONDS:
        return False
    state[key] = state["set_values"][key]
    return True
