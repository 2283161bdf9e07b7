"""Trouble reports of other programs' pages, on the pages here."""

import bpeviz
from tests.app.alone import change, run

LONG, SHORT = "abcabcabd efghefgi", "ab ab"


def drawn(app):
    """The step that the browser draws, which is the last at most, and the last."""
    steps = app.session_state["model"].trace.steps
    return min(app.session_state["scrubber:mounted"]["step"], steps), steps


def tables(app):
    return "\n".join(one.value for one in [*app.markdown, *app.caption])


def test_c82_the_step_is_cut_when_the_corpus_shrinks_and_comes_back():
    app = run("explore", mode="byte", corpus_text=LONG, num_merges=10, step=8)
    change(app, explore_tab="Pair counts")
    assert len(bpeviz.train(LONG, mode="byte", num_merges=10).merges) == 10
    assert drawn(app) == (8, 10)
    change(app, corpus_text=SHORT)
    assert drawn(app) == (3, 3)
    assert "This is the last step" in tables(app)
    change(app, corpus_text=LONG)
    assert drawn(app) == (8, 10)
    assert "This is the last step" not in tables(app)
