"""Segmentation: apply merges to chunks, and remember how every token came to be.

``encode`` is defined as: of the pairs present take the one with the lowest rank, merge it from left
to right, repeat. Two routes give that result:

* ``replace_in_order`` goes through the merges once, over all chunks joined into one string. It is
  right where every merge is made of symbols born before it, as after training, and fast where the
  merges are few.
* ``merge_by_rank`` works on one chunk with a heap of (rank, position). It is right for any list of
  merges, in time n log n, and independent of the number of merges.

Both return *codes* (see ``pairs``). Which pair of codes a code was made of, and at which step, is
kept by the ``Forest``: the merge trees of all tokens. Since BPE only ever merges, the tokens at an
earlier step are found by taking the final ones apart; nothing is encoded twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from .base import SEPARATOR, UNKNOWN, Symbol

# Replacing costs a scan of the text for each merge, the heap about as much as this many scans.
_MANY_MERGES = 4096


class Forest:
    """The merge trees: for every code that a merge made, (step, left, right); for all, the id.

    ``step`` is the number of merges applied when the token first exists: rank + 1.

    >>> forest = Forest({"a": 0, "b": 1, "X": 2}, {"a": "a", "b": "b"}, {"X": (1, "a", "b")})
    >>> forest.at("X", 1), forest.at("X", 0), forest.symbol("X"), forest.inner("X")
    ('X', 'ab', 'ab', [1])
    """

    def __init__(
        self,
        ids: dict[str, int],
        symbols: dict[str, Symbol],
        trees: dict[str, tuple[int, str, str]],
    ) -> None:
        self.ids = ids
        self.symbols = symbols
        self.trees = trees
        self._made: dict[tuple[int, str, str, int], str] = {}
        self._next = ord(SEPARATOR)

    def copy(self) -> Forest:
        """A forest of its own for a text whose tokens come about in ways of their own."""
        return Forest(dict(self.ids), dict(self.symbols), dict(self.trees))

    def new_code(self) -> str:
        """A code that nothing uses, taken from the top of the range."""
        self._next -= 1
        return chr(self._next)

    def add_alien(self, symbol: Symbol) -> str:
        """A code for a base symbol that the vocabulary lacks."""
        code = self.new_code()
        self.ids[code], self.symbols[code] = UNKNOWN, symbol
        return code

    def grow(self, step: int, left: str, right: str, token_id: int, usual: str | None) -> str:
        """The code of the tree (left, right) with this step; ``usual`` if it is just that one."""
        if usual is not None and self.trees.get(usual) == (step, left, right):
            return usual
        key = (step, left, right, token_id)
        code = self._made.get(key)
        if code is None:
            code = self._made[key] = self.new_code()
            self.trees[code] = (step, left, right)
            self.ids[code] = token_id
        return code

    def at(self, code: str, step: int) -> str:
        """The codes that the token consists of at a step."""
        return self._expand(code, step, {})

    def table(self, codes: Iterable[str], step: int) -> dict[int, str]:
        """A table for ``str.translate`` from the given codes to those of an earlier step."""
        memo: dict[str, str] = {}
        trees = self.trees
        late = (c for c in codes if c in trees and trees[c][0] > step)
        return {ord(code): self._expand(code, step, memo) for code in late}

    def _expand(self, code: str, step: int, memo: dict[str, str]) -> str:
        # A stack of its own: a run can give a tree deeper than Python's recursion goes.
        stack = [code]
        while stack:
            top = stack[-1]
            tree = self.trees.get(top)
            if tree is None or tree[0] <= step:
                memo[top] = top
                stack.pop()
                continue
            _, left, right = tree
            if left in memo and right in memo:
                memo[top] = memo[left] + memo[right]
                stack.pop()
            else:
                stack.extend(part for part in (left, right) if part not in memo)
        return memo[code]

    def symbol(self, code: str) -> Symbol:
        """The token's bytes, or characters, put together from its base symbols."""
        known = self.symbols.get(code)
        if known is None:
            parts = [self.symbols[c] for c in self.at(code, 0)]
            known = self.symbols[code] = type(parts[0])().join(parts)
        return known

    def inner(self, code: str, memo: dict[str, list[int]] | None = None) -> list[int]:
        """The steps at which the boundaries inside the token disappear, from left to right."""
        memo = {} if memo is None else memo
        stack = [code]
        while stack:
            top = stack[-1]
            tree = self.trees.get(top)
            if tree is None:
                memo[top] = []
                stack.pop()
                continue
            step, left, right = tree
            if left in memo and right in memo:
                memo[top] = [*memo[left], step, *memo[right]]
                stack.pop()
            else:
                stack.extend(part for part in (left, right) if part not in memo)
        return memo[code]


class Merger:
    """The merges of a tokenizer, ready to be applied.

    ``pairs[r]`` is the pair of codes of the merge of rank r and ``products[r]`` the code it makes.
    """

    def __init__(
        self,
        pairs: list[str],
        products: list[str],
        *,
        in_order: bool = False,
        all_at_once: bool = False,
    ) -> None:
        """``in_order`` and ``all_at_once``: see ``Tokenizer``."""
        self.pairs = pairs
        self.products = products
        self.in_order = in_order
        self.all_at_once = all_at_once
        self.ranks: dict[str, int] = {}
        self.later: dict[str, list[int]] = {}
        for rank, pair in enumerate(pairs):
            if self.ranks.setdefault(pair, rank) != rank:
                self.later.setdefault(pair, []).append(rank)
        self.proper = self._is_proper()

    def _is_proper(self) -> bool:
        """Whether each product is new and made of symbols that are older than it."""
        products = set(self.products)
        if len(products) < len(self.products):
            return False
        born: set[str] = set()
        for (left, right), product in zip(self.pairs, self.products, strict=True):
            if product in born:
                return False
            for part in (left, right):
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

    def _next_rank(self, pair: str, after: int) -> int | None:
        """The rank at which a pair born at rank ``after`` is merged."""
        rank = self.ranks.get(pair)
        if rank is None or not self.in_order or rank > after:
            return rank
        return next((r for r in self.later.get(pair, ()) if r > after), None)

    def _merge_by_rank(self, chunk: str, forest: Forest) -> str:
        line = _Line(chunk)
        heap = [
            (rank, i)
            for i in range(len(chunk) - 1)
            if (rank := self._next_rank(chunk[i : i + 2], -1)) is not None
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
                        following = self._next_rank(pair, rank)
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
