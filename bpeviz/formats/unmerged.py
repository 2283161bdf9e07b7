"""Tokens of a text that are not what the merge of their step makes, as only files have them."""

from __future__ import annotations

from ..engine.tokenizer import Trace

# A token as (start, end, step, id), in base symbols, from the step on until a longer one holds it.
Place = tuple[int, int, int, int]


def unmerged_tokens(trace: Trace) -> list[Place]:
    """Return where they stand, as (start, end, step, id), in base symbols.

    From ``step`` on a token is there, until a longer one holds it. It is a chunk that is a token as
    a whole, or was merged of tokens that later merges make.

    >>> import bpeviz
    >>> ranks = b"YQ== 0\\nYg== 1\\nYWI= 2\\nYmFi 3\\n"  # a, b, ab, bab
    >>> unmerged_tokens(bpeviz.load(ranks, pattern="gpt2").trace("bab"))
    []
    >>> ranks = b"YQ== 0\\nYg== 1\\nYWI= 2\\nYmJi 3\\n"  # a, b, ab, bbb
    >>> unmerged_tokens(bpeviz.load(ranks, pattern="gpt2").trace("bbb"))
    [(0, 3, 1, 3)]
    """
    forest, merges = trace.forest, trace.tokenizer.merges
    final = trace.codes(trace.steps)
    inner = forest.inner(set(final))
    born = {code: forest.trees[code][0] for code in inner if code in forest.trees}
    unmerged = {code for code, step in born.items() if merges[step - 1].id != forest.ids[code]}
    if not unmerged:
        return []
    inside: dict[str, list[Place]] = {}
    for code in inner:
        step, *parts = forest.trees.get(code, (0,))
        inside[code], start = [], 0
        for part in parts:
            # What a longer token takes up in its own step is never there.
            there = part not in unmerged or born[part] < step
            inside[code] += _moved(inside[part] if there else inside[part][:-1], start)
            start += len(inner[part]) + 1
        if code in unmerged:
            inside[code].append((0, len(inner[code]) + 1, step, forest.ids[code]))
    found, start = [], 0
    for code in final:
        found += _moved(inside[code], start)
        start += len(inner[code]) + 1
    return found


def _moved(places: list[Place], by: int) -> list[Place]:
    return [(start + by, end + by, step, token_id) for start, end, step, token_id in places]
