"""What is odd in a text: each kind found at its place, mended, and clean texts left in peace."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpeviz.unicode.oddities import oddities

CASES = [
    # kind, text, places, mended text (None: a person has to decide)
    ("mixed normal forms", "ọ̀ o\u0323\u0300 \u00f2\u0323", ((3, 6), (7, 9)), "ọ̀ ọ̀ ọ̀"),
    ("second code point", "\u1ecd\u0341", ((1, 2),), "\u1ecd\u0301"),
    ("second code point", "5 \u212b", ((2, 3),), "5 \u00c5"),
    ("look-alike", "e\u0329 \u1eb9", ((1, 2),), "\u1eb9 \u1eb9"),
    ("look-alike", "o\u02cb ba", ((1, 2),), "\u00f2 ba"),
    ("look-alike", "it\u2019s we're it's", ((2, 3),), "it's we're it's"),
    ("look-alike", "p\u0430ypal", ((1, 2),), "paypal"),
    ("look-alike", "\u043ci\u0440", ((1, 2),), "\u043c\u0456\u0440"),
    ("look-alike", "A\u0392BA", ((1, 2),), "ABBA"),
    ("space", "a\u00a0b", ((1, 2),), "a b"),
    ("space", "a\u3000b", ((1, 2),), "a b"),
    ("zero width", "a\u200bb", ((1, 2),), "ab"),
    ("zero width", "a\u00adb", ((1, 2),), "ab"),
    ("zero width", "a\u200db", ((1, 2),), "ab"),
    ("zero width", "a\ufeffb", ((1, 2),), "ab"),
    ("byte order mark", "\ufeffab", ((0, 1),), "ab"),
    ("direction", "a\u202eb\u2066", ((1, 2), (3, 4)), "ab"),
    ("tag", "a\U000e0068\U000e0069", ((1, 3),), "a"),
    ("variation selector", "a\ufe00\ufe01\ufe02", ((2, 4),), "a\ufe00"),
    ("control", "a\x00\x1cb", ((1, 2), (2, 3)), "ab"),
    ("line end", "a\r\nb\r\n", ((1, 3), (4, 6)), "a\nb\n"),
    ("line end", "a\rb", ((1, 2),), "a\nb"),
    ("line end", "a\u2028b\x85c", ((1, 2), (3, 4)), "a\nb\nc"),
    ("surrogate", "a\ud83d \ud83d\udc4d", ((1, 2), (3, 5)), "a\ufffd \U0001f44d"),
    ("replacement", "a\ufffd", ((1, 2),), None),
    ("wrong encoding", "caf\u00c3\u00a9", ((3, 5),), "caf\u00e9"),
    # ọ̀ as UTF-8 read as Windows-1252, where 8D is nothing and 80 is the euro sign.
    ("wrong encoding", "\u00e1\u00bb\u008d\u00cc\u20ac", ((0, 5),), "\u1ecd\u0300"),
    ("private use", "a\ue000\ue001", ((1, 3),), None),
    ("unassigned", "a\u0378", ((1, 2),), None),
    ("noncharacter", "a\uffffb\ufdd0", ((1, 2), (3, 4)), "ab"),
    ("stray mark", "\u0301a \u0300b", ((0, 1), (3, 4)), None),
]


@pytest.mark.parametrize(("kind", "text", "places", "mended"), CASES)
def test_each_kind_is_found_and_mended(kind, text, places, mended):
    (finding,) = [one for one in oddities(text) if one.kind == kind]
    assert finding.places == places and finding.count == len(places)
    assert finding.what and finding.suggestion
    assert (finding.fix(text) if finding.fix else None) == mended
    if mended is not None:
        assert kind not in [one.kind for one in oddities(mended)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain text, it's fine.\n\tYes.",
        "ọ̀rẹ́ mi, kú àárọ̀",
        "o\u0323\u0300re\u0323\u0301",
        "it’s we’re",
        "می‌خواهم",
        "क्‍ष",
        "👨‍👩‍👧 ❤️ 👩🏽‍🌾 1️⃣",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "ΔT Москва COVIDом µm",
        "naïve café",
        "日本語、한국어, ไทย, አማርኛ",
    ],
)
def test_nothing_is_odd_in_good_texts(text):
    assert oddities(text) == []


def test_mixed_forms_name_what_is_written_in_two_ways():
    (finding,) = oddities("ọ̀ and o\u0323\u0300 and \u00e9")
    assert "In more than one way: ọ̀." in finding.what


def test_a_second_code_point_alone_does_not_make_forms_mixed():
    assert [one.kind for one in oddities("\u212b")] == ["second code point"]


def test_a_decomposed_text_stays_decomposed_when_its_line_becomes_a_dot():
    text = "e\u0329\u0301 o\u0323"
    (finding,) = oddities(text)
    assert "(1×)" in finding.what
    assert finding.fix(text) == "e\u0323\u0301 o\u0323"


def test_hidden_tags_are_spelled_out():
    (finding,) = oddities("x" + "".join(chr(0xE0000 + ord(c)) for c in "obey"))
    assert "“obey”" in finding.what


def test_a_byte_order_mark_inside_a_text_is_no_byte_order_mark():
    assert [one.kind for one in oddities("\ufeffa\ufeff")] == ["byte order mark", "zero width"]


ODD = "ab \n\r'’\u0301\u0323\u0329\u0341éọаο\u00a0\u200b\u200d\ufeff\u202e\ufe0f\U000e0041\ud83d\udc4d\ufffd\ue000\u0378\uffff\x00ÃÂ"


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(ODD), max_size=25))
def test_places_lie_in_the_text_in_order_and_repairs_only_shrink_what_is_odd(text):
    for finding in oddities(text):
        assert finding.places
        ends = [edge for place in finding.places for edge in place]
        assert ends == sorted(ends) and ends[0] >= 0 and ends[-1] <= len(text)
        assert all(start < end for start, end in finding.places)
        if finding.fix:
            mended = finding.fix(text)
            assert mended != text
            assert finding.fix(mended) == mended
