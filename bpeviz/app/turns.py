"""Taking turns: of the parts of pages that follow the slider, one is drawn at a time.

Python runs one thread at a time. When many people move the slider at once, their threads would
share it in slices: all would be done late, and the thread that sends the answers would wait among
them. One after the other, the first is done when the second begins. Measured by
``tests.benchmarks.load``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import streamlit as st

_turn = threading.Lock()
_this_thread = threading.local()
#: Seconds to wait for a turn; then a part is drawn out of turn, so that a slow one delays nobody
#: for long.
_PATIENCE = 0.2


def fragment(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A ``st.fragment`` that waits for its turn; for parts that do not wait for anything else."""
    return st.fragment(in_turn(draw))


def in_turn(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A function that waits for its turn."""

    @wraps(draw)
    def waiting(*args: Any, **kwargs: Any) -> Any:
        if _has_turn():
            return draw(*args, **kwargs)
        _take()
        try:
            return draw(*args, **kwargs)
        finally:
            _give_back()

    return waiting


@contextmanager
def aside() -> Iterator[None]:
    """Let others have their turn meanwhile: around what takes long."""
    had = _give_back()
    try:
        yield
    finally:
        if had:
            _take()


def _has_turn() -> bool:
    return getattr(_this_thread, "has_turn", False)


def _take() -> None:
    _this_thread.has_turn = _turn.acquire(timeout=_PATIENCE)


def _give_back() -> bool:
    had = _has_turn()
    if had:
        _this_thread.has_turn = False
        _turn.release()
    return had
