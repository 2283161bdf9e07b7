"""The session keys of the page Failures: what travels in links."""

import pytest

from bpeviz.app import fails, registry
from bpeviz.app.sidebar.state import usual
from bpeviz.app.trainings.settings import Settings
from bpeviz.failures import FAILURES
from tests.app.alone import run


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fails_open", "nonsense"),
        ("fails_step", -1),
        ("fails_letters_num_merges", 10**9),
        ("fails_letters_word", "a" * 1000),
        ("fails_arithmetic_left", "no such pattern"),
        ("fails_memorising_corpus", "../secret"),
    ],
)
def test_what_no_widget_can_hold_does_not_come_in(key, value):
    assert not registry.key(key).allows(value)


def test_first_and_last_have_one_neighbour():
    assert fails.neighbours(FAILURES[0]) == (1, None, FAILURES[1])
    assert fails.neighbours(FAILURES[-1]) == (len(FAILURES), FAILURES[-2], None)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.key)
def test_scenes_are_trained_with_settings_that_the_sidebar_has(failure):
    scenes = failure.stage(failure.defaults(fails.sample_text), fails._train)
    for scene in scenes:
        assert set(scene.arguments) <= usual().keys()
        settings = Settings(**scene.arguments)
        assert settings.num_merges >= len(scene.tokenizer.merges)


def captions(**state):
    app = run("fails", **state)
    return [caption.value for caption in app.caption if "merges were learned" in caption.value]


def test_merges_that_were_asked_for_in_vain_are_said():
    assert captions(fails_open="letters") == []
    assert captions(fails_open="memorising", fails_memorising_vocab_size=1000) == [
        "Only 361 of 744 merges were learned; after them no pair is left\\."
    ]
    (only,) = captions(fails_open="arithmetic")
    assert "only 142 of 200 merges" in only


def test_taking_a_failure_to_explore_leaves_no_setting_empty() -> None:
    app = run("fails", fails_open="torn_marks")
    # The page that it opens is not there when this one runs alone.
    app.button(key="fails_explore_0").click().run()
    assert app.session_state["shown_text"] == "Another text"
    settings = {key: app.session_state[key] for key in usual()}
    assert None not in settings.values() and settings["normalization"] == "as typed"
