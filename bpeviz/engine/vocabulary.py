"""Merges and the vocabulary as a user of a Tokenizer sees them: by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .base import Symbol


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
    # This hides the tuple method of the same name, which is of no use on a merge.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return (Vocabulary, (dict(self), self.outside))
