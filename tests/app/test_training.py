"""Training in a process of its own gives what training here gives, and can be ended."""

from __future__ import annotations

import os
import signal
import subprocess
import threading

import pytest

import bpeviz
from bpeviz import BPEError
from bpeviz.app import jobs, limits, training
from bpeviz.app.jobs import Job
from bpeviz.app.samples import samples
from bpeviz.app.settings import Settings
from bpeviz.app.training import Task, train_apart
from bpeviz.engine.measures import changed_characters
from bpeviz.engine.studies.ranking import ranking

TEXT = samples()["english"].text


def always(done: int, asked: int) -> bool:
    return True


@pytest.mark.parametrize(
    "settings",
    [
        Settings(num_merges=50),
        Settings(mode="character", num_merges=50, documents="lines", alphabet="observed"),
        Settings(mode="byte", num_merges=20, normalization="NFD", default_tokens=(" at",)),
    ],
)
def test_the_same_tokenizer_and_trace(settings: Settings) -> None:
    tok = bpeviz.train(settings.split(TEXT), **settings.arguments())
    found = train_apart(Task(TEXT, settings, 5, 1000), always)
    assert found.tokenizer.merges == tok.merges
    whole = training.trace(tok, TEXT, settings)
    assert list(found.trace.boundaries) == list(whole.boundaries)
    assert found.trace.ids(10) == whole.ids(10) and found.trace.gaps == whole.gaps
    assert found.shown.text == whole.text[: len(found.shown.text)] and found.seconds > 0
    step = whole.steps // 2
    assert found.rankings == {step: ranking(whole, step)}
    assert found.changed == changed_characters(TEXT, settings.normalization)


def test_what_is_wrong_comes_back_as_a_sentence() -> None:
    with pytest.raises(BPEError, match="does not compile"):
        train_apart(Task(TEXT, Settings(pattern="("), 5, 1000), always)
    with pytest.raises(BPEError, match="ran longer than"):
        train_apart(Task("a" * 60 + "b", Settings(pattern="(a|aa)+$"), 0.2, 1000), always)


def test_it_ends_early_when_told_so_and_keeps_what_it_learned() -> None:
    seen: list[int] = []

    def until_some(done: int, asked: int) -> bool:
        seen.append(done)
        return done < 3

    found = train_apart(
        Task(TEXT * 60, Settings(mode="byte", num_merges=50_000), 5, 1000), until_some
    )
    assert 3 <= len(found.tokenizer.merges) < 5000 and seen


def test_a_process_that_dies_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    start = training._process

    def doomed() -> subprocess.Popen[bytes]:
        process = start()
        threading.Timer(0.5, os.kill, (process.pid, signal.SIGTERM)).start()
        return process

    monkeypatch.setattr(training, "_process", doomed)
    with pytest.raises(BPEError, match="out of memory"):
        train_apart(Task(TEXT * 200, Settings(mode="byte", num_merges=50_000), 5, 1000), always)


def test_a_job_left_alone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody asks about it, from the first report on.
    monkeypatch.setattr(limits, "ABANDONED_SECONDS", 0)
    monkeypatch.setattr(limits, "IN_THREAD", 0)
    job = Job("key", TEXT * 200, Settings(mode="byte", num_merges=50_000))
    job.run()
    assert job.finished.is_set() and job.given_up and job.model is None and job.error is None


def test_a_job_that_waits_for_its_place_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IN_THREAD", 0)
    monkeypatch.setattr(jobs, "_processes", threading.BoundedSemaphore(1))
    jobs._processes.acquire()
    stopped, left = (Job(key, TEXT, Settings(num_merges=20)) for key in "ab")
    stopped.stop()
    left.leave()
    for job in (stopped, left):
        job.run()
    assert stopped.error is not None and "stopped before it began" in stopped.error
    assert left.given_up and left.error is None
    jobs._processes.release()
    job = Job("c", TEXT, Settings(num_merges=20))
    job.run()
    assert job.model is not None and not job.queued


def test_its_trace_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IN_THREAD", 0)
    job = Job("key", TEXT, Settings(num_merges=20))
    job.run()
    assert job.model is not None and {"trace", "shown", "changed"} <= vars(job.model).keys()
    assert job.model.trace.text == job.model.shown.text == TEXT
