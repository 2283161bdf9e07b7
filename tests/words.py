"""Which words two tokenizers cut differently, worked out from the definition alone: the oracle of
what the browser computes.

A word is a run between white space of the source text. It is cut differently where the places of
the token borders inside and at its ends, brought back to the source, are not the same; a border
inside a character of the source is a place of its own, and so is each of several.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import bpeviz

Place = tuple[int, int]


class Word(NamedTuple):
    """One word: how often it stands in the text, in how many places it is cut differently, how many
    tokens more all its occurrences have on the right, and of each way in which it is cut, as the
    number of tokens left and right, how often.
    """

    times: int
    differing: int
    extra: int
    ways: Counter[tuple[int, int]]


def occurrences(text: str) -> list[tuple[str, int, int]]:
    """The words of a text in order, as ``str.split`` gives them, with their places."""
    found, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        found.append((word, at, at + len(word)))
        at += len(word)
    return found


def cut(spans: list[tuple[int, int]], start: int, end: int) -> tuple[list[Place], int]:
    """The places of the borders of a word, and how many tokens touch it."""
    touching = [i for i, span in enumerate(spans) if _touches(span, start, end)]
    if not touching:
        return [], 0
    first, last = touching[0], touching[-1]
    places = [
        (after, max(before, after))
        for (_, before), (after, _) in zip(
            spans[first:last], spans[first + 1 :][: last - first], strict=True
        )
    ]
    opens, closes = spans[first][0], spans[last][1]
    before = spans[first - 1][1] if first else 0
    after = spans[last + 1][0] if last + 1 < len(spans) else closes
    # A border at an end may lie inside a character that reaches over it. What became no token, white
    # space or a mark that was taken off, goes with what is before it.
    if before > opens and before > start:
        places.insert(0, (opens, before))
    elif opens >= start:
        places.insert(0, (start, start))
    if after < closes and after < end:
        places.append((after, closes))
    elif closes <= end:
        places.append((end, end))
    return places, len(touching)


def _touches(span: tuple[int, int], start: int, end: int) -> bool:
    if span[0] == span[1]:
        return start < span[0] <= end
    return span[0] < end and span[1] > start


def compared(left: bpeviz.Trace, right: bpeviz.Trace, steps: tuple[int, int]) -> dict[str, Word]:
    """Every distinct word of two traces of one source text, each at its step."""
    spans = [trace.source_spans(k) for trace, k in zip((left, right), steps, strict=True)]
    found: dict[str, Word] = {}
    for word, start, end in occurrences(left.source):
        (one, n), (two, m) = (cut(some, start, end) for some in spans)
        times, differing, extra, ways = found.get(word, Word(0, 0, 0, Counter()))
        ways[n, m] += 1
        found[word] = Word(times + 1, differing + (one != two), extra + m - n, ways)
    return found
