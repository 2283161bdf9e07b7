"""Spelling: which marks each spelling takes off or replaces, and where the rest stands in the source."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz import respell
from bpeviz.engine.spelling import SPELLINGS, of_spelling

GRAVE, ACUTE, DOT, LINE, MACRON = "\u0300", "\u0301", "\u0323", "\u0329", "\u0331"
# Four canonically equal ways to write one letter.
WAYS = ["\u1ecd" + GRAVE, "\u00f2" + DOT, "o" + DOT + GRAVE, "o" + GRAVE + DOT]
UNITS = [
    *"aoeSsn \n",
    *WAYS,
    "ộ",
    "ơ",
    "é",
    "й",
    GRAVE,
    DOT,
    LINE,
    MACRON,
    "\u0340",
    "\u0344",
    "각",
]
TEXTS = st.text(st.sampled_from("".join(UNITS)), max_size=12)
ANY = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_type_a_letter_loses_the_same_marks(way):
    assert bpeviz.normalize(respell(way, "dots")[0], "NFC") == "\u1ecd"
    assert respell(way, "bare")[0] == "o"
    assert respell(way, "dots")[1] == {GRAVE: 1}
    assert respell(way, "bare")[1] == {GRAVE: 1, DOT: 1}


@pytest.mark.parametrize(
    ("text", "dots", "bare"),
    [
        ("Ẹ kú àárọ̀, ọ̀gá ńlá!", "Ẹ ku aarọ, ọga nla!", "E ku aaro, oga nla!"),
        ("Tiếng Việt", "Tieng Viẹt", "Tieng Viet"),
        ("ơ", "ơ", "o"),
        ("ça", "ça", "ca"),
        ("й", "и", "и"),
        ("كِتَابٌ", "كِتَابٌ", "كتاب"),
        ("שָׁלוֹם", "שָׁלוֹם", "שלום"),
        ("हिन्दी क़", "हिन्दी क़", "हिन्दी क़"),
        ("が각ไม่กุ", "が각ไม่กุ", "が각ไมกุ"),
        ("plain", "plain", "plain"),
    ],
)
def test_marks_go_by_where_they_stand_in_any_script(text, dots, bare):
    assert respell(text, "dots")[0] == dots
    assert respell(text, "bare")[0] == bare


@settings(deadline=None)
@given(st.one_of(TEXTS, ANY))
def test_dots_keeps_all_that_does_not_stand_above(text):
    above = (214, 228, 230, 232, 234)
    apart = unicodedata.normalize("NFD", text)
    kept = "".join(char for char in apart if unicodedata.combining(char) not in above)
    spelled, marks = respell(text, "dots")
    assert unicodedata.normalize("NFD", spelled) == unicodedata.normalize("NFD", kept)
    assert sum(marks.values()) == len(apart) - len(kept)
    assert respell(spelled, "dots") == (spelled, {})


@pytest.mark.parametrize(
    ("text", "mended", "marks"),
    [
        ("e" + LINE + "S" + MACRON, "e" + DOT + "S" + DOT, {LINE: 1, MACRON: 1}),
        ("ò" + LINE, "ò" + DOT, {LINE: 1}),
        ("o" + GRAVE + LINE, "o" + GRAVE + DOT, {LINE: 1}),
        ("n" + LINE + "d" + MACRON + LINE, "n" + LINE + "d" + MACRON + LINE, {}),
        ("ọ" + LINE, "ọ" + LINE, {}),
        ("a\u0340i\u0341", "a" + GRAVE + "i" + ACUTE, {"\u0340": 1, "\u0341": 1}),
        ("e\u0340" + LINE, "e" + GRAVE + DOT, {"\u0340": 1, LINE: 1}),
        (LINE + "ṣe" + DOT, LINE + "ṣe" + DOT, {}),
    ],
)
def test_typed_substitutes_are_mended(text, mended, marks):
    assert respell(text, "mended") == (mended, marks)


@settings(deadline=None)
@given(TEXTS)
def test_mending_changes_single_marks_only(text):
    spelled, marks = respell(text, "mended")
    differ = [(a, b) for a, b in zip(text, spelled, strict=True) if a != b]
    assert sum(marks.values()) == len(differ)
    assert {b for _, b in differ} <= {DOT, GRAVE, ACUTE}
    assert respell(spelled, "mended")[0] == spelled


@pytest.mark.parametrize("how", [None, *SPELLINGS])
@settings(deadline=None)
@given(st.one_of(TEXTS, ANY))
def test_where_the_rest_stands_in_the_source(how, source):
    text = respell(source, how)[0]
    aligned = of_spelling(source, how)
    assert len(aligned.starts) == len(text)
    at = 0
    for i, char in enumerate(source):
        became = len(respell(char, how)[0])
        assert list(aligned.starts[at : at + became]) == [i] * became
        at += became
    # What was taken off belongs to the character before it; so nothing is missing between two.
    assert list(aligned.ends) == [*aligned.starts[1:], len(source)][: len(text)]


def test_a_spelling_that_does_not_exist():
    with pytest.raises(bpeviz.BPEError, match="no spelling 'none'"):
        respell("a", "none")


@pytest.mark.parametrize("how", SPELLINGS)
def test_lone_surrogates_and_long_runs_of_marks_pass(how):
    assert respell("\ud83d", how) == ("\ud83d", {})
    respell("o" + (LINE + GRAVE) * 100_000, how)
    of_spelling("o" + (LINE + GRAVE) * 100_000, how)


@pytest.mark.parametrize("how", SPELLINGS)
@pytest.mark.parametrize("mode", ["regex", "byte", "character"])
def test_a_tokenizer_of_a_spelling_is_that_of_the_text_so_spelled(how, mode):
    corpus = "O\u0323\u0300re\u0329\u0301 mi, \u1ecd\u0300r\u1eb9\u0301 ò̩rẹ́ \u00e0w\u1ecdn " * 3
    tok = bpeviz.train(corpus, mode, 20, normalization="NFC", spelling=how)
    written = respell(corpus, how)[0]
    plain = bpeviz.train(written, mode, 20, normalization="NFC")
    assert [merge.token for merge in tok.merges] == [merge.token for merge in plain.merges]
    trace = tok.trace(corpus)
    assert trace.text == bpeviz.normalize(written, "NFC")
    assert trace.ids(7) == plain.encode(written, step=7)
    assert trace.source == corpus
    for start, end in trace.source_spans(trace.steps):
        assert 0 <= start <= end <= len(corpus)
    assert (tok.spelling, plain.spelling) == (how, None)


def test_words_keep_their_place_in_the_source_when_marks_go():
    tok = bpeviz.train("ore ore ore", "regex", 9, spelling="bare")
    trace = tok.trace("o\u0323\u0300re\u0323\u0301 \u1ecdr\u1eb9")
    assert trace.tokens(trace.steps) == [b"ore", b" ore"]
    assert trace.source_spans(trace.steps) == [(0, 7), (7, 11)]
    assert trace.alignment.changes() == [(0, 1, 0, 3), (2, 3, 4, 7)]


def test_special_tokens_and_files_of_a_spelling(tmp_path):
    tok = bpeviz.train("ọ̀rẹ́ " * 3, num_merges=3, spelling="dots", special_tokens=["<ọ̀>"])
    assert tok.encode("<ọ̀>", special="special") == [tok.special_tokens["<ọ̀>"]]
    assert "marks are taken off" in " ".join(bpeviz.formats.problems(tok, "huggingface"))
    tok.save(tmp_path / "tokenizer.json", "huggingface")
    again = bpeviz.load(tmp_path / "tokenizer.json")
    assert again.encode(respell("ọ̀rẹ́", "dots")[0]) == tok.encode("ọ̀rẹ́")


def test_a_training_with_a_spelling_that_does_not_exist():
    with pytest.raises(bpeviz.BPEError, match="no spelling 'loud'"):
        bpeviz.train("", spelling="loud")
