"""Which pair is the most frequent now: pairs by their count, and tied ones by what decides.

A merge lowers counts, and a pair that is born takes its occurrences from one that had no fewer. So
the highest count falls from step to step, like a lift on its way down through a house, and pairs
can wait for it: each on the level of the count that it had when it came. A pair that has become
rarer in the meantime is found out when the lift arrives, and waits anew further down.

Among the pairs of one level the tie rule decides. It gives each pair a *key*, the smallest is first;
pairs with the same key form a group, from which ``choose`` takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any


class Levels:
    """Pairs of which the most frequent can be asked for; no count may rise.

    >>> counts = {"ab": 2, "bc": 3, "cd": 3}
    >>> def smallest(key, pairs, n):
    ...     return min((pair for pair in pairs if counts.get(pair) == n), default=None)
    >>> levels = Levels(counts, key=len, choose=smallest)
    >>> for pair, n in counts.items():
    ...     levels.enter(pair, n)
    >>> levels.best()
    'bc'
    >>> del counts["bc"]
    >>> levels.leave("bc")
    >>> levels.best()
    'cd'
    """

    def __init__(
        self,
        counts: Mapping[str, int],
        key: Callable[[str], Any],
        choose: Callable[[Any, set[str], int], str | None],
    ) -> None:
        """``counts`` are those of now; a pair without one is gone.

        ``choose(key, pairs, n)`` takes one of the pairs that have the count ``n`` now; None when
        there is none, or when the keys of all have grown.
        """
        self._counts, self._key, self._choose = counts, key, choose
        self._waiting: dict[int, list[str]] = {}
        self._stops: list[int] = []  # The levels on which pairs wait, negative: a heap.
        self._level = 0
        self._groups: dict[Any, set[str]] = {}
        self._keys: list[Any] = []  # Of the groups: a heap.

    def enter(self, pair: str, n: int) -> None:
        """Let a pair with the count ``n`` wait."""
        if n in self._waiting:
            self._waiting[n].append(pair)
        else:
            self._waiting[n] = [pair]
            heappush(self._stops, -n)

    def leave(self, pair: str) -> None:
        """Take the pair that was the best out of its group, which then stays small."""
        if self._keys:
            self._groups[self._keys[0]].discard(pair)

    def best(self) -> str | None:
        """Return the most frequent pair, ties decided; None when no pair is left."""
        while self._stops or self._keys:
            if self._stops and (not self._keys or -self._stops[0] == self._level):
                self._level = -heappop(self._stops)
                self._group(self._waiting.pop(self._level))
                continue
            key = self._keys[0]
            pair = self._choose(key, self._groups[key], self._level)
            if pair is not None:
                return pair
            heappop(self._keys)
            self._group(self._groups.pop(key))
        return None

    def _group(self, pairs: Iterable[str]) -> None:
        """Put pairs into groups, and those that have become rarer onto their level."""
        for pair in pairs:
            n = self._counts.get(pair, 0)
            if n != self._level:
                if n:
                    self.enter(pair, n)
                continue
            key = self._key(pair)
            if key in self._groups:
                self._groups[key].add(pair)
            else:
                self._groups[key] = {pair}
                heappush(self._keys, key)
