"""Orders: the same merge rules, applied in other orders than that of their ranks.

Only to show why encoding takes the lowest rank first; nothing else uses it. Symbols are strings
here, and a rule is a pair of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..engine.base import Base
from ..engine.errors import SettingsError
from ..engine.tokenizer import Tokenizer
from ..formats import loaded
from ..formats.loaded import FileCut

Rule = tuple[str, str]
ORDERS = ("lowest", "highest", "pass")


def states(text: str, rules: Sequence[Rule], order: str) -> list[list[str]]:
    """Return the symbols of a text before and after each merge; rules stand in order of rank.

    ``order``: of the pairs present the "lowest" rank or the "highest" first, until none is left;
    or one "pass" through the rules.

    >>> states("abc", [("a", "b"), ("b", "c")], "lowest")
    [['a', 'b', 'c'], ['ab', 'c']]
    >>> states("abc", [("a", "b"), ("b", "c")], "highest")
    [['a', 'b', 'c'], ['a', 'bc']]
    >>> states("abc", [("ab", "c"), ("a", "b")], "pass")
    [['a', 'b', 'c'], ['ab', 'c']]
    """
    if order not in ORDERS:
        raise SettingsError(f"There is no order {order!r}. Choose one of {', '.join(ORDERS)}.")
    found = [list(text)]
    if order == "pass":
        for rule in rules:
            after = _merged(found[-1], rule)
            if after != found[-1]:
                found.append(after)
        return found
    by_choice = list(rules) if order == "lowest" else list(reversed(rules))
    while True:
        present = set(pairwise(found[-1]))
        chosen = next((rule for rule in by_choice if rule in present), None)
        if chosen is None:
            return found
        found.append(_merged(found[-1], chosen))


def _merged(symbols: list[str], rule: Rule) -> list[str]:
    result: list[str] = []
    i = 0
    while i < len(symbols):
        if tuple(symbols[i : i + 2]) == rule:
            result.append("".join(rule))
            i += 2
        else:
            result.append(symbols[i])
            i += 1
    return result


def tokenizer(rules: Sequence[Rule]) -> Tokenizer:
    """Return a real Tokenizer with these rules as its merges, in characters.

    A rule may be made of a symbol that only a later rule makes, as can happen in a file.

    >>> tok = tokenizer([("ab", "c"), ("a", "b")])
    >>> tok.trace("abc").tokens(2)
    ['abc']
    """
    letters = sorted({char for rule in rules for char in "".join(rule)})
    # A symbol that is used before the rule that makes it has to be known from the start.
    made: set[str] = set(letters)
    early: list[str] = []
    for rule in rules:
        early.extend(part for part in rule if part not in made and part not in early)
        made.add("".join(rule))
    symbols = [*letters, *early]
    ids = {symbol: i for i, symbol in enumerate(symbols)}
    merges = []
    for left, right in rules:
        token_id = ids.setdefault(left + right, len(ids))
        merges.append((ids[left], ids[right], token_id, None, None))
    base = Base(tuple(symbols), tuple(range(len(symbols))), None, False, in_characters=True)
    return loaded.tokenizer(base, merges, FileCut(words=True))
