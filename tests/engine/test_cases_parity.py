"""Trouble reports of other tokenizers as small cases, each with the value its own peer gives.

The numbers are those of the collection of cases; the values were computed by running minbpe,
Hugging Face's tokenizers, rustbpe or subword-nmt, as each case says.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.base import Base
from bpeviz.formats import loaded


def pairs(tok):
    """Each merge as (left symbol, right symbol)."""
    v = tok.vocabulary
    return [(v[m.left], v[m.right]) for m in tok.merges]


def subword_nmt(corpus, num_merges, **more):
    """Character mode as in subword-nmt 0.2: its tie rule, its end-of-word."""
    return bpeviz.train(
        corpus, mode="character", num_merges=num_merges, tie_break="largest-symbols",
        end_of_word="</w>", end_of_word_joined=True, **more,
    )  # fmt: skip


def test_c03_when_all_pairs_tie():
    text = "wwxxyyzz"
    first = bpeviz.train(text, mode="byte", num_merges=3)
    assert pairs(first) == [(b"w", b"w"), (b"ww", b"x"), (b"wwx", b"x")]
    smallest = bpeviz.train(text, mode="byte", num_merges=3, tie_break="smallest-ids")
    assert [m.token for m in smallest.merges] == [b"ww", b"xx", b"yy"]
    assert pairs(subword_nmt(text, 3)) == [("z", "z</w>"), ("y", "zz</w>"), ("y", "yzz</w>")]


def test_c07_the_lowest_rank_present_not_one_pass_over_the_list():
    base = Base(("a", "b", "c", "ab"), (0, 1, 2, 3), in_characters=True)
    merges = [(3, 2, 4, None, None), (0, 1, 3, None, None)]
    tok = loaded.tokenizer(base, merges, loaded.FileCut(words=True))
    assert tok.trace("abc").tokens(2) == ["abc"]
    assert tok.encode("abc") == [4] and tok.decode([4]) == "abc"


def test_c09_a_word_before_a_comma_is_the_same_token():
    tok = bpeviz.train("hello hello hello, hello,", pattern="gpt2", num_merges=5)
    assert pairs(tok) == [
        (b"h", b"e"), (b"he", b"l"), (b"hel", b"l"), (b"hell", b"o"), (b" ", b"hello"),
    ]  # fmt: skip
    assert tok.trace("hello,").tokens(5) == [b"hello", b","]
    assert tok.trace(" hello").tokens(5) == [b" hello"]


def test_c20_a_symbol_of_the_end_of_a_word_does_not_stand_inside_one():
    tok = subword_nmt("sand " * 5 + "and " * 9 + "hand " * 3, 3)
    assert pairs(tok) == [("n", "d</w>"), ("a", "nd</w>"), ("s", "and</w>")]
    applied = {
        "and": ["and</w>"],
        "sand": ["sand</w>"],
        "an": ["a", "n</w>"],
        "ands": ["a", "n", "d", "s</w>"],
        "handy": ["h", "a", "n", "d", "y</w>"],
    }
    for word, tokens in applied.items():
        # "y</w>" and others are no symbols of this corpus; they are kept, as subword-nmt does.
        assert tok.trace(word, unknown="keep").tokens(3) == tokens


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("n", [0, 3, 20])
def test_c22_a_marker_that_is_typed_is_not_the_marker(joined, n):
    corpus = "a</w>x a</w>y a</w>z a a a a"
    tok = bpeviz.train(
        corpus, mode="character", num_merges=n, end_of_word="</w>", end_of_word_joined=joined
    )
    for text in ("a</w>x a", corpus, "a", "a</w>"):
        unknown = {-1} & set(tok.encode(text, unknown="keep"))
        if not unknown:
            assert tok.decode(tok.encode(text)) == text
    # What ends the word "a" stands nowhere inside "a</w>x".
    assert tok.encode("a")[-1] not in tok.encode("a</w>x")[:-1]


@pytest.mark.parametrize("joined", [False, True])
def test_c24_double_spaces_and_blank_lines_give_no_empty_word(joined):
    tok = bpeviz.train(
        "hi  yo\n\nhi\n", mode="character", num_merges=5, min_count=2, end_of_word="</w>",
        end_of_word_joined=joined, tie_break="largest-symbols",
    )  # fmt: skip
    assert [m.token for m in tok.merges] == (["hi</w>"] if joined else ["i</w>", "hi</w>"])
    assert tok.decode(tok.encode("hi  yo\n\nhi\n")) == "hi yo hi"


def test_c25_a_word_ends_where_str_split_ends_it():
    # The peers differ: plain spaces only (subword-nmt), White_Space without U+001C (HF). Here it
    # is what Python's str.split takes for white space, U+00A0, U+2028 and U+001C among them.
    text = "a\u00a0b c\u2028d e\u001cf"
    assert text.split() == ["a", "b", "c", "d", "e", "f"]
    trace = bpeviz.train(text, mode="character", num_merges=0).trace(text)
    assert trace.tokens(0) == ["a", "_", "b", "_", "c", "_", "d", "_", "e", "_", "f", "_"]
    assert [text for _, text in trace.gaps] == ["\u00a0", " ", "\u2028", " ", "\u001c"]


def test_c29_an_unseen_character_does_not_vanish():
    tok = subword_nmt("low low", 0)
    trace = tok.trace("löw", unknown="keep")
    assert trace.tokens(0) == ["l", "ö", "w</w>"] and trace.text == "löw"
    with pytest.raises(bpeviz.UnknownSymbolError) as caught:
        tok.encode("löw")
    assert (caught.value.symbol, caught.value.position) == ("ö", 1)


@pytest.mark.parametrize(
    ("min_count", "merges"),
    [
        (1, ["ba", "qz</w>", "ed", "ede</w>", "dede</w>", "baba", "babab", "bababa</w>"]),
        (2, ["ba"]),
        (3, []),
    ],
)
def test_c30_what_the_smallest_count_means(min_count, merges):
    tok = subword_nmt("bababa dede qz", 50, min_count=min_count)
    assert [m.token for m in tok.merges] == merges


def test_c32_a_vocabulary_smaller_than_the_alphabet():
    small = bpeviz.train(
        "cab bac", mode="character", vocab_size=3, end_of_word="</w>", end_of_word_joined=True
    )
    # a, b, c, and the word-final b and c.
    assert sorted(small.vocabulary.values()) == ["a", "b", "b</w>", "c", "c</w>"]
    assert small.merges == ()
    with pytest.raises(bpeviz.SettingsError, match="256"):
        bpeviz.train("cab bac", mode="byte", vocab_size=250)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.text(alphabet="aabé c", max_size=25), max_size=3),
    st.sampled_from(["byte", "regex", "character"]),
    st.integers(1, 15),
    st.integers(1, 3),
    st.sampled_from(["first-seen", "smallest-ids", "largest-symbols"]),
)
def test_c36_every_merge_occurs_when_it_is_made(documents, mode, n, min_count, tie):
    tok = bpeviz.train(documents, mode=mode, num_merges=n, min_count=min_count, tie_break=tie)
    trace = tok.trace(documents)
    counts = [m.count for m in tok.merges]
    assert counts == sorted(counts, reverse=True) and all(c >= min_count for c in counts)
    for rank, merge in enumerate(tok.merges):
        now = trace.pair_counts(rank)
        assert now[merge.left, merge.right] == merge.count == max(now.values())
        made = Counter(trace.ids(rank + 1))[merge.id] - Counter(trace.ids(rank))[merge.id]
        assert made == merge.replacements > 0
