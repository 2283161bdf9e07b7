"""Where the base symbols of a text stand in it, in characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .base import END, Symbol


def offsets(
    symbols: Iterable[Symbol], gaps: Sequence[tuple[int, str]]
) -> tuple[list[int], list[int]]:
    """Return where each base symbol starts and where it ends.

    ``gaps``: what stands in the text and belongs to no symbol, as (index of the symbol behind it,
    text). The bytes of one character all start and end where it does.

    >>> offsets([b"i", b" ", bytes([0xC3]), bytes([0xA9])], [])
    ([0, 1, 2, 2], [1, 2, 3, 3])
    >>> offsets(["t", "o", END, "b", "e", END], [(3, " ")])
    ([0, 1, 2, 3, 4, 5], [1, 2, 2, 4, 5, 5])
    """
    starts: list[int] = []
    ends: list[int] = []
    before = dict(gaps)
    at = bytes_left = 0
    for i, symbol in enumerate(symbols):
        at += len(before.get(i, ""))
        starts.append(at)
        if isinstance(symbol, str):
            at += len(symbol.replace(END, ""))
            ends.append(at)
        elif len(symbol) > 1:
            at += len(symbol.decode("utf-8"))
            ends.append(at)
        else:
            bytes_left = bytes_left or _utf8_length(symbol[0])
            ends.append(at + 1)
            bytes_left -= 1
            at += not bytes_left
    return starts, ends


def _utf8_length(first: int) -> int:
    """The number of bytes of the character that begins with this byte."""
    return 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
