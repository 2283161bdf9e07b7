"""Cuts: a text split by a pattern, and everything known about its chunks.

Which alternative made each chunk (see ``anatomy``), which marks are separated from their letters (see
``pattern_checks``), what the pattern leaves uncovered, and which chunks another cut does not have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .anatomy import Alternative, Chunk, explain, matched_alternative
from .pattern_checks import TornMark, torn_marks

__all__ = ["Cut", "cut"]


# Compared by identity: a cut of a long text has many thousand chunks.
@dataclass(frozen=True, eq=False)
class Cut:
    """A text cut by a pattern: its chunks, each with the alternative that made it."""

    pattern: str
    chunks: tuple[Chunk, ...]

    @cached_property
    def alternatives(self) -> list[Alternative]:
        """The alternatives of the pattern, in words."""
        return explain(self.pattern)

    @cached_property
    def torn(self) -> dict[int, TornMark]:
        """The chunks that begin with a mark separated from its letter, by index."""
        return {one.chunk: one for one in torn_marks(chunk.text for chunk in self.chunks)}

    @cached_property
    def lost(self) -> list[Chunk]:
        """The stretches that no alternative matches."""
        return [chunk for chunk in self.chunks if chunk.alternative is None]

    @cached_property
    def places(self) -> frozenset[tuple[int, int]]:
        """Where the chunks stand."""
        return frozenset((chunk.start, chunk.end) for chunk in self.chunks)

    def differing(self, other: Cut | None) -> frozenset[int]:
        """The indices of the chunks that the other cut does not have."""
        if other is None or other.places == self.places:
            return frozenset()
        there = other.places
        return frozenset(i for i, c in enumerate(self.chunks) if (c.start, c.end) not in there)

    def why(self, index: int) -> str:
        """Which alternative made a chunk, in words.

        >>> cut("1234", "gpt4").why(1)
        'alternative 3. One to three digits or other numbers.'
        >>> cut("a-1", "[0-9]").why(0)
        'no alternative matches'
        """
        which = self.chunks[index].alternative
        if which is None:
            return "no alternative matches"
        return f"alternative {which + 1}. {self.alternatives[which].meaning}"


def cut(text: str, pattern: str, timeout: float | None = None) -> Cut:
    """Cut a text by a named pattern or an expression; a PatternError says what is wrong with it.

    >>> found = cut("We're 2!", "gpt4")
    >>> [(chunk.text, chunk.alternative) for chunk in found.chunks][:2]
    [('We', 1), ("'re", 0)]
    >>> found.differing(cut("We're 2!", "gpt2"))
    frozenset({2, 3})
    """
    return Cut(pattern, tuple(matched_alternative(text, pattern, timeout)))
