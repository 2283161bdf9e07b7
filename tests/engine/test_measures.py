"""Measures: sizes of a text, what a normal form changes, and what a text costs."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpeviz.engine.measures import (
    Sizes,
    changed_characters,
    costs,
    count_graphemes,
    per,
    sizes,
)
from bpeviz.engine.text import NORMAL_FORMS, graphemes, normalize


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", Sizes(0, 0, 0, 0)),
        # The three spellings of one grapheme: bytes differ, what can be compared does not.
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
