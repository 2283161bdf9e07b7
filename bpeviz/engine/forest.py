"""The forest: the merge trees of all tokens, by which every earlier step is found again.

Since BPE only ever merges, the tokens at an earlier step are the final ones taken apart; nothing is
encoded twice. A token is a *code*, one character (see ``pairs``).
"""

from __future__ import annotations

from collections.abc import Iterable

from .base import SEPARATOR, UNKNOWN, Symbol, join


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
            known = self.symbols[code] = join(parts)
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
