"""Characters: what each code point of a text is called, what kind it is, which bytes it has."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import regex

from ..engine.text import repair

__all__ = [
    "CATEGORIES",
    "CodePoint",
    "Grapheme",
    "category_of",
    "code_points",
    "invisible",
    "name_of",
]


@dataclass(frozen=True)
class CodePoint:
    """One code point: its place in the text, its name and its UTF-8 bytes."""

    char: str
    position: int
    label: str
    name: str
    category: str
    bytes: bytes


@dataclass(frozen=True)
class Grapheme:
    """A character as people see it, where it starts (code points, bytes), and what it is made of."""

    text: str
    start: int
    byte_start: int
    code_points: tuple[CodePoint, ...]

    @property
    def byte_end(self) -> int:
        """Where its UTF-8 bytes end."""
        return self.byte_start + sum(len(point.bytes) for point in self.code_points)


def code_points(text: str, start: int = 0) -> list[CodePoint]:
    """The code points of a text; `start` is the position of the first.

    >>> point = code_points("ọ")[0]
    >>> point.label, point.name, point.category, point.bytes.hex(" ")
    ('U+1ECD', 'LATIN SMALL LETTER O WITH DOT BELOW', 'Ll', 'e1 bb 8d')
    """
    return [
        CodePoint(
            char,
            position,
            f"U+{ord(char):04X}",
            name_of(char),
            category_of(char),
            repair(char).encode("utf-8"),
        )
        for position, char in enumerate(text, start)
    ]


def name_of(char: str) -> str:
    """The Unicode name of a character, or what else is to be said of it.

    >>> name_of("\\u0323"), name_of("\\t"), name_of("\\ue000")
    ('COMBINING DOT BELOW', 'TAB (control)', 'private use')
    """
    number, category = ord(char), unicodedata.category(char)
    if category == "Cc":
        return f"{_CONTROLS.get(number, f'U+{number:04X}')} (control)"
    if category == "Cs":
        return "lone surrogate (half of a character)"
    if category == "Co":
        return "private use"
    if category == "Cn":
        return _unnamed(char)
    return unicodedata.name(char, f"U+{number:04X}, no name")


def _unnamed(char: str) -> str:
    if _NONCHARACTER.match(char):
        return "noncharacter (never to be assigned)"
    version = unicodedata.unidata_version
    if not _UNASSIGNED.match(char):
        return f"assigned after Unicode {version}, name not known here"
    return "unassigned"


_NONCHARACTER = regex.compile(r"\p{Noncharacter_Code_Point}")
_UNASSIGNED = regex.compile(r"\p{Cn}")
_CONTROLS = {
    0x00: "NULL",
    0x01: "START OF HEADING",
    0x02: "START OF TEXT",
    0x03: "END OF TEXT",
    0x04: "END OF TRANSMISSION",
    0x05: "ENQUIRY",
    0x06: "ACKNOWLEDGE",
    0x07: "BELL",
    0x08: "BACKSPACE",
    0x09: "TAB",
    0x0A: "LINE FEED",
    0x0B: "VERTICAL TAB",
    0x0C: "FORM FEED",
    0x0D: "CARRIAGE RETURN",
    0x0E: "SHIFT OUT",
    0x0F: "SHIFT IN",
    0x10: "DATA LINK ESCAPE",
    0x11: "DEVICE CONTROL 1",
    0x12: "DEVICE CONTROL 2",
    0x13: "DEVICE CONTROL 3",
    0x14: "DEVICE CONTROL 4",
    0x15: "NEGATIVE ACKNOWLEDGE",
    0x16: "SYNCHRONOUS IDLE",
    0x17: "END OF TRANSMISSION BLOCK",
    0x18: "CANCEL",
    0x19: "END OF MEDIUM",
    0x1A: "SUBSTITUTE",
    0x1B: "ESCAPE",
    0x1C: "FILE SEPARATOR",
    0x1D: "GROUP SEPARATOR",
    0x1E: "RECORD SEPARATOR",
    0x1F: "UNIT SEPARATOR",
    0x7F: "DELETE",
    0x85: "NEXT LINE",
}

CATEGORIES = {
    "Lu": "uppercase letter",
    "Ll": "lowercase letter",
    "Lt": "titlecase letter",
    "Lm": "modifier letter",
    "Lo": "letter without case",
    "Mn": "mark without width",
    "Mc": "mark with width",
    "Me": "enclosing mark",
    "Nd": "decimal digit",
    "Nl": "letter used as a number",
    "No": "other number",
    "Pc": "connecting punctuation",
    "Pd": "dash",
    "Ps": "opening bracket",
    "Pe": "closing bracket",
    "Pi": "opening quotation mark",
    "Pf": "closing quotation mark",
    "Po": "other punctuation",
    "Sm": "mathematical sign",
    "Sc": "currency sign",
    "Sk": "modifier sign",
    "So": "other sign",
    "Zs": "space",
    "Zl": "line separator",
    "Zp": "paragraph separator",
    "Cc": "control",
    "Cf": "format character",
    "Cs": "surrogate",
    "Co": "private use",
    "Cn": "unassigned",
}
_BY_REGEX = [(key, regex.compile(rf"\p{{{key}}}")) for key in CATEGORIES if key != "Cn"]


@lru_cache(maxsize=4096)
def category_of(char: str) -> str:
    """The general category of a character, such as "Lu"; its words are in `CATEGORIES`.

    What `unicodedata` does not know yet is looked up in `regex`, which may carry a newer Unicode.

    >>> category_of("a"), category_of("\\u0301"), CATEGORIES[category_of("5")]
    ('Ll', 'Mn', 'decimal digit')
    """
    category = unicodedata.category(char)
    if category == "Cn":
        return next((key for key, pattern in _BY_REGEX if pattern.match(char)), category)
    return category


_BLANK = regex.compile(
    r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]"
)


def invisible(char: str) -> bool:
    """Whether a character leaves no mark of its own, so that a display has to spell it out.

    Plain space, tab and newline are False: displays have signs for them. Private use and unassigned
    characters are True, for no font has to know them.

    >>> [invisible(char) for char in ("a", " ", "\\u00a0", "\\u200b", "\\u0301", "\\x1c")]
    [False, False, True, True, False, True]
    """
    return char not in " \t\n" and bool(_BLANK.match(char))
