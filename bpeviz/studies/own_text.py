"""Tokens that cannot be made from their own text: ``encode(decode([i])) != [i]``.

A model hardly meets such tokens in what it is trained on, so some of them are "glitch tokens". Land
and Bartolo, "Fishing for Magikarp" (2024), look for them in this way. Parts of characters, parts of
words and special tokens are so by design; a token that the pattern cuts, or that other merges
overtake, is of no use. What a file itself puts in front of a text (the ▁ of SentencePiece) does not
count: a token is asked with it and without.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..engine.base import END, Symbol
from ..engine.tokenizer import Tokenizer
from ..formats.pieces import without_prefix

SPECIAL = "special"
PARTIAL = "partial"
INSIDE = "inside"
CHANGED = "changed"
CUT = "cut"
TWIN = "twin"
UNMADE = "unmade"
OVERTAKEN = "overtaken"

#: Why a token cannot be made from its own text, in the order in which the reasons are looked for.
REASONS = {
    SPECIAL: "special or added",
    PARTIAL: "not whole characters",
    INSIDE: "only as part of a word",
    CHANGED: "its text is changed first",
    CUT: "cut by the split pattern",
    TWIN: "another id has its text",
    UNMADE: "no merge makes it",
    OVERTAKEN: "other merges come first",
}

#: Tokens that are encoded at a time, which bounds the memory.
_AT_ONCE = 5000
#: Parts the tokens from each other; a text that is encoded holds no surrogate.
_BETWEEN = END


class Lost(NamedTuple):
    """Why a token cannot be made from its own text, a key of REASONS, and the ids of that text."""

    reason: str
    ids: list[int]


class _Encoded(NamedTuple):
    """A text as the tokenizer sees it, the number of its chunks, and its ids."""

    seen: str
    chunks: int
    ids: list[int]


def lost(tok: Tokenizer, ids: Iterable[int] | None = None) -> dict[int, Lost]:
    """The tokens (of some ids, by default all) that cannot be made from their own text, by id.

    Encodes with all merges. Takes time in proportion to the text of the tokens together.

    >>> import bpeviz
    >>> rules = b"#version: 0.2\\nb c\\na b\\nab c\\n"  # in "abc" the merge b + c comes first
    >>> tok = bpeviz.load(rules, format="gpt2")
    >>> [merge.id for merge in tok.merges], tok.encode("abc")
    ([256, 257, 258], [64, 256])
    >>> {i: one for i, one in lost(tok).items() if one.reason != PARTIAL}
    {258: Lost(reason='overtaken', ids=[64, 256])}
    """
    found = _lost(tok, sorted(tok.vocabulary) if ids is None else list(ids))
    bare = without_prefix(tok)
    return found if bare is tok else _lost(bare, list(found))


def _lost(tok: Tokenizer, wanted: Sequence[int]) -> dict[int, Lost]:
    special = set(tok.special_tokens.values())
    made = {merge.id for merge in tok.merges}
    found = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        texts = [tok.decode([i]) for i in some]
        for i, text, encoded in zip(some, texts, _encoded(tok, texts), strict=True):
            if encoded.ids != [i]:
                reason = SPECIAL if i in special else _reason(tok, i, text, encoded, made)
                found[i] = Lost(reason, encoded.ids)
    return found


def _encoded(tok: Tokenizer, texts: Sequence[str]) -> Iterator[_Encoded]:
    """Each text by itself, all as the documents of one trace."""
    trace = tok.trace(texts, unknown="keep", separator=_BETWEEN)
    ids, never = trace.ids(trace.steps), trace.steps + 1
    # In base symbols: where tokens, chunks and texts end.
    tokens = [i for i, n in enumerate([*trace.boundaries, never] if ids else [], 1) if n == never]
    chunks = [end for _, end in trace.chunks]
    ends = [at for at, gap in trace.gaps for _ in range(gap.count(_BETWEEN))]
    borders = [0, *ends, tokens[-1] if tokens else 0]
    for seen, (start, end) in zip(trace.text.split(_BETWEEN), pairwise(borders), strict=True):
        first, last = bisect_right(tokens, start), bisect_right(tokens, end)
        pieces = bisect_right(chunks, end) - bisect_right(chunks, start)
        yield _Encoded(seen, pieces, ids[first:last])


def _reason(tok: Tokenizer, i: int, text: str, encoded: _Encoded, made: Collection[int]) -> str:
    symbol = tok.raw_symbol(i)
    if _is_partial(symbol):
        return PARTIAL
    if tok.end_of_word is not None and not _ends_a_word(symbol):
        return INSIDE
    # Pieces are seen with ▁ in place of their spaces.
    if encoded.seen not in (text, symbol if isinstance(symbol, str) else symbol.decode("utf-8")):
        return CHANGED
    if encoded.chunks != 1:
        return CUT
    if len(encoded.ids) == 1:
        return TWIN
    return OVERTAKEN if i in made else UNMADE


def _ends_a_word(symbol: Symbol) -> bool:
    return isinstance(symbol, str) and symbol.endswith(END) and symbol != END


def _is_partial(symbol: Symbol) -> bool:
    try:
        return isinstance(symbol, bytes) and symbol.decode("utf-8") is None
    except UnicodeDecodeError:
        return True
