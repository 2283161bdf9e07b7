"""The pair of a token in a rank file: the last two parts when its own bytes are merged."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TypeVar

T = TypeVar("T", bytes, str)
_NONE = 1 << 60
# Above this length a heap finds the next pair faster than a search through all.
_LONG = 64


def work(token: bytes | str) -> int:
    """What finding the pair of a token costs, in bytes of a short one."""
    return len(token) if len(token) <= _LONG else 3 * len(token)


def last_cut(token: T, find: Callable[[T, int], int]) -> int:
    """Where the last two parts of a token meet when its bytes are merged; 0 if they never do.

    >>> ranks = {b"ab": 0, b"abc": 1, b"bcd": 2}
    >>> last_cut(b"abc", ranks.get), last_cut(b"bcd", ranks.get)
    (2, 0)
    """
    n = len(token)
    if n == 2:
        return 1
    if n > _LONG:
        return _last_cut_of_long(token, find)
    starts = list(range(n + 1))
    ahead = [find(token[i : i + 2], _NONE) for i in range(n - 1)]
    while len(ahead) > 1:
        lowest = min(ahead)
        if lowest == _NONE:
            return 0
        i = ahead.index(lowest)
        del starts[i + 1], ahead[i]
        if i < len(ahead):
            ahead[i] = find(token[starts[i] : starts[i + 2]], _NONE)
        if i:
            ahead[i - 1] = find(token[starts[i - 1] : starts[i + 1]], _NONE)
    return starts[1]


def _last_cut_of_long(token: T, find: Callable[[T, int], int]) -> int:
    n: int = len(token)
    after = [*range(1, n + 1), n]
    before = list(range(-1, n))
    alive = [True] * n
    heap = [(find(token[i : i + 2], _NONE), i, i + 1, i + 2) for i in range(n - 1)]
    heap = [entry for entry in heap if entry[0] != _NONE]
    heapify(heap)
    parts = n
    while parts > 2 and heap:
        _, i, j, end = heappop(heap)
        if not (alive[i] and after[i] == j and j < n and alive[j] and after[j] == end):
            continue
        alive[j] = False
        after[i] = end
        before[end] = i
        parts -= 1
        for first in (before[i], i):
            if first >= 0 and after[first] < n:
                stop = after[after[first]]
                rank = find(token[first:stop], _NONE)
                if rank != _NONE:
                    heappush(heap, (rank, first, after[first], stop))
    return after[0] if parts == 2 else 0
