"""Places: from a token's number in a text to its base symbols, and back, at any step.

Kept as an index of a base symbol, a place stays the same whatever the step.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.tokenizer import Trace


def token_at(trace: Trace, symbol: int, step: int) -> int:
    """Return the index of the token that holds a base symbol at a step.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("slow")
    >>> [token_at(trace, 3, step) for step in (0, 1, 2)]
    [3, 2, 1]
    """
    return sum(number > step for number in trace.boundaries[:symbol])


def first_symbol(trace: Trace, index: int, step: int) -> int:
    """Return the first base symbol of the token with this index at a step.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("slow")
    >>> first_symbol(trace, 2, 1)
    3
    """
    if index == 0:
        return 0
    seen = 0
    for symbol, number in enumerate(trace.boundaries, 1):
        seen += number > step
        if seen == index:
            return symbol
    raise IndexError(f"There is no token {index} at step {step}.")


def spans_of(trace: Trace, indices: Sequence[int], step: int) -> list[tuple[int, int]]:
    """Return where some tokens stand in the text, as (start, end) in characters.

    ``indices`` rise. The text is gone through only as far as the last of them.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("slow")
    >>> spans_of(trace, [1], 2)
    [(1, 4)]
    """
    starts, ends = trace.places
    wanted = set(indices)
    found: list[tuple[int, int]] = []
    first = index = 0
    for last, number in enumerate([*trace.boundaries, trace.steps + 1] if starts else ()):
        if len(found) == len(wanted):
            break
        if number > step:
            if index in wanted:
                found.append((starts[first], ends[last]))
            first, index = last + 1, index + 1
    return found


def tokens_between(trace: Trace, start: int, end: int, step: int) -> range:
    """Return the indices of the tokens between two base symbols, such as a chunk's."""
    first = token_at(trace, start, step)
    return range(first, token_at(trace, end - 1, step) + 1)


def chunk_of(trace: Trace, symbol: int) -> tuple[int, int]:
    """Return the chunk, word or document that holds a base symbol, as (start, end).

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", num_merges=2).trace("low lower")
    >>> chunk_of(trace, 4)
    (3, 9)
    """
    return next((start, end) for start, end in trace.chunks if start <= symbol < end)


def longest_symbol(trace: Trace) -> int:
    """Return where the longest token of the final segmentation begins, as a base symbol."""
    best, best_length, start = 0, 0, 0
    for end, number in enumerate([*trace.boundaries, trace.steps + 1], 1):
        if number > trace.steps:
            if end - start > best_length:
                best, best_length = start, end - start
            start = end
    return best
