"""Characters: names, categories, bytes, and which of them cannot be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpeviz.engine.text import repair
from bpeviz.unicode.characters import (
    CATEGORIES,
    category_of,
    code_points,
    invisible,
    name_of,
)

UNITS = st.text(st.characters(codec=None, categories=None), max_size=30)


def test_three_spellings_down_to_their_bytes():
    spellings = {"\u1ecd\u0300": 2, "\u00f2\u0323": 2, "o\u0323\u0300": 3}
    assert [[f"{ord(c)}" for c in spelling] for spelling in spellings] == [
        ["7885", "768"],
        ["242", "803"],
        ["111", "803", "768"],
    ]
    for spelling, count in spellings.items():
        points = code_points(spelling)
        assert len(points) == count
        assert b"".join(point.bytes for point in points) == spelling.encode()
    first = code_points("\u1ecd\u0300")
    assert [(p.label, p.name, p.category, p.bytes.hex()) for p in first] == [
        ("U+1ECD", "LATIN SMALL LETTER O WITH DOT BELOW", "Ll", "e1bb8d"),
        ("U+0300", "COMBINING GRAVE ACCENT", "Mn", "cc80"),
    ]


@given(UNITS)
def test_code_points_lose_nothing(text):
    points = code_points(text)
    assert "".join(point.char for point in points) == text
    assert [point.position for point in points] == list(range(len(text)))
    # Surrogates that happen to make a pair are still two code points here, each without bytes.
    assert b"".join(point.bytes for point in points) == "".join(map(repair, text)).encode()


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("ẹ", "LATIN SMALL LETTER E WITH DOT BELOW"),
        ("\n", "LINE FEED (control)"),
        ("\x00", "NULL (control)"),
        ("\x1f", "UNIT SEPARATOR (control)"),
        ("\x7f", "DELETE (control)"),
        ("\x91", "U+0091 (control)"),
        ("\ud83d", "lone surrogate (half of a character)"),
        ("\ue000", "private use"),
        ("\uffff", "noncharacter (never to be assigned)"),
        ("\ufdd0", "noncharacter (never to be assigned)"),
        ("\u0378", "unassigned"),
        ("文", "CJK UNIFIED IDEOGRAPH-6587"),
        ("한", "HANGUL SYLLABLE HAN"),
    ],
)
def test_names(char, name):
    assert name_of(char) == name


@given(st.characters(codec=None, categories=None))
def test_every_code_point_has_a_name_and_a_category_in_words(char):
    (point,) = code_points(char)
    assert point.name and CATEGORIES[point.category]
    if unicodedata.category(char) != "Cn":
        assert point.category == unicodedata.category(char) == category_of(char)


@pytest.mark.parametrize(
    "char", ["\u00a0", "\u200b", "\u200d", "\ufeff", "\r", "\x1c", "\u2028", "\u3164", "\ufe0f"]
)
def test_invisible(char):
    assert invisible(char)


@pytest.mark.parametrize("char", ["a", "ẹ", " ", "\n", "\t", "\u0301", "文", "😀", "·"])
def test_visible(char):
    assert not invisible(char)
