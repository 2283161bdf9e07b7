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
        # The neighbours among the final tokens, and how often each token stands in the text, also
        # within another: a weight at a time, which leaves the counting to C.
        self._neighbours: list[tuple[str, int]] = []
        self._uses: dict[str, int] = defaultdict(int)
        for n, chunks in of_weight.items():
            joined = SEPARATOR.join(chunks)
            pairs = Counter(map(str.__add__, joined, joined[1:]))
            self._neighbours += [(pair, n * count) for pair, count in pairs.items()]
            for code, count in Counter("".join(chunks)).items():
                self._uses[code] += n * count
        codes = forest.parts_first(list(self._uses))
        # The tree of each of them that has one, parts first.
        self._made = {code: self._trees[code] for code in codes if code in self._trees}
        for code, (_, *parts) in reversed(self._made.items()):
            for part in parts:
                self._uses[part] += self._uses[code]

    def of(self, left: int, right: int) -> list[int]:
        """Return the number of these two ids side by side at each step: K+1 ints."""
        change = [0] * (self._steps + 2)
        ends, begins = self._at_edge(left, _RIGHT), self._at_edge(right, _LEFT)
        meetings = [
            (pair[0], pair[1], self._steps + 1, n)
            for pair, n in self._neighbours
            if pair[0] in ends and pair[1] in begins
        ]
        meetings += [
            (one, other, step, self._uses[code])
            for code, (step, one, other) in self._made.items()
            if one in ends and other in begins
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
        """The codes that have this id or, at an edge, a part that has."""
        found = {code for code in self._uses if self._ids[code] == token_id}
        for code, (_, *parts) in self._made.items():
            if parts[edge] in found:
                found.add(code)
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
