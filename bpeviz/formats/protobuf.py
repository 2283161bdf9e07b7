"""Protocol buffers, as far as SentencePiece's models need them: the fields of a message, in order.

Source: the encoding as protobuf.dev describes it (wire types 0, 1, 2 and 5).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ..engine.errors import FormatError

Value = int | float | bytes


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    r"""Yield each field of a message as (number, value).

    Numbers are ints, what is 4 bytes long a float, texts and messages bytes.

    >>> list(fields(b"\x0a\x02hi\x18\x96\x01"))
    [(1, b'hi'), (3, 150)]

    FormatError where the message is cut off or damaged.
    """
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        kind = key & 7
        value: Value
        if kind == 0:
            value, at = _varint(message, at)
        elif kind == 2:
            size, at = _varint(message, at)
            value, at = message[at : at + size], at + size
        elif kind == 5:
            (value,) = struct.unpack("<f", message[at : at + 4].ljust(4, b"\0"))
            at += 4
        elif kind == 1:
            value, at = message[at : at + 8], at + 8
        else:
            raise damaged()
        if at > end:
            raise damaged()
        yield key >> 3, value


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first; and where it ends."""
    value = shift = 0
    while at < len(message) and shift < 64:
        byte = message[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
        shift += 7
    raise damaged()


def damaged() -> FormatError:
    """The error for a message that is no such one."""
    return FormatError("The file is cut off or damaged. Download it again.")
