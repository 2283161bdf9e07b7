"""Traces of random files: what is counted and placed by symbols agrees with counting at every step.

Files are where an id is not a symbol: unknown characters share one, an added token has that of a
byte, several merges make one product, a merge is made of what later ones make.
"""

import base64
import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.base import END
from bpeviz.engine.letters import bytes_to_letters
from bpeviz.formats.unmerged import unmerged_tokens
from tests.formats.test_huggingface import PIECES, files

TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def pairs_of(trace, step):
    """Pairs of neighbours by id, counted one by one within chunks."""
    ids, counts, at, starts = trace.ids(step), Counter(), 0, {0}
    for place, number in enumerate(trace.boundaries, 1):
        if number > step:
            starts.add(place)
    for start, end in trace.chunks:
        size = sum(start <= one < end for one in starts)
        counts.update(pairwise(ids[at : at + size]))
        at += size
    return counts


def agree(trace):
    tok = trace.tokenizer
    counts = [trace.pair_counts(k) for k in range(trace.steps + 1)]
    for k, found in enumerate(counts):
        assert found == pairs_of(trace, k)
        assert trace.ids(k) == [trace.forest.ids[code] for code in trace.codes(k)]
        assert trace.token_counts[k] == len(trace.ids(k)) == len(trace.spans(k))
        for (start, end), code in zip(trace.spans(k), trace.codes(k), strict=True):
            symbol, text = trace.forest.symbol(code), trace.text[start:end]
            if isinstance(symbol, bytes):
                assert symbol in text.encode()
            else:
                assert symbol.replace(END, "") == text
    for pair in {pair for found in counts for pair in found}:
        assert trace.pair_history(*pair) == [found.get(pair, 0) for found in counts]
    assert trace.pair_history(10**9, 10**9) == [0] * (trace.steps + 1)
    unmerged = {(start, end): (step, i) for start, end, step, i in unmerged_tokens(trace)}
    for k in range(trace.steps + 1):
        for start, end, born, token_id in tokens_by_boundaries(trace, k):
            if born:
                expected = tok.merges[born - 1].id
                step, known = unmerged.get((start, end), (born, expected))
                assert (known if step <= k else expected) == token_id


def tokens_by_boundaries(trace, step):
    start, born, ids = 0, 0, iter(trace.ids(step))
    for end, number in enumerate([*trace.boundaries, trace.steps + 1][: len(trace.ids(0))], 1):
        if number <= step:
            born = max(born, number)
        else:
            yield start, end, born, next(ids)
            start, born = end, 0


@settings(max_examples=150)
@given(files(), TEXTS, st.booleans())
def test_tokenizer_json(data, text, special):
    tok = bpeviz.load(json.dumps(data).encode())
    option = {"special": "special" if special else "text", "unknown": "keep"}
    trace = tok.trace(text, **option)
    agree(trace)
    for k in range(trace.steps + 1):
        assert tok.at(k).encode(text, **option) == tok.encode(text, k, **option) == trace.ids(k)


@settings(max_examples=150)
@given(st.lists(st.text("abc", min_size=2, max_size=5), min_size=1, max_size=8, unique=True),
       st.text("abcab ", max_size=20))  # fmt: skip
def test_rank_files(tokens, text):
    ranks = [*(bytes([b]) for b in range(256)), *map(str.encode, tokens)]
    lines = "".join(f"{base64.b64encode(t).decode()} {i}\n" for i, t in enumerate(ranks))
    try:
        tok = bpeviz.load(lines.encode(), "tiktoken", pattern="gpt2")
    except bpeviz.FormatError:
        return  # No token is made of two others.
    agree(tok.trace(text))
    assert [tok.at(k).encode(text) for k in range(len(tok.merges) + 1)] == [
        tok.encode(text, k) for k in range(len(tok.merges) + 1)
    ]


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(97, 99), st.integers(97, 99)), unique=True, max_size=5),
       st.lists(st.integers(95, 260), max_size=3), st.text("abc<1>", max_size=15))  # fmt: skip
def test_special_tokens_with_the_id_of_a_byte_or_of_a_merge(pairs, ids, text):
    specials = "".join(f"<{i}> {number}\n" for i, number in enumerate(ids))
    merges = "".join(f"{left} {right}\n" for left, right in pairs)
    tok = bpeviz.load(f"minbpe v1\n\n{len(ids)}\n{specials}{merges}".encode(), "minbpe")
    agree(tok.trace(text, special="special"))


@settings(max_examples=100)
@given(st.lists(st.sampled_from(["a b", "b c", "ab c", "a bc", "c </w>", "bc </w>", "abc a"]),
                min_size=1, unique=True), st.text("abcd ", max_size=15))  # fmt: skip
def test_codes_in_any_order(lines, text):
    tok = bpeviz.load("\n".join(lines).encode(), "subword-nmt")
    agree(tok.trace(text, unknown="keep"))


def test_pairs_of_unknown_characters_that_share_an_id():
    vocab = {"<unk>": 0, "a": 1, "b": 2, "ab": 3, " ": 4}
    model = {"type": "BPE", "vocab": vocab, "merges": ["a b"], "unk_token": "<unk>"}
    tok = bpeviz.load(json.dumps({"model": model}).encode())
    trace = tok.trace("xab yab zab xab", unknown="keep")
    assert trace.pair_history(0, 3) == [0, 4]
    assert [trace.forest.symbol(code) for code in trace.codes(1)][:3] == ["x", "ab", " "]


def test_pairs_of_tokens_whose_parts_rank_above_them():
    ranks = [*(bytes([b]) for b in range(256)), b"abb", b"bb", b"abbc"]
    lines = "".join(f"{base64.b64encode(t).decode()} {i}\n" for i, t in enumerate(ranks))
    trace = bpeviz.load(lines.encode(), "tiktoken", pattern="gpt2").trace("abbc")
    assert trace.pair_history(256, 99) == [0, 0, 1, 0]
    assert trace.ids(2) == [256, 99]
    assert (0, 3, 2, 256) in unmerged_tokens(trace)


@pytest.mark.parametrize("text", ["Hello, y'all! How are you 😁 ?"])
def test_the_token_for_unknown_characters_is_no_text_of_its_own(text):
    letters = {bytes_to_letters(bytes([b])): i for i, b in enumerate(range(33, 127), 1)}
    model = {
        "type": "BPE", "merges": [], "unk_token": "[UNK]",
        "vocab": {"[UNK]": 0, **letters},
    }  # fmt: skip
    added = [{"id": 0, "content": "[UNK]", "special": True}]
    data = {"model": model, "pre_tokenizer": {"type": "Whitespace"}, "added_tokens": added}
    trace = bpeviz.load(json.dumps(data).encode()).trace(text, unknown="keep", special="special")
    assert trace.ids(0)[-2] == 0
    start, end = trace.spans(0)[-2]
    assert trace.text[start:end] == "😁"
    agree(trace)
