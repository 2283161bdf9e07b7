"""Ranks in JSON: Mistral's tekken.json, and the encoders of tiktoken's npm packages. Reads only.

Both hold the split pattern and special tokens. In tekken.json the ids of the special tokens come
first, and only as many tokens count as the default size of the vocabulary leaves room for.

Source: mistral-common 1.13, tiktoken 1.0 and js-tiktoken 1.0 (npm).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from typing import Any

from ..engine.errors import FormatError
from ..engine.tokenizer import Tokenizer
from .added_tokens import AddedToken
from .files import checked, json_of, shown
from .merging import Progress, check_added_number
from .ranks import splits_of, token_of, tokenizer_of

NAME = "tekken.json and tiktoken's JSON"


def recognised(data: Any) -> bool:
    """Whether some JSON is one of the two.

    >>> recognised({"pat_str": "a", "bpe_ranks": "! 0 YQ=="}), recognised({"model": {}})
    (True, False)
    """
    return isinstance(data, dict) and ("bpe_ranks" in data or {"config", "vocab"} <= data.keys())


def read(text: str, progress: Progress | None = None) -> Tokenizer:
    """Read one of the two.

    >>> read('{"pat_str": "a+|b", "special_tokens": {}, "bpe_ranks": "! 3 YQ== Yg== YWE="}').encode("aab")
    [5, 4]
    """
    data = json_of(text)
    if not recognised(data):
        raise FormatError(
            "The JSON has neither 'bpe_ranks', as tiktoken's has, nor 'config' and 'vocab', as "
            "tekken.json. Choose another file."
        )
    return (_tiktoken if "bpe_ranks" in data else _tekken)(data, progress)


# --- tiktoken's npm packages --------------------------------------------------------------------


def _tiktoken(data: dict[str, Any], progress: Progress | None) -> Tokenizer:
    ranks: dict[bytes, int] = {}
    for written, rank in _listed(checked(data, "bpe_ranks", str)):
        _enter(ranks, token_of(written, partial(_bad, rank)), rank)
    return tokenizer_of(
        ranks,
        splits_of(checked(data, "pat_str", str)),
        [],
        added=_specials(checked(data, "special_tokens", dict), set(ranks.values())),
        progress=progress,
    )


def _listed(ranks: str) -> Iterator[tuple[str, int]]:
    """Each token and its rank. A line is "! first token token ...", or "token rank"."""
    for line in ranks.split("\n"):
        first, *rest = line.split() or [""]
        if first == "!" and rest and _is_number(rest[0]):
            yield from ((token, rank) for rank, token in enumerate(rest[1:], int(rest[0])))
        elif first and len(rest) == 1 and _is_number(rest[0]):
            yield first, int(rest[0])
        elif first:
            raise FormatError(
                f"A line of 'bpe_ranks' is {shown(line)}; it should be a ! with the first rank and the "
                "tokens, or a token and its rank. Download the file again."
            )


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def _specials(ids: dict[str, Any], taken: Container[int]) -> list[AddedToken]:
    check_added_number(len(ids))
    for token, number in ids.items():
        if type(number) is not int or not 0 <= number < 2**32 or number in taken:
            raise FormatError(
                f"The special token {shown(token)} has the id {shown(number)}, which is that of another "
                "token or no whole number. Download the file again."
            )
    return [AddedToken(t, i, normalized=False) for t, i in ids.items() if t]


# --- tekken.json --------------------------------------------------------------------------------


def _tekken(data: dict[str, Any], progress: Progress | None) -> Tokenizer:
    config = checked(data, "config", dict)
    first, size = (
        checked(config, key, int, "config")
        for key in ("default_num_special_tokens", "default_vocab_size")
    )
    entries = checked(data, "vocab", list)
    if not 0 <= first < size <= first + len(entries) < 2**32:
        raise FormatError(
            f"The file names {size:,} tokens, {first:,} of them special, and holds {len(entries):,} "
            "others; that does not fit together. Download it again."
        )
    ranks: dict[bytes, int] = {}
    for place, entry in enumerate(entries[: size - first]):
        if not isinstance(entry, dict):
            raise FormatError(
                f"The token {place} of 'vocab' is {shown(entry)}; it should be an object. Download the "
                "file again."
            )
        rank = checked(entry, "rank", int, "vocab")
        if not 0 <= rank < size - first:
            raise _bad(rank, f"does not fit into a vocabulary of {size:,} tokens.")
        token = token_of(checked(entry, "token_bytes", str, "vocab"), partial(_bad, rank))
        _enter(ranks, token, rank)
    warnings: list[str] = []
    return tokenizer_of(
        ranks,
        splits_of(checked(config, "pattern", str, "config")),
        warnings,
        first=first,
        added=_control_tokens(data.get("special_tokens"), first, warnings),
        progress=progress,
    )


def _control_tokens(entries: Any, first: int, warnings: list[str]) -> list[AddedToken]:
    if entries is None:
        warnings.append(
            f"The file does not name its special tokens; the first {first:,} ids are theirs."
        )
        return []
    ids = {}
    for entry in entries if isinstance(entries, list) else [entries]:
        if not isinstance(entry, dict):
            raise FormatError(
                f"A special token of the file is {shown(entry)}; it should be an object. Download the "
                "file again."
            )
        ids[checked(entry, "token_str", str, "special_tokens")] = checked(
            entry, "rank", int, "special_tokens"
        )
    return _specials(ids, range(first, 2**32))


# --- both ---------------------------------------------------------------------------------------


def _enter(ranks: dict[bytes, int], token: bytes, rank: int) -> None:
    if ranks.setdefault(token, rank) != rank:
        raise _bad(rank, f"is {shown(token)}, as that of the rank {ranks[token]} is already.")


def _bad(rank: int, why: str) -> FormatError:
    return FormatError(f"The token of the rank {rank} {why}")
