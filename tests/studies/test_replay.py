"""Replay: slow encoding by definition agrees with the engine, turn by turn."""

from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.orders import tokenizer
from bpeviz.studies.replay import replay

TEXTS = st.text(alphabet="aab é", max_size=30)


def flat(state):
    return [token_id for chunk in state for token_id in chunk]


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(["byte", "regex", "character"]), st.integers(0, 12))
def test_every_turn_is_a_step_of_the_trace(corpus, text, mode, n):
    trace = bpeviz.train(corpus, mode=mode, num_merges=n).trace(text, unknown="keep")
    done = replay(trace)
    assert flat(done.ids(len(done.turns))) == trace.ids(trace.steps)
    assert [turn.step for turn in done.turns] == sorted(set(trace.boundaries) - {trace.steps + 1})
    for number, turn in enumerate(done.turns):
        assert flat(done.ids(number)) == trace.ids(turn.chosen.rank)
        assert turn.step == turn.chosen.rank + 1
        assert turn.made == trace.token_counts[turn.step - 1] - trace.token_counts[turn.step]
        counts = trace.pair_counts(turn.chosen.rank)
        for candidate in turn.candidates:
            merge = trace.tokenizer.merges[candidate.rank]
            assert (merge.left, merge.right, merge.id) == (
                candidate.left, candidate.right, candidate.id,
            )  # fmt: skip
            assert counts[candidate.left, candidate.right] == candidate.count
        assert done.turn_at(turn.step) == number + 1


def test_the_chosen_rank_and_the_others():
    tok = bpeviz.train("aab aab ab", mode="byte", num_merges=3)
    assert [m.token for m in tok.merges] == [b"ab", b"aab", b"aab "]
    done = replay(tok.trace("ab aab "))
    assert [[c.rank for c in turn.candidates] for turn in done.turns] == [[0], [1], [2]]
    tok = bpeviz.train("low low lower newer newer", mode="regex", num_merges=4)
    assert [m.token for m in tok.merges] == [b"lo", b"low", b"er", b" low"]
    done = replay(tok.trace("lower newer"))
    # (rank, count in the text) of each candidate: e+r stands there twice, but l+o has rank 0.
    assert [[(c.rank, c.count) for c in turn.candidates] for turn in done.turns] == [
        [(0, 1), (2, 2)],
        [(1, 1), (2, 2)],
        [(2, 2)],
    ]
    assert [turn.made for turn in done.turns] == [1, 1, 2]


def test_rules_in_an_order_in_which_a_pair_comes_after_its_rank():
    # The rule of rank 0 needs what the rule of rank 1 makes.
    done = replay(tokenizer([("ab", "c"), ("a", "b")]).trace("abc"))
    assert [(turn.chosen.rank, turn.step) for turn in done.turns] == [(1, 2), (0, 2)]
    assert flat(done.ids(2)) == [4]


def test_a_text_without_symbols_has_no_turns():
    assert replay(bpeviz.train("ab", mode="byte", num_merges=1).trace("")).turns == ()
