"""SentencePiece's table of replacements (precompiled_charsmap): a trie of texts, and what they become.

The trie is a double array of 32-bit units. From a unit, XOR with its offset and then with the next
byte leads to the unit of that byte, if that one's label says so; a unit with a leaf has a value, the
place of the replacement in a list of texts that end in zero bytes.

Source: darts-clone, as SentencePiece 0.2 stores it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property

from .protobuf import damaged


@dataclass(frozen=True)
class Charsmap:
    """The table, as it stands in the file; an empty one replaces nothing."""

    data: bytes = b""

    @cached_property
    def _units(self) -> array[int]:
        units = array("I", self.data[4 : 4 + self._size])
        if units.itemsize != 4:
            raise AssertionError("an unsigned int has four bytes everywhere that Python runs")
        return units

    @property
    def _size(self) -> int:
        return int.from_bytes(self.data[:4], "little")

    def check(self) -> None:
        """Raise FormatError for a table that is damaged."""
        if self.data and (self._size % 4 or not 0 < self._size <= len(self.data) - 4):
            raise damaged()

    def longest(self, text: bytes, at: int) -> tuple[int, bytes] | None:
        """The longest text of the table that stands at a place: its length, what it becomes."""
        if not self.data:
            return None
        units, found = self._units, None
        size = len(units)
        place = _offset(units[0])
        for i in range(at, len(text)):
            byte = text[i]
            place ^= byte
            if place >= size or units[place] & 0x800000FF != byte:
                break
            unit = units[place]
            place ^= _offset(unit)
            if unit >> 8 & 1 and place < size:
                found = i + 1 - at, units[place] & 0x7FFFFFFF
        return found and (found[0], self._text(found[1]))

    def _text(self, place: int) -> bytes:
        start = 4 + self._size + place
        end = self.data.find(b"\0", start)
        return self.data[start : end if end >= 0 else None]


def _offset(unit: int) -> int:
    return unit >> 10 << ((unit & 0x200) >> 6)
