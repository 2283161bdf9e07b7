"""Layers, against a slow reading of the same tokens byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.text import graphemes
from bpeviz.unicode.layers import Layers

CORPUS = "ọ̀rẹ́ mi ọ̀rẹ́ rẹ, o\u0323\u0300re\u0323\u0301 wa 👩‍👩‍👧 नमस्ते low lower"
TOKENIZERS = {
    "byte": bpeviz.train(CORPUS, mode="byte", num_merges=40),
    "regex": bpeviz.train(CORPUS, mode="regex", pattern="gpt2", num_merges=40),
    "nfd": bpeviz.train(CORPUS, mode="regex", num_merges=40, normalization="NFD"),
    "character": bpeviz.train(CORPUS, mode="character", num_merges=20),
    "joined": bpeviz.train(CORPUS, mode="character", num_merges=20, end_of_word_joined=True),
    "bare": bpeviz.train(CORPUS, mode="character", num_merges=20, end_of_word=None),
}
TEXTS = st.text("aọ\u0300\u0323e 👩\u200dनस\u094d\n_", max_size=30)


def slow_places(trace, step):
    """(id, start, end) in bytes, from the characters that ``spans`` gives and the tokens' bytes."""
    text, found, at = trace.text, [], 0
    for token_id, token, (a, b) in zip(
        trace.ids(step), trace.tokens(step), trace.spans(step), strict=True
    ):
        if isinstance(token, str):
            found.append((token_id, len(text[:a].encode()), len(text[:b].encode())))
        else:
            found.append((token_id, at, at + len(token)))
            at += len(token)
    return found


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=TEXTS, step=st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_tokens_stand_where_their_bytes_do(name, text, step):
    trace = TOKENIZERS[name].trace(text, unknown="keep")
    step = min(step, trace.steps)
    layers = Layers(trace)
    expected = slow_places(trace, step)
    assert [(t.id, t.start, t.end) for t in layers.tokens(step)] == expected
    size = len(trace.text.encode())
    for start, end in ((0, size // 2), (size // 3, size), (size // 3, size // 2)):
        inside = [t for t in expected if t[1] < end and t[2] > start and t[1] < t[2]]
        found = layers.tokens(step, start, end)
        assert [(t.id, t.start, t.end) for t in found if t.start < t.end] == inside


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=TEXTS)
@settings(max_examples=30, deadline=None)
def test_counts_of_cut_characters(name, text):
    trace = TOKENIZERS[name].trace(text, unknown="keep")
    layers = Layers(trace)
    assert len(layers.cut_counts) == len(layers.broken_counts) == trace.steps + 1
    for step in {0, trace.steps // 2, trace.steps}:
        borders = {p for _, a, b in slow_places(trace, step) for p in (a, b)}
        cut = [
            any(p in borders for p in range(a + 1, b))
            for a, b in zip(layers.starts, layers.starts[1:], strict=False)
        ]
        assert layers.cut_counts[step] == sum(cut)
        assert [whole > step for whole in layers.whole_from] == cut


def test_the_byte_layer_of_documents_keeps_what_stands_between_them():
    tok = bpeviz.train(["é", "ê"], mode="byte", num_merges=2)
    layers = Layers(tok.trace(["é", "ê"], separator="\n"))
    assert layers.trace.text == "é\nê"
    assert [(t.start, t.end) for t in layers.tokens(0)] == [(0, 1), (1, 2), (3, 4), (4, 5)]
    assert layers.cut_counts == [2, 1, 0]


def test_three_spellings_are_cut_in_different_places():
    # U+1ECD U+0300, U+00F2 U+0323, U+006F U+0323 U+0300: 5 bytes, 4 bytes, 5 bytes.
    tok = bpeviz.train("", mode="byte", num_merges=0)
    layers = Layers(tok.trace("\u1ecd\u0300\u00f2\u0323o\u0323\u0300"))
    assert layers.starts == [0, 5, 9, 14]
    assert [p.label for p in layers.window(1, 1)[0].code_points] == ["U+00F2", "U+0323"]
    assert layers.cut_counts == [3] and layers.broken_counts == [6]
    assert layers.borders(0, 5, 9) == [6, 7, 8]


def test_a_window_knows_its_places():
    layers = Layers(bpeviz.train("", mode="byte", num_merges=0).trace("aọ̀b"))
    first, second = layers.window(1, 2)
    assert (first.start, first.byte_start, second.start, second.byte_start) == (1, 1, 3, 6)
    assert [layers.index_at(n) for n in (0, 1, 2, 3, 99)] == [0, 1, 1, 2, 2]


def test_an_empty_text_has_no_layers():
    layers = Layers(bpeviz.train("ab", num_merges=1).trace(""))
    assert layers.graphemes == [] and layers.tokens(0) == [] and layers.cut_counts == [0, 0]
    assert layers.window(0, 5) == [] and layers.index_at(0) == 0


@given(st.text(max_size=20))
def test_graphemes_join_to_the_text(text):
    trace = TOKENIZERS["regex"].trace(text)
    assert Layers(trace).graphemes == graphemes(trace.text)
