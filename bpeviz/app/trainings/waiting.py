"""Waiting for a training: a progress bar, and what stays on the page where one is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from bpeviz import BPEError

from ..text import plain
from .jobs import Job

Made = TypeVar("Made")


def how_far(job: Job) -> tuple[float, str]:
    """How far a training is, as a share and in words: what a progress bar takes."""
    share = job.merges_done / max(1, job.merges_asked)
    words = f"Training: {job.merges_done:,} of {job.merges_asked:,} merges"
    if job.queued:
        words = "Training: queued behind another training run on this server"
    elif job.stopping or job.merges_done == job.merges_asked:
        words += "; preparing the result"
    return min(1.0, share), words


class Waiting:
    """Call it with the job while it goes on; the bar appears when that takes longer."""

    def __init__(self) -> None:
        self._place = st.empty()

    def __call__(self, job: Job) -> None:
        self._place.progress(*how_far(job))

    def done(self) -> None:
        """Take the bar away."""
        self._place.empty()


def last_good(key: str, make: Callable[[Waiting], Made], thing: str) -> Made:
    """What ``make`` gives; where it refuses, the page says why and keeps the last that it gave.

    ``key``: where the session keeps it; ``thing``: what it is called. With none the page ends.
    """
    waiting = Waiting()
    try:
        made = st.session_state[key] = make(waiting)
    except BPEError as error:
        waiting.done()
        kept: Made | None = st.session_state.get(key)
        still = "" if kept is None else f" The last good {thing} is still shown."
        st.error(plain(f"{error}{still}"))
        if kept is None:
            st.stop()
        return kept
    waiting.done()
    return made
