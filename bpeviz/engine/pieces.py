"""What a text is cut into: chunks, special tokens, and gaps, the white space between words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Special:
    """A special token: a text that is always a single token, whatever the merges."""

    text: str
    id: int


# What merges work on: a text, bytes that form no whole characters, or a ready-made token.
Chunk = str | bytes | Special


class Pieces(NamedTuple):
    """A text cut up: its chunks, and the gaps as (index of the chunk behind it, text)."""

    text: str
    chunks: Sequence[Chunk] = ()
    gaps: Sequence[tuple[int, str]] = ()


def gap(text: str) -> Pieces:
    """A text that belongs to no chunk."""
    return Pieces(text, (), [(0, text)])


def words(text: str) -> Pieces:
    """Cut a text into words; the white space between them belongs to none.

    A word ends where ``str.split`` sees white space: all Unicode white space, including the no-break
    space and the line separator, and U+001C to U+001F. subword-nmt ends words at
    plain spaces only, Hugging Face's ``WhitespaceSplit`` not at U+001C to U+001F.

    >>> words("a\\u00a0b c\\u001cd").chunks, words(" to be").gaps
    (['a', 'b', 'c', 'd'], [(0, ' '), (1, ' ')])
    """
    found, gaps, at = text.split(), [], 0
    for i, word in enumerate(found):
        start = text.index(word, at)
        if start > at:
            gaps.append((i, text[at:start]))
        at = start + len(word)
    if at < len(text):
        gaps.append((len(found), text[at:]))
    return Pieces(text, found, gaps)
