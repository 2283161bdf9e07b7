"""How a file merges: in any order, with chunks that are one token whatever the merges make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush

from ..engine.base import UNKNOWN
from ..engine.forest import Forest, Rule, Tree
from ..engine.segmentation import MergeInOrder


@dataclass(frozen=True)
class FileMerging:
    """Merges in any order, and chunks that are one token whatever the merges make of them.

    ``whole_chunks``: codes of a chunk -> (step from which it is one token, its id). Merges in
    creation order (``in_order``) are made as after training. Others are made by rank, and
    ``every_occurrence`` decides: whether a pair is merged in the whole chunk before the lowest rank
    is looked for again. ``ties``: rank -> the rank that it is as good as; of such merges the leftmost
    is made first.
    """

    in_order: bool = True
    every_occurrence: bool = False
    whole_chunks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    ties: Mapping[int, int] = field(default_factory=dict)

    def __call__(self, chunks: Iterable[str], forest: Forest) -> dict[str, str]:
        distinct, trees = list(dict.fromkeys(chunks)), _Trees(forest)
        if self.in_order:
            final = MergeInOrder()(distinct, forest)
        else:
            final = {chunk: self._by_rank(chunk, forest, trees) for chunk in distinct}
        for chunk in self.whole_chunks.keys() & final.keys():
            final[chunk] = _as_one(final[chunk], *self.whole_chunks[chunk], trees)
        return final

    def at(self, n: int) -> FileMerging:
        there = {chunk: found for chunk, found in self.whole_chunks.items() if found[0] <= n}
        return replace(self, whole_chunks=there)

    def _by_rank(self, chunk: str, forest: Forest, trees: _Trees) -> str:
        line = _Line(chunk)
        rank_of, ties = forest.ranks.get, self.ties
        heap = [
            (ties.get(rank, rank), i)
            for i in range(len(chunk) - 1)
            if (rank := rank_of(chunk[i : i + 2])) is not None
        ]
        heapify(heap)
        latest = -1
        while heap:
            best, i = heappop(heap)
            places = [i]
            while self.every_occurrence and heap and heap[0][0] == best:
                places.append(heappop(heap)[1])
            for i in places:
                # A symbol that was merged away is "", so a stale entry's pair has no such rank.
                rank = rank_of(line.pair(i))
                if rank is not None and ties.get(rank, rank) == best:
                    latest = max(latest, rank)
                    for pair, at in line.merge(i, forest.products[rank], latest + 1, trees):
                        following = rank_of(pair)
                        if following is not None:
                            heappush(heap, (ties.get(following, following), at))
        return line.tokens()


class _Line:
    """The symbols of one chunk as a linked list, and for each the code that tells how it came."""

    def __init__(self, chunk: str) -> None:
        n = self.length = len(chunk)
        self.symbols = list(chunk)
        self.codes = list(chunk)
        self.after = list(range(1, n + 1))
        self.before = list(range(-1, n - 1))

    def pair(self, i: int) -> str:
        j = self.after[i]
        return self.symbols[i] + self.symbols[j] if j < self.length else ""

    def merge(self, i: int, product: str, step: int, trees: _Trees) -> list[tuple[str, int]]:
        """Merge the symbols at i and behind it; return the pairs born, with their places."""
        symbols, codes, after = self.symbols, self.codes, self.after
        j = after[i]
        codes[i] = trees.made((step, codes[i], codes[j]), trees.forest.ids[product])
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

    def tokens(self) -> str:
        pairs = zip(self.codes, self.symbols, strict=True)
        return "".join([code for code, symbol in pairs if symbol])


def _as_one(codes: str, step: int, token_id: int, trees: _Trees) -> str:
    """Make one token of a chunk from ``step`` on; until then it is what merges make of it."""
    parts = trees.forest.at(codes, step - 1)
    if len(parts) == 1:
        return parts
    whole = parts[0]
    for part in parts[1:-1]:
        # Intermediate, and never there: all are made in one step.
        whole = trees.own((step, whole, part), UNKNOWN)
    return trees.made((step, whole, parts[-1]), token_id)


class _Trees:
    """The codes of tokens that one text makes in ways of its own, each way once."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self._known: dict[tuple[Tree, int], str] = {}

    def made(self, tree: Tree, token_id: int) -> str:
        """The code of a token that was made in this way: its usual one, or one of the text's own."""
        usual = self.forest.code_of.get(token_id, "")
        return usual if self.forest.trees.get(usual) == tree else self.own(tree, token_id)

    def own(self, tree: Tree, token_id: int) -> str:
        """The text's own code of a tree."""
        if (tree, token_id) not in self._known:
            self._known[tree, token_id] = self.forest.add(token_id, tree)
        return self._known[tree, token_id]


def are_in_order(rules: Sequence[Rule]) -> bool:
    """Whether each merge makes a new token of older ones."""
    products = {rule[2] for rule in rules}
    born: set[int] = set()
    for left, right, product, _, _ in rules:
        if product in born or any(p in products and p not in born for p in (left, right)):
            return False
        born.add(product)
    return True
