"""Encoding is fast enough for a page: a megabyte, a thousand merges, two cores."""

import time

import pytest

import bpeviz

from . import corpora

pytestmark = pytest.mark.slow
MB = 1_000_000


@pytest.mark.parametrize(("mode", "most"), [("regex", 3.0), ("byte", 6.0)])
@pytest.mark.parametrize("language", ["English", "Yorùbá"])
def test_a_megabyte(mode, most, language):
    tok = bpeviz.train(corpora.text(language, MB // 5), mode=mode, num_merges=1000)
    text = corpora.text(language, MB, seed=2)
    started = time.perf_counter()
    ids = tok.encode(text)
    assert time.perf_counter() - started < most
    assert tok.decode(ids) == text


@pytest.mark.parametrize("mode", ["regex", "byte"])
def test_a_million_equal_characters_are_one_chunk(mode):
    tok = bpeviz.train("^^^^", mode=mode, num_merges=2)
    started = time.perf_counter()
    assert len(tok.encode("^" * MB)) == 250_000
    assert time.perf_counter() - started < 10
