"""The pair table: the most frequent pair, and what changes when it is merged.

This is the inner loop of training and the only part that is written for speed. It knows nothing
about text: a *sequence* (a word, a chunk, a document) is a Python string in which one
character is one token, ``chr(code)``. Then the string methods, which run in C, do the work:

* ``sequence.replace(pair, new)`` would be the greedy merge from left to right,
* ``sequence.split(pair)`` makes the same cuts and also shows the neighbours of every occurrence,
  so that counts are updated by difference and nothing is counted twice.

Three structures are kept in step. ``counts`` holds every pair's number of occurrences, overlapping
and weighted. ``where`` lists, for every pair, the sequences it was ever seen in; merging goes
through them in ascending order and a new pair is born within one step, so these lists stay sorted
and their head is the first occurrence. ``queue`` finds the best pair; what it knows may be out of date in one direction
only (counts fall, first occurrences move to the right), and is corrected when it matters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise
from operator import itemgetter
from typing import Any

from .bucket_queue import BucketQueue
from .counting import pairs_in

# Above this length counting a whole sequence beats counting pair by pair.
_LONG = 200
# With many tied pairs, a scan from the left soon finds one. A few are searched for one by one, each
# only up to the best position so far. This is the cost of one scan step relative to one search.
_SCAN = 10
# Above this many parts, neighbours are counted before they are listed.
_MANY = 8
_FIRST, _LAST = itemgetter(0), itemgetter(-1)


class PairTable:
    """All adjacent pairs of some weighted sequences, and the merging of one of them.

    >>> table = PairTable(["abab", "abc"], [1, 2])
    >>> pair = table.best(); pair, table.counts[pair]
    ('ab', 4)
    >>> table.merge(pair, "X"), table.sequences
    (4, ['XX', 'Xc'])
    >>> table.best()
    'Xc'
    """

    def __init__(
        self,
        sequences: Iterable[str],
        weights: Iterable[int],
        order: Callable[[str], Any] | None = None,
    ) -> None:
        """``order(pair)`` breaks ties, smallest first; None: the first occurrence does."""
        self.sequences = list(sequences)
        self.weights = list(weights)
        self.counts: dict[str, int] = {}
        self.where: dict[str, list[int]] = {}
        self._head: dict[str, int] = {}
        self._count_all()
        self._queue = (
            BucketQueue(self.counts, order, self._smallest)
            if order
            else BucketQueue(self.counts, self._first, self._leftmost)
        )
        for pair, n in self.counts.items():
            self._queue.enter(pair, n)

    def _count_all(self) -> None:
        where, weight_of = defaultdict(list), self.weights.__getitem__
        extra: Counter[str] = Counter()
        for i, sequence in enumerate(self.sequences):
            if len(sequence) > _LONG:
                # Listed once here; in short sequences a pair is listed at each occurrence.
                for pair, n in pairs_in(sequence).items():
                    where[pair].append(i)
                    extra[pair] += (n - 1) * self.weights[i]
            else:
                for pair in map(str.__add__, sequence, sequence[1:]):
                    where[pair].append(i)
        self.where = dict(where)
        self.counts = {pair: sum(map(weight_of, at)) + extra[pair] for pair, at in where.items()}

    def best(self) -> str | None:
        """Return the most frequent pair, ties broken; None when no pair is left."""
        return self._queue.best()

    def _first(self, pair: str) -> int:
        """Return the index of the first sequence that holds the pair now."""
        seen, sequences = self.where[pair], self.sequences
        h = self._head.get(pair, 0)
        if pair in sequences[seen[h]]:
            return seen[h]
        while pair not in sequences[seen[h]]:
            h += 1
        self._head[pair] = h
        return seen[h]

    def _leftmost(self, i: int, tied: set[str], n: int) -> str | None:
        """Return the pair with the count ``n`` that comes first in a sequence."""
        sequence, counts = self.sequences[i], self.counts
        if _SCAN * len(tied) ** 2 > len(sequence):
            pairs = map(str.__add__, sequence, sequence[1:])
            return next((pair for pair in pairs if pair in tied and counts.get(pair) == n), None)
        leftmost, end = None, len(sequence)
        for pair in tied:
            if counts.get(pair) == n:
                place = sequence.find(pair, 0, end)
                if place >= 0:
                    leftmost, end = pair, place + 1
        return leftmost

    def _smallest(self, key: Any, tied: set[str], n: int) -> str | None:
        """Return the pair with the count ``n``; of several with one key, that of the first codes."""
        return min((pair for pair in tied if self.counts.get(pair) == n), default=None)

    def merge(self, pair: str, new: str) -> int:
        """Replace the pair by a new code everywhere; return the weighted number of replacements."""
        around = _Around()
        replaced = self._replace(pair, new, around)
        self._head.pop(pair, None)
        self._queue.leave(pair)
        a, b = pair[0], pair[1]
        for x, at in around.left.items():
            n = self._weight(at) + around.more_left.get(x, 0)
            self._lose(x + a, n)
            self._gain(x + new, n, at)
        for y, at in around.right.items():
            n = self._weight(at) + around.more_right.get(y, 0)
            if a != b or y != a:
                self._lose(b + y, n)
            self._gain(new + y, n, at)
        if around.touching:
            if a != b:
                self._lose(b + a, around.touches)
            self._gain(new + new, around.touches, around.touching)
        return replaced

    def _weight(self, at: list[int]) -> int:
        if len(at) == 1:
            return self.weights[at[0]]
        return sum(map(self.weights.__getitem__, at))

    def _replace(self, pair: str, new: str, around: _Around) -> int:
        """Replace the pair in every sequence that holds it; note what stands around it."""
        sequences, weights = self.sequences, self.weights
        left, right = around.left, around.right
        at = self.where.pop(pair)
        # Only in a run of one symbol ("aaa") do occurrences overlap, so that not all are replaced.
        replaced = self.counts.pop(pair)
        if pair[0] == pair[1]:
            replaced = sum(sequences[i].count(pair) * weights[i] for i in set(at))
        for i in at:
            parts = sequences[i].split(pair)
            if len(parts) > 1:
                sequences[i] = new.join(parts)
                if len(parts) == 2:
                    before, after = parts
                    if before:
                        left[before[-1]].append(i)
                    if after:
                        right[after[0]].append(i)
                else:
                    around.enter(parts, i, weights[i])
        return replaced

    def _lose(self, pair: str, n: int) -> None:
        count = self.counts.get(pair)
        # None: the pair that is being merged, in a run.
        if count == n:
            del self.counts[pair], self.where[pair]
        elif count is not None:
            self.counts[pair] = count - n

    def _gain(self, pair: str, n: int, at: list[int]) -> None:
        self.counts[pair] = n
        self.where[pair] = at
        self._queue.enter(pair, n)


class _Around:
    """The neighbours of a pair's occurrences.

    ``left[x]`` lists the sequences in which x stands before the pair, once an occurrence; where a
    sequence has many, they are listed once and ``more_left`` counts the rest, weighted.
    ``touching``: the sequences in which an occurrence follows another at once; ``touches``: how
    often.
    """

    def __init__(self) -> None:
        self.left: defaultdict[str, list[int]] = defaultdict(list)
        self.right: defaultdict[str, list[int]] = defaultdict(list)
        self.more_left: Counter[str] = Counter()
        self.more_right: Counter[str] = Counter()
        self.touching: list[int] = []
        self.touches = 0

    def enter(self, parts: list[str], i: int, weight: int) -> None:
        """Enter a sequence that is cut into more than two parts by the pair.

        In a run of one symbol ("aaaaa" with the pair "aa") the odd one out begins the part that
        follows, and the pair between it and its neighbour stays as it is.
        """
        if len(parts) > _MANY:
            self._enter_long(parts, i, weight)
        else:
            for before, after in pairwise(parts):
                if before:
                    self.left[before[-1]].append(i)
                if after:
                    self.right[after[0]].append(i)
        touches = parts[1:-1].count("")
        if touches:
            self.touching.append(i)
            self.touches += touches * weight

    def _enter_long(self, parts: list[str], i: int, weight: int) -> None:
        for x, n in Counter(map(_LAST, filter(None, parts[:-1]))).items():
            self.left[x].append(i)
            self.more_left[x] += (n - 1) * weight
        for y, n in Counter(map(_FIRST, filter(None, parts[1:]))).items():
            self.right[y].append(i)
            self.more_right[y] += (n - 1) * weight
