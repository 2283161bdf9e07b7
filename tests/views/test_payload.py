"""Payloads, decoded here as the browser decodes them, against the trace that they came from."""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats.added_tokens import AddedToken
from bpeviz.formats.loaded import FileBase, cut_of, tokenizer
from bpeviz.views.payload import document_payload, pack, tokenizer_payload

END_OF_TEXT = "<|end|>"


def unpack(text: str) -> list[int]:
    data = base64.b64decode(text)
    return list(struct.unpack(f"<{len(data) // 4}i", data))


def symbol_ids(tokenizer: dict[str, Any], document: dict[str, Any]) -> list[int]:
    """The base ids of a document: sent in character mode, else read off the bytes of the text."""
    if document["symbols"]:
        return unpack(document["symbols"])
    gaps = dict(map(tuple, document["gaps"]))
    ids, units = unpack(tokenizer["base"]["ids"]), document["text"].encode("utf-16-le")
    symbols: list[int] = []
    at = 0
    while at < len(units):
        at += 2 * gaps.pop(len(symbols), 0)
        wide = units[at + 1 : at + 2] and 0xD8 <= units[at + 1] < 0xDC
        size = 4 if wide else 2
        character = units[at : at + size].decode("utf-16-le")
        symbols += [ids[byte] for byte in character.encode("utf-8")]
        at += size
    return symbols


def ids_at(tokenizer: dict[str, Any], document: dict[str, Any], step: int) -> list[int]:
    """The ids at a step, from the payloads alone."""
    symbols = symbol_ids(tokenizer, document)
    deaths, made = unpack(document["deaths"]), unpack(tokenizer["ids"])
    assert document["n"] == len(symbols) == len(deaths) + bool(symbols)
    pinned = {(s, e): (when, id) for s, e, when, id in document["pinned"]}
    ids, start = [], 0
    for end in range(1, len(symbols) + 1):
        if end < len(symbols) and deaths[end - 1] <= step:
            continue
        born = max(deaths[start : end - 1], default=0)
        when, pin = pinned.get((start, end), (step + 1, None))
        ids.append(pin if when <= step else made[born - 1] if born else symbols[start])
        start = end
    return ids


def agree(trace: bpeviz.Trace) -> tuple[dict[str, Any], dict[str, Any]]:
    tokenizer = json.loads(json.dumps(tokenizer_payload(trace.tokenizer, "t")))
    document = json.loads(json.dumps(document_payload(trace, "d")))
    for step in range(trace.steps + 1):
        assert ids_at(tokenizer, document, step) == trace.ids(step)
    return tokenizer, document


def with_specials(tok: bpeviz.Tokenizer, specials: dict[str, int], **more: Any) -> bpeviz.Tokenizer:
    merges = [(m.left, m.right, m.id, m.count, m.replacements) for m in tok.merges]
    cut = replace(cut_of(tok), specials=tuple(AddedToken(*item) for item in specials.items()))
    return tokenizer(tok.base, merges, cut, **more)


TEXT = st.text(st.sampled_from("abé 𝔘\n\u0301_"), max_size=30)


@given(TEXT, TEXT, st.sampled_from(["byte", "regex"]))
@settings(max_examples=60, deadline=None)
def test_bytes_at_every_step(corpus: str, text: str, mode: str) -> None:
    tok = bpeviz.train(corpus + "ab ab é", mode=mode, num_merges=8)
    _, document = agree(tok.trace(text))
    assert document["text"] == text


@given(TEXT, TEXT, st.sampled_from(["_", "</w>", None]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_characters_at_every_step(corpus: str, text: str, marker: str | None, joined: bool) -> None:
    tok = bpeviz.train(
        corpus + "ab ab é",
        mode="character",
        num_merges=8,
        end_of_word=marker,
        end_of_word_joined=joined and marker is not None,
    )
    agree(tok.trace(text, unknown="keep"))


def test_numbers_are_little_endian() -> None:
    assert base64.b64decode(pack([1, -2])) == b"\x01\0\0\0\xfe\xff\xff\xff"


def test_tokenizer_of_the_paper() -> None:
    corpus = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
    tok = bpeviz.train(corpus, mode="character", num_merges=10, alphabet="lowercase")
    payload = tokenizer_payload(tok, "t")
    assert payload["unit"] == "character" and payload["steps"] == 10
    assert payload["base"]["symbols"] == [*"abcdefghijklmnopqrstuvwxyz", "_"]
    assert unpack(payload["base"]["ids"]) == list(range(27))
    assert payload["marker"] == "_" and payload["markerIds"] == [26]
    e, s, t = (ord(c) - 97 for c in "est")
    assert (unpack(payload["left"])[:2], unpack(payload["right"])[:2]) == ([e, 27], [s, t])
    assert unpack(payload["ids"]) == list(range(27, 37))
    assert unpack(payload["counts"])[0] == 9


def test_a_joined_marker_belongs_to_the_last_character() -> None:
    tok = bpeviz.train(
        "ab ab", mode="character", num_merges=1, end_of_word="</w>", end_of_word_joined=True
    )
    tokenizer, document = agree(tok.trace("ab ab"))
    (id,) = tokenizer["markerIds"]
    at = unpack(tokenizer["base"]["ids"]).index(id)
    assert tokenizer["base"]["symbols"][at] == "b</w>"
    assert document["joined"] and unpack(document["markers"]) == [1, 3]
    assert document["gaps"] == [[2, 1]]


def test_a_missing_byte_has_no_id() -> None:
    tok = bpeviz.train("ab", mode="byte", alphabet="observed", num_merges=0)
    ids = unpack(tokenizer_payload(tok, "t")["base"]["ids"])
    assert len(ids) == 256 and ids[ord("c")] == -1 and ids[ord("a")] >= 0


def test_counts_of_a_read_file_are_left_out() -> None:
    tok = bpeviz.train("aaab", mode="byte", num_merges=1)
    bare = bpeviz.Tokenizer(
        tok.base, [(m.left, m.right, m.id, None, None) for m in tok.merges], tok.cut
    )
    payload = tokenizer_payload(bare, "t")
    assert payload["counts"] is None and payload["replacements"] is None
    assert unpack(tokenizer_payload(tok, "t")["replacements"]) == [1]


@pytest.mark.parametrize("mode", ["byte", "regex"])
def test_a_special_token_is_spread_over_its_bytes(mode: str) -> None:
    tok = with_specials(bpeviz.train("ab ab", mode=mode, num_merges=2), {END_OF_TEXT: 999})
    trace = tok.trace(f"ab{END_OF_TEXT}éab", special="special")
    tokenizer = tokenizer_payload(tok, "t")
    document = document_payload(trace, "d")
    assert tokenizer["specials"] == {END_OF_TEXT: 999}
    assert document["n"] == 2 + len(END_OF_TEXT) + 4
    assert document["pinned"] == [[2, 2 + len(END_OF_TEXT), 0, 999]]
    agree(trace)


def test_a_chunk_that_is_a_token_without_a_merge() -> None:
    plain = bpeviz.train("ab", mode="regex", num_merges=1)
    plain.base = FileBase(plain.base.symbols, plain.base.ids, extra={700: b"abc"})
    tok = with_specials(plain, {}, whole_chunks={b"abc": (1, 700)})
    trace = tok.trace("abc ab")
    assert trace.ids(1)[0] == 700
    _, document = agree(trace)
    assert [0, 3, 1, 700] in document["pinned"]


def test_documents_are_parted_by_a_gap() -> None:
    tok = bpeviz.train(["ab", "𝔘"], mode="byte", num_merges=1)
    _, document = agree(tok.trace(["ab", "𝔘", "b"], separator="\n𝔘\n"))
    assert document["gaps"] == [[2, 4], [6, 4]]
    assert document["text"] == "ab\n𝔘\n𝔘\n𝔘\nb"


def test_a_lone_surrogate_cannot_stop_the_message() -> None:
    tok = bpeviz.train("ab", mode="byte", num_merges=1)
    _, document = agree(tok.trace("a\ud800b"))
    assert document["text"] == "a\ufffdb" and document["originalBytes"] == 5


@pytest.mark.parametrize("mode", ["byte", "regex", "character"])
def test_an_empty_text(mode: str) -> None:
    tok = bpeviz.train("ab ab", mode=mode, num_merges=1)
    _, document = agree(tok.trace(""))
    assert document["n"] == 0 and document["text"] == ""


def huggingface(added: list[tuple[str, int]], **parts: Any) -> bpeviz.Tokenizer:
    """A tokenizer.json of a few characters."""
    more = ("single_word", "lstrip", "rstrip", "normalized")
    tokens = [
        {"id": i, "content": text, "special": True, **dict.fromkeys(more, False)}
        for text, i in added
    ]
    model = {
        "type": "BPE", "dropout": None, "unk_token": "[UNK]", "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "vocab": {"[UNK]": 0, "a": 1, "b": 2, "ab": 3}, "merges": [["a", "b"]],
    } | parts  # fmt: skip
    data = {"version": "1.0", "added_tokens": tokens, "normalizer": None, "pre_tokenizer": None}
    return bpeviz.load(json.dumps(data | {"model": model}).encode())


@pytest.mark.parametrize("added", [[], [("[UNK]", 0)], [("<s>", 4)]])
def test_unknown_symbols_that_share_an_id(added: list[tuple[str, int]]) -> None:
    tok = huggingface(added)
    _, document = agree(tok.trace("axbycab<s>", unknown="keep", special="special"))
    assert unpack(document["unknown"])[:3] == [1, 3, 4]
    assert document["pinned"] == ([[7, 10, 0, 4]] if ("<s>", 4) in added else [])


def test_a_token_of_parts_that_later_merges_make() -> None:
    ranks = b"".join(base64.b64encode(bytes([b])) + b" %d\n" % b for b in range(256))
    tok = bpeviz.load(ranks + b"YWJi 256\nYmI= 257\nYWJiYw== 258\n", pattern="gpt2")
    trace = tok.trace("abbc")
    assert [trace.ids(k) for k in (1, 2, 3)] == [[97, 98, 98, 99], [256, 99], [258]]
    _, document = agree(trace)
    assert document["pinned"] == [[0, 3, 2, 256]]


def test_ends_of_chunks_are_told_from_boundaries_that_survive() -> None:
    trace = bpeviz.train("ab cd ab", mode="regex", num_merges=1).trace("ab cd")
    assert unpack(document_payload(trace, "d")["deaths"]) == [1, 3, 2, 2]
