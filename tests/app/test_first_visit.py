"""At which step a text is first seen."""

from __future__ import annotations

import time

import pytest
from streamlit.testing.v1 import AppTest

from bpeviz.app.corpus.samples import samples
from bpeviz.app.tokenizers import in_use
from tests.app.alone import change, run
from tests.benchmarks import corpora

TEXT = corpora.text("Russian", 300_000)


@pytest.mark.parametrize(("linked", "begins"), [(None, 0), (7, 7), (200, 200)])
def test_it_begins_at_the_first_step_or_where_the_link_says(
    linked: int | None, begins: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_use, "_PATIENCE", 0)  # However fast the machine, it is not done yet.
    step = {} if linked is None else {"step": linked}
    # A text of its own for each, so that none is trained already.
    app = run("explore", corpus_file=("long.txt", f"{TEXT}{linked}"), sample="own", **step)
    assert app.session_state["model"].corpus == samples()["toy_words"].text
    said = [bar.proto.text for bar in app.get("progress")]
    assert len(said) == 1 and said[0].endswith("A sample is shown meanwhile.")
    end = time.monotonic() + 60
    while app.session_state["job"] is not None and time.monotonic() < end:
        time.sleep(0.1)
        change(app)
    model = app.session_state["model"]
    assert model.corpus == f"{TEXT}{linked}" and model.trace.steps == 300
    assert app.session_state["scrubber:mounted"]["step"] == begins


def test_a_text_of_ones_own_begins_at_the_first_step_too() -> None:
    app = run("explore", corpus_text="low lower lowest", sample="own")
    assert app.session_state["scrubber:mounted"]["step"] == 0


def test_a_chosen_step_is_cut_by_a_small_text_and_not_forgotten() -> None:
    app = run("explore", step=200, explore_tab="Token table")
    change(app, corpus_text=samples()["toy_words"].text, sample="toy_words")
    assert "Step 15:" in tokens_table(app)
    change(app, corpus_text=samples()["english"].text, sample="english")
    assert "Step 200:" in tokens_table(app)


def tokens_table(app: AppTest) -> str:
    return " ".join(block.proto.body for block in app.get("html"))
