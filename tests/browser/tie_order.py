"""The pairs of a step in the order in which a tie rule takes them, told without the browser."""

from __future__ import annotations

from functools import cmp_to_key

import bpeviz
from bpeviz.engine.letters import BYTE_ORDER


def in_order(trace: bpeviz.Trace, step: int, rule: str | None) -> list[tuple[int, int, int]]:
    """All pairs of a step, (left, right, count), as the rule takes them; None: as they appear."""
    tok = trace.tokenizer
    in_bytes = tok.mode != "character"
    places = {byte: i for i, byte in enumerate(BYTE_ORDER)}

    def letters(id: int) -> int:
        return places[id] if in_bytes and 0 <= id < 256 else id

    def compare(one: tuple[int, int], other: tuple[int, int]) -> int:
        if counts[one] != counts[other]:
            return counts[other] - counts[one]
        if rule == "smallest-ids":
            return -1 if one < other else 1
        if rule == "huggingface":
            return -1 if tuple(map(letters, one)) < tuple(map(letters, other)) else 1
        if rule == "largest-symbols":
            a, b = ([tok.vocabulary[i] for i in pair] for pair in (one, other))
            return (a < b) - (a > b)
        return 0

    counts = trace.pair_counts(step)
    return [(*pair, counts[pair]) for pair in sorted(counts, key=cmp_to_key(compare))]
