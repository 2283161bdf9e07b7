"""Trace: what the boundaries' numbers give agrees with counting at every step."""

from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz

TEXTS = st.sampled_from(["ab", "aab ", "aé ọ̀", "a"]).flatmap(
    lambda letters: st.text(alphabet=letters, max_size=40)
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(["byte", "regex", "character"]), st.integers(0, 15))
def test_boundaries_histories_and_counts_agree_with_every_step(corpus, text, mode, n):
    tok = bpeviz.train(corpus, mode=mode, num_merges=n)
    trace = tok.trace(text, unknown="keep")
    assert len(trace.boundaries) == max(0, len(trace.ids(0)) - 1)
    counts = [trace.pair_counts(k) for k in range(trace.steps + 1)]
    for pair in {pair for at_step in counts for pair in at_step if min(pair) >= 0}:
        assert trace.pair_history(*pair) == [at_step.get(pair, 0) for at_step in counts]
    for k in range(trace.steps + 1):
        alive = sum(number > k for number in trace.boundaries)
        assert trace.token_counts[k] == len(trace.ids(k)) == (alive + 1 if trace.ids(0) else 0)
        ids = trace.forest.ids
        assert [ids[code] for code in trace.codes(k)] == trace.ids(k)
        assert len(trace.spans(k)) == len(trace.ids(k))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["byte", "regex"]))
def test_any_text_survives_encoding_and_decoding(corpus, text, mode):
    tok = bpeviz.train(corpus, mode=mode, num_merges=20)
    assert tok.decode(tok.encode(text)) == text
    assert b"".join(tok.trace(text).tokens(tok.trace(text).steps)) == text.encode()


def test_spans_of_bytes_that_share_a_character():
    # Case C50.
    trace = bpeviz.train("", mode="byte", num_merges=0).trace("i ⭢ j")
    assert trace.spans(0) == [(0, 1), (1, 2), (2, 3), (2, 3), (2, 3), (3, 4), (4, 5)]


def test_part_characters_are_tokens_of_bytes():
    # Case C40.
    tok = bpeviz.train("😀😁😂", mode="byte", num_merges=3)
    tokens = tok.trace("😀😁").tokens(3)
    assert [t.hex() for t in tokens] == ["f09f9880", "f09f98", "81"]
    assert tok.decode(tok.encode("😀😁")) == "😀😁"


def test_gaps_hold_the_white_space_between_words():
    trace = bpeviz.train("a b", mode="character", num_merges=0).trace(" a  b\n")
    assert trace.gaps == [(0, " "), (2, "  "), (4, "\n")]
    assert trace.spans(0) == [(1, 2), (2, 2), (4, 5), (5, 5)]


def test_documents_do_not_touch():
    tok = bpeviz.train(["ab", "ab"], mode="byte", num_merges=5)
    assert [m.token for m in tok.merges] == [b"ab"]
    trace = tok.trace(["ab", "ab"])
    assert trace.text == "ab\nab" and trace.gaps == [(2, "\n")] and trace.pair_counts(1) == {}


def test_unknown_characters_are_kept_on_request():
    # Case C29.
    tok = bpeviz.train(
        "low low", mode="character", num_merges=0, end_of_word="</w>", end_of_word_joined=True
    )
    trace = tok.trace("löw", unknown="keep")
    assert trace.tokens(0) == ["l", "ö", "w</w>"] and trace.ids(0)[1] == -1


def test_a_long_run_is_not_quadratic():
    # Case C79.
    tok = bpeviz.train("^^^^", mode="byte", num_merges=2)
    assert [len(tok.encode("^" * n)) for n in (10_000, 100_000, 1_000_000)] == [
        2500, 25_000, 250_000,
    ]  # fmt: skip


def test_runs_count_with_overlap_and_replace_without():
    # Cases C01 and C05.
    tok = bpeviz.train("mmmmmpqpqpq", mode="byte", num_merges=1)
    assert tok.merges[0].token == b"mm"
    assert (tok.merges[0].count, tok.merges[0].replacements) == (4, 2)
    assert bpeviz.train("aaaaa", mode="byte", num_merges=1).trace("aaaaa").tokens(1) == [
        b"aa", b"aa", b"a",
    ]  # fmt: skip


def test_bytes_of_characters_of_each_length_share_their_place():
    # The first and the last characters of two, three and four bytes, in UTF-8.
    text = "\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff"
    trace = bpeviz.train("", mode="byte", num_merges=0).trace(text)
    lengths = (1, 2, 2, 3, 3, 4, 4)
    assert trace.spans(0) == [(i, i + 1) for i, n in enumerate(lengths) for _ in range(n)]
