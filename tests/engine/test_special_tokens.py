"""Texts found in a text, against a search that tries them all at every place."""

from hypothesis import given
from hypothesis import strategies as st

from bpeviz.engine.special_tokens import Finder

LETTERS = "ab-]^[é"


def naive(wanted, text):
    found, at = [], 0
    while at < len(text):
        longest = max((one for one in wanted if text.startswith(one, at)), key=len, default="")
        if longest:
            found.append((at, at + len(longest)))
        at += len(longest) or 1
    return found


@given(st.lists(st.text(LETTERS, min_size=1, max_size=4)), st.text(LETTERS + "x", max_size=30))
def test_the_longest_from_the_left(wanted, text):
    assert list(Finder(wanted)(text)) == naive(wanted, text)
