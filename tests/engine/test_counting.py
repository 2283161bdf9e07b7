"""Counting pairs: the parts in which a long text is laid out lose no pair and count none twice."""

from collections import Counter

import pytest

from bpeviz.engine.base import SEPARATOR
from bpeviz.engine.counting import pairs_in, weighted_pairs

PART = 1 << 18


@pytest.mark.parametrize("size", [0, 1, 2, PART - 1, PART, PART + 1, PART + 2, 2 * PART + 1])
def test_long_texts_are_counted_in_parts(size):
    # All neighbours at the end of a part are different ones.
    text = ("abcdefg" * (size // 7 + 1))[:size]
    assert pairs_in(text) == Counter(map(str.__add__, text, text[1:]))


def test_weights_go_on_over_the_end_of_a_part():
    words = ["ab" * (PART // 4), "cd" * (PART // 4), "ef" * (PART // 4)]
    found = weighted_pairs(SEPARATOR.join(words), [1, 2, 3], {c: ord(c) for c in "abcdef"})
    each = PART // 4
    expected = {"ab": each, "ba": each - 1, "cd": 2 * each, "dc": 2 * (each - 1),
                "ef": 3 * each, "fe": 3 * (each - 1)}  # fmt: skip
    assert found == {(ord(pair[0]), ord(pair[1])): n for pair, n in expected.items()}
