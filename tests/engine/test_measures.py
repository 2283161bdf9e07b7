"""Measures: sizes of a text, what a normal form changes, and what a text costs."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.measures import (
    Sizes,
    WordCosts,
    changed_characters,
    costs,
    count_graphemes,
    per,
    sizes,
    word_costs,
)
from bpeviz.engine.text import NORMAL_FORMS, graphemes, normalize


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", Sizes(0, 0, 0, 0)),
        # Three spellings of one grapheme: bytes differ, what can be compared does not.
        ("\u1ecd\u0300", Sizes(5, 2, 2, 1)),
        ("\u00f2\u0323", Sizes(4, 2, 2, 1)),
        ("o\u0323\u0300", Sizes(5, 3, 2, 1)),
        # Case C43.
        ("\u1eccj\u1ecd\u0301 d\u00e1ra", Sizes(15, 9, 9, 8)),
        ("O\u0323jo\u0323\u0301 da\u0301ra", Sizes(16, 12, 9, 8)),
        ("\u00e9", Sizes(2, 1, 1, 1)),
        ("e\u0301", Sizes(3, 2, 1, 1)),
        ("a\ud83d", Sizes(4, 2, 2, 2)),
        ("\r\n", Sizes(2, 2, 2, 1)),
        ("àwọn ọmọ Yorùbá (Yoruba people)", Sizes(40, 31, 31, 31)),
    ],
)
def test_sizes(text, size):
    assert sizes(text) == size


@given(st.text(max_size=40))
def test_sizes_agree_with_their_definitions(text):
    size = sizes(text)
    assert size.graphemes == len(graphemes(text)) == count_graphemes(text)
    assert size.nfc_characters == len(unicodedata.normalize("NFC", text))
    assert size.bytes == len(text.encode())


@pytest.mark.parametrize(
    ("text", "form", "changed"),
    [
        ("mo\u0323\u0301", "NFC", 3),
        ("m\u1ecd\u0301", "NFC", 0),
        ("m\u1ecd\u0301", "NFD", 2),
        ("e\u0301e\u0301 e", "NFC", 4),
        ("\u00bd \ufb01", "NFKC", 2),
        ("\u00bd \ufb01", "NFC", 0),
        ("e\u0301", None, 0),
        ("", "NFC", 0),
    ],
)
def test_changed_characters(text, form, changed):
    assert changed_characters(text, form) == changed


@given(st.text(st.sampled_from("aeo\u0301\u0323éẹọ½ﬁ 가\u1100\u1161"), max_size=20))
def test_nothing_changes_exactly_when_the_text_is_normalized(text):
    for form in NORMAL_FORMS:
        assert (changed_characters(text, form) == 0) == (normalize(text, form) == text)


def test_per_and_costs_are_safe_for_empty_texts():
    assert per(5, 0) == 0.0 and per(3, 2) == 1.5
    cheap, dear, empty = costs([10, 25, 0], [sizes("a" * 40), sizes("ẹ́" * 10), sizes("")])
    assert [cheap.premium, dear.premium, empty.premium] == [1.0, 2.5, 0.0]
    assert [cheap.tokens_per_grapheme, dear.tokens_per_grapheme] == [0.25, 2.5]
    assert empty.tokens_per_grapheme == 0.0
    assert [cost.premium for cost in costs([0, 3], [sizes(""), sizes("abc")])] == [None, None]


def words_by_hand(trace, step):
    """Each word of the source with all tokens that touch it, tried one by one."""
    spans = trace.source_spans(step)
    places, at = [], 0
    for word in trace.source.split():
        start = trace.source.index(word, at)
        at = start + len(word)
        places.append((start, at))

    def touches(span, word):
        (start, end), (first, last) = span, word
        return start < last and end > first if start < end else first < start <= last

    whole = 0
    for word in places:
        mine = [span for span in spans if touches(span, word)]
        others = [w for w in places if w != word]
        whole += len(mine) == 1 and not any(touches(mine[0], w) for w in others)
    return WordCosts(len(places), len(spans), whole)


@pytest.mark.parametrize("mode", ["regex", "byte", "character"])
@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("form", [None, "NFC", "NFD"])
@given(text=st.text(st.sampled_from("ab \n\u00a0é\u0323o"), max_size=25))
def test_costs_of_words(mode, joined, form, text):
    corpus = "ab ab ab ao bo ab oé é\u0323 \u00a0\n ab ab oab ab ao aab bab"
    more = {"end_of_word_joined": joined} if mode == "character" else {}
    tok = bpeviz.train(corpus, mode, 12, normalization=form, **more)
    trace = tok.trace(text, unknown="keep")
    for step in {0, trace.steps // 2, trace.steps}:
        assert word_costs(trace, step) == words_by_hand(trace, step)


def test_a_token_over_several_words_counts_once_and_makes_none_of_them_whole():
    tok = bpeviz.train("of the " * 9, "byte", 20)
    trace = tok.trace("of the of the")
    assert word_costs(trace, 0).tokens_per_word == 13 / 4
    assert len(trace.tokens(trace.steps)) < 4
    assert word_costs(trace, trace.steps).whole == 0
    assert word_costs(tok.trace(""), 0) == WordCosts(0, 0, 0)
    assert word_costs(tok.trace(" \n"), 0).tokens_per_word == 0
