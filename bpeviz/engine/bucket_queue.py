"""A bucket queue: which pair is currently the most frequent, and which of several tied pairs is chosen.

There is one bucket of pairs for each count. A merge lowers counts, and a new pair takes its
occurrences from an old pair that had at least as many, so the highest count never rises and buckets
are emptied from the top. A pair whose count has fallen since it was entered is noticed only when its
bucket is emptied; it then moves to the bucket of its current count.

Within a bucket the tie rule decides. It gives each pair a *key*, and the smallest key comes first;
pairs with the same key form a group, from which ``choose`` takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any


class BucketQueue:
    """A priority queue that returns the most frequent pair; counts may only fall.

    >>> counts = {"ab": 2, "bc": 3, "cd": 3}
    >>> def smallest(key, pairs, n):
    ...     return min((pair for pair in pairs if counts.get(pair) == n), default=None)
    >>> queue = BucketQueue(counts, key=len, choose=smallest)
    >>> for pair, n in counts.items():
    ...     queue.enter(pair, n)
    >>> queue.best()
    'bc'
    >>> del counts["bc"]
    >>> queue.leave("bc")
    >>> queue.best()
    'cd'
    """

    def __init__(
        self,
        counts: Mapping[str, int],
        key: Callable[[str], Any],
        choose: Callable[[Any, set[str], int], str | None],
    ) -> None:
        """``counts``: the current count of each pair; a pair that is missing no longer occurs.

        ``choose(key, pairs, n)`` returns one of the pairs whose current count is ``n``, or None if
        there is none or if all their keys have grown.
        """
        self._counts, self._key, self._choose = counts, key, choose
        self._buckets: dict[int, list[str]] = {}
        self._waiting: list[int] = []  # A heap of the counts that have a bucket, negated.
        self._count = 0  # The count of the bucket being emptied.
        self._groups: dict[Any, set[str]] = {}
        self._keys: list[Any] = []  # A heap of the groups' keys.

    def enter(self, pair: str, n: int) -> None:
        """Put a pair with the count ``n`` into its bucket."""
        if n in self._buckets:
            self._buckets[n].append(pair)
        else:
            self._buckets[n] = [pair]
            heappush(self._waiting, -n)

    def leave(self, pair: str) -> None:
        """Take the pair that ``best`` returned out of its group."""
        if self._keys:
            self._groups[self._keys[0]].discard(pair)

    def best(self) -> str | None:
        """Return the most frequent pair, ties broken; None when no pair is left."""
        while self._waiting or self._keys:
            if self._waiting and (not self._keys or -self._waiting[0] == self._count):
                self._count = -heappop(self._waiting)
                self._group(self._buckets.pop(self._count))
                continue
            key = self._keys[0]
            pair = self._choose(key, self._groups[key], self._count)
            if pair is not None:
                return pair
            heappop(self._keys)
            self._group(self._groups.pop(key))
        return None

    def _group(self, pairs: Iterable[str]) -> None:
        """Group pairs by key, and move those whose count has fallen to their current bucket."""
        for pair in pairs:
            n = self._counts.get(pair, 0)
            if n != self._count:
                if n:
                    self.enter(pair, n)
                continue
            key = self._key(pair)
            if key in self._groups:
                self._groups[key].add(pair)
            else:
                self._groups[key] = {pair}
                heappush(self._keys, key)
