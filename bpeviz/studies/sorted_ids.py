"""Sorted ids: the numbering of the third source document, on a Tokenizer of this engine.

It sorts the whole vocabulary, gives each token its place in it as id, and -1 to what it does not
know. A token's id then says nothing about its rank, and one more merge renumbers the others.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.base import UNKNOWN, Symbol, as_bytes
from ..engine.tokenizer import Tokenizer


def sorted_ids(tok: Tokenizer) -> dict[Symbol, int]:
    """Map each token to its place in the sorted vocabulary.

    >>> import bpeviz
    >>> tok = bpeviz.train("ab ab", mode="byte", num_merges=1, alphabet="observed")
    >>> sorted_ids(tok)
    {b' ': 0, b'a': 1, b'ab': 2, b'b': 3}
    """
    return {symbol: place for place, symbol in enumerate(sorted(set(tok.vocabulary.values())))}


def encode_sorted(tok: Tokenizer, text: str) -> tuple[list[Symbol], list[int]]:
    """Return the tokens of a text and their sorted ids, -1 for a token that is not known.

    >>> import bpeviz
    >>> tok = bpeviz.train("ab ab", mode="byte", num_merges=1, alphabet="observed")
    >>> encode_sorted(tok, "abba!")
    ([b'ab', b'b', b'a', b'!'], [2, 3, 1, -1])
    """
    trace = tok.trace(text, unknown="keep")
    tokens, known = trace.tokens(trace.steps), sorted_ids(tok)
    return tokens, [known.get(token, UNKNOWN) for token in tokens]


def decode_sorted(tok: Tokenizer, ids: Iterable[int]) -> bytes:
    """Return the bytes of sorted ids; an id that does not exist gives nothing.

    >>> import bpeviz
    >>> tok = bpeviz.train("ab ab", mode="byte", num_merges=1, alphabet="observed")
    >>> decode_sorted(tok, [2, 3, -1, 1])
    b'abba'
    """
    tokens = {place: symbol for symbol, place in sorted_ids(tok).items()}
    return b"".join(as_bytes(tokens.get(place, b"")) for place in ids)
