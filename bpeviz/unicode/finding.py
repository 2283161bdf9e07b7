"""A finding: one odd thing in a text, with its places and perhaps a repair."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import regex

from .characters import name_of

__all__ = ["Finding", "Place", "found", "label", "places_of"]

Place = tuple[int, int]


@dataclass(frozen=True)
class Finding:
    """One odd thing: its kind, its places as (start, end), what it is, what to do, and a repair.

    `fix` takes the text and returns it mended; it is None where a person has to decide.
    """

    kind: str
    places: tuple[Place, ...]
    what: str
    suggestion: str
    fix: Callable[[str], str] | None = None

    @property
    def count(self) -> int:
        """How many places there are."""
        return len(self.places)


def places_of(pattern: str, text: str) -> tuple[Place, ...]:
    """Where a pattern matches, as (start, end) offsets.

    >>> places_of("an", "banana")
    ((1, 3), (3, 5))
    """
    return tuple(match.span() for match in regex.finditer(pattern, text))


def _replace(text: str, *, pattern: str, by: str) -> str:
    return regex.sub(pattern, by, text)


def found(
    text: str, kind: str, pattern: str, what: str, suggestion: str, by: str | None = None
) -> Iterator[Finding]:
    """Yield a finding for the places of a pattern, if any; `by` replaces them.

    >>> [one.places for one in found("banana", "fruit", "an", "What?", "Do.")]
    [((1, 3), (3, 5))]
    """
    places = places_of(pattern, text)
    if places:
        fix = None if by is None else partial(_replace, pattern=pattern, by=by)
        yield Finding(kind, places, what, suggestion, fix)


def label(char: str) -> str:
    """A character by number and name.

    >>> label("a")
    'U+0061 LATIN SMALL LETTER A'
    """
    return f"U+{ord(char):04X} {name_of(char)}"
