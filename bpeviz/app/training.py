"""Training in a process of its own, so that a large text does not hold up the other sessions.

In a thread a training shares Python's lock with everybody's page. The process runs
``main``: it reads one ``Task`` from its input, writes ``Message`` after ``Message`` to its output,
and stops early when its input is closed, also because the server has ended.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple

import bpeviz
from bpeviz import BPEError, Tokenizer, Trace
from bpeviz.app.settings import Settings
from bpeviz.engine.measures import changed_characters
from bpeviz.engine.patterns import limit_seconds
from bpeviz.engine.studies.ranking import Ranking, ranking

_ROOT = Path(__file__).resolve().parents[2]
_SIZE = 8
#: Seconds between two reports of a training, and between two while no merge is made.
_PULSE = 0.1
_REPEAT = 1.0


class Task(NamedTuple):
    """What to train, how long a split pattern may take, how many characters are drawn, and at which
    step the page will be (None: in the middle).
    """

    corpus: str
    settings: Settings
    pattern_seconds: float
    drawn: int
    step: int | None = None


class Result(NamedTuple):
    """What a training gave: the tokenizer, the corpus and the drawn part of it under the tokenizer,
    how many characters the normal form changed, the pairs at the page's step, and how long the
    training alone took.
    """

    tokenizer: Tokenizer
    trace: Trace
    shown: Trace
    changed: int
    rankings: dict[int, Ranking]
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


def train_apart(task: Task, progress: Callable[[int, int], bool]) -> Result:
    """Train in another process; ``progress(done, asked)`` is called now and then.

    When it returns False the training ends with what it has learned. Raises the BPEError of the
    training, and an OSError where no process can be started.
    """
    with _process() as process:
        assert process.stdin is not None and process.stdout is not None
        _send(process.stdin, task)
        try:
            return _follow(process.stdin, process.stdout, progress)
        except (EOFError, pickle.UnpicklingError):
            raise BPEError(
                "Training ended unexpectedly; the server may have run out of memory. "
                "Take a shorter text or fewer merges."
            ) from None
        finally:
            process.kill()


def _process() -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": path},
    )


def _send(stream: IO[bytes], task: Task) -> None:
    content = pickle.dumps(task)
    try:
        stream.write(len(content).to_bytes(_SIZE, "big") + content)
        stream.flush()
    except BrokenPipeError as error:
        raise OSError("the training process did not start") from error


def _follow(stdin: IO[bytes], stdout: IO[bytes], progress: Callable[[int, int], bool]) -> Result:
    while True:
        message: Message = pickle.load(stdout)
        if message.error is not None:
            raise BPEError(message.error)
        if message.result is not None:
            return message.result
        if not progress(message.done, message.asked) and not stdin.closed:
            stdin.close()


# --- in the other process -----------------------------------------------------------------------


class _Reporter:
    """Tells the server how far the training is, and learns from it whether to go on."""

    def __init__(self, stdout: IO[bytes]) -> None:
        self._stdout = stdout
        self._stop = threading.Event()
        self._told = 0.0
        self._last = Message()
        self._sending = threading.Lock()
        threading.Thread(target=self._wait_for_stop, daemon=True).start()
        threading.Thread(target=self._keep_telling, daemon=True).start()

    def _wait_for_stop(self) -> None:
        os.read(0, 1)
        self._stop.set()

    def _keep_telling(self) -> None:
        """Repeat the last news also when no merge is made: so the server looks who still waits."""
        while True:
            time.sleep(_REPEAT)
            with self._sending, contextlib.suppress(OSError):
                if self._last.result is not None or self._last.error is not None:
                    return
                self._write(self._last)

    def send(self, message: Message) -> None:
        with self._sending:
            self._last = message
            self._write(message)

    def _write(self, message: Message) -> None:
        pickle.dump(message, self._stdout)
        self._stdout.flush()

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
    shown = trace(tokenizer, task.corpus[: task.drawn], task.settings, special)
    for merge in tokenizer.merges[:1]:
        whole.pair_history(merge.left, merge.right)
    _ = whole.token_counts, shown.token_counts, shown.boundaries
    changed = changed_characters(task.corpus, tokenizer.normalization)
    step = min(whole.steps // 2 if task.step is None else task.step, whole.steps)
    return Result(tokenizer, whole, shown, changed, {step: ranking(whole, step)}, seconds)


def main() -> None:
    """Train what the input says."""
    # Ctrl+C is for the server; this process ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # Pages come before trainings.
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    size = int.from_bytes(stdin.read(_SIZE), "big")
    task: Task = pickle.loads(stdin.read(size))
    reporter = _Reporter(stdout)
    reporter.send(_train(task, reporter.progress))
