"""What a segmentation costs: tokens per byte, per character, per grapheme.

Tokens per byte cannot be compared across normal forms, because the forms differ in bytes. What can
be compared is tokens per grapheme, per character of the NFC form, or per byte of the ORIGINAL text.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import regex

from .text import normalize, repair

_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True)
class Sizes:
    """The size of a text: UTF-8 bytes, characters (code points), the same of its NFC, graphemes."""

    bytes: int
    characters: int
    nfc_characters: int
    graphemes: int


def sizes(text: str) -> Sizes:
    """Measure a text as it stands.

    >>> sizes("o\\u0323\\u0300")
    Sizes(bytes=5, characters=3, nfc_characters=2, graphemes=1)

    Graphemes: extended grapheme clusters, Unicode Standard Annex 29.
    """
    text = repair(text)
    return Sizes(
        len(text.encode("utf-8")),
        len(text),
        len(unicodedata.normalize("NFC", text)),
        count_graphemes(text),
    )


def count_graphemes(text: str) -> int:
    """Count the extended grapheme clusters of a text.

    >>> count_graphemes("ẹ́ 👍🏽\\r\\n")
    4
    """
    if text.isascii():
        return len(text) - text.count("\r\n")
    return sum(1 for _ in _GRAPHEME.finditer(text))


def changed_characters(text: str, form: str | None) -> int:
    """Count the characters of a text that a normal form would spell otherwise.

    A grapheme that changes counts with all its characters.

    >>> changed_characters("mọ́", "NFC"), changed_characters("mo\\u0323\\u0301", "NFC")
    (0, 3)
    >>> changed_characters("mo\\u0323\\u0301", None)
    0

    Raises a SettingsError for a form that does not exist.
    """
    if normalize(text, form) == text:
        return 0
    graphemes = _GRAPHEME.findall(text)
    spelled = {grapheme: normalize(grapheme, form) for grapheme in set(graphemes)}
    return sum(len(grapheme) for grapheme in graphemes if spelled[grapheme] != grapheme)


def per(tokens: int, size: int) -> float:
    """Tokens per unit; 0 for an empty text.

    >>> per(3, 2), per(0, 0)
    (1.5, 0.0)
    """
    return tokens / size if size else 0.0


@dataclass(frozen=True)
class Cost:
    """What one text costs: its tokens, its sizes, and its tokens against those of a reference."""

    tokens: int
    sizes: Sizes
    premium: float | None

    @property
    def tokens_per_grapheme(self) -> float:
        """Tokens for one character as people see it."""
        return per(self.tokens, self.sizes.graphemes)


def costs(tokens: list[int], measured: list[Sizes], reference: int | None = 0) -> list[Cost]:
    """Return the cost of each text; ``reference`` is the index of the text of premium 1.

    ``tokens``: one count a text; ``measured``: its sizes. The premium only means something for
    texts that say the same.

    >>> [cost.premium for cost in costs([10, 25], [sizes("a" * 40), sizes("b" * 50)])]
    [1.0, 2.5]
    """
    base = tokens[reference] if reference is not None else 0
    return [
        Cost(n, size, n / base if base else None) for n, size in zip(tokens, measured, strict=True)
    ]
