"""BPE straight from its definition, slow and plain: the oracle for the fast engine.

Symbols are strings or ints, compared by equality; nothing here comes from the package.
"""

from itertools import pairwise

import regex

GPT4 = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}"""
    r"""| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"""
)


def count_pairs(sequences):
    """Count all adjacent pairs, in order of first appearance."""
    counts = {}
    for sequence in sequences:
        for pair in pairwise(sequence):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def replace(sequence, pair, new):
    """Replace a pair from left to right; return the new sequence and the number of replacements."""
    result, i, made = [], 0, 0
    while i < len(sequence):
        if tuple(sequence[i : i + 2]) == pair:
            result.append(new)
            i += 2
            made += 1
        else:
            result.append(sequence[i])
            i += 1
    return result, made


def train(sequences, num_merges, name, tie_key=None, min_count=1, defaults=()):
    """Return merges (left, right, new, count, replacements) and the sequences at every step.

    ``name(left, right, rank)`` names the new symbol. ``tie_key`` of a pair: the smallest wins;
    None: the first in the corpus wins. ``defaults``: pairs that are merged first.
    """
    sequences = [list(s) for s in sequences]
    merges, states = [], [sequences]
    while True:
        counts = count_pairs(sequences)
        if len(merges) < len(defaults):
            pair = defaults[len(merges)]
        else:
            best = max(counts.values(), default=0)
            if len(merges) - len(defaults) == num_merges or best < max(1, min_count):
                return merges, states
            tied = [p for p in counts if counts[p] == best]
            pair = tied[0] if tie_key is None else min(tied, key=tie_key)
        new = name(*pair, len(merges))
        done = [replace(s, pair, new) for s in sequences]
        sequences = [s for s, _ in done]
        merges.append((*pair, new, counts.get(pair, 0), sum(n for _, n in done)))
        states.append(sequences)


def encode(sequence, ranks):
    """Merge the pair of lowest rank, from left to right, again and again; ranks: pair -> (rank, new)."""
    sequence = list(sequence)
    while True:
        present = [p for p in pairwise(sequence) if p in ranks]
        if not present:
            return sequence
        pair = min(present, key=lambda p: ranks[p][0])
        sequence, _ = replace(sequence, pair, ranks[pair][1])


def chunks(text):
    """The chunks of the GPT-4 pattern."""
    return regex.findall(GPT4, text)
