"""Taking turns: of all pages that run, one computes at a time, and who has had little goes first.

Python runs one thread at a time. When many pages run at once, their threads would share it in
slices: all would be done late, and the thread that sends the answers would wait among them. One
after the other, the first is done when the second begins. A long run lets others pass whenever it
draws something. Measured by ``tests.benchmarks.load`` and ``tests.hostile.freezing``.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import count
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

#: Seconds of the processor after which a run lets others pass.
_SLICE = 0.05
#: Seconds to wait for a turn; then it is taken from a run that has not drawn anything all the
#: while, so that a slow one delays nobody for long. Who has had much waits longer.
_PATIENCE, _PATIENCE_PER_SECOND, _MOST_PATIENCE = 0.2, 5.0, 5.0
#: Seconds after which half of what a session has had is forgotten.
_HALF_LIFE = 10.0


class Turns:
    """One turn, and those who wait for it; the one that has had least is the next."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: Run | None = None
        self._waiting: list[tuple[float, int, Run]] = []
        self._number = count()

    def take(self, run: Run) -> None:
        """Wait for the turn."""
        with self._lock:
            if self._holder is None:
                self._holder = run
                return
            run.called.clear()
            heapq.heappush(self._waiting, (run.had, next(self._number), run))
        while not run.called.wait(run.patience):
            with self._lock:
                if not run.called.is_set():
                    self._next()

    def give(self, run: Run) -> None:
        """Hand the turn on, if it has not been taken away meanwhile."""
        with self._lock:
            if self._holder is run:
                self._next()

    def _next(self) -> None:
        self._holder = None
        if self._waiting:
            self._holder = first = heapq.heappop(self._waiting)[2]
            first.called.set()

    @property
    def wanted(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)


class Run:
    """A run of a page or a part in its thread, and the seconds that its session has had lately."""

    def __init__(self, turns: Turns, had: float = 0.0) -> None:
        self.called = threading.Event()
        self.had = had
        self._turns = turns
        self._since = 0.0

    @property
    def patience(self) -> float:
        """How long it waits before it takes the turn away."""
        return min(_MOST_PATIENCE, _PATIENCE + _PATIENCE_PER_SECOND * self.had)

    def begin(self) -> None:
        """Wait for the turn."""
        self._turns.take(self)
        self._since = time.thread_time()

    def end(self) -> None:
        """Hand it on."""
        self.had += time.thread_time() - self._since
        self._turns.give(self)

    def let_pass(self) -> None:
        """Let others pass, after a while."""
        if time.thread_time() - self._since > _SLICE and self._turns.wanted:
            self.end()
            self.begin()


_turns = Turns()
_mine = threading.local()


@contextmanager
def turn() -> Iterator[None]:
    """The turn, for a run that computes; inside another turn nothing more."""
    if getattr(_mine, "run", None) is not None:
        yield
        return
    run = Run(_turns, _had())
    run.begin()
    _mine.run = run
    _pass_when_drawing()
    try:
        yield
    finally:
        _mine.run = None
        run.end()
        st.session_state["had_turns"] = (run.had, time.monotonic())


@contextmanager
def away() -> Iterator[None]:
    """Leave the turn to others while this thread waits for something else."""
    run = getattr(_mine, "run", None)
    if run is not None:
        run.end()
    try:
        yield
    finally:
        if run is not None:
            run.begin()


def in_turn(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A function that waits for its turn; inside another that has the turn it does not."""

    @wraps(draw)
    def waiting(*args: Any, **kwargs: Any) -> Any:
        with turn():
            return draw(*args, **kwargs)

    return waiting


def fragment(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A ``st.fragment`` that waits for its turn."""
    return st.fragment(in_turn(draw))


def _had() -> float:
    """Seconds of turns that the session has had; half of them are forgotten again and again."""
    seconds, when = st.session_state.get("had_turns", (0.0, 0.0))
    return float(seconds * 0.5 ** ((time.monotonic() - when) / _HALF_LIFE))


def _pass_when_drawing() -> None:
    """Let the run of this thread wait whenever it sends something to the browser."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or getattr(context._enqueue, "lets_pass", False):
        return
    send = context._enqueue

    def enqueue(message: Any) -> None:
        run = getattr(_mine, "run", None)
        if run is not None:
            run.let_pass()
        send(message)

    enqueue.lets_pass = True  # type: ignore[attr-defined]
    context._enqueue = enqueue
