"""How often a pair of tokens stands in a text at each step, for all steps at once.

Two tokens *meet* where one ends and the other begins: for good, as neighbours among the final tokens
of a chunk, or until a step, as the two parts of a token. Whatever stands side by side at some step
stands at such a place, at its left and its right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate

from .base import SEPARATOR
from .forest import Forest

# The two parts of a token, and its two edges.
_LEFT, _RIGHT = 0, 1


class PairHistories:
    """The histories of the pairs of one text.

    ``weights``: how often each distinct chunk, as its final codes, stands in the text.

    >>> from .base import byte_base
    >>> forest = Forest(byte_base(), [(97, 97, 256, None, None)])
    >>> PairHistories({forest.products[0] + "ab": 1}, forest, 1).of(97, 97)
    [2, 0]
    """

    def __init__(self, weights: Mapping[str, int], forest: Forest, steps: int) -> None:
        self._trees, self._ids, self._steps = forest.trees, forest.ids, steps
        of_weight: dict[int, list[str]] = defaultdict(list)
        for chunk, n in weights.items():
            of_weight[n].append(chunk)
        # Token -> the tokens that it meets at its right, until which step, and how often. Neighbours
        # are counted a weight at a time, which leaves the counting to C.
        self._meetings: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
        # How often each token stands in the text, also within another.
        uses: dict[str, int] = defaultdict(int)
        for n, chunks in of_weight.items():
            joined = SEPARATOR.join(chunks)
            for pair, count in Counter(map(str.__add__, joined, joined[1:])).items():
                self._meetings[pair[0]].append((pair[1], steps + 1, n * count))
            for code, count in Counter("".join(chunks)).items():
                uses[code] += n * count
        # Id -> its tokens; part -> the tokens that have it at their left, or at their right.
        self._tokens: dict[int, list[str]] = defaultdict(list)
        self._wholes: tuple[dict[str, list[str]], ...] = (defaultdict(list), defaultdict(list))
        for code in reversed(forest.parts_first(list(uses))):
            self._tokens[forest.ids[code]].append(code)
            if code in forest.trees:
                step, *parts = forest.trees[code]
                self._meetings[parts[_LEFT]].append((parts[_RIGHT], step, uses[code]))
                for edge, part in enumerate(parts):
                    uses[part] += uses[code]
                    self._wholes[edge][part].append(code)

    def of(self, left: int, right: int) -> list[int]:
        """Return the number of these two ids side by side at each step: K+1 ints."""
        change = [0] * (self._steps + 2)
        begins = self._at_edge(right, _LEFT)
        meetings = [
            (one, other, step, n)
            for one in self._at_edge(left, _RIGHT)
            for other, step, n in self._meetings.get(one, ())
            if other in begins
        ]
        for one, other, step, n in meetings:
            for born, gone in self._lifespans(one, left, _RIGHT, step):
                for born_too, gone_too in self._lifespans(other, right, _LEFT, step):
                    first, last = max(born, born_too), min(gone, gone_too)
                    if first < last:
                        change[first] += n
                        change[last] -= n
        return list(accumulate(change[: self._steps + 1]))

    def _at_edge(self, token_id: int, edge: int) -> set[str]:
        """The tokens that have this id or, at an edge, a part that has."""
        found: set[str] = set()
        stack = list(self._tokens.get(token_id, ()))
        while stack:
            code = stack.pop()
            if code not in found:
                found.add(code)
                stack += self._wholes[edge].get(code, ())
        return found

    def _lifespans(
        self, code: str, token_id: int, edge: int, gone: int
    ) -> Iterator[tuple[int, int]]:
        """When a token with this id is at the edge of a code: from a step until another."""
        while True:
            born, *parts = self._trees.get(code, (0,))
            if self._ids[code] == token_id:
                yield born, gone
            if not parts:
                return
            code, gone = parts[edge], born
