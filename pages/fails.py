"""Failures: a gallery of what tokenization does badly, each to be tried out."""

import streamlit as st

from bpeviz.app import fails
from bpeviz.app.fails import parts
from bpeviz.app.frame import header
from bpeviz.app.trainings import turns
from bpeviz.failures import Failure


def gallery() -> None:
    header.draw(
        "Failures",
        "Things that language models do badly, in part because of tokens. Open one, change it, train it "
        "again, and watch it come about merge by merge.",
    )
    parts.gallery()


def screen(failure: Failure) -> None:
    header.draw(failure.title, failure.line)
    above = st.container()
    parts.fields(failure)
    shown = fails.Shown(failure)
    with above:
        parts.walk(failure, shown)
        parts.explain(shown)
    sent = shown.panes()

    @turns.fragment
    def stage() -> None:
        parts.numbers(shown, parts.scrub(shown, sent))

    stage()


failure = fails.chosen()
if failure is None:
    gallery()
else:
    screen(failure)
