"""Layers: a text as graphemes, code points, bytes and tokens, one below the other.

Everything is placed by its offset in the UTF-8 bytes of ``trace.text``. As each boundary between two
base symbols has one number, so has each grapheme: the step from which it is whole, that is, from
which no border between two tokens lies inside it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from ..engine.base import Symbol
from ..engine.text import graphemes
from ..engine.tokenizer import Trace
from .characters import Grapheme, code_points

__all__ = ["Layers", "TokenPlace"]


@dataclass(frozen=True)
class TokenPlace:
    """A token and the bytes of the text that it covers; ``end`` is behind the last."""

    id: int
    symbol: Symbol
    start: int
    end: int


class Layers:
    """The layers of a text at every step.

    >>> import bpeviz
    >>> tok = bpeviz.train("\\u00e9 \\u00e9", mode="byte", num_merges=1)
    >>> layers = Layers(tok.trace("\\u00e9o\\u0300"))
    >>> len(layers.graphemes), layers.starts
    (2, [0, 2, 5])
    >>> layers.whole_from, layers.cut_counts
    ([1, 2], [2, 1])
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    # --- the layers of the text itself ------------------------------------------------------------

    @cached_property
    def graphemes(self) -> list[str]:
        """The characters of the text as people see them."""
        return graphemes(self.trace.text)

    @cached_property
    def starts(self) -> list[int]:
        """Where each grapheme starts, in bytes; one more number for the end."""
        return _offsets(self.graphemes)

    @cached_property
    def _positions(self) -> list[int]:
        """Where each grapheme starts, in code points."""
        return [0, *accumulate(map(len, self.graphemes))]

    def index_at(self, position: int) -> int:
        """Return the index of the grapheme that holds a code point of the text.

        >>> import bpeviz
        >>> Layers(bpeviz.train("", mode="byte", num_merges=0).trace("o\\u0300a")).index_at(2)
        1
        """
        last = max(0, len(self.graphemes) - 1)
        return min(max(0, bisect_right(self._positions, position) - 1), last)

    def window(self, first: int, count: int, most: int | None = None) -> list[Grapheme]:
        """Return ``count`` graphemes from the index ``first``, each with its code points.

        With ``most`` they end after so many code points: a letter can carry any number of marks.

        >>> import bpeviz
        >>> layers = Layers(bpeviz.train("", mode="byte", num_merges=0).trace("ao\\u0300\\u0300b"))
        >>> [len(grapheme.code_points) for grapheme in layers.window(0, 3, most=3)]
        [1, 2]
        """
        shown: list[Grapheme] = []
        left = len(self.trace.text) if most is None else most
        for i in range(first, min(first + count, len(self.graphemes))):
            text = self.graphemes[i][:left]
            left -= len(text)
            points = tuple(code_points(text, self._positions[i]))
            shown.append(Grapheme(text, self._positions[i], self.starts[i], points))
            if not left:
                break
        return shown

    # --- tokens -----------------------------------------------------------------------------------

    @cached_property
    def _symbols(self) -> tuple[Sequence[int], Sequence[int]]:
        """Where each base symbol starts and ends, in bytes."""
        trace, n = self.trace, len(self.trace.boundaries) + 1
        if trace.tokenizer.mode == "character":
            of = _offsets(trace.text)
            places = trace.spans(0)
            return [of[start] for start, _ in places], [of[end] for _, end in places]
        if n == len(trace.text.encode("utf-8")) and not trace.gaps:
            return range(n), range(1, n + 1)
        gaps = dict(trace.gaps)
        starts, ends, at = [], [], 0
        for i, symbol in enumerate(trace.tokens(0)):
            at += _size(gaps.get(i, ""))
            starts.append(at)
            at += _size(symbol)
            ends.append(at)
        return starts, ends

    def tokens(self, step: int, start: int = 0, end: int | None = None) -> list[TokenPlace]:
        """Return the tokens at a step that touch the bytes from ``start`` to ``end``.

        >>> import bpeviz
        >>> tok = bpeviz.train("low low", mode="character", num_merges=1)
        >>> [(t.symbol, t.start, t.end) for t in Layers(tok.trace("low low")).tokens(1, 4)]
        [('lo', 4, 6), ('w', 6, 7), ('_', 7, 7)]
        """
        starts, ends = self._symbols
        borders = [i for i, number in enumerate(self.trace.boundaries, 1) if number > step]
        firsts = [0, *borders] if len(starts) else []
        lasts = [*borders, len(starts)]
        end = self.starts[-1] if end is None else end
        # Ends never fall from one token to the next, so the first that is not before can be found.
        low = bisect_right(firsts, bisect_right(ends, start) - 1) - 1 if start else 0
        ids, symbols = self.trace.ids(step), self.trace.tokens(step)
        found = []
        for k in range(max(0, low), len(firsts)):
            a, b = starts[firsts[k]], ends[lasts[k] - 1]
            if a > end or (a == end and a < b):
                break
            if b > start or (a == b and a > start) or (a == b == start == 0):
                found.append(TokenPlace(ids[k], symbols[k], a, b))
        return found

    # --- what tokens cut through ------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> Sequence[int]:
        """For each byte offset the step at which the border there goes; 0 where there is none."""
        starts, ends = self._symbols
        numbers = array("i", bytes(4 * (self.starts[-1] + 1)))
        if isinstance(starts, range):
            numbers[1 : len(starts)] = array("i", self.trace.boundaries)
            return numbers
        for i, number in enumerate(self.trace.boundaries):
            for at in (ends[i], starts[i + 1]):
                numbers[at] = max(numbers[at], number)
        # Before the first symbol and behind the last may stand what belongs to no token.
        for at in (starts[0], ends[-1]) if starts else ():
            numbers[at] = self.trace.steps + 1
        return numbers

    @cached_property
    def whole_from(self) -> list[int]:
        """For each grapheme the step from which no token border lies inside it; K+1 for never."""
        return self._whole(self.starts)

    @cached_property
    def cut_counts(self) -> list[int]:
        """The number of graphemes that token borders cut, at each step: K+1 ints."""
        return self._cut(self.whole_from)

    @cached_property
    def broken_counts(self) -> list[int]:
        """The number of code points that token borders cut, at each step: K+1 ints.

        Such tokens are not valid UTF-8 by themselves.
        """
        return self._cut(self._whole(_offsets(self.trace.text)))

    def _whole(self, starts: Sequence[int]) -> list[int]:
        numbers = self._numbers
        return [max(numbers[a + 1 : b]) if b - a > 1 else 0 for a, b in pairwise(starts)]

    def _cut(self, whole: Iterable[int]) -> list[int]:
        healed = [0] * (self.trace.steps + 2)
        total = 0
        for step in whole:
            total += step > 0
            healed[step] += step > 0
        return [total - gone for gone in accumulate(healed[: self.trace.steps + 1])]

    def borders(self, step: int, start: int, end: int) -> list[int]:
        """Return the byte offsets inside ``start`` to ``end`` at which a token ends at a step.

        >>> import bpeviz
        >>> Layers(bpeviz.train("", mode="byte", num_merges=0).trace("é!")).borders(0, 0, 3)
        [1, 2]
        """
        return [at for at in range(start + 1, end) if self._numbers[at] > step]


def _offsets(parts: Iterable[str]) -> list[int]:
    return [0, *accumulate(map(_size, parts))]


def _size(symbol: Symbol) -> int:
    return len(symbol.encode("utf-8")) if isinstance(symbol, str) else len(symbol)
