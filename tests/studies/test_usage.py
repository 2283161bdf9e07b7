"""Usage: the lifespans of tokens give the counts that counting at every step gives."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.usage import history, lifespans, rare_tokens, vocabulary_sizes

TEXTS = st.text(alphabet="aab é", max_size=40)


@settings(max_examples=150, deadline=None)
@given(
    TEXTS, TEXTS, st.sampled_from(["byte", "regex", "character"]), st.integers(0, 12),
    st.integers(1, 4),
)  # fmt: skip
def test_lives_agree_with_counting_at_every_step(corpus, text, mode, n, below):
    tok = bpeviz.train(corpus, mode=mode, num_merges=n)
    trace = tok.trace(text, unknown="keep")
    found = lifespans(trace)
    counts = [Counter(trace.ids(k)) for k in range(trace.steps + 1)]
    for token_id in {*found, *tok.vocabulary}:
        assert history(found, token_id, trace.steps) == [at[token_id] for at in counts]
    rare = [
        sum(at[i] < below for i in {merge.id for merge in tok.merges[:k]})
        for k, at in enumerate(counts)
    ]
    assert rare_tokens(tok, found, below) == rare


@settings(max_examples=50, deadline=None)
@given(TEXTS, st.sampled_from(["byte", "regex", "character"]), st.integers(0, 12))
def test_vocabulary_sizes_are_those_of_shorter_trainings(corpus, mode, n):
    sizes = vocabulary_sizes(bpeviz.train(corpus, mode=mode, num_merges=n))
    for k, size in enumerate(sizes):
        assert size == len(bpeviz.train(corpus, mode=mode, num_merges=k).vocabulary)


def test_two_merges_that_spell_one_symbol_make_one_token():
    # "aaa" can come about as a+aa and as aa+a: one id, so the vocabulary does not grow twice.
    tok = bpeviz.train("aaab aaac aaa aa", mode="character", num_merges=6)
    made = [merge.id for merge in tok.merges]
    assert vocabulary_sizes(tok)[-1] == len(tok.base.vocabulary) + len(set(made))


def test_a_long_run_costs_no_more_than_its_distinct_tokens():
    tok = bpeviz.train("a" * 4096, mode="byte", num_merges=12)
    found = lifespans(tok.trace("a" * 4096))
    assert found[97] == [(0, 1, 4096)] and found[tok.merges[-1].id] == [(12, 13, 1)]
