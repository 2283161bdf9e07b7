"""Encoding of large texts: all of it comes back, and one long chunk takes no square of its length."""

import pytest

import bpeviz
from tests.benchmarks import corpora

pytestmark = pytest.mark.slow
MB = 1_000_000


@pytest.mark.parametrize("mode", ["regex", "byte"])
@pytest.mark.parametrize("language", ["English", "Yorùbá"])
def test_a_megabyte_comes_back(mode, language):
    tok = bpeviz.train(corpora.text(language, MB // 5), mode=mode, num_merges=1000)
    text = corpora.text(language, MB, seed=2)
    assert tok.decode(tok.encode(text)) == text


@pytest.mark.parametrize("mode", ["regex", "byte"])
def test_a_million_equal_characters_are_one_chunk(mode):
    tok = bpeviz.train("^^^^", mode=mode, num_merges=2)
    assert len(tok.encode("^" * MB)) == 250_000
