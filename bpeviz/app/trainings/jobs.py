"""Trainings: each runs beside the pages, is shared by all sessions, and can be stopped.

Each has a process (see ``training``) and waits for its place; short ones need not wait for long ones.
A training is known by its settings and its corpus. Who asks for one that is running joins it; who
asks for one that is done gets it at once. A training is given up when all pages that wait for it are
closed; who opens such a page again starts it anew.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpeviz import BPEError, Tokenizer, Trace
from bpeviz.engine.measures import changed_characters
from bpeviz.engine.patterns import limit_seconds

from .. import limits
from . import memory, turns
from .keys import training_key
from .settings import Settings
from .training import Places, Task, trace

limit_seconds(limits.PATTERN_SECONDS)
_short = Places(limits.SHORT_PROCESSES, kept=True)
_long = Places(limits.PROCESSES, kept=False)


@dataclass(frozen=True)
class Model:
    """A finished training: what every page works on. ``seconds`` is how long it took.

    It is shared by all sessions, so nothing of one session is in it: ``file`` is the digest of a
    tokenizer file, and not its name.
    """

    key: str
    tokenizer: Tokenizer
    corpus: str
    settings: Settings
    seconds: float
    stopped: bool = False
    file: str | None = None
    special: bool = False

    @cached_property
    def trace(self) -> Trace:
        """The whole corpus under the tokenizer."""
        return self.trace_of(self.corpus)

    @property
    def learned(self) -> int:
        """How many merges this training learned: not those of default tokens or an earlier one."""
        tokenizer = self.tokenizer
        return len(tokenizer.merges) - (tokenizer.default_count, *tokenizer.seams)[-1]

    @cached_property
    def changed(self) -> int:
        """How many characters of the corpus the normal form spells otherwise."""
        return changed_characters(
            self.corpus, self.tokenizer.normalization, self.tokenizer.spelling
        )

    @cached_property
    def shown(self) -> Trace:
        """The part of the corpus that is drawn."""
        excerpt = self.corpus[: limits.SHOWN]
        return self.trace if excerpt == self.corpus else self.trace_of(excerpt)

    @property
    def size(self) -> int:
        """Bytes of memory that it takes, about; a file's tokenizer is counted where it is kept."""
        merges = 0 if self.file else len(self.tokenizer.merges)
        return memory.A_CHARACTER * len(self.corpus) + memory.A_MERGE * merges

    def trace_of(self, text: str) -> Trace:
        """Any text, cut into documents as the corpus was; unknown characters are kept visible."""
        return trace(self.tokenizer, text, self.settings, self.special)


class _GivenUpError(Exception):
    """Nobody waits for the training any more."""


class Job:
    """A training under way."""

    def __init__(self, key: str, corpus: str, settings: Settings) -> None:
        self.key = key
        self.corpus = corpus
        self.settings = settings
        self.merges_done = 0
        self.merges_asked = settings.num_merges
        self.model: Model | None = None
        self.error: str | None = None
        self.given_up = False
        #: Whether it waits until another training ends.
        self.queued = False
        self.finished = threading.Event()
        self._stop = False
        self._asked_about = time.monotonic()
        self._waiting: set[str] = set()

    def wait(self, seconds: float) -> bool:
        """Wait for its end, for so long at most; whether it has ended. Others have the turn."""
        if self.finished.is_set():
            return True
        with turns.away():
            return self.finished.wait(seconds)

    def touch(self) -> None:
        """Say that the page which runs now waits for it."""
        page = _session()
        if page is None or _open(page):
            self._asked_about = time.monotonic()
            self._waiting.update(filter(None, [page]))

    def leave(self) -> None:
        """Say that the page which runs now does not wait for it any more."""
        self._waiting.discard(_session() or "")
        if not self._waiting:
            self._asked_about = float("-inf")

    def stop(self) -> None:
        """End it at the next merge; what it has learned is kept."""
        self._stop = True

    @property
    def stopping(self) -> bool:
        """Whether somebody has stopped it."""
        return self._stop

    def _abandoned(self) -> bool:
        if time.monotonic() - self._asked_about < limits.ABANDONED_SECONDS:
            return False
        # A browser lets hidden pages ask once a minute only; they are still open.
        if any(map(_open, self._waiting)):
            self._asked_about = time.monotonic()
            return False
        return True

    def _progress(self, done: int, asked: int) -> bool:
        self.merges_done, self.merges_asked = done, asked
        if self._abandoned():
            raise _GivenUpError
        return not self._stop

    def run(self) -> None:
        try:
            self.model = self._train()
        except BPEError as error:
            self.error = str(error)
        except _GivenUpError:
            self.given_up = True
        except Exception as error:
            self.error = (
                f"Training failed ({type(error).__name__}). Change the settings or the corpus; "
                "the result shown is the last good one."
            )
        finally:
            self.finished.set()

    def _train(self) -> Model:
        memory.make_room(memory.A_CHARACTER * len(self.corpus), "a training of this text")
        task = Task(self.corpus, self.settings, limits.PATTERN_SECONDS, limits.SHOWN)
        with (_short if self._is_short() else _long).worker(self._queue) as worker:
            self.queued = False
            found = worker.train(task, self._progress)
        # Training cut the special tokens out, so they are cut out where its pairs are counted.
        special = bool(self.settings.special_tokens)
        model = Model(
            self.key, found.tokenizer, self.corpus, self.settings, found.seconds, self._stop,
            special=special,
        )  # fmt: skip
        # What the cached properties would compute again.
        vars(model).update(trace=found.trace, shown=found.shown, changed=found.changed)
        return model

    def _is_short(self) -> bool:
        characters, merges = len(self.corpus), self.settings.num_merges
        return characters <= limits.SHORT and characters * merges <= limits.SHORT_WORK

    def _queue(self) -> None:
        """While there is no place, the training can be stopped and left."""
        self.queued = True
        if not self._progress(0, self.merges_asked):
            raise BPEError("The training was stopped before it began. Change a setting to train.")


def _session() -> str | None:
    """The session whose page runs in this thread."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else None


def _open(session: str) -> bool:
    """Whether a session's page is open in a browser."""
    return runtime.exists() and runtime.get_instance().is_active_session(session)


class Jobs:
    """All trainings of this server: those under way and the latest finished."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[str, Job] = {}
        self._models = memory.cache(0.3)

    def model(self, key: str) -> Model | None:
        """A finished training, if it is still kept."""
        return self._models.get(key)

    def keep(self, model: Model) -> None:
        """Keep a finished training, and let the longest unused go where all are too large."""
        self._models.put(model.key, model, model.size)

    def start(self, corpus: str, settings: Settings) -> Job:
        """Start a training, or join one that is under way."""
        key = training_key(corpus, settings)
        with self._lock:
            job = self._running.get(key)
            if job is not None and not job.finished.is_set():
                job.touch()
                return job
            job = self._running[key] = Job(key, corpus, settings)
            job.touch()
        threading.Thread(target=self._run, args=(job,), daemon=True).start()
        return job

    def _run(self, job: Job) -> None:
        job.run()
        if job.model is not None and not job.model.stopped:
            self.keep(job.model)
        with self._lock:
            if self._running.get(job.key) is job:
                del self._running[job.key]


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The trainings of this server, one collection for all sessions."""
    return Jobs()


def trained(
    corpus: str, settings: Settings, waiting: Callable[[Job], object] | None = None
) -> Model:
    """Train now, or take what is kept: for second settings and demonstrations.

    ``waiting`` is called again and again while the training goes on, to show how far it is.
    Raises the BPEError of the training.
    """
    key = training_key(corpus, settings)
    found = jobs().model(key)
    if found is None:
        job = jobs().start(corpus, settings)
        while not job.wait(0.3):
            job.touch()
            if waiting is not None:
                waiting(job)
        if job.model is None:
            raise BPEError(job.error or "The training ended without a result. Try again.")
        found = job.model
    return found
