"""The walk's examples against what the source documents print, and against escaping."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.views import walk

TOY = samples()["toy_words"].text
HOSTILE = "<script>alert(1)</script> \"q\" & 's'"


@pytest.fixture
def toy() -> bpeviz.Trace:
    return bpeviz.train(TOY, mode="character", num_merges=10).trace(TOY)


def shown(words: list[walk.Word]) -> dict[str, int]:
    return {" ".join(word.symbols): word.count for word in words}


def test_words_before_and_after_ten_merges(toy: bpeviz.Trace) -> None:
    counts = {"l o w _": 5, "l o w e r _": 1, "n e w e s t _": 3, "w i d e s t _": 4}
    assert shown(walk.words(toy, 0)) == counts
    after = {"low_": 5, "low e r _": 1, "ne w est_": 3, "widest_": 4}
    assert shown(walk.words(toy, 10)) == after


def test_pairs_begin_with_the_next_merge(toy: bpeviz.Trace) -> None:
    known = toy.tokenizer.vocabulary
    found = [(known[a] + known[b], count) for (a, b), count in walk.pairs(toy, 0)]
    assert found[:5] == [("es", 7), ("st", 7), ("t_", 7), ("lo", 6), ("ow", 6)]
    assert sorted(count for _, count in found) == [1, 1, 3, 3, 4, 4, 4, 4, 5, 6, 6, 7, 7, 7]


@pytest.mark.parametrize("pair", [("e", "s"), ("l", "o"), ("r", "_")])
def test_any_pair_can_be_merged(toy: bpeviz.Trace, pair: tuple[str, str]) -> None:
    tok = toy.tokenizer
    ids = {symbol: id for id, symbol in tok.vocabulary.items()}
    after = walk.one_merge(tok, (ids[pair[0]], ids[pair[1]]), 1)
    assert after.merges[0].id == len(tok.base.vocabulary)
    expected = Counter()
    for word in TOY.split():
        symbols = " ".join([*word, "_"])
        expected[f" {symbols} ".replace(f" {' '.join(pair)} ", f" {''.join(pair)} ").strip()] += 1
    assert shown(walk.words(after.trace(TOY), 1)) == dict(expected)


@settings(max_examples=60, deadline=None)
@given(st.text("ab _\n", min_size=1, max_size=40).filter(str.strip))
def test_overlaps_are_where_a_merge_replaces_less_than_was_counted(text: str) -> None:
    trace = bpeviz.train(text, mode="character", num_merges=0).trace(text)
    found = {}
    for pair, counted in trace.pair_counts(0).items():
        counts = walk.one_merge(trace.tokenizer, pair, counted).trace(text).token_counts
        if counts[0] - counts[1] < counted:
            found[pair] = (counted, counts[0] - counts[1])
    assert walk.overlaps(trace, 0) == found


def test_the_most_frequent_overlap_comes_first() -> None:
    text = "aaa bbb bbb"
    trace = bpeviz.train(text, mode="character", num_merges=0).trace(text)
    assert list(walk.overlaps(trace, 0).items()) == [((1, 1), (4, 2)), ((0, 0), (2, 1))]


@pytest.mark.parametrize(("text", "ids"), [("a_b", (0, 3)), ("_", (0, 1)), ("ab", None)])
def test_the_marker_and_its_twin(text: str, ids: tuple[int, int] | None) -> None:
    trace = bpeviz.train(text, mode="character", num_merges=1).trace(text)
    assert walk.twins(trace) == ids


@pytest.mark.parametrize("pattern", bpeviz.PATTERNS)
@given(text=st.text("aéSſǅʰ世1٣²Ⅷ_'’l \u00a0\n\u0301\u200d👋$", max_size=40))
def test_no_pattern_puts_letters_and_digits_together(pattern: str, text: str) -> None:
    for chunk in bpeviz.split(text, pattern):
        kinds = {unicodedata.category(char)[0] for char in chunk}
        assert not {"L", "N"} <= kinds, chunk


@settings(max_examples=60, deadline=None)
@given(st.text("ab c\n", max_size=40), st.sampled_from(["character", "byte", "regex"]))
def test_words_hold_every_token(text: str, mode: str) -> None:
    trace = bpeviz.train("ab abc cab ab", mode=mode, num_merges=3).trace(text)
    for step in range(trace.steps + 1):
        found = walk.words(trace, step)
        assert sum(len(word.ids) * word.count for word in found) == trace.token_counts[step]


def test_everything_is_escaped() -> None:
    tok = bpeviz.train(HOSTILE, mode="character", num_merges=3)
    trace = tok.trace(HOSTILE)
    html = [
        walk.words_table(walk.words(trace, 3), HOSTILE),
        walk.pairs_table(trace, walk.pairs(trace, 0), HOSTILE),
        walk.vocabulary(tok),
        walk.merges_table(tok, tok.merges, HOSTILE),
        walk.encoded(trace, 3, HOSTILE),
        walk.characters_table(HOSTILE, HOSTILE),
        walk.chunks([HOSTILE], HOSTILE),
    ]
    assert "<script" not in "".join(html) and '"q"' not in "".join(html)


def test_long_tables_say_what_they_leave_out() -> None:
    text = " ".join(f"w{i}" for i in range(100))
    trace = bpeviz.train(text, mode="character", num_merges=1).trace(text)
    table = walk.words_table(walk.words(trace, 0), "words", limit=30)
    assert table.count("<tr>") == 31 and "and 70 more" in table
    found = walk.pairs(trace, 0)
    table = walk.pairs_table(trace, found, "pairs")
    assert table.count('class="walk-bar"') == 14 and f"and {len(found) - 14} more" in table


def test_bytes_of_a_letter_with_a_mark() -> None:
    table = walk.characters_table("ọ̀", "letters")
    assert all(
        part in table for part in ("U+1ECD", "U+0300", "⟨E1⟩", "⟨BB⟩", "⟨8D⟩", "⟨CC⟩", "⟨80⟩")
    )
