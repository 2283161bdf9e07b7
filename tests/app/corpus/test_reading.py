"""Uploads: what is read, and what is said of what is no text."""

import pytest

from bpeviz import CorpusError
from bpeviz.app.corpus import reading


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings_with_and_without_a_mark(encoding: str) -> None:
    text = "A line of text.\nAnd another one."
    assert reading.decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is a PNG picture, not text"),
        (b"%PDF-1.7 and more", "is a PDF document, not text"),
        (b"PK\x03\x04\x14\0", "is a ZIP archive or an office document, not text"),
        (b"text\0\0\0\0 with zeros", "looks like a binary file"),
        (b"abc\xff\xfedef", "byte FF at offset 3"),
        (b"a\0b\0c\0\0\xd8", "is not UTF-16-LE"),
    ],
)
def test_what_is_no_text_is_named(data: bytes, said: str) -> None:
    with pytest.raises(CorpusError, match=said):
        reading.decode(data, "mine.txt")
