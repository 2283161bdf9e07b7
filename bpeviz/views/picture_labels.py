"""What is written on a token in a picture, and how wide that is.

A picture has to be right without a browser to measure it. So the width of a label is estimated
here, and the SVG then makes the text exactly as wide as its box (``textLength``): nothing is cut
off, whatever font is found. Lengths are in px at a font size of 16 px.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from bpeviz.engine.text import graphemes

from .glyphs import pieces, visible

SIZE = 16.0
CHIP_SIZE = 0.72 * SIZE
_SIGNS = {" ": "·", "\t": "→", "\n": "↵", "\r": "␍"}
_EMOJI = regex.compile(
    r"[\p{Extended_Pictographic}--[0-9#*©®]]|\p{Regional_Indicator}|\u20e3", regex.V1
)
_JOINER = "\u200d"
# Letters that are narrow in scripts without fixed-width fonts: Hebrew, Arabic, Devanagari.
_NARROW = dict.fromkeys("וזין", 0.32) | dict.fromkeys("اأإآلبتثنيئفقدذرزوة", 0.38) | {"र": 0.45}
# Scripts of Brahmi's family have wide letters and vowel signs beside them.
_JAMO = range(0x1100, 0x1200)
_INDIC = range(0x0900, 0x0E00)


@dataclass(frozen=True)
class Part:
    """A stretch of a label: text as it is, or a chip with hex (a byte, an invisible character)."""

    text: str
    chip: bool
    width: float


def width_of(text: str, size: float = SIZE) -> float:
    """About how wide a text is in a fixed-width font with the usual fallbacks, in px.

    >>> round(width_of("ab")), round(width_of("e\\u0301")), width_of("日") == SIZE
    (19, 10, True)
    """
    return size * sum(map(_em, graphemes(text)))


def _em(grapheme: str) -> float:
    if _EMOJI.search(grapheme):
        return 1.3
    if all(ord(char) in _JAMO for char in grapheme):
        return 1.0  # The letters of a Korean syllable share one square.
    return max(sum(map(_char_em, grapheme)), 0.1)


def _char_em(char: str) -> float:
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in _NARROW:
        return _NARROW[char]
    if ord(char) in _INDIC:
        return 0.35 if category == "Mc" else 0.7
    return 0.602


def label(symbol: bytes | str, *, joined: tuple[bool, bool] = (False, False)) -> list[Part]:
    """A token as parts that can be drawn.

    ``joined``: whether it begins and ends inside a joined-up word (Arabic).

    >>> [(part.text, part.chip) for part in label(b" a\\xc3")]
    [('·a', False), ('C3', True)]
    """
    found: list[Part] = []
    for piece in [symbol] if isinstance(symbol, str) else pieces(symbol):
        if isinstance(piece, bytes):
            found += [_chip(f"{byte:02X}") for byte in piece]
            continue
        for text, chip in _shown(piece):
            if found and not chip and not found[-1].chip:
                text = found.pop().text + text
            found.append(_chip(text) if chip else Part(text, False, width_of(text)))
    return _join(found, *joined)


def _shown(piece: str) -> Iterator[tuple[str, bool]]:
    """Each grapheme as it is drawn; invisible characters apart, as their code point."""
    for i, grapheme in enumerate(graphemes(piece)):
        if grapheme in ("\r\n", *_SIGNS):
            yield "".join(_SIGNS[char] for char in grapheme), False
        elif _EMOJI.search(grapheme) and not grapheme.startswith(_JOINER):
            yield grapheme.rstrip(_JOINER), False
            if grapheme.endswith(_JOINER):
                yield "200D", True
        else:
            bare = i == 0 and unicodedata.category(grapheme[0]).startswith("M")
            if bare:
                yield "◌", False
            for char in grapheme:
                hidden = visible(char).startswith("⟨")
                yield (f"{ord(char):04X}", True) if hidden else (char, False)


def _chip(text: str) -> Part:
    return Part(text, True, width_of(text, CHIP_SIZE) + 6)


def _join(parts: list[Part], before: bool, after: bool) -> list[Part]:
    """Let letters at the ends take the shapes that they have inside a word."""
    if before and parts and not parts[0].chip:
        parts[0] = Part(_JOINER + parts[0].text, False, parts[0].width)
    if after and parts and not parts[-1].chip:
        parts[-1] = Part(parts[-1].text + _JOINER, False, parts[-1].width)
    return parts


def atoms(parts: Sequence[Part]) -> Iterator[Part]:
    """Cut parts where they can be cut: at graphemes and chips."""
    for part in parts:
        if part.chip:
            yield part
        else:
            yield from (Part(g, False, width_of(g)) for g in graphemes(part.text))


def fused(parts: Sequence[Part]) -> list[Part]:
    """The reverse of ``atoms``."""
    found: list[Part] = []
    for part in parts:
        if found and not part.chip and not found[-1].chip:
            last = found.pop()
            part = Part(last.text + part.text, False, last.width + part.width)
        found.append(part)
    return found
