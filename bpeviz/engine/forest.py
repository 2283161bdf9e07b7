"""The forest: the merge trees of all tokens, from which every earlier step is recovered.

Since BPE only ever merges, the tokens at an earlier step are the final ones taken apart: nothing is
encoded twice. Inside the engine a token is a *code*, one character (see ``pairs``). A code is a
symbol and not an id: each unknown character has a code of its own, though all may share one id.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from itertools import count

from .base import SEPARATOR, UNKNOWN, Base, Symbol, join
from .pieces import Special

# A merge as (left, right, id, count, replacements).
Rule = tuple[int, int, int, int | None, int | None]
# How a token is made: (step, left, right).
Tree = tuple[int, str, str]


class Forest:
    """The id of every code, and its tree (step, left, right) if a merge makes it, else its symbol.

    ``step`` is the number of merges applied when the token first exists: rank + 1. ``pairs[r]`` is
    the pair of codes that the merge of rank r replaces and ``products[r]`` the code it makes.

    >>> from .base import byte_base
    >>> forest = Forest(byte_base(), [(97, 98, 256, None, None)])
    >>> forest.pairs, forest.symbol(forest.products[0]), forest.at(forest.products[0], 0)
    (['ab'], b'ab', 'ab')
    """

    def __init__(self, base: Base, rules: Sequence[Rule], specials: Sequence[Special] = ()) -> None:
        self.ids: dict[str, int] = {}
        self.symbols: dict[str, Symbol] = {}
        self.trees: dict[str, Tree] = {}
        # The code of each id that merges name: of base symbols, products, and other parts.
        self.code_of = {i: chr(code) for code, i in enumerate(base.ids)}
        for at, (i, symbol) in enumerate(zip(base.ids, base.symbols, strict=True)):
            self._enter(chr(at), base.unknown_id if i == UNKNOWN else i, symbol)
        # Without gaps: there are 1,114,112 characters, and 514,906 merges in Gemma 3's file.
        codes = map(chr, count(len(base.symbols)))
        for rule in rules:
            if rule[2] not in self.code_of:
                self.code_of[rule[2]] = next(codes)
        # A list of merges may name parts that none of them makes.
        entries = base.entries
        for part in sorted({part for rule in rules for part in rule[:2]} - self.code_of.keys()):
            self.code_of[part] = next(codes)
            self._enter(self.code_of[part], part, entries[part])
        self._enter_trees(rules)
        self.special_codes = {special: next(codes) for special in specials}
        for special, code in self.special_codes.items():
            text = special.text
            self._enter(code, special.id, text if base.in_characters else text.encode())
        self._last = ord(SEPARATOR)
        self._shared = False

    def _enter(self, code: str, token_id: int, symbol: Symbol) -> None:
        self.ids[code], self.symbols[code] = token_id, symbol

    def _enter_trees(self, rules: Sequence[Rule]) -> None:
        """Enter the tree of each product: that of the first merge that makes it."""
        code_of, symbols = self.code_of, self.symbols
        self.pairs = [code_of[left] + code_of[right] for left, right, *_ in rules]
        self.products = [code_of[rule[2]] for rule in rules]
        for step, (pair, new) in enumerate(zip(self.pairs, self.products, strict=True), 1):
            if new not in self.ids:
                self.ids[new], self.trees[new] = rules[step - 1][2], (step, pair[0], pair[1])
                # A part that a later merge makes has no symbol yet; it is found when asked for.
                if pair[0] in symbols and pair[1] in symbols:
                    symbols[new] = join((symbols[pair[0]], symbols[pair[1]]))
        self.ranks = _first_ranks(self.pairs)

    def first_merges(self, n: int) -> Forest:
        """The forest with the pairs of the first n merges only."""
        short = self.child()
        short.pairs, short.products = self.pairs[:n], self.products[:n]
        short.ranks = _first_ranks(short.pairs)
        return short

    # --- codes of one text ---------------------------------------------------------------------

    def child(self) -> Forest:
        """A copy of this forest to which a text can add codes of its own."""
        child = copy.copy(self)
        child._shared = True
        return child

    def add(self, token_id: int, of: Symbol | Tree) -> str:
        """Return a new code for a base symbol or for a tree (step, left, right)."""
        if self._shared:
            self.ids, self.symbols = dict(self.ids), dict(self.symbols)
            self.trees, self._shared = dict(self.trees), False
        # Counting down from the top of the range, which is unused.
        self._last -= 1
        code = chr(self._last)
        self.ids[code] = token_id
        if isinstance(of, tuple):
            self.trees[code] = of
        else:
            self.symbols[code] = of
        return code

    # --- taking apart --------------------------------------------------------------------------

    def parts_first(self, codes: Iterable[str], step: int = 0) -> list[str]:
        """The codes and what they are made of after a step, each once and after its parts.

        >>> from .base import byte_base
        >>> forest = Forest(byte_base(), [(97, 98, 256, None, None)])
        >>> forest.parts_first(forest.products) == ["b", "a", *forest.products]
        True
        """
        # A stack, as a run can give a tree deeper than Python's recursion goes.
        done: dict[str, None] = {}
        stack = list(codes)
        while stack:
            born, *parts = self.trees.get(stack[-1], (0,))
            missing = [part for part in parts if part not in done] if born > step else []
            if missing:
                stack.extend(missing)
            else:
                done[stack.pop()] = None
        return list(done)

    def at(self, codes: str, step: int) -> str:
        """The codes of what some tokens consist of at a step."""
        parts: dict[str, str] = {}
        for code in self.parts_first(set(codes), step):
            born, *two = self.trees.get(code, (0,))
            parts[code] = "".join([parts[part] for part in two]) if born > step else code
        return codes.translate({ord(code): found for code, found in parts.items()})

    def symbol(self, code: str) -> Symbol:
        """The bytes or characters of a token, put together from its base symbols."""
        known = self.symbols.get(code)
        if known is None:
            known = self.symbols[code] = join([self.symbols[c] for c in self.at(code, 0)])
        return known

    def inner(self, codes: Iterable[str]) -> dict[str, list[int]]:
        """Map each code to the steps at which the boundaries inside it disappear, left to right.

        The parts of the codes are in the map, too.
        """
        found: dict[str, list[int]] = {}
        for code in self.parts_first(codes):
            tree = self.trees.get(code)
            found[code] = [*found[tree[1]], tree[0], *found[tree[2]]] if tree else []
        return found


def _first_ranks(pairs: list[str]) -> dict[str, int]:
    """The rank of each pair; of one that is listed twice the first."""
    return {pair: rank for rank, pair in reversed(list(enumerate(pairs)))}
