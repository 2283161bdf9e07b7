"""A regular expression taken apart: the parts that both dialects share.

See ``dialects``, which translates between them. A part that both cannot hold has no class here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Literal:
    """One character."""

    character: str


@dataclass(frozen=True)
class Dot:
    """Any character, the newline only if ``newline``."""

    newline: bool


@dataclass(frozen=True)
class Kind:
    """A kind of character: "w", "d", "s", or a property such as "L" or "Script=Han"."""

    name: str
    negated: bool = False


@dataclass(frozen=True)
class Range:
    """The characters from ``first`` to ``last``."""

    first: str
    last: str


@dataclass(frozen=True)
class Set:
    """A set of characters: its members (Literal, Range, Kind, Set, Both), perhaps negated."""

    members: tuple[Member, ...]
    negated: bool = False


@dataclass(frozen=True)
class Both:
    """What all of several sets have in common."""

    sets: tuple[Set, ...]


Member = Literal | Range | Kind | Set | Both


@dataclass(frozen=True)
class Anchor:
    """A place in a text, between two characters.

    It is "start", "end", "end or last newline", "line start", "line end", "word" or "not word"; and
    "line start before the end" for Oniguruma's ``^``.
    """

    place: str


@dataclass(frozen=True)
class Repeat:
    """A part repeated; ``most`` is None for no limit; ``mode`` "" greedy, "?" lazy, "+" possessive."""

    part: Part
    least: int
    most: int | None
    mode: str = ""


@dataclass(frozen=True)
class Group:
    """A part in brackets: ``opening`` is "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?-i:"."""

    opening: str
    part: Part


@dataclass(frozen=True)
class Sequence:
    """Parts one after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Choice:
    """Parts of which the first that matches is taken."""

    parts: tuple[Part, ...]


Part = Literal | Dot | Kind | Set | Both | Anchor | Repeat | Group | Sequence | Choice
