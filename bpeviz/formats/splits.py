"""Splits: cutting a text by a pattern, and what becomes of the matches.

``patterns`` cuts as training does. Here are the other ways that tokenizer files have, and several
splits in sequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from ..engine.patterns import compile_pattern, runaway, seconds_for, split

Span = tuple[int, int]


class Split(NamedTuple):
    """One way of cutting: a pattern (a name or an expression) and what becomes of its matches.

    "isolated" makes each match a piece and each stretch between two matches, too; "removed" drops
    the matches; the others join a match to the piece before it, after it, or to its neighbours of
    the same kind. ``invert`` swaps the matches and what lies between them. "space-before" cuts
    nothing: a piece that does not begin with a space gets one.
    """

    pattern: str
    behavior: str = "isolated"
    invert: bool = False


# A space before each piece that has none.
SPACE_BEFORE = Split("", "space-before")


def pieces(text: str, splits: Sequence[Split]) -> list[tuple[str, bool]]:
    """Cut a text by several splits in sequence; False marks a piece that is dropped.

    >>> pieces("so what?", [Split(r"\\s", "removed"), Split(r"\\?")])
    [('so', True), (' ', False), ('what', True), ('?', True)]
    >>> pieces("a-b-c", [Split("-", "merged-with-next")])
    [('a', True), ('-b', True), ('-c', True)]
    """
    parts = [(text, True)]
    for way in splits:
        parts = [
            new
            for part, kept in parts
            for new in (_split_once(part, way) if kept else [(part, False)])
        ]
    return parts


def _split_once(text: str, way: Split) -> list[tuple[str, bool]]:
    if way.behavior == "space-before":
        return [(text if text.startswith(" ") else " " + text, True)]
    if way.behavior == "isolated":
        return [(chunk, True) for chunk in split(text, way.pattern)]
    spans = [(span, found != way.invert) for span, found in _matches(text, way.pattern)]
    kept = [(span, not (way.behavior == "removed" and found)) for span, found in spans]
    if way.behavior == "merged-with-previous":
        kept = _merged(spans)
    elif way.behavior == "merged-with-next":
        mirrored = [((-end, -start), found) for (start, end), found in reversed(spans)]
        kept = [((-end, -start), True) for (start, end), _ in reversed(_merged(mirrored))]
    elif way.behavior == "contiguous":
        kept = _contiguous(spans)
    return [(text[start:end], keep) for (start, end), keep in kept if end > start]


def _matches(text: str, pattern: str) -> Iterator[tuple[Span, bool]]:
    """The matches of a pattern (True) and the stretches between them (False), in order."""
    end, last = 0, -1
    timeout = seconds_for(pattern)
    for match in _ending(compile_pattern(pattern).finditer(text, timeout=timeout), timeout):
        start, stop = match.span()
        if start == stop == last:
            continue
        if start > end:
            yield (end, start), False
        yield (start, stop), True
        end = last = stop
    if end < len(text):
        yield (end, len(text)), False


def _ending(matches: Iterator[regex.Match], timeout: float | None) -> Iterator[regex.Match]:
    """Turn a timeout on the way into a PatternError."""
    try:
        yield from matches
    except (TimeoutError, MemoryError):
        raise runaway(timeout) from None


def _merged(spans: list[tuple[Span, bool]]) -> list[tuple[Span, bool]]:
    """Join each match to what comes before it, but not a match to a match."""
    joined: list[tuple[Span, bool]] = []
    after_match = False
    for (start, end), found in spans:
        if found and not after_match and joined:
            joined[-1] = ((joined[-1][0][0], end), True)
        else:
            joined.append(((start, end), True))
        after_match = found
    return joined


def _contiguous(spans: list[tuple[Span, bool]]) -> list[tuple[Span, bool]]:
    joined: list[tuple[Span, bool]] = []
    after_match = False
    for (start, end), found in spans:
        if found == after_match and joined:
            joined[-1] = ((joined[-1][0][0], end), True)
        else:
            joined.append(((start, end), True))
        after_match = found
    return joined
