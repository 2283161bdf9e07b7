"""From a file to its text: sizes, compression, encodings, lines, JSON.

Nothing here knows a tokenizer format. Whatever the bytes are, the outcome is a text, or a FormatError
that says what the file is instead and what to do.
"""

from __future__ import annotations

import json
import os
import re
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..engine.errors import FormatError

# Bytes, also after decompression. The largest tokenizer.json in use, Gemma 3's, has 33 MB.
SIZE_LIMIT = 40_000_000
# What a file holds, so that it takes neither minutes nor all memory. Gemma 3's has half of each.
MOST_LINES = 1_000_100
_MOST_LISTS = 1_000_000
_MOST_VALUES = 3_000_000
_MAGIC = {
    b"PK\x03\x04": "a ZIP archive. Take the tokenizer file out of it first.",
    b"%PDF": "a PDF. Give the tokenizer file itself.",
    b"GGUF": "a GGUF model. Give the tokenizer.json that belongs to it.",
    b"\x89PNG": "a picture. Give the tokenizer file itself.",
    b"\x28\xb5\x2f\xfd": "compressed with zstandard. Unpack it first.",
    b"BZh": "compressed with bzip2. Unpack it first.",
    b"\xfd7zXZ": "compressed with xz. Unpack it first.",
    b"\x80\x04\x95": "a Python pickle, which is not safe to open. Give the tokenizer file itself.",
}


def read_path(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, if it is one and has not too many."""
    try:
        found = os.stat(path)
        # A folder gives an error of its own; a device or a pipe might never end.
        endless = not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode))
        if found.st_size <= SIZE_LIMIT and not endless:
            return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"The file {os.fspath(path)!r} cannot be read: {reason}.") from None
    if endless:
        raise FormatError(f"{os.fspath(path)!r} is a device or a pipe. Give the path of a file.")
    raise _too_large(found.st_size)


def text_of(data: bytes) -> str:
    """Decompress (gzip) and decode (UTF-8, or UTF-16 and UTF-32 with a byte order mark).

    >>> text_of(b"\\xef\\xbb\\xbfa b\\n"), text_of("a".encode("utf-16")), text_of(b"a\\rb")
    ('a b\\n', 'a', 'a\\nb')
    >>> text_of(b"a\\n\\xff")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.FormatError: Line 2 is not UTF-8 text. Save the file as UTF-8 and open it again.
    """
    if len(data) > SIZE_LIMIT:
        raise _too_large(len(data))
    if data.startswith(b"\x1f\x8b"):
        data = _gunzip(data)
    for magic, what in _MAGIC.items():
        if data.startswith(magic):
            raise FormatError(f"This is {what}")
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = error.encoding.upper().removesuffix("-SIG")
        raise FormatError(
            f"Line {line} is not {name} text. Save the file as UTF-8 and open it again."
        ) from None
    if "\n" not in text:
        text = text.replace("\r", "\n")  # The ends of lines of old Macintosh programs.
    _check_kind(text)
    return text


def _encoding(data: bytes) -> str:
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # Every second byte a zero, or nearly: UTF-16 without its mark, as text in ASCII shows it.
    half = len(data[:64]) // 2
    even, odd = data[:64:2].count(0), data[1:64:2].count(0)
    if odd > half // 2 and not even:
        return "utf-16-le"
    if even > half // 2 and not odd:
        return "utf-16-be"
    return "utf-8-sig"


def _gunzip(data: bytes) -> bytes:
    parts, size = [], 0
    while data:
        unpacker = zlib.decompressobj(31)
        try:
            parts.append(unpacker.decompress(data, SIZE_LIMIT + 1 - size))
        except zlib.error:
            raise FormatError("The gzip file is damaged. Download it again.") from None
        size += len(parts[-1])
        if size > SIZE_LIMIT:
            raise FormatError(
                f"Unpacked, the gzip file is larger than {SIZE_LIMIT // 1_000_000} MB, the most "
                "that is opened here."
            )
        if not unpacker.eof:
            raise FormatError("The gzip file ends in the middle. Download it again.")
        data = unpacker.unused_data.lstrip(b"\0")
    return b"".join(parts)


def _too_large(size: int) -> FormatError:
    return FormatError(
        f"The file has {size / 1_000_000:.1f} MB; at most {SIZE_LIMIT // 1_000_000} MB are opened "
        "here. The largest tokenizers in use have less."
    )


def _check_kind(text: str) -> None:
    start = text[:1000].lstrip().lower()
    if start.startswith(("<!doctype", "<html", "<?xml", "<head", "<body")):
        raise FormatError(
            "Line 1 begins a web page, not a tokenizer file. Download the raw file: the link "
            "often says Raw or Download."
        )
    if start.startswith("version https://git-lfs"):
        raise FormatError(
            "This is a Git LFS pointer, which only names the real file. Download the file itself."
        )
    if not text.strip():
        raise FormatError("The file is empty. Choose another file.")


def lines_of(text: str) -> list[str]:
    r"""The lines of a text; they end at a newline only (CRLF too), as U+2028 can be in a token.

    >>> lines_of("a b\r\nc\u2028 d")
    ['a b', 'c\u2028 d']
    """
    number = text.count("\n")
    if number > MOST_LINES:
        raise FormatError(
            f"The file has {number:,} lines; at most {MOST_LINES:,} are read, far more than any "
            "tokenizer has."
        )
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return lines


def numbered(lines: list[str], first: int = 1) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; empty ones at the end are left out."""
    while lines and not lines[-1].strip(" \t\r"):
        lines.pop()
    return enumerate(lines, first)


def bad_line(number: int, why: str) -> FormatError:
    """The error for a line that cannot be read."""
    return FormatError(f"Line {number} {why}")


def shown(value: object) -> str:
    """A piece of a file for a message: quoted, and not too long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# An escape that may be half of a pair.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def json_of(text: str) -> Any:
    """Parse JSON.

    >>> json_of('{"a": [1, 2')
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.FormatError: The JSON is not complete or not right at line 1, column 12: \
Expecting ',' delimiter. Download the file again.
    """
    if text.count("[") + text.count("{") > _MOST_LISTS or text.count(",") > _MOST_VALUES:
        raise FormatError(
            f"The JSON holds more than {_MOST_LISTS:,} lists and objects, or {_MOST_VALUES:,} values, "
            "far more than any tokenizer has."
        )
    try:
        data = json.loads(text)
        if _SURROGATE.search(text):
            json.dumps(data, ensure_ascii=False).encode("utf-8")
        return data
    except UnicodeEncodeError:
        raise FormatError(
            "The JSON holds half of a surrogate pair (as \\ud83d without the other half), which is "
            "no character. Write the whole character, or take it out."
        ) from None
    except json.JSONDecodeError as error:
        raise FormatError(
            f"The JSON is not complete or not right at line {error.lineno}, column {error.colno}: "
            f"{error.msg}. Download the file again."
        ) from None
    except RecursionError:
        raise FormatError(
            "The JSON is nested far deeper than that of a tokenizer. Choose another file."
        ) from None
    except ValueError:
        # The one that is left: Python turns no longer numbers into ints.
        raise FormatError(
            "The JSON holds a number of more than 4,300 digits, which no tokenizer has. Choose another "
            "file."
        ) from None


def checked(data: Any, key: str, kind: type | tuple[type, ...], where: str = "") -> Any:
    """The value of a key, which must be of a kind; None when it is missing and may be."""
    value = data.get(key)
    if isinstance(value, bool) and kind in (int, float, (int, float)):
        wrong = True
    else:
        wrong = not isinstance(value, kind)
    if wrong:
        name = f"{where}.{key}" if where else key
        raise FormatError(
            f"The value of {name!r} is {shown(value)}, which is not what the format has there. "
            "Choose another file."
        )
    return value
