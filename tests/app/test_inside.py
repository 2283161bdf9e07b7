"""Encode and Vocabulary, run alone: odd tokenizers, odd texts."""

from __future__ import annotations

import pytest

import bpeviz
from bpeviz.app import encode, vocabulary
from bpeviz.app.corpus.samples import samples
from bpeviz.app.encode import cases
from bpeviz.app.tokenizers.files import OpenFile
from bpeviz.app.vocabulary import counted_text
from bpeviz.app.vocabulary import size as vocabulary_size
from tests.app.alone import change, run

PAGES = ("encode", "vocabulary")

SETTINGS = [
    {"mode": "byte", "num_merges": 40},
    {"mode": "character", "num_merges": 40},
    {"mode": "character", "alphabet": "lowercase", "num_merges": 10},
    {"mode": "character", "end_of_word": "", "num_merges": 10},
    {"mode": "character", "end_of_word": "</w>", "end_of_word_joined": True, "num_merges": 10},
    {"mode": "regex", "num_merges": 0},
    {"mode": "byte", "observed_bytes": True, "num_merges": 5},
    {"mode": "regex", "special_tokens": "the", "num_merges": 20},
    {"mode": "regex", "default_tokens": " at\n how", "documents": "lines", "num_merges": 20},
    {"mode": "regex", "pattern": "own pattern", "own_pattern": r"\w+", "num_merges": 20},
]
TEXTS = ["the <b>Tést</b> 🙂 *x* $y$ ọ̀", " ", "a", "\u0300\u200d\x00", "the the"]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_encode_has_no_traceback_whatever_the_tokenizer(settings):
    app = run("encode", **settings)
    for text in TEXTS:
        for view in encode.VIEWS:
            change(app, encode_text=text, encode_view=view, encode_tree_of="Chunk")
    change(app, encode_view="Merge tree", encode_tree_of="Token", step=3, nonce=99)
    for special in encode.SPECIAL:
        change(app, encode_special=special, encode_text="the end")
    for tab in encode.TABS:
        change(app, encode_page=tab, decode_ids="1 2 x -1 300 99999")


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_vocabulary_has_no_traceback_whatever_the_tokenizer(settings):
    app = run("vocabulary", encode_text=TEXTS[0], **settings)
    size = len(app.session_state["model"].tokenizer.vocabulary)
    assert f"{size:,} of {size:,} tokens" in " ".join(c.value for c in app.caption)
    for text in counted_text.TEXTS:
        for token in (0, size - 1, 10**6, None):
            change(app, vocabulary_text=text, vocabulary_token=token)
    for kind in vocabulary.KINDS:
        change(app, vocabulary_kind=kind, vocabulary_query="e(")
    change(app, vocabulary_query="", vocabulary_shapes=vocabulary.SHAPES)
    for use in vocabulary.USES:
        change(app, vocabulary_shapes=[], vocabulary_use=use)
    for tab in vocabulary.TABS:
        change(app, vocabulary_tab=tab)


def test_an_empty_text_is_said_and_not_a_traceback():
    app = run("encode", encode_text="")
    assert "There is no text" in app.error[0].value


def test_of_a_tokenizer_file_other_advice_is_given():
    data = b"YQ== 0\nYg== 1\nYWI= 2\n"
    file = OpenFile("cut.tiktoken", "0a" * 10, bpeviz.load(data, pattern="gpt2"))
    page = run("encode", tokenizer_file=file, encode_text="abc")
    (said,) = [one.value for one in page.warning if "base vocabulary" in one.value]
    assert "Open a complete file" in said and "alphabet" not in said


def test_unknown_characters_are_named():
    app = run("encode", mode="character", encode_text="the ☃ the", num_merges=5)
    assert "☃" in app.warning[0].value and "no id" in app.warning[0].value


def test_the_observed_alphabet_is_offered():
    app = run("encode", mode="character", alphabet="lowercase", encode_text="The", num_merges=5)
    assert "T" in app.warning[0].value
    app.button(key="encode_observed").click().run()
    assert not app.warning and not app.exception


def test_a_runaway_pattern_is_stopped(monkeypatch):
    monkeypatch.setattr("bpeviz.engine.patterns._limit", 0.3)
    app = run(
        "encode", corpus_text="ab ab ab", mode="regex", pattern="own pattern", sample="own",
        own_pattern=r"(?:a|a)+$|\w|\s", encode_text="a" * 60 + "b",
    )  # fmt: skip
    assert "stopped" in app.error[0].value


def test_the_third_documents_numbers_are_computed():
    app = run("encode", encode_page="Sorted ids")
    assert [metric.value for metric in app.metric] == ["29", "48", "7"]
    assert app.code[1].value == "38 0 18 22 18 39 41"
    assert "23 0 17 45 17 56" in app.info[0].value and "38 0 18 22 18 39 41" in app.info[0].value
    app.button(key="sorted_use").click().run()
    model = app.session_state["model"]
    assert (len(model.tokenizer.merges), len(model.tokenizer.vocabulary)) == (29, 48)
    assert model.corpus == cases.DOCUMENTS


def test_the_ids_of_the_text_decode_to_it():
    app = run("encode", encode_page="Decode", encode_text="the bàker", step=300)
    app.button(key="decode_take").click().run()
    ids = [int(i) for i in app.session_state["decode_ids"].split()]
    assert app.session_state["model"].tokenizer.decode(ids) == "the bàker"


def test_a_held_out_text_is_not_trained_on():
    text = samples()["english"].text
    head, tail = vocabulary_size._parted(text)
    assert head + tail == text and 0.85 < len(head) / len(text) < 0.95
    assert not head[-1].isspace() or tail[0].isspace()


def test_an_emptied_text_keeps_the_last_tokens() -> None:
    app = run("encode", encode_text="low lower", mode="byte", num_merges=5)
    change(app, encode_text="")
    assert "The last good text is still shown" in app.error[0].value
    assert app.session_state["encode_scrubber:mounted"]["step"] == 0
    assert app.dataframe


def test_the_sorted_ids_example_goes_into_the_sidebar_as_it_is_there() -> None:
    app = run("encode", encode_page="Sorted ids")
    app.button(key="sorted_use").click().run()
    assert app.session_state["normalization"] == "as typed"
    assert app.session_state["model"].settings.normalization is None
