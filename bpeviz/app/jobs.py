"""Trainings: each runs beside the pages, is shared by all sessions, and can be stopped.

A short text is trained in a thread, a longer one in a process (see ``training``). A training is
known by its settings and its corpus. Who asks for one that is running joins it; who
asks for one that is done gets it at once. A training is given up when all pages that wait for it
are closed; who opens such a page again starts it anew.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

import bpeviz
from bpeviz import BPEError, Tokenizer, Trace
from bpeviz.engine.measures import changed_characters
from bpeviz.engine.patterns import limit_seconds
from bpeviz.engine.studies.ranking import Ranking

from . import limits
from .settings import Settings
from .training import Task, trace, train_apart

limit_seconds(limits.PATTERN_SECONDS)
#: How often a training that waits for its place looks whether it is still wanted.
_QUEUE_SECONDS = 0.2
_processes = threading.BoundedSemaphore(limits.PROCESSES)


@dataclass(frozen=True)
class Model:
    """A finished training: what every page works on. ``seconds`` is how long it took."""

    key: str
    tokenizer: Tokenizer
    corpus: str
    settings: Settings
    seconds: float
    stopped: bool = False
    file: str | None = None
    special: bool = False
    #: The pairs of the corpus at some steps, where they were counted with the training.
    rankings: dict[int, Ranking] = field(default_factory=dict, compare=False)

    @cached_property
    def trace(self) -> Trace:
        """The whole corpus under the tokenizer."""
        return self.trace_of(self.corpus)

    @cached_property
    def changed(self) -> int:
        """How many characters of the corpus the normal form spells otherwise."""
        return changed_characters(self.corpus, self.tokenizer.normalization)

    @cached_property
    def shown(self) -> Trace:
        """The part of the corpus that is drawn."""
        excerpt = self.corpus[: limits.SHOWN]
        return self.trace if excerpt == self.corpus else self.trace_of(excerpt)

    def trace_of(self, text: str) -> Trace:
        """Any text, cut into documents as the corpus was; unknown characters are kept visible."""
        return trace(self.tokenizer, text, self.settings, self.special)


class _GivenUpError(Exception):
    """Nobody waits for the training any more."""


class Job:
    """A training under way."""

    def __init__(self, key: str, corpus: str, settings: Settings, step: int | None = None) -> None:
        """``step``: the step at which the page is that asks for it."""
        self.key = key
        self.step = step
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
        # Lets the threads of other sessions have the interpreter between merges.
        time.sleep(0)
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
        if len(self.corpus) <= limits.IN_THREAD:
            started = time.perf_counter()
            documents = self.settings.split(self.corpus)
            tokenizer = bpeviz.train(
                documents, **self.settings.arguments(), progress=self._progress
            )
            return self._model(tokenizer, time.perf_counter() - started)
        task = Task(self.corpus, self.settings, limits.PATTERN_SECONDS, limits.SHOWN, self.step)
        with self._slot():
            found = train_apart(task, self._progress)
        model = self._model(found.tokenizer, found.seconds)
        # What the cached properties would compute again.
        vars(model).update(trace=found.trace, shown=found.shown, changed=found.changed)
        model.rankings.update(found.rankings)
        return model

    @contextmanager
    def _slot(self) -> Iterator[None]:
        """One of the few places for a process; while there is none, it can be stopped and left."""
        while not _processes.acquire(timeout=_QUEUE_SECONDS):
            self.queued = True
            if not self._progress(0, self.merges_asked):
                raise BPEError(
                    "The training was stopped before it began. Change a setting to train."
                )
        self.queued = False
        try:
            yield
        finally:
            _processes.release()

    def _model(self, tokenizer: Tokenizer, seconds: float) -> Model:
        # Training cut the special tokens out, so they are cut out where its pairs are counted.
        special = bool(self.settings.special_tokens)
        return Model(
            self.key, tokenizer, self.corpus, self.settings, seconds, self._stop, special=special
        )


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
        self._models: OrderedDict[str, Model] = OrderedDict()

    def model(self, key: str) -> Model | None:
        """A finished training, if it is still kept."""
        with self._lock:
            if key in self._models:
                self._models.move_to_end(key)
            return self._models.get(key)

    def keep(self, model: Model) -> None:
        """Keep a finished training, and let the longest unused go where there are too many."""
        with self._lock:
            self._models[model.key] = model
            while len(self._models) > 1 and self._too_much():
                self._models.popitem(last=False)

    def _too_much(self) -> bool:
        held = sum(len(model.corpus) for model in self._models.values())
        return len(self._models) > limits.CACHED_TRAININGS or held > limits.CACHED_BYTES

    def start(self, corpus: str, settings: Settings, step: int | None = None) -> Job:
        """Start a training, or join one that is under way; ``step``: where the page is."""
        key = training_key(corpus, settings)
        with self._lock:
            job = self._running.get(key)
            if job is not None and not job.finished.is_set():
                job.touch()
                return job
            job = self._running[key] = Job(key, corpus, settings, step)
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


def training_key(corpus: str, settings: Settings) -> str:
    """What a training is known by: the same key, the same result."""
    digest = hashlib.sha256(corpus.encode("utf-8", "surrogatepass"))
    digest.update(repr(settings).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


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
        while not job.finished.wait(0.3):
            job.touch()
            if waiting is not None:
                waiting(job)
        if job.model is None:
            raise BPEError(job.error or "The training ended without a result. Try again.")
        found = job.model
    return found
