"""Usage: how often each token stands in a text, at every step at once.

A token is there from the step at which it was made until a merge takes it into a larger one. These
lifespans, read off the merge trees of the final tokens, give every count without encoding again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import accumulate

from ..engine.tokenizer import Tokenizer, Trace

Lifespans = dict[int, list[tuple[int, int, int]]]


def lifespans(trace: Trace) -> Lifespans:
    """Map each id to its lifespans in a text: (first step, step at which it is gone, how many).

    ``gone`` is K+1 for tokens of the final segmentation.

    >>> import bpeviz
    >>> trace = bpeviz.train("aaab", mode="byte", num_merges=1).trace("aaab")
    >>> lifespans(trace)
    {256: [(1, 2, 1)], 97: [(0, 1, 2), (0, 2, 1)], 98: [(0, 2, 1)]}
    """
    forest, never = trace.forest, trace.steps + 1
    gone: dict[str, Counter[int]] = defaultdict(Counter)
    for code, n in Counter(trace.codes(trace.steps)).items():
        gone[code][never] += n
    found: Lifespans = {}
    for code in reversed(forest.parts_first(list(gone))):
        born, *parts = forest.trees.get(code, (0,))
        # Merges of a file can follow each other within one step: lifespans of length zero.
        spans = [(born, end, n) for end, n in sorted(gone[code].items()) if born < end]
        found.setdefault(forest.ids[code], []).extend(spans)
        total = sum(gone[code].values())
        for part in parts:
            gone[part][born] += total
    return found


def history(found: Lifespans, token_id: int, steps: int) -> list[int]:
    """Return how often a token stands in the text at each step: K+1 ints.

    >>> history({97: [(0, 1, 2), (0, 2, 1)]}, 97, 1)
    [3, 1]
    """
    change = [0] * (steps + 2)
    for born, gone, n in found.get(token_id, ()):
        change[born] += n
        change[gone] -= n
    return list(accumulate(change[: steps + 1]))


def vocabulary_sizes(tok: Tokenizer) -> list[int]:
    """Return the number of tokens after each step: K+1 ints, never falling.

    >>> import bpeviz
    >>> vocabulary_sizes(bpeviz.train("aaab", mode="byte", num_merges=2))
    [256, 257, 258]
    """
    made = {merge.id for merge in tok.merges}
    sizes = [len(tok.vocabulary) - len(made)]
    seen: set[int] = set()
    for merge in tok.merges:
        seen.add(merge.id)
        sizes.append(sizes[0] + len(seen))
    return sizes


def rare_tokens(tok: Tokenizer, found: Lifespans, below: int) -> list[int]:
    """Return how many learned tokens the text uses fewer than ``below`` times, at each step.

    K+1 ints; a token counts from the step at which it is learned. Base symbols do not count.

    >>> import bpeviz
    >>> tok = bpeviz.train("abab ab", mode="byte", num_merges=2)
    >>> rare_tokens(tok, lifespans(tok.trace("abab ab")), 2)
    [0, 0, 2]
    """
    events: list[list[tuple[int, int]]] = [[] for _ in range(len(tok.merges) + 2)]
    for token_id, spans in found.items():
        for born, gone, n in spans:
            events[born].append((token_id, n))
            events[gone].append((token_id, -n))
    uses: Counter[int] = Counter()
    learned: set[int] = set()
    rare, result = 0, [0]
    for token_id, n in events[0]:
        uses[token_id] += n
    for step, merge in enumerate(tok.merges, 1):
        if merge.id not in learned:
            learned.add(merge.id)
            rare += uses[merge.id] < below
        for token_id, n in events[step]:
            before = uses[token_id]
            uses[token_id] += n
            if token_id in learned:
                rare += (uses[token_id] < below) - (before < below)
        result.append(rare)
    return result
