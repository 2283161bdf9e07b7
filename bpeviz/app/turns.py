"""Taking turns: of the parts of pages that follow the slider, one is drawn at a time.

Python runs one thread at a time. When many people move the slider at once, their threads would
share it in slices: all would be done late, and the thread that sends the answers would wait among
them. One after the other, the first is done when the second begins. Measured by
``tests.benchmarks.load``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

import streamlit as st

_turn = threading.RLock()
#: Seconds to wait for a turn; then a part is drawn out of turn, so that a slow one delays nobody
#: for long.
_PATIENCE = 0.2


def fragment(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A ``st.fragment`` that waits for its turn; for parts that do not wait for anything else."""
    return st.fragment(in_turn(draw))


def in_turn(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A function that waits for its turn; inside another that has the turn it does not."""

    @wraps(draw)
    def waiting(*args: Any, **kwargs: Any) -> Any:
        mine = _turn.acquire(timeout=_PATIENCE)
        try:
            return draw(*args, **kwargs)
        finally:
            if mine:
                _turn.release()

    return waiting
