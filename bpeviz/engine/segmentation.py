"""Segmentation: apply merges to chunks.

``encode`` is defined as: of the pairs present take the one with the lowest rank, merge it from left
to right, repeat. Where every merge is made of symbols older than itself, as after training, two
routes give that result:

* one pass through the merges over all chunks joined into one string: fast if there are few merges;
* a heap of (rank, position) for each chunk, in time n log n, whatever the number of merges.

Chunks and results are *codes* (see ``pairs``).
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import Protocol

from .base import SEPARATOR
from .forest import Forest

# Replacing a pair costs one scan of the text; the heap costs about as much as this many scans.
_MANY_MERGES = 4096


class Segment(Protocol):
    """A way to merge. It may enter codes into the forest, of which it is given a child."""

    def __call__(self, chunks: Iterable[str], forest: Forest) -> dict[str, str]:
        """Map each chunk (codes of base symbols) to the codes of its final tokens."""

    def at(self, n: int) -> Segment:
        """The same way with the first n merges."""


class MergeInOrder:
    """The way to merge of all trained tokenizers.

    >>> from .base import byte_base
    >>> forest = Forest(byte_base(), [(97, 98, 256, None, None)])
    >>> found = MergeInOrder()(["abc", "ba"], forest)
    >>> found["abc"] == forest.products[0] + "c", found["ba"]
    (True, 'ba')
    """

    def __call__(self, chunks: Iterable[str], forest: Forest) -> dict[str, str]:
        distinct = list(dict.fromkeys(chunks))
        if len(forest.pairs) > _MANY_MERGES:
            return {chunk: _merge_by_rank(chunk, forest) for chunk in distinct}
        return dict(zip(distinct, _replace_in_order(distinct, forest), strict=True))

    def at(self, n: int) -> MergeInOrder:
        return self


def _replace_in_order(chunks: list[str], forest: Forest) -> list[str]:
    if not chunks:
        return []
    joined = SEPARATOR.join(chunks)
    present = set(joined)
    for pair, product in zip(forest.pairs, forest.products, strict=True):
        if pair[0] in present and pair[1] in present and pair in joined:
            joined = joined.replace(pair, product)
            present.add(product)
    return joined.split(SEPARATOR)


def _merge_by_rank(chunk: str, forest: Forest) -> str:
    rank_of, pairs, products = forest.ranks.get, forest.pairs, forest.products
    n = len(chunk)
    # A linked list; a symbol that was merged away is "", so that its pairs have no rank.
    symbols = [*chunk, ""]
    after, before = list(range(1, n + 2)), list(range(-1, n))
    heap = [(rank, i) for i in range(n - 1) if (rank := rank_of(chunk[i : i + 2])) is not None]
    heapify(heap)
    while heap:
        rank, i = heappop(heap)
        j = after[i]
        if symbols[i] + symbols[j] != pairs[rank]:
            continue
        symbols[i], symbols[j] = products[rank], ""
        k = after[i] = after[j]
        before[k] = i
        for left, right in ((before[i], i), (i, k)):
            following = rank_of(symbols[left] + symbols[right]) if left >= 0 else None
            if following is not None:
                heappush(heap, (following, left))
    return "".join(symbols)
