"""Default tokens: strings whose merges come before all learned merges."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from .checks import tokens_of


def create_default_merges(strings: Iterable[str]) -> dict[tuple[int, int], int]:
    """Return the merges, pair -> id, that build each string from its UTF-8 bytes, left to right.

    Merges made for earlier strings are used again where they fit.

    >>> create_default_merges([" at", " how"])
    {(32, 97): 256, (256, 116): 257, (32, 104): 258, (258, 111): 259, (259, 119): 260}

    Source: the first of the documents that this engine follows (Ogun 2024).
    """
    merges: dict[tuple[int, int], int] = {}
    for string in tokens_of(strings, "Default tokens"):
        ids = list(string.encode("utf-8"))
        while len(ids) > 1:
            places = {pair: i for i, pair in reversed(list(enumerate(pairwise(ids))))}
            pair = next((p for p in merges if p in places), None)
            if pair is None:
                pair = (ids[0], ids[1])
                merges[pair] = 256 + len(merges)
            at = places[pair]
            ids[at : at + 2] = [merges[pair]]
    return merges
