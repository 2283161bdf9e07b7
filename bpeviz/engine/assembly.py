"""Assembly: from a base vocabulary and merges by id to codes, merge trees and symbols.

Inside the engine a token is one character, a code. Here every id gets its code: first the base
symbols, then what merges make, then parts that nothing makes (a file may name such), then added
tokens, which are apart even where a merge makes the same id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .added_tokens import AddedToken
from .base import UNKNOWN, Base, Symbol, join
from .forest import Forest

# A merge as (left, right, id, count, replacements).
Rule = tuple[int, int, int, int | None, int | None]


class Merge(NamedTuple):
    """One merge: the tokens ``left`` and ``right`` become the token ``id``.

    ``count`` is how often the pair stood in the corpus when it was merged (overlapping, as pairs
    are counted), ``replacements`` how many were made (fewer in runs such as "aaa"). Both are None
    when the tokenizer was read from a file.

    >>> Merge(97, 97, 256, b"aa", count=2, replacements=1).token
    b'aa'
    """

    left: int
    right: int
    id: int
    token: Symbol
    # A tuple has a method of this name, which nobody needs of a merge.
    count: int | None = None  # type: ignore[assignment]
    replacements: int | None = None


class Vocabulary(dict[int, Symbol]):
    """Token by id.

    Symbols that only the training corpus held (ids below -1) can be looked up, but are not in it:
    they cannot be encoded.

    >>> tokens = Vocabulary({0: "a"}, {-2: "T"})
    >>> tokens[-2], len(tokens), -2 in tokens
    ('T', 1, False)
    """

    def __init__(self, inside: Mapping[int, Symbol], outside: Mapping[int, Symbol]) -> None:
        super().__init__(inside)
        self.outside = dict(outside)

    def __missing__(self, token_id: int) -> Symbol:
        return self.outside[token_id]

    def __reduce__(self) -> tuple:
        return (Vocabulary, (dict(self), self.outside))


class Assembly(NamedTuple):
    """The parts of a tokenizer that follow from its base vocabulary and merges."""

    merges: tuple[Merge, ...]
    pairs: list[str]
    products: list[str]
    forest: Forest
    symbols: dict[int, Symbol]
    added_codes: dict[str, str]


def assemble(
    base: Base, rules: Sequence[Rule], added: Sequence[AddedToken], extra: Mapping[int, Symbol]
) -> Assembly:
    """Give every id a code, and every code its symbol and its merge tree.

    ``extra``: id -> token of what no merge makes.

    >>> from .base import byte_base
    >>> parts = assemble(byte_base(), [(97, 98, 256, None, None)], [], {})
    >>> parts.pairs, parts.symbols[256]
    (['ab'], b'ab')
    """
    codes = _codes(base, rules)
    forest = Forest(
        {chr(code): i for code, i in enumerate(base.ids)},
        {chr(code): symbol for code, symbol in enumerate(base.symbols)},
        {},
    )
    for token_id, symbol in extra.items():
        if token_id in codes:
            forest.ids[codes[token_id]], forest.symbols[codes[token_id]] = token_id, symbol
    pairs, products = _plant(rules, codes, forest)
    merges = tuple(
        Merge(left, right, i, base.show(forest.symbol(new)), count, replacements)
        for (left, right, i, count, replacements), new in zip(rules, products, strict=True)
    )
    first = len(base.symbols) + len(codes) + len(rules)
    added_codes = {token.text: chr(first + j) for j, token in enumerate(added)}
    for token in added:
        code = added_codes[token.text]
        symbol = token.text if base.in_characters else token.text.encode("utf-8")
        forest.ids[code], forest.symbols[code] = token.id, symbol
    made = {i: forest.symbols[code] for code, i in forest.ids.items() if i != UNKNOWN}
    return Assembly(merges, pairs, products, forest, dict(extra) | made, added_codes)


def _codes(base: Base, rules: Sequence[Rule]) -> dict[int, str]:
    """The code of each id: base symbols, products of merges, and parts that nothing makes."""
    codes = {i: chr(code) for code, i in enumerate(base.ids)}
    first = len(base.symbols)
    for rank, rule in enumerate(rules):
        codes.setdefault(rule[2], chr(first + rank))
    parts = {part for rule in rules for part in rule[:2]}
    for j, part in enumerate(sorted(parts - codes.keys())):
        codes[part] = chr(first + len(rules) + j)
    return codes


def _plant(
    rules: Sequence[Rule], codes: Mapping[int, str], forest: Forest
) -> tuple[list[str], list[str]]:
    """Enter the tree of each product, the first that makes it; return pairs and products."""
    ids, symbols, trees = forest.ids, forest.symbols, forest.trees
    pairs, products = [], []
    for rank, (left, right, token_id, _, _) in enumerate(rules):
        a, b, new = codes[left], codes[right], codes[token_id]
        if new not in ids:
            ids[new], trees[new] = token_id, (rank + 1, a, b)
            # A part that a later merge makes has no symbol yet; the forest finds it when asked.
            if a in symbols and b in symbols:
                symbols[new] = join((symbols[a], symbols[b]))
        pairs.append(a + b)
        products.append(new)
    return pairs, products
