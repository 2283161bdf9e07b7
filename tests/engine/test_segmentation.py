"""Both routes of applying merges, against the definition: few merges, and more than are replaced."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from tests.engine import reference


@cache
def tokenizer(num_merges):
    rng = random.Random(1)
    text = "".join(rng.choice("aabcdefgh éß") for _ in range(40_000))
    return bpeviz.train(text, mode="byte", num_merges=num_merges)


@pytest.mark.parametrize("num_merges", [300, 4500])
@given(text=st.text("aabcdefgh éß", max_size=120))
def test_the_pair_of_lowest_rank_is_merged_until_none_is_left(num_merges, text):
    tok = tokenizer(num_merges)
    assert len(tok.merges) == num_merges
    ranks = {(m.left, m.right): (rank, m.id) for rank, m in enumerate(tok.merges)}
    assert tok.encode(text) == reference.encode(text.encode(), ranks)
