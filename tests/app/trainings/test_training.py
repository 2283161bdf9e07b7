"""Training in a process of its own gives what training here gives, and can be ended."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

import bpeviz
from bpeviz import BPEError
from bpeviz.app import limits
from bpeviz.app.corpus.samples import samples
from bpeviz.app.trainings import jobs, training
from bpeviz.app.trainings.jobs import Job
from bpeviz.app.trainings.settings import Settings
from bpeviz.app.trainings.training import Places, Task, Worker
from bpeviz.engine.measures import changed_characters
from tests.serving import ROOT

TEXT = samples()["english"].text


def always(done: int, asked: int) -> bool:
    return True


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


@pytest.mark.parametrize(
    "settings",
    [
        Settings(num_merges=50),
        Settings(mode="character", num_merges=50, documents="lines", alphabet="observed"),
        Settings(mode="byte", num_merges=20, normalization="NFD", default_tokens=(" at",)),
    ],
)
def test_the_same_tokenizer_and_trace(worker: Worker, settings: Settings) -> None:
    tok = bpeviz.train(settings.split(TEXT), **settings.arguments())
    found = worker.train(Task(TEXT, settings, 5, 1000), always)
    assert found.tokenizer.merges == tok.merges
    whole = training.trace(tok, TEXT, settings)
    assert list(found.trace.boundaries) == list(whole.boundaries)
    assert found.trace.ids(10) == whole.ids(10) and found.trace.gaps == whole.gaps
    assert found.shown.text == whole.text[: len(found.shown.text)] and found.seconds > 0
    assert found.changed == changed_characters(TEXT, settings.normalization)


def test_what_is_wrong_comes_back_as_a_sentence_and_the_process_goes_on(worker: Worker) -> None:
    with pytest.raises(BPEError, match="does not compile"):
        worker.train(Task(TEXT, Settings(pattern="("), 5, 1000), always)
    with pytest.raises(BPEError, match="ran longer than"):
        worker.train(Task("a" * 60 + "b", Settings(pattern="(a|aa)+$"), 0.2, 1000), always)
    assert worker.alive


def test_it_ends_early_when_told_so_and_keeps_what_it_learned(worker: Worker) -> None:
    seen: list[int] = []

    def until_some(done: int, asked: int) -> bool:
        seen.append(done)
        return done < 3

    long = Task(TEXT * 60, Settings(mode="byte", num_merges=50_000), 5, 1000)
    found = worker.train(long, until_some)
    assert 3 <= len(found.tokenizer.merges) < 5000 and seen
    # The next training is not told to end by what ended this one.
    assert len(worker.train(Task(TEXT, Settings(num_merges=9), 5, 9), always).tokenizer.merges) == 9


def test_a_process_that_dies_is_a_sentence_and_its_place_has_another() -> None:
    places = Places(1, kept=True)
    with places.worker(lambda: None) as worker:
        threading.Timer(0.5, os.kill, (worker._process.pid, signal.SIGTERM)).start()
        with pytest.raises(BPEError, match="out of memory"):
            worker.train(Task(TEXT * 200, Settings(mode="byte", num_merges=50_000), 5, 9), always)
    assert not worker.alive
    with places.worker(lambda: None) as another:
        assert another.train(Task(TEXT, Settings(num_merges=9), 5, 9), always).tokenizer.merges
    with places.worker(lambda: None) as again:
        assert again is another
        again.close()


def test_a_process_that_nobody_asks_any_more_ends() -> None:
    places = Places(1, kept=False)
    with places.worker(lambda: None) as worker:
        assert worker.alive
    assert not worker.alive


def test_a_job_left_alone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody asks about it, from the first report on.
    monkeypatch.setattr(limits, "ABANDONED_SECONDS", 0)
    job = Job("key", TEXT * 200, Settings(mode="byte", num_merges=50_000))
    job.run()
    assert job.finished.is_set() and job.given_up and job.model is None and job.error is None


@pytest.mark.parametrize("kind", ["_short", "_long"])
def test_a_job_that_waits_for_its_place_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    text = TEXT if kind == "_short" else TEXT * (1 + limits.SHORT // len(TEXT))
    places = Places(1, kept=False)
    monkeypatch.setattr(jobs, kind, places)
    stopped, left = (Job(key, text, Settings(num_merges=20)) for key in "ab")
    stopped.stop()
    left.leave()
    with places.worker(lambda: None):
        for job in (stopped, left):
            job.run()
            assert job.queued
    assert stopped.error is not None and "stopped before it began" in stopped.error
    assert left.given_up and left.error is None
    job = Job("c", text, Settings(num_merges=20))
    job.run()
    assert job.model is not None and not job.queued


def test_much_work_on_a_short_text_is_long() -> None:
    assert Job("key", "a" * 199_000, Settings(num_merges=900))._is_short()
    assert not Job("key", "a" * 199_000, Settings(num_merges=50_000))._is_short()


def test_its_trace_is_not_made_again() -> None:
    job = Job("key", TEXT, Settings(num_merges=20))
    job.run()
    assert job.model is not None and {"trace", "shown", "changed"} <= vars(job.model).keys()
    assert job.model.trace.text == job.model.shown.text == TEXT


@pytest.mark.parametrize("sent", [0, 20, 3000])
def test_a_process_ends_in_silence_when_its_server_is_killed_while_it_sends(sent: int) -> None:
    task = pickle.dumps(Task(TEXT * 10, Settings(), 100, 1.0))
    ended = subprocess.run(
        [sys.executable, "-c", f"from {training.__name__} import main; main(0)"],
        input=task[:sent],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
