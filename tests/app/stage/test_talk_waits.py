"""A talk that a link opens before its training is done goes over to it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from bpeviz.app.corpus.samples import samples
from bpeviz.app.tokenizers import in_use
from bpeviz.app.trainings.jobs import Job, jobs, trained
from bpeviz.app.trainings.keys import training_key
from bpeviz.app.trainings.settings import Settings

PAGE = """
import streamlit as st
from bpeviz.app import pages
from bpeviz.app.links import permalink
from bpeviz.app.sidebar import sidebar
from bpeviz.app.stage import talk

permalink.read("explore")
sidebar.draw()
talk.draw()
"""


def test_the_stage_waits_for_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Job] = []

    def start(_: object, corpus: str, settings: Settings) -> Job:
        """A training that nothing brings on."""
        started.append(Job(training_key(corpus, settings), corpus, settings))
        return started[-1]

    sample = trained("low lower", Settings(num_merges=5))
    wanted = trained(samples()["english"].text, Settings(num_merges=289))
    page = AppTest.from_string(PAGE, default_timeout=20)
    page.session_state["talk"] = True
    page.session_state["num_merges"] = 289
    with monkeypatch.context() as held:
        held.setattr(type(jobs()), "start", start)
        held.setattr(in_use, "_PATIENCE", 0)
        held.setattr(in_use, "trained", lambda *_: sample)
        held.setattr(type(jobs()), "model", lambda *_: None)
        page.run()
    assert not page.exception
    (bar,) = page.get("progress")
    assert "A sample is shown meanwhile" in bar.proto.text
    started[-1].model = wanted
    started[-1].finished.set()
    page.run()
    assert not page.exception and not page.get("progress")
    assert len(page.session_state["model"].tokenizer.merges) == 289
