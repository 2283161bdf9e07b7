"""Entries: the vocabulary with its history, what is searched for, and shapes of tokens."""

import pytest

import bpeviz
from bpeviz.engine.base import END
from bpeviz.studies import entries as e
from bpeviz.studies.entries import Entry, entries, longest, search, word_test

TEXT = "Àwọn ọmọ low lower, lowest!"


def some(symbol):
    return Entry(300, symbol, 1, (1, 2), 1)


def test_base_symbols_and_merges():
    tok = bpeviz.train("low low", mode="byte", num_merges=1)
    found = entries(tok, {108: 2})
    assert len(found) == 257
    assert found[108] == Entry(108, b"l", 0, None, 2) and found[0].made == 0
    assert found[256] == Entry(256, b"lo", 1, (108, 111), 2)
    assert entries(tok)[108].made is None


def test_two_merges_that_spell_one_token_are_one_entry():
    tok = bpeviz.train("aaab aaac aaa aa", mode="character", num_merges=6)
    shared = {m.id for m in tok.merges if sum(n.id == m.id for n in tok.merges) > 1}
    found = {entry.id: entry for entry in entries(tok)}
    assert len(found) == len(tok.vocabulary)
    for token_id in shared:
        together = sum(m.replacements for m in tok.merges if m.id == token_id)
        assert found[token_id].made == together


def test_the_longest_learned_tokens_older_ones_first():
    tok = bpeviz.train("abcd abcd xyxy", mode="byte", num_merges=5)
    assert [m.token for m in tok.merges] == [b"ab", b"abc", b"abcd", b"abcd ", b"xy"]
    assert [entry.symbol for entry in longest(entries(tok))] == [
        b"abcd ", b"abcd", b"abc", b"ab", b"xy",
    ]  # fmt: skip
    assert longest(entries(bpeviz.train("ab", mode="byte", num_merges=0))) == []


@pytest.mark.parametrize(
    ("symbol", "partial", "space", "mark"),
    [
        (b" the", False, True, False),
        (b" ", False, False, False),
        (b"  ", False, False, False),
        (b"\xc3", True, False, False),
        (b" \xc3", True, False, False),
        ("\u0323a", False, False, True),
        ("\u0323a".encode(), False, False, True),
        ("a\u0323", False, False, False),
        ("\u00a0a", False, True, False),
    ],
)
def test_shapes(symbol, partial, space, mark):
    entry = some(symbol)
    found = (e.is_partial(entry), e.has_leading_space(entry), e.starts_with_mark(entry))
    assert found == (partial, space, mark)


def test_whole_words_of_bytes():
    tok = bpeviz.train(TEXT, num_merges=60)
    is_word = word_test(tok, TEXT)
    words = {entry.symbol.decode() for entry in entries(tok) if is_word(entry)}
    assert {"Àwọn", " ọmọ", " low", " lower", " lowest"} <= words
    assert not words & {" lo", "est", ",", " "}


def test_whole_words_of_characters_end_with_the_marker():
    text = "low low lower ba_"
    tok = bpeviz.train(text, mode="character", num_merges=20)
    is_word = word_test(tok, text)
    words = [entry.symbol for entry in entries(tok) if is_word(entry)]
    assert words == ["low_", "lower_", "ba__"]
    assert tok.raw_symbol(next(m.id for m in tok.merges if m.token == "low_")) == "low" + END


def test_search_by_text_bytes_id_and_regex():
    found = entries(bpeviz.train("The the é", mode="byte", num_merges=3))

    def ids(kind, query):
        return [entry.id for entry in search(found, kind, query)]

    assert ids("text", "") == [entry.id for entry in found]
    assert {found[i].symbol for i in ids("text", "HE")} >= {b"he"}
    assert ids("text", " ") and all(b" " in found[i].symbol for i in ids("text", " "))
    assert (
        ids("hex", "c3") == [195] and ids("hex", "0xC3") == [195] and ids("hex", "\\xc3") == [195]
    )
    assert ids("id", "[65, 999]") == [65]
    assert ids("regex", "^[A-C]$") == [65, 66, 67]


@pytest.mark.parametrize(
    ("kind", "query", "words"),
    [
        ("hex", "C", "two digits"),
        ("hex", "zz", "'zz'"),
        ("id", "a1", "'a1'"),
        ("regex", "([", "position 2"),
        ("regex", "a" * 600, "longer than"),
    ],
)
def test_a_query_that_is_not_of_its_kind_is_named(kind, query, words):
    with pytest.raises(bpeviz.BPEError, match=words):
        search([some(b"a")], kind, query)


def test_a_runaway_regex_is_stopped():
    with pytest.raises(bpeviz.PatternError, match="stopped"):
        search([some(b"a" * 60 + b"b")] * 3, "regex", "(a|a)+$", timeout=0.3)
