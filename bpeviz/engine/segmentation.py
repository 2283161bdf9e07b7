"""Segmentation: apply merges to chunks, and remember how every token came to be.

``encode`` is defined as: of the pairs present take the one with the lowest rank, merge it from left
to right, repeat. Two routes give that result:

* ``replace_in_order`` goes through the merges once, over all chunks joined into one string. It is
  right where every merge is made of symbols born before it, as after training, and fast where the
  merges are few.
* ``merge_by_rank`` works on one chunk with a heap of (rank, position). It is right for any list of
  merges, in time n log n, and independent of the number of merges.

Both return *codes* (see ``pairs``). Which pair of codes a code was made of, and at which step, is
kept by the ``Forest``.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from .base import SEPARATOR, UNKNOWN
from .forest import Forest

# Replacing costs a scan of the text for each merge, the heap about as much as this many scans.
_MANY_MERGES = 4096


class Merger:
    """The merges of a tokenizer, ready to be applied.

    ``pairs[r]`` is the pair of codes of the merge of rank r and ``products[r]`` the code it makes.
    """

    def __init__(self, pairs: list[str], products: list[str], *, all_at_once: bool = False) -> None:
        """``all_at_once``: see ``Tokenizer``."""
        self.pairs = pairs
        self.products = products
        self.all_at_once = all_at_once
        self.ranks: dict[str, int] = {}
        for rank, pair in enumerate(pairs):
            self.ranks.setdefault(pair, rank)
        self.proper = self._is_proper()

    def _is_proper(self) -> bool:
        """Whether each product is new and made of symbols that are older than it."""
        products = set(self.products)
        if len(products) < len(self.products):
            return False
        born: set[str] = set()
        for pair, product in zip(self.pairs, self.products, strict=True):
            if product in born:
                return False
            for part in pair:
                if part in products and part not in born:
                    return False
            born.add(product)
        return True

    def segment(self, chunks: Iterable[str], forest: Forest) -> dict[str, str]:
        """Map each chunk (codes of base symbols) to the codes of its final tokens.

        With merges that are not proper the forest grows; pass a copy of the tokenizer's.
        """
        chunks = list(dict.fromkeys(chunks))
        if self.proper and len(self.pairs) <= _MANY_MERGES:
            return dict(zip(chunks, self._replace_in_order(chunks), strict=True))
        return {chunk: self._merge_by_rank(chunk, forest) for chunk in chunks}

    def _replace_in_order(self, chunks: list[str]) -> list[str]:
        if not chunks:
            return []
        joined = SEPARATOR.join(chunks)
        present = set(joined)
        for pair, product in zip(self.pairs, self.products, strict=True):
            if pair[0] in present and pair[1] in present and pair in joined:
                joined = joined.replace(pair, product)
                present.add(product)
        return joined.split(SEPARATOR)

    def _merge_by_rank(self, chunk: str, forest: Forest) -> str:
        line = _Line(chunk)
        rank_of = self.ranks.get
        heap = [
            (rank, i)
            for i in range(len(chunk) - 1)
            if (rank := rank_of(chunk[i : i + 2])) is not None
        ]
        heapify(heap)
        latest = -1
        while heap:
            rank, i = heappop(heap)
            places = [i]
            while self.all_at_once and heap and heap[0][0] == rank:
                places.append(heappop(heap)[1])
            for i in places:
                # A symbol that was merged away is "", so a stale entry's pair has no such rank.
                if line.pair(i) == self.pairs[rank]:
                    latest = max(latest, rank)
                    for pair, at in line.merge(i, self.products[rank], latest + 1, forest):
                        following = rank_of(pair)
                        if following is not None:
                            heappush(heap, (following, at))
        return line.nodes_left()


class _Line:
    """The symbols of one chunk as a linked list, and the tree node of each."""

    def __init__(self, chunk: str) -> None:
        n = self.length = len(chunk)
        self.symbols = list(chunk)
        self.nodes = list(chunk)
        self.after = list(range(1, n + 1))
        self.before = list(range(-1, n - 1))

    def pair(self, i: int) -> str:
        j = self.after[i]
        return self.symbols[i] + self.symbols[j] if j < self.length else ""

    def merge(self, i: int, product: str, step: int, forest: Forest) -> list[tuple[str, int]]:
        """Merge the symbols at i and behind it; return the pairs born, with their places."""
        symbols, nodes, after = self.symbols, self.nodes, self.after
        j = after[i]
        nodes[i] = forest.grow(step, nodes[i], nodes[j], forest.ids[product], product)
        symbols[i], symbols[j] = product, ""
        k = after[i] = after[j]
        born = []
        if k < self.length:
            self.before[k] = i
            born.append((product + symbols[k], i))
        h = self.before[i]
        if h >= 0:
            born.append((symbols[h] + product, h))
        return born

    def nodes_left(self) -> str:
        return "".join(
            [node for node, symbol in zip(self.nodes, self.symbols, strict=True) if symbol]
        )


def take_whole(codes: str, step: int, token_id: int, forest: Forest) -> str:
    """Make one token of a chunk that no merge puts together, present from ``step`` on.

    Some rank files hold such tokens. Until that step the chunk is what merges make of it.
    """
    parts = "".join(forest.at(code, step - 1) for code in codes)
    if len(parts) == 1:
        return parts
    whole = parts[0]
    for part in parts[1:-1]:
        whole = forest.grow(step, whole, part, UNKNOWN, None)
    return forest.grow(step, whole, parts[-1], token_id, None)
