"""Rankings of pairs, against counting by hand and against the merges that training chose."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.ranking import ranking

TOY = "low lower newest newest newest widest widest widest widest low low low low"


def test_the_toy_words() -> None:
    found = ranking(bpeviz.train(TOY, mode="character", num_merges=9).trace(TOY), 0, limit=3)
    assert (found.different, found.total, found.top, found.tied) == (14, 62, 7, 2)
    assert [n for _, n in found.ranked] == [7, 7, 7]


@given(st.text("abc ", min_size=1, max_size=40), st.integers(0, 12))
def test_the_next_merge_is_first_and_the_rest_is_counted(text: str, step: int) -> None:
    tok = bpeviz.train(text, mode="byte", num_merges=12)
    step = min(step, len(tok.merges))
    counts = Counter(pairwise(tok.encode(text, step)))
    found = ranking(tok.trace(text), step)
    assert dict(found.ranked) == counts and found.total == sum(counts.values())
    if found.upcoming is not None:
        best = max(counts.values())
        assert found.ranked[0] == ((found.upcoming.left, found.upcoming.right), best)
        assert found.tied == list(counts.values()).count(best) - 1


def test_a_merge_that_the_text_does_not_hold() -> None:
    found = ranking(bpeviz.train("aaab", mode="byte", num_merges=1).trace("xyz"), 0)
    assert (found.top, found.tied, found.different) == (0, 0, 2)
