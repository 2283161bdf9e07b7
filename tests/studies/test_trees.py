"""Merge trees: they spell their token, and their steps are those of the boundaries."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies import trees

TEXTS = st.text(alphabet="aab é", max_size=30)


def leaves(node):
    return [n for n in trees.walk(node) if not n.parts]


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(["byte", "regex", "character"]), st.integers(0, 12))
def test_trees_of_a_text_hold_its_boundaries(corpus, text, mode, n):
    tok = bpeviz.train(corpus, mode=mode, num_merges=n)
    trace = tok.trace(text, unknown="keep")
    at = 0
    for index, token in enumerate(trace.tokens(trace.steps)):
        root = trees.of_token(trace, index, trace.steps)
        inside = list(trace.boundaries)[at : at + root.size - 1]
        assert root.symbol == token and root.step == max(inside, default=0)
        assert sorted(inside) == sorted(n.step for n in trees.walk(root) if n.parts)
        assert [leaf.id for leaf in leaves(root)] == trace.ids(0)[at : at + root.size]
        at += root.size
    assert at == len(trace.ids(0))


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from(["byte", "regex"]), st.integers(0, 12))
def test_trees_of_the_vocabulary_follow_the_merges(corpus, mode, n):
    tok = bpeviz.train(corpus, mode=mode, num_merges=n)
    for rank, merge in enumerate(tok.merges):
        root = trees.of_id(tok, merge.id)
        assert (root.id, root.symbol, root.rank, root.step) == (
            merge.id, merge.token, rank, rank + 1,
        )  # fmt: skip
        assert [part.id for part in root.parts] == [merge.left, merge.right]
        assert root.size == len(merge.token)


def test_special_tokens_have_no_parts():
    tok = bpeviz.train("abab", mode="byte", num_merges=1, special_tokens=["<|end|>"])
    node = trees.of_id(tok, 257)
    assert node.symbol == b"<|end|>" and node.parts == () and node.rank is None
    with pytest.raises(bpeviz.BPEError, match="258"):
        trees.of_id(tok, 258)


def test_a_very_deep_tree():
    # Default tokens are built from left to right: here a tree as deep as the token is long.
    token = "".join(map(chr, range(0x4E00, 0x4E00 + 1000)))
    tok = bpeviz.train("", mode="byte", num_merges=0, default_tokens=[token])
    root = trees.of_id(tok, tok.merges[-1].id)
    assert root.size == 3000
    step = trees.cut([root], 60)
    assert step > 0 and 50 < len([n for n in trees.walk(root) if n.step > step]) < 60


def test_large_trees_are_cut_at_a_step():
    tok = bpeviz.train("abcdabcd", mode="byte", num_merges=3)
    root = trees.of_id(tok, 258)
    assert root.symbol == b"abcd"
    assert [trees.cut([root], n) for n in (1, 2, 3, 4)] == [3, 2, 1, 0]
