"""A tokenizer of 200,000 tokens opens in every format, within its memory, and says how far it is.

How long that takes is measured in ``tests.benchmarks.large_files``.
"""

import pytest

from tests.benchmarks import large_files
from tests.formats import texts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("format", large_files.FORMATS)
def test_opens_and_encodes(format, tmp_path):
    found = large_files.opened(format, tmp_path)
    assert found.memory < 500 and found.tokens and found.reports >= 20
    # Ten times the aims: only another kind of growth comes near to this.
    assert found.seconds < 80 and found.encoding < 10


def test_the_scrubbers_data_of_a_large_tokenizer():
    trace = large_files.tokenizer().trace(texts.samples()["yoruba.txt"])
    assert len(trace.boundaries) == len(trace.ids(0)) - 1
    assert len(trace.token_counts) == trace.steps + 1
