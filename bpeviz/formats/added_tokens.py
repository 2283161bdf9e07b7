"""Added tokens: texts that are one token wherever they stand, found before everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import regex

from ..engine.pieces import Special
from ..engine.special_tokens import Finder, special_in_text
from .unicode_versions import NOT_ASSIGNED


@dataclass(frozen=True, slots=True)
class AddedToken(Special):
    """A token that is found in the text itself, before everything else.

    ``special``: only where special tokens are switched on. ``normalized``: it is looked for after
    normalization. ``single_word``: not inside a word. ``lstrip``, ``rstrip``: white space on that
    side disappears.
    """

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


class Lookup:
    """Added tokens by the text to look for."""

    def __init__(self, tokens: Mapping[str, AddedToken]) -> None:
        self.tokens = tokens
        self.find = Finder(tokens)
        self.all_special = all(token.special for token in tokens.values())


# The program has the words of Unicode 16.
_IN_WORD = regex.compile(rf"(?![{NOT_ASSIGNED}])\w")
_SPACES_BEFORE = regex.compile(r"(?r)\s*")
_SPACES_AFTER = regex.compile(r"\s*")


def find_added(text: str, wanted: Lookup, special: str) -> Iterator[Stretch]:
    """Find added tokens, leftmost and longest first.

    >>> wanted = Lookup({"<mask>": AddedToken("<mask>", 4, lstrip=True)})
    >>> [(s.text, s.kept) for s in find_added("a <mask>b", wanted, "special")]
    [('a', True), (' ', False), ('<mask>', True), ('b', True)]
    """
    unused = special == "text" and wanted.all_special
    end = 0
    for start, stop in () if unused else wanted.find(text):
        token = wanted.tokens[text[start:stop]]
        if start < end or not _fits(text, start, stop, token):
            continue
        if token.special and special == "text":
            continue
        if token.special and special == "refuse":
            raise special_in_text(token.text)
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
