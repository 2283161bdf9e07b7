"""From ranks to a tokenizer, for every file that holds them: .tiktoken, tekken.json, tiktoken's JSON.

Ranks are tokens with numbers and no pairs: two neighbours are merged when their bytes together are a
token, the lowest rank first. Which pair that is follows from the ranks. Inside a chunk a stretch that
becomes a token has reached it as if it stood alone, so each token has one pair: the last two parts
when its own bytes are merged. Where merging its bytes gets stuck the token has none, and only a whole
chunk can be it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

from ..engine.base import UNKNOWN
from ..engine.errors import FormatError
from ..engine.patterns import PATTERNS, compile_pattern
from ..engine.tokenizer import Tokenizer
from . import loaded
from .added_tokens import AddedToken
from .files import shown
from .loaded import FileBase, FileCut
from .merging import Progress, Rule, report, warn_of_missing
from .normalizers import LONGEST_PATTERN
from .pre_tokenizers import covers_everything
from .rank_pairs import last_cut, work
from .splits import Split

# Bytes of all tokens, long ones counted more: what takes some 10 seconds. The largest files in use
# have a third of it.
_MOST_WORK = 6_000_000
# The largest files in use have 250,000 tokens, and hardly any that no two others make.
MOST_RANKS = 500_000
_MOST_UNMADE = 100_000


def tokenizer_of(
    ranks: Mapping[bytes, int],
    splits: Sequence[Split],
    warnings: list[str],
    *,
    first: int = 0,
    added: Sequence[AddedToken] = (),
    extra: Mapping[int, bytes] | None = None,
    progress: Progress | None = None,
) -> Tokenizer:
    """The tokenizer of some ranks, token -> rank; a token's id is ``first`` + its rank.

    >>> tok = tokenizer_of({b"a": 0, b"b": 1, b"ab": 2}, [Split("gpt2")], [], first=10)
    >>> tok.encode("aab")
    [10, 12]
    """
    ranks = dict(sorted(ranks.items(), key=lambda item: item[1]))
    for (one, rank), (other, same) in pairwise(ranks.items()):
        if rank == same:
            raise FormatError(
                f"The tokens {shown(one)} and {shown(other)} have the same rank {rank}. Download the "
                "file again."
            )
    symbols = tuple(bytes([b]) for b in range(256))
    ids = tuple(first + ranks[s] if s in ranks else UNKNOWN for s in symbols)
    warn_of_missing(ids, warnings)
    rules, whole = _merges(ranks, first, progress)
    if whole:
        warnings.append(
            f"Tokens that cannot be made by merging two others: {len(whole):,}. They are used only "
            "where a whole chunk is the token."
        )
    made = {rule[2] for rule in rules} | set(ids)
    unmade = {first + rank: token for token, rank in ranks.items() if first + rank not in made}
    return loaded.tokenizer(
        FileBase(symbols, ids, extra={**(extra or {}), **unmade}),
        rules,
        FileCut(tuple(splits), specials=tuple(added), by_unicode_16=True),
        whole_chunks=whole,
        warnings=warnings,
    )


def splits_of(pattern: str) -> list[Split]:
    """How a pattern of this kind of program cuts: what it does not match is dropped."""
    if len(pattern) > LONGEST_PATTERN:
        raise FormatError(f"The split pattern has more than {LONGEST_PATTERN:,} characters.")
    name = next((name for name, source in PATTERNS.items() if source == pattern), pattern)
    compile_pattern(name)
    return [Split(name) if covers_everything(name) else Split(name, "removed", invert=True)]


def token_of(written: str, fail: Callable[[str], FormatError]) -> bytes:
    """A token from base64; ``fail`` says where it stands.

    A lone "=" stands for the empty token, as one published file has it.
    """
    try:
        return b"" if written == "=" else base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError):
        raise fail(f"has {shown(written)}, which is not base64.") from None


def _merges(
    ranks: Mapping[bytes, int], first: int, progress: Progress | None
) -> tuple[list[Rule], dict[bytes, tuple[int, int]]]:
    check_number_of_ranks(len(ranks))
    check_work(ranks)
    rules: list[Rule] = []
    whole: dict[bytes, tuple[int, int]] = {}
    find = ranks.get
    for done, (token, rank) in enumerate(ranks.items(), 1):
        if len(token) > 1:
            cut = last_cut(token, find)
            left, right = find(token[:cut]), find(token[cut:])
            if cut and left is not None and right is not None:
                rules.append((first + left, first + right, first + rank, None, None))
            else:
                whole[token] = (max(1, len(rules)), first + rank)
                if len(whole) > _MOST_UNMADE:
                    raise FormatError(
                        f"More than {_MOST_UNMADE:,} tokens of the file are not made of two others. "
                        "Check that the file is complete."
                    )
        report(done, len(ranks), progress)
    if whole and not rules:
        raise FormatError(
            "No token of the file is made of two others, so there are no merges to show. Check "
            "that the file is complete."
        )
    return rules, whole


def check_number_of_ranks(total: int) -> None:
    """FormatError when there are more tokens than any file of ranks has."""
    if total > MOST_RANKS:
        raise FormatError(
            f"The file has {total:,} tokens; at most {MOST_RANKS:,} are read, far more than any "
            "published file of ranks has."
        )


def check_work(ranks: Collection[bytes] | Collection[str]) -> None:
    """FormatError when finding the pairs of some tokens would take too long."""
    if sum(map(work, ranks)) > _MOST_WORK:
        longest = max(map(len, ranks))
        raise FormatError(
            f"The tokens are too long together to find their merges (the longest has {longest:,} "
            "bytes). No published tokenizer has such tokens."
        )
