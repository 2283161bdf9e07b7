"""Sentences about a training that a person should know."""

import pytest

from bpeviz.app import bench
from bpeviz.app.jobs import Job, Model
from bpeviz.app.settings import Settings


def trained(text: str, settings: Settings) -> Model:
    job = Job("key", text, settings)
    job.run()
    assert job.model is not None
    return job.model


@pytest.mark.parametrize(
    ("text", "marker", "said"),
    [
        ("snake_case words", "_", True),
        ("never ever", "e", True),
        ("plain words", "_", False),
        ("plain words", "</w>", False),
        ("plain words", "", False),
    ],
)
def test_a_marker_that_the_text_holds_too(text: str, marker: str, said: bool) -> None:
    settings = Settings(mode="character", num_merges=2, end_of_word=marker or None)
    found = bench._about_marker(trained(text, settings))
    assert bool(found) is said and all(f"“{marker}”" in sentence for sentence in found)


def test_fewer_merges_than_asked_for() -> None:
    found = bench._about_training(trained("aab", Settings(mode="byte", num_merges=50)))
    assert len(found) == 1 and found[0].startswith("Only 2 of 50 merges were learned")
