"""Orders of rules: the lowest rank first is what the engine does; others differ."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.orders import states, tokenizer

PARTS = st.sampled_from(["a", "b", "c", "ab", "bc", "ca"])
RULES = st.lists(st.tuples(PARTS, PARTS), min_size=1, max_size=4, unique=True)


@settings(max_examples=200, deadline=None)
@given(RULES, st.text(alphabet="abc", max_size=12))
def test_lowest_rank_first_is_what_a_tokenizer_does(rules, text):
    # Two rules that spell one symbol would be one token of the engine, but two rules here: left out.
    if len({a + b for a, b in rules}) < len(rules):
        return
    tok = tokenizer(rules)
    trace = tok.trace(text, unknown="keep")
    assert states(text, rules, "lowest")[-1] == trace.tokens(trace.steps)


@given(RULES, st.text(alphabet="abc", max_size=12), st.sampled_from(["lowest", "highest", "pass"]))
def test_no_order_changes_the_text(rules, text, order):
    assert all("".join(state) == text for state in states(text, rules, order))


def test_another_order_gives_another_result():
    # The second source document: [AB, C] or [A, BC].
    rules = [("a", "b"), ("b", "c")]
    assert states("abc", rules, "lowest")[-1] == ["ab", "c"]
    assert states("abc", rules, "highest")[-1] == ["a", "bc"]
    # Its other case, 489 = merge(300, C): the merge that needs 300 cannot come first.
    rules = [("a", "b"), ("ab", "c")]
    assert states("abc", rules, "lowest") == [["a", "b", "c"], ["ab", "c"], ["abc"]]
    assert states("abc", rules, "highest") == [["a", "b", "c"], ["ab", "c"], ["abc"]]


def test_an_unknown_order_is_named():
    with pytest.raises(bpeviz.SettingsError, match="'random'"):
        states("abc", [("a", "b")], "random")
