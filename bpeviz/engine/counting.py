"""Count all adjacent pairs of a text at once.

Creating a string for each of a million pairs takes a tenth of a second. So the codes of a text are
laid out as 32-bit numbers, each but the first and the last twice, and two neighbours are read as one
64-bit number: a pair, without creating an object for it.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, repeat

from .base import SEPARATOR

# The number of codes laid out at a time, at 16 bytes each.
_PART = 1 << 18
_CODEC = f"utf-32-{sys.byteorder[0]}e"
_LEFT, _RIGHT = (0, 1) if sys.byteorder == "little" else (1, 0)
_LOW = (1 << 32) - 1


def pairs_in(codes: str) -> dict[str, int]:
    """Count the pairs in one sequence, each as its two codes, in order of first appearance.

    >>> pairs_in("aaab")
    {'aa': 2, 'ab': 1}
    """
    return {chr(n & _LOW) + chr(n >> 32): count for n, count in _counted(codes, ()).items()}


def weighted_pairs(
    joined: str, weights: Collection[int], ids: Mapping[str, int]
) -> dict[tuple[int, int], int]:
    """Count the pairs in sequences of codes, by the ids of both, in order of first appearance.

    ``joined``: the sequences with SEPARATOR between them; ``weights``: how often each counts;
    ``ids``: the id of each code, where two codes may have the same.

    >>> weighted_pairs(SEPARATOR.join(["aab", "ab"]), [2, 1], {"a": 97, "b": 98})
    {(97, 97): 2, (97, 98): 3}
    """
    id_of = {ord(code): ids[code] for code in set(joined) - {SEPARATOR}}.get
    counts: dict[tuple[int, int], int] = {}
    for n, count in _counted(joined, weights).items():
        left, right = id_of(n & _LOW), id_of(n >> 32)
        if left is not None and right is not None:
            counts[left, right] = counts.get((left, right), 0) + count
    return counts


def _counted(codes: str, weights: Collection[int]) -> dict[int, int]:
    if all(weight == 1 for weight in weights):
        counter: Counter[int] = Counter()
        for numbers in _numbers(codes):
            counter.update(numbers)
        return counter
    counts: defaultdict[int, int] = defaultdict(int)
    # A pair starts with a code of its sequence, or with the separator after it.
    of_code = chain.from_iterable(
        repeat(weight, len(sequence) + 1)
        for sequence, weight in zip(codes.split(SEPARATOR), weights, strict=False)
    )
    for number, weight in zip(chain.from_iterable(_numbers(codes)), of_code, strict=False):
        counts[number] += weight
    return counts


def _numbers(codes: str) -> Iterator[memoryview]:
    """The pairs of neighbours as numbers: the left code + 2**32 times the right one."""
    for start in range(0, len(codes) - 1, _PART):
        units = array("I", codes[start : start + _PART + 1].encode(_CODEC, "surrogatepass"))
        both = array("I", bytes(8 * (len(units) - 1)))
        both[_LEFT::2], both[_RIGHT::2] = units[:-1], units[1:]
        yield memoryview(both).cast("B").cast("Q")
