"""Places: from tokens to base symbols and back."""

from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies import places


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="aab é", min_size=1, max_size=30), st.integers(0, 8))
def test_there_and_back_at_every_step(text, n):
    trace = bpeviz.train(text, num_merges=n).trace(text)
    for step in range(trace.steps + 1):
        tokens = trace.tokens(step)
        start = 0
        for index, token in enumerate(tokens):
            assert places.first_symbol(trace, index, step) == start
            inside = range(start, start + len(token))
            assert {places.token_at(trace, symbol, step) for symbol in inside} == {index}
            start += len(token)
        for start, end in trace.chunks:
            among = places.tokens_between(trace, start, end, step)
            assert b"".join(tokens[i] for i in among) == text.encode()[start:end]
            assert places.chunk_of(trace, start) == (start, end)
    longest = places.token_at(trace, places.longest_symbol(trace), trace.steps)
    final = trace.tokens(trace.steps)
    assert len(final[longest]) == max(map(len, final))
