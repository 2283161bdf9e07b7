"""Whatever goes into the engine, a result or a BPEError comes out."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz import BPEError
from bpeviz.engine import patterns as pattern_limits
from bpeviz.engine.text import repair

from . import strategies as hostile

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
CORPORA = hostile.texts() | st.lists(hostile.texts(4), max_size=4)


@pytest.fixture(autouse=True, scope="module")
def limited():
    """Patterns have a time limit, as on a server."""
    pattern_limits.limit_seconds(0.3)
    yield
    pattern_limits.limit_seconds(None)


def trained(corpus: str | list[str], arguments: dict[str, Any]) -> bpeviz.Tokenizer | None:
    try:
        return bpeviz.train(corpus, **arguments)
    except BPEError as error:
        assert str(error).strip()
        return None


def text_of(corpus: str | list[str]) -> str:
    return corpus if isinstance(corpus, str) else "".join(corpus)


@QUICK
@given(CORPORA, hostile.settings(), hostile.texts())
def test_train_trace_encode_decode(corpus, arguments, other):
    tok = trained(corpus, arguments)
    if tok is None:
        return
    for text in (text_of(corpus), other):
        try:
            trace = tok.trace(text, unknown="keep")
            steps = sorted({0, trace.steps // 2, trace.steps})
            for step in steps:
                ids = trace.ids(step)
                assert len(ids) == len(trace.tokens(step)) == trace.token_counts[step]
                assert len(trace.spans(step)) == len(ids)
                trace.pair_counts(step)
            assert len(trace.boundaries) == max(0, len(trace.ids(0)) - 1)
            known = tok.encode(text)
        except BPEError as error:
            assert str(error).strip()
            continue
        back = tok.decode(known)
        if tok.mode != "character":
            assert back == bpeviz.normalize(repair(text), tok.normalization)


@QUICK
@given(hostile.texts(), hostile.patterns())
def test_split_loses_nothing_and_ends(text, pattern):
    start = time.process_time()
    try:
        assert "".join(bpeviz.split(text, pattern)) == text
    except BPEError as error:
        assert str(error).strip()
    assert time.process_time() - start < 5


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(hostile.long_lines(), st.sampled_from(["character", "byte", "regex"]))
def test_a_megabyte_on_one_line(text, mode):
    start = time.process_time()
    tok = bpeviz.train(text, mode=mode, num_merges=30)
    trace = tok.trace(text)
    assert sum(map(len, trace.tokens(trace.steps))) >= 1
    assert trace.ids(trace.steps) == tok.encode(text)
    assert time.process_time() - start < 60


@QUICK
@given(st.lists(st.integers(-5, 400) | st.just(10**30), max_size=20))
def test_decode_any_ids(ids):
    tok = bpeviz.train("low lower", num_merges=5)
    try:
        assert isinstance(tok.decode(ids), str)
    except BPEError as error:
        assert "id" in str(error)
