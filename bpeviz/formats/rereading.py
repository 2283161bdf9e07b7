"""What is different between a tokenizer and what its file was read as, in a few words."""

from __future__ import annotations

from itertools import zip_longest

from ..engine.base import Symbol
from ..engine.tokenizer import Tokenizer
from .files import shown


def difference(tok: Tokenizer, again: Tokenizer, format: str) -> str | None:
    """The first thing that a file does not keep of a tokenizer; None if it keeps all it can hold.

    >>> import bpeviz
    >>> one = bpeviz.train("low low", num_merges=1)
    >>> difference(one, one, "minbpe")
    >>> difference(one, bpeviz.train("at", num_merges=1), "minbpe")
    "merge 1 would be b'a' + b't' (id 256), not b'l' + b'o' (id 256)"
    """
    if (tok.end_of_word is None, tok.end_of_word_joined) != (
        again.end_of_word is None,
        again.end_of_word_joined,
    ):
        return "words would end in another way"
    with_ids = format != "subword-nmt"
    if with_ids:
        ours, theirs = _base(tok), _base(again)
        for number in sorted(ours.keys() | theirs.keys()):
            if ours.get(number) != theirs.get(number):
                return _of_base(number, ours.get(number), theirs.get(number))
    # The merges of a rank file follow from its tokens, and its writer compares them.
    merges = zip_longest(_merges(tok, with_ids), _merges(again, with_ids))
    for number, (mine, other) in enumerate(merges if format != "tiktoken" else (), 1):
        if mine != other:
            return f"merge {number} would be {other or 'missing'}, not {mine or 'missing'}"
    return None


def _base(tok: Tokenizer) -> dict[int, Symbol]:
    """The base symbols by id; a space of an alphabet stands in no word."""
    pairs = zip(tok.base.ids, tok.base.symbols, strict=True)
    return {number: symbol for number, symbol in pairs if number >= 0 and symbol != " "}


def _of_base(number: int, mine: Symbol | None, other: Symbol | None) -> str:
    if mine is None:
        return (
            f"{shown(other)} (id {number}) would be in its base vocabulary, where this tokenizer has "
            "no such symbol"
        )
    if other is None:
        return f"the base symbol {shown(mine)} (id {number}) would be missing"
    return f"the base symbol with the id {number} would be {shown(other)}, not {shown(mine)}"


def _merges(tok: Tokenizer, with_ids: bool) -> list[str]:
    """Each merge in words; those of symbols outside of the base vocabulary have no ids."""
    return [
        f"{shown(tok.raw_symbol(merge.left))} + {shown(tok.raw_symbol(merge.right))}"
        + (f" (id {merge.id})" if with_ids else "")
        for merge in tok.merges
        if not with_ids or min(merge.left, merge.right) >= 0
    ]
