"""Reading texts that people bring: uploads in any encoding that says what it is, pastes."""

from __future__ import annotations

import codecs

from bpeviz import CorpusError
from bpeviz.engine.text import repair

from .. import limits

# Longer marks first: the mark of UTF-32-LE begins with that of UTF-16-LE.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


# How files begin that people take for texts.
_KINDS = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
)


def _unmarked(data: bytes) -> str:
    """The encoding of a file without a byte order mark: UTF-16 where every other byte is mostly 0.

    >>> _unmarked("text".encode("utf-16-le")), _unmarked("text".encode("utf-16-be")), _unmarked(b"text")
    ('utf-16-le', 'utf-16-be', 'utf-8')
    """
    start = data[:2000]
    even, odd = (part.count(0) > 0.4 * len(part) for part in (start[::2], start[1::2]))
    return "utf-8" if even == odd else "utf-16-be" if even else "utf-16-le"


def decode(data: bytes, name: str = "the file", limit: int | None = None) -> str:
    """Return the text of a file: UTF-8, UTF-16, or UTF-32 with a byte order mark.

    >>> decode("ọ̀".encode("utf-16"))
    'ọ̀'

    Raises a CorpusError that names the first byte which is not UTF-8, the limit, or what else it is.
    """
    limit = limits.UPLOAD if limit is None else limit
    if len(data) > limit:
        raise CorpusError(
            f"“{name}” has {limits.words(len(data))}; the limit is {limits.words(limit)}. "
            "Upload a part of it."
        )
    kind = next((kind for start, kind in _KINDS if data.startswith(start)), None)
    if kind is not None:
        raise CorpusError(
            f"“{name}” is {kind}, not text. Save its text as a .txt file and upload that."
        )
    encoding = next((e for mark, e in _MARKS if data.startswith(mark)), None) or _unmarked(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        wrong = data[error.start : error.start + 1].hex().upper()
        raise CorpusError(
            f"“{name}” is not {encoding.removesuffix('-sig').upper()}: byte {wrong} at offset "
            f"{error.start:,} does not belong there. Save it as UTF-8 and upload it again."
        ) from None
    if "\0" in text[:1000]:
        raise CorpusError(
            f"“{name}” looks like a binary file: it holds the character U+0000 near its start. "
            "Upload plain text."
        )
    return text


def pasted(text: str) -> str:
    """Return a pasted text, repaired; a CorpusError if it is over the limit.

    >>> pasted("a\\ud83d")
    'a�'
    """
    text = repair(text)
    size = len(text.encode("utf-8"))
    if size > limits.PASTE:
        raise CorpusError(
            f"The pasted text has {limits.words(size)}; the limit for pasting is "
            f"{limits.words(limits.PASTE)}. Save it as a file and upload it "
            f"(up to {limits.words(limits.UPLOAD)})."
        )
    return text


def check_corpus(text: str, *, typed: bool = False) -> None:
    """Raise a CorpusError for a text that has nothing to train on, or too much to be typed."""
    if typed:
        pasted(text)
    if not text:
        raise CorpusError("The corpus is empty. Paste a text, choose a sample or upload a file.")
    if not text.strip():
        raise CorpusError("The corpus is blank. Put in a text with words.")
    if len(text.strip()) == 1 and text.isascii():  # All others are several bytes.
        raise CorpusError("The corpus has one character, and a merge needs two. Write more.")
