"""Added tokens: texts that are one token wherever they stand, found before everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import regex

from .errors import CorpusError


@dataclass(frozen=True)
class AddedToken:
    """A token that is found in the text itself, before everything else.

    ``special``: only where special tokens are switched on. ``normalized``: it is looked for after
    normalization. ``single_word``: not inside a word. ``lstrip``, ``rstrip``: white space on that
    side disappears.
    """

    text: str
    id: int
    special: bool = True
    normalized: bool = True
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False


class Stretch(NamedTuple):
    """A part of a text: an added token, or what stands between.

    White space that a token swallows is not kept.
    """

    text: str
    token: AddedToken | None = None
    kept: bool = True


_IN_WORD = regex.compile(r"\w")
_SPACES_BEFORE = regex.compile(r"(?r)\s*")
_SPACES_AFTER = regex.compile(r"\s*")


@lru_cache(maxsize=32)
def _finder(texts: tuple[str, ...]) -> regex.Pattern:
    """What finds any of the texts, the longest that begins at a place."""
    longest_first = sorted(texts, key=len, reverse=True)
    return regex.compile("|".join(map(regex.escape, longest_first)))


def find_added(text: str, tokens: Mapping[str, AddedToken], special: str) -> Iterator[Stretch]:
    """Find added tokens, given by the text to look for, leftmost and longest first.

    >>> tokens = {"<mask>": AddedToken("<mask>", 4, lstrip=True)}
    >>> [(s.text, s.kept) for s in find_added("a <mask>b", tokens, "special")]
    [('a', True), (' ', False), ('<mask>', True), ('b', True)]
    """
    unused = not tokens or (special == "text" and all(t.special for t in tokens.values()))
    end = 0
    for match in () if unused else _finder(tuple(tokens)).finditer(text):
        token = tokens[match.group()]
        start, stop = match.span()
        if start < end or not _fits(text, start, stop, token):
            continue
        if token.special and special == "text":
            continue
        if token.special and special == "refuse":
            raise CorpusError(
                f"The text holds the special token {token.text!r}. Take it out, or say whether "
                "special tokens are to be read as text or as special."
            )
        before = _SPACES_BEFORE.match(text, end, start).start() if token.lstrip else start
        after = _SPACES_AFTER.match(text, stop).end() if token.rstrip else stop
        cuts: list[tuple[int, int, AddedToken | None, bool]]
        cuts = [(end, before, None, True), (before, start, None, False)]
        cuts += [(start, stop, token, True), (stop, after, None, False)]
        yield from (Stretch(text[i:j], found, kept) for i, j, found, kept in cuts if i < j)
        end = after
    if end < len(text):
        yield Stretch(text[end:])


def _fits(text: str, start: int, stop: int, token: AddedToken) -> bool:
    """Whether a token that must not stand inside a word does not."""
    beside = text[max(start - 1, 0) : start] + text[stop : stop + 1]
    return not (token.single_word and _IN_WORD.search(beside))
