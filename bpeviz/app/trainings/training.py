"""Training in processes of their own, so that it does not hold up the pages.

In a thread a training would share Python's lock with everybody's page. A process runs ``main``:
it reads ``Task`` after ``Task`` from its input and writes ``Message`` after ``Message`` to its output;
None in place of a task ends the training under way, the end of the input the process, also because the
server has ended.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import bpeviz
from bpeviz import BPEError, Tokenizer, Trace
from bpeviz.app.trainings.settings import Settings
from bpeviz.engine.measures import changed_characters
from bpeviz.engine.patterns import limit_seconds

_ROOT = Path(__file__).resolve().parents[3]
#: Seconds between two reports of a training, and between two while no merge is made.
_PULSE = 0.1
_REPEAT = 1.0
#: Seconds between two looks whether a training that waits for its place is still wanted.
_LOOK = 0.2


class Task(NamedTuple):
    """What to train, how long a split pattern may take, and how many characters are drawn."""

    corpus: str
    settings: Settings
    pattern_seconds: float
    drawn: int


class Result(NamedTuple):
    """What a training gave: the tokenizer, the corpus and the drawn part of it under the tokenizer,
    how many characters the normal form changed, and how long the training alone took.
    """

    tokenizer: Tokenizer
    trace: Trace
    shown: Trace
    changed: int
    seconds: float


class Message(NamedTuple):
    """News of a training: how far it is, or its end (a result, or what is wrong)."""

    done: int = 0
    asked: int = 0
    result: Result | None = None
    error: str | None = None


def trace(tokenizer: Tokenizer, text: str, settings: Settings, special: bool = False) -> Trace:
    """A text cut into documents as the corpus is; unknown characters are kept visible."""
    return tokenizer.trace(
        settings.split(text),
        unknown="keep",
        special="special" if special else "text",
        separator=settings.separator,
    )


class Worker:
    """A process that trains, one task after another; ``nice``: how far it stands back for others."""

    def __init__(self, nice: int = 0) -> None:
        path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import main; main({nice})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path},
        )

    @property
    def alive(self) -> bool:
        """Whether it can be given a task."""
        return self._process.poll() is None

    def train(self, task: Task, progress: Callable[[int, int], bool]) -> Result:
        """Train; ``progress(done, asked)`` is called now and then.

        When it returns False the training ends with what it has learned. Raises the BPEError of the
        training; after any other exception the process has ended.
        """
        try:
            found = self._ask(task, progress)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            self.close()
            raise BPEError(
                "Training ended unexpectedly; the server may have run out of memory. "
                "Take a shorter text or fewer merges."
            ) from None
        except BaseException:
            self.close()
            raise
        if found.result is None:
            raise BPEError(found.error)
        return found.result

    def _ask(self, task: Task, progress: Callable[[int, int], bool]) -> Message:
        self._tell(task)
        stopped = False
        while True:
            assert self._process.stdout is not None
            message: Message = pickle.load(self._process.stdout)
            if message.result is not None or message.error is not None:
                return message
            if not progress(message.done, message.asked) and not stopped:
                self._tell(None)
                stopped = True

    def _tell(self, what: Task | None) -> None:
        assert self._process.stdin is not None
        pickle.dump(what, self._process.stdin)
        self._process.stdin.flush()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


class Places:
    """At most so many processes at a time; ``kept``: whether one is used again.

    A process that has trained a large text does not give all of its memory back.
    """

    def __init__(self, most: int, *, kept: bool) -> None:
        self._kept = kept
        self._free: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(most):
            self._free.put(None)

    @contextmanager
    def worker(self, waiting: Callable[[], object]) -> Iterator[Worker]:
        """A process, when there is one; until then ``waiting`` is called again and again."""
        while True:
            try:
                worker = self._free.get(timeout=_LOOK)
                break
            except queue.Empty:
                waiting()
        try:
            if worker is None or not worker.alive:
                worker = Worker(0 if self._kept else 10)  # Pages come before long trainings.
            yield worker
        finally:
            if worker is not None and not self._kept:
                worker.close()
            self._free.put(worker if self._kept else None)


# --- in the other process -----------------------------------------------------------------------


class _Server:
    """What the server asks for, and what it is told."""

    def __init__(self) -> None:
        self._stdout = sys.stdout.buffer
        self._stop = threading.Event()
        self._told = 0.0
        self._last: Message | None = None
        self._sending = threading.Lock()
        self.tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._keep_telling, daemon=True).start()

    def _listen(self) -> None:
        # A server that was killed while it sent leaves half a message.
        with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                task: Task | None = pickle.load(sys.stdin.buffer)
                if task is None:
                    self._stop.set()
                else:
                    self._stop.clear()
                    self.tasks.put(task)
        os._exit(0)

    def _keep_telling(self) -> None:
        """Repeat the last news also when no merge is made: so the server looks who still waits."""
        while True:
            time.sleep(_REPEAT)
            with self._sending:
                if self._last is not None:
                    self._write(self._last)

    def send(self, message: Message) -> None:
        ended = message.result is not None or message.error is not None
        with self._sending:
            self._last = None if ended else message
            self._write(message)

    def _write(self, message: Message) -> None:
        try:
            pickle.dump(message, self._stdout)
            self._stdout.flush()
        except OSError:
            os._exit(0)  # The server is gone.

    def progress(self, done: int, asked: int) -> bool:
        now = time.monotonic()
        if now - self._told > _PULSE:
            self._told = now
            self.send(Message(done, asked))
        return not self._stop.is_set()


def _train(task: Task, progress: Callable[[int, int], Any]) -> Message:
    limit_seconds(task.pattern_seconds)
    documents, arguments = task.settings.split(task.corpus), task.settings.arguments()
    try:
        started = time.perf_counter()
        tokenizer = bpeviz.train(documents, **arguments, progress=progress)
        return Message(result=_result(tokenizer, task, time.perf_counter() - started))
    except BPEError as error:
        return Message(error=str(error))
    except Exception as error:
        return Message(error=f"Training failed ({type(error).__name__}). Change the settings.")


def _result(tokenizer: Tokenizer, task: Task, seconds: float) -> Result:
    """The result, with all that a page will ask its traces: here it costs nobody else anything."""
    special = bool(task.settings.special_tokens)
    whole = trace(tokenizer, task.corpus, task.settings, special)
    excerpt = task.corpus[: task.drawn]
    # Pages ask whether the two are one.
    shown = whole if excerpt == task.corpus else trace(tokenizer, excerpt, task.settings, special)
    for merge in tokenizer.merges[:1]:
        whole.pair_history(merge.left, merge.right)
    _ = whole.token_counts, shown.token_counts, shown.boundaries
    changed = changed_characters(task.corpus, tokenizer.normalization, tokenizer.spelling)
    return Result(tokenizer, whole, shown, changed, seconds)


def main(nice: int) -> None:
    """Train what the input says."""
    # Ctrl+C is for the server; this process ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    server = _Server()
    while True:
        task = server.tasks.get()
        server.send(Message())
        server.send(_train(task, server.progress))
