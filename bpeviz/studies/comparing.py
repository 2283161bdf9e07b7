"""Comparing two tokenizers: where their merges part and why, and what only one of them learned.

Two merges are the same when they join the same spellings, whatever the ids: the bytes of the parts,
or in character mode the UTF-8 of their characters, with the end-of-word marker kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.base import UNKNOWN, Symbol
from ..engine.text import normalize
from ..engine.tokenizer import Tokenizer, Trace

__all__ = [
    "Choice",
    "Parting",
    "Twin",
    "merged_pairs",
    "parting",
    "spellings",
    "twins",
    "without_normalization",
]

Pair = tuple[bytes, bytes]


def spellings(tok: Tokenizer) -> dict[int, bytes]:
    """Return the spelling of every token by id: bytes that mean the same in any tokenizer.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low", mode="character", num_merges=1)
    >>> spellings(tok)[tok.merges[0].id]
    b'lo'
    """
    symbol, codes = tok.forest.symbol, tok.forest.code_of
    return {i: _spelled(symbol(code)) for i, code in codes.items() if i != UNKNOWN}


def _spelled(symbol: Symbol) -> bytes:
    if isinstance(symbol, bytes):
        return symbol
    # The end-of-word marker is a lone surrogate inside the engine.
    return symbol.encode("utf-8", "surrogatepass")


def merged_pairs(tok: Tokenizer) -> list[Pair]:
    """Return what each merge joins, by rank: K pairs of spellings.

    >>> import bpeviz
    >>> merged_pairs(bpeviz.train("banana", mode="byte", num_merges=2))
    [(b'a', b'n'), (b'b', b'an')]
    """
    spelled = spellings(tok)
    return [(spelled[merge.left], spelled[merge.right]) for merge in tok.merges]


@dataclass(frozen=True)
class Choice:
    """What one side merged where the two part.

    ``left``, ``right``, ``token``: as shown; ``here``, ``there``: how often the pair stood in the
    corpus of this side and of the other; ``default``: the merge comes from a default token.
    """

    left: Symbol
    right: Symbol
    token: Symbol
    here: int
    there: int
    default: bool = False


@dataclass(frozen=True)
class Parting:
    """Where two trainings part: after ``agreed`` merges. A side without a merge left is None."""

    agreed: int
    first: Choice | None
    second: Choice | None

    @property
    def tied(self) -> tuple[bool, bool]:
        """Whether each side counted both pairs equally often, so that the tie rule decided."""
        one, two = self.first, self.second
        if one is None or two is None:
            return (False, False)
        return (
            not one.default and one.here == two.there,
            not two.default and two.here == one.there,
        )


def parting(first: Trace, second: Trace) -> Parting:
    """Return where two trainings part, given the traces of the two corpora.

    >>> import bpeviz
    >>> corpus = "aaabdaaabac"
    >>> one, two = (bpeviz.train(corpus, mode="byte", num_merges=3, tie_break=rule).trace(corpus)
    ...             for rule in ("first-seen", "smallest-ids"))
    >>> found = parting(one, two)
    >>> found.agreed, found.first.token, found.second.token, found.tied
    (1, b'aaa', b'ab', (True, True))
    """
    ours, theirs = merged_pairs(first.tokenizer), merged_pairs(second.tokenizer)
    both = zip(ours, theirs, strict=False)
    agreed = next((k for k, (a, b) in enumerate(both) if a != b), min(len(ours), len(theirs)))
    counts = _pair_counts(first, agreed), _pair_counts(second, agreed)
    return Parting(
        agreed,
        _choice(first.tokenizer, ours, agreed, *counts),
        _choice(second.tokenizer, theirs, agreed, *reversed(counts)),
    )


def _pair_counts(trace: Trace, step: int) -> dict[Pair, int]:
    spelled = spellings(trace.tokenizer)
    found: dict[Pair, int] = {}
    for (left, right), n in trace.pair_counts(step).items():
        if left in spelled and right in spelled:
            pair = (spelled[left], spelled[right])
            found[pair] = found.get(pair, 0) + n
    return found


def _choice(
    tok: Tokenizer, pairs: list[Pair], rank: int, here: dict[Pair, int], there: dict[Pair, int]
) -> Choice | None:
    if rank == len(pairs):
        return None
    merge, pair = tok.merges[rank], pairs[rank]
    return Choice(
        tok.vocabulary[merge.left],
        tok.vocabulary[merge.right],
        merge.token,
        here.get(pair, 0) if merge.count is None else merge.count,
        there.get(pair, 0),
        rank < tok.default_count,
    )


@dataclass(frozen=True)
class Twin:
    """The merge on the other side that corresponds to one here, as ranks there; None without one.

    ``merge``: the same merge; ``token``: the first merge that makes the same token, of whatever
    parts; ``text``: the first whose token is the same text in another normal form.
    """

    merge: int | None = None
    token: int | None = None
    text: int | None = None


def twins(tok: Tokenizer, other: Tokenizer) -> list[Twin]:
    """Return for each merge of one tokenizer its twin in the other: K twins.

    >>> import bpeviz
    >>> one = bpeviz.train("abab ab", mode="byte", num_merges=2)
    >>> two = bpeviz.train("bbab ab", mode="byte", num_merges=1)
    >>> twins(one, two)
    [Twin(merge=0, token=0, text=0), Twin(merge=None, token=None, text=None)]
    """
    merges: dict[Pair, int] = {}
    tokens: dict[bytes, int] = {}
    texts: dict[bytes, int] = {}
    for rank, (left, right) in enumerate(merged_pairs(other)):
        merges.setdefault((left, right), rank)
        tokens.setdefault(left + right, rank)
        texts.setdefault(_composed(left + right), rank)
    return [
        Twin(
            merges.get(pair), tokens.get(pair[0] + pair[1]), texts.get(_composed(pair[0] + pair[1]))
        )
        for pair in merged_pairs(tok)
    ]


def _composed(spelling: bytes) -> bytes:
    """The spelling in NFC; bytes that are no whole characters stay as they are."""
    try:
        return normalize(spelling.decode("utf-8"), "NFC").encode("utf-8")
    except UnicodeDecodeError:
        return spelling


def without_normalization(tok: Tokenizer) -> Tokenizer:
    """Return a tokenizer with the same merges that takes every text as it is.

    >>> import bpeviz
    >>> tok = bpeviz.train("ẹ ẹ", normalization="NFC", num_merges=2)
    >>> bare = without_normalization(tok)
    >>> len(tok.encode("e\\u0323")), len(bare.encode("e\\u0323")), tok.normalization
    (1, 3, 'NFC')
    """
    return tok.with_cut(tok.cut.with_form(None))
