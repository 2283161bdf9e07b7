"""Words in several spellings."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bpeviz.unicode.word_spellings import word_spellings

WAYS = ("\u1ecd\u0300", "\u00f2\u0323", "o\u0323\u0300")


def test_the_three_spellings_of_one_letter():
    (found,) = word_spellings(" ".join([*WAYS, WAYS[2], "na"]))
    assert found.word == WAYS[0]
    assert found.spellings == ((WAYS[2], 2), (WAYS[0], 1), (WAYS[1], 1))


def test_frequent_words_come_first():
    text = "e\u0301 \u00e9 a\u0301 \u00e1 a\u0301"
    assert [one.word for one in word_spellings(text)] == ["\u00e1", "\u00e9"]


@given(st.text("aeo\u0323\u0300\u1ecd\u00f2 ", max_size=30))
def test_no_normal_form_leaves_a_word_in_two_spellings(text):
    for form in ("NFC", "NFD"):
        assert word_spellings(unicodedata.normalize(form, text)) == []
    for one in word_spellings(text):
        assert len({unicodedata.normalize("NFC", spelled) for spelled, _ in one.spellings}) == 1
        assert sum(n for _, n in one.spellings) == sum(
            unicodedata.normalize("NFC", word) == one.word for word in text.split()
        )
