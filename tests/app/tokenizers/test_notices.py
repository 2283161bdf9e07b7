"""Sentences about a training that a person should know."""

import pytest

from bpeviz.app import limits
from bpeviz.app.tokenizers import notices
from bpeviz.app.trainings.jobs import Job, Model
from bpeviz.app.trainings.settings import Settings
from tests.app.alone import change, run


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
        # White space never stands in a word.
        ("plain words", " ", False),
    ],
)
def test_a_marker_that_the_text_holds_too(text: str, marker: str, said: bool) -> None:
    settings = Settings(mode="character", num_merges=2, end_of_word=marker or None)
    found = notices._about_marker(trained(text, settings))
    assert bool(found) is said and all(f"“{marker}”" in sentence for sentence in found)


def test_back_from_an_upload() -> None:
    app = run("explore", corpus_file=("a.txt", "low low"), sample="own", upload_problem="bad.bin")
    next(button for button in app.button if button.label == "Back to the typed text").click().run()
    state = app.session_state
    assert (state["corpus_file"], state["upload_problem"], state["sample"]) == (
        None,
        None,
        "english",
    )


@pytest.mark.parametrize("mode", ["character", "byte", "regex"])
def test_the_vocabulary_field_agrees_with_the_tokenizer(mode: str) -> None:
    # Default tokens that were written in another mode stay in the session.
    app = run(
        "explore", corpus_text="é è ẹ̀ at at at", sample="own", mode=mode, num_merges=3,
        normalization="NFD", observed_bytes=True, default_tokens="at\nho",
    )  # fmt: skip
    state = app.session_state
    assert state["vocab_size"] == len(state["model"].tokenizer.vocabulary)


def test_a_marker_cannot_join_when_there_is_none() -> None:
    app = run("explore", mode="character", end_of_word="")
    assert next(box for box in app.checkbox if box.label.startswith("Join")).disabled


def test_a_notice_about_a_normal_form_names_the_corpus() -> None:
    app = run("explore", corpus_text="cafe\u0301 cafe\u0301", sample="own", normalization="NFC")
    app = change(app, shown_text="Another text", probe="plain")
    said = [info.value for info in app.info]
    assert any("NFC spelled 4 characters of the corpus otherwise" in words for words in said)


def test_no_merges_beyond_those_of_the_default_tokens() -> None:
    settings = Settings(mode="byte", num_merges=0, default_tokens=("at",))
    (said,) = notices._about_training(trained("at at", settings))
    assert said == "No merges were asked for beyond those of the default tokens. Ask for more."


@pytest.mark.parametrize("times", [3, 1 + limits.SHORT // 27])
def test_special_tokens_are_cut_out_where_pairs_are_counted(times: int) -> None:
    text = "the thin then <s> the thing" * times
    settings = Settings(mode="byte", num_merges=5, special_tokens=("the", "<s>"))
    model = trained(text, settings)
    for step, merge in enumerate(model.tokenizer.merges):
        counts = model.trace.pair_counts(step)
        assert counts[merge.left, merge.right] == merge.count == max(counts.values())
    special = model.tokenizer.special_tokens
    assert model.trace.ids(0).count(special["<s>"]) == times


def test_fewer_merges_than_asked_for() -> None:
    found = notices._about_training(trained("aab", Settings(mode="byte", num_merges=50)))
    assert found == [
        "Only 2 of 50 merges were learned: the whole text is one token then. A longer text gives more."
    ]


def test_merges_of_default_tokens_are_counted_too() -> None:
    settings = Settings(num_merges=300, default_tokens=("lowest", "newest"), min_count=5)
    text = "low lower lowest newest newest newest widest widest widest widest low low low low"
    model = trained(text, settings)
    learned = len(model.tokenizer.merges) - 10
    (said,) = notices._about_training(model)
    were = "was" if learned == 1 else "were"
    assert said.startswith(
        f"Only {learned} of 300 merges {were} learned beyond the 10 of the default tokens, "
        f"{len(model.tokenizer.merges)} in all: after them no pair stands 5 times."
    )


def test_a_spelling_says_what_it_took_off() -> None:
    app = run("explore", corpus_text="ọ̀rẹ́ ọ̀rẹ́", sample="own", spelling="dots", num_merges=3)
    assert app.session_state["model"].tokenizer.spelling == "dots"
    assert app.session_state["model"].shown.text == "ọrẹ ọrẹ"
    said = [info.value for info in app.info]
    assert any("Dots only took off 4 marks" in words for words in said), said
