"""Where two trainings part, and what only one of them has: against counting by hand."""

from __future__ import annotations

import base64
import unicodedata
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.comparing import (
    Twin,
    merged_pairs,
    parting,
    spellings,
    twins,
    without_normalization,
)

PHRASE = "ọ̀rẹ́ mi ọ̀rẹ́ rẹ ọ̀rẹ́ wa ọ̀rẹ́"
NFC, NFD = (unicodedata.normalize(form, PHRASE) for form in ("NFC", "NFD"))
# Tokens of the NFC and of the NFD text after 8 merges of the gpt2 pattern, by what was trained on.
# The numbers were computed with minbpe's algorithm, apart from this project.
COSTS = {
    ("regex", NFC): (24, 50),
    ("regex", NFD): (56, 23),
    ("byte", NFC): (23, 58),
    ("byte", NFD): (58, 16),
}


@pytest.mark.parametrize(("mode", "corpus"), COSTS)
def test_what_costs_is_the_mixture_of_forms(mode: str, corpus: str) -> None:
    tok = bpeviz.train(corpus, mode=mode, num_merges=8, pattern="gpt2")
    assert (len(tok.encode(NFC)), len(tok.encode(NFD))) == COSTS[mode, corpus]


def test_nfc_does_not_save_yoruba() -> None:
    word = unicodedata.normalize("NFC", "ọ̀rẹ́")
    assert len(word) == 5
    assert bpeviz.split(word, "gpt2") == ["\u1ecd", "\u0300", "r\u1eb9", "\u0301"]
    decomposed = unicodedata.normalize("NFD", word)
    assert bpeviz.split(decomposed, "gpt2") == ["o", "\u0323\u0300", "re", "\u0323\u0301"]


def traces(corpora: tuple[str, str], **settings: tuple) -> list[bpeviz.Trace]:
    found = []
    for i, corpus in enumerate(corpora):
        tok = bpeviz.train(corpus, **{name: values[i] for name, values in settings.items()})
        found.append(tok.trace(corpus))
    return found


def naive_counts(trace: bpeviz.Trace, step: int) -> Counter:
    """Pairs of spellings, counted over the tokens of a text that is one document."""
    return Counter(pairwise(trace.tokens(step)))


@given(st.text("abc", min_size=2, max_size=40), st.text("abc", min_size=2, max_size=40))
def test_parting_is_the_first_difference_with_its_counts(one: str, two: str) -> None:
    left, right = traces((one, two), mode=("byte", "byte"), num_merges=(8, 8))
    found = parting(left, right)
    a, b = merged_pairs(left.tokenizer), merged_pairs(right.tokenizer)
    assert a[: found.agreed] == b[: found.agreed]
    assert a[found.agreed : found.agreed + 1] != b[found.agreed : found.agreed + 1] or len(
        a
    ) == len(b)
    here, there = naive_counts(left, found.agreed), naive_counts(right, found.agreed)
    if found.first:
        pair = (found.first.left, found.first.right)
        assert (found.first.here, found.first.there) == (here[pair], there[pair])
        assert found.first.token == found.first.left + found.first.right
    if found.second:
        pair = (found.second.left, found.second.right)
        assert (found.second.here, found.second.there) == (there[pair], here[pair])
    assert (found.first is None) == (len(a) == found.agreed)


def test_a_tie_is_told() -> None:
    corpus = "aaabdaaabac"
    rules = ("first-seen", "smallest-ids")
    found = parting(
        *traces((corpus, corpus), mode=("byte",) * 2, num_merges=(3, 3), tie_break=rules)
    )
    # After aa -> Z the text is ZabdZabac: Za and ab stand twice each, Za comes first.
    assert found.agreed == 1
    assert (found.first.token, found.second.token) == (b"aaa", b"ab")
    assert (found.first.here, found.second.here, found.first.there) == (2, 2, 2)
    assert found.tied == (True, True)


def test_more_of_the_same_is_no_parting_but_an_end() -> None:
    found = parting(*traces(("abab", "abab"), mode=("byte",) * 2, num_merges=(1, 2)))
    assert (found.agreed, found.first) == (1, None)
    assert found.second.token == b"abab"
    same = parting(*traces(("abab", "abab"), mode=("byte",) * 2, num_merges=(2, 2)))
    assert (same.agreed, same.first, same.second, same.tied) == (2, None, None, (False, False))


def test_a_border_between_chunks_makes_a_pair_missing() -> None:
    corpus = "a b a b a b"
    left, right = traces((corpus, corpus), mode=("byte", "regex"), num_merges=(1, 1))
    found = parting(left, right)
    # "a " stands 3 times as bytes; the pattern cuts before every space.
    assert (found.first.left, found.first.right, found.first.here) == (b"a", b" ", 3)
    assert found.first.there == 0
    assert (found.second.token, found.second.here, found.second.there) == (b" b", 3, 3)


def test_default_tokens_come_before_counting() -> None:
    left = bpeviz.train("xyxy", mode="byte", num_merges=1, default_tokens=["ab"]).trace("xyxy")
    right = bpeviz.train("xyxy", mode="byte", num_merges=1).trace("xyxy")
    found = parting(left, right)
    assert found.agreed == 0
    assert found.first.default and not found.second.default
    assert (found.first.here, found.second.there) == (0, 2)


def test_the_marker_of_a_word_is_not_a_character() -> None:
    one = bpeviz.train("ab_ ab_", mode="character", num_merges=1, end_of_word=None)
    two = bpeviz.train("b b", mode="character", num_merges=1)
    assert one.merges[0].token == "ab" and two.merges[0].token == "b_"
    underscore = bpeviz.train("b_ b_", mode="character", num_merges=1, end_of_word=None)
    assert underscore.merges[0].token == two.merges[0].token
    assert merged_pairs(underscore) != merged_pairs(two)
    other = bpeviz.train("b b", mode="character", num_merges=1, end_of_word="</w>")
    assert merged_pairs(other) == merged_pairs(two)


def test_spellings_name_every_token_that_a_text_can_hold() -> None:
    tok = bpeviz.train("ọ̀rẹ́ ọ̀rẹ́", mode="byte", num_merges=5)
    assert spellings(tok) == dict(tok.vocabulary)
    observed = bpeviz.train("aab", mode="byte", num_merges=1, alphabet="observed")
    assert set(spellings(observed)) == {97, 98, 256}


def test_a_twin_can_make_the_same_token_of_other_parts() -> None:
    # "abc" by a + bc on one side, by ab + c on the other; each word is a document.
    one = bpeviz.train(["bc", "bc", "abc", "abc"], mode="byte", num_merges=2)
    two = bpeviz.train(["ab", "ab", "abc", "abc"], mode="byte", num_merges=2)
    assert [m.token for m in one.merges] == [b"bc", b"abc"]
    assert [m.token for m in two.merges] == [b"ab", b"abc"]
    assert twins(one, two) == [Twin(None, None, None), Twin(None, 1, 1)]


def test_a_twin_can_be_the_same_text_in_another_form() -> None:
    one = bpeviz.train("é é é", mode="byte", num_merges=1, normalization="NFC")
    two = bpeviz.train("é é é", mode="byte", num_merges=2, normalization="NFD")
    assert [m.token for m in two.merges] == ["e\u0301".encode()[:2], "e\u0301".encode()]
    (twin,) = twins(one, two)
    assert (twin.merge, twin.token, twin.text) == (None, None, 1)


@given(st.text("ab ", min_size=2, max_size=30))
def test_every_merge_is_its_own_twin(corpus: str) -> None:
    tok = bpeviz.train(corpus, mode="byte", num_merges=6)
    assert [twin.merge for twin in twins(tok, tok)] == list(range(len(tok.merges)))


def test_without_normalization_changes_nothing_else() -> None:
    tok = bpeviz.train(NFC, num_merges=8, pattern="gpt2", normalization="NFC")
    bare = without_normalization(tok)
    assert (len(tok.encode(NFD)), len(bare.encode(NFD))) == (24, 50)
    assert bare.encode(NFC) == tok.encode(NFC)
    assert tok.normalization == "NFC"


def test_merges_of_a_file_whose_parts_are_made_later():
    """ "abb" is made of "a" and of "bb", which has the larger rank."""
    tokens = [*(bytes([b]) for b in range(256)), b"abb", b"bb", b"abbc"]
    lines = (f"{base64.b64encode(token).decode()} {rank}\n" for rank, token in enumerate(tokens))
    tok = bpeviz.load("".join(lines).encode(), "tiktoken", pattern="gpt2")
    assert merged_pairs(tok) == [(b"a", b"bb"), (b"b", b"b"), (b"abb", b"c")]
