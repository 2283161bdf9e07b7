"""What further training changes."""

from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.continued import change

TEXTS = st.text(alphabet="ab c1é", max_size=50)


@given(TEXTS, TEXTS, TEXTS, st.integers(0, 6), st.integers(0, 6))
def test_with_one_pattern_only_what_is_inside_new_tokens_changes(first, second, text, few, more):
    start = bpeviz.train(first, num_merges=few)
    later = bpeviz.train(second, num_merges=more, start=start)
    before, after = start.encode(text), later.encode(text)
    kept = [token for token in after if token < start.next_id]
    assert change(start, later, text) == (len(before), len(after), len(before) - len(kept))


def test_tokens_that_another_pattern_cuts_otherwise_are_counted():
    start = bpeviz.train("a b a b a b", mode="byte", num_merges=2)
    later = bpeviz.train("c", num_merges=0, mode="regex", start=start)
    assert [start.vocabulary[i] for i in start.encode("a b a")] == [b"a b", b" ", b"a"]
    assert [later.vocabulary[i] for i in later.encode("a b a")] == [b"a", b" ", b"b", b" ", b"a"]
    assert change(start, later, "a b a") == (3, 5, 1)
