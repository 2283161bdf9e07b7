"""Replay: encoding done slowly, by its definition, with every choice that it makes.

At each turn all pairs that are present and have a rank are candidates; the one of lowest rank is
merged, from left to right; then the next turn begins. ``Tokenizer.encode`` gives the same tokens
faster. Here every turn looks at the whole text, so keep the text short.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from ..base import as_bytes

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer
    from ..trace import Trace

Sequences = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair that is present and that a merge of this rank would replace by the token ``id``."""

    rank: int
    left: int
    right: int
    id: int
    count: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One merge: the ids of each chunk before it, the candidates by rank, the tokens it made.

    The first candidate is the chosen one. ``step`` is the step of a Trace that shows the result.
    """

    before: Sequences
    candidates: tuple[Candidate, ...]
    made: int
    step: int

    @property
    def chosen(self) -> Candidate:
        """The candidate of lowest rank."""
        return self.candidates[0]


@dataclass(frozen=True, slots=True)
class Replay:
    """All turns, and the ids of each chunk after the last."""

    turns: tuple[Turn, ...]
    final: Sequences

    def state(self, turn: int) -> Sequences:
        """The ids of each chunk after so many turns: 0 is the base symbols."""
        return self.turns[turn].before if turn < len(self.turns) else self.final

    def turn_at(self, step: int) -> int:
        """How many turns are done at a step of the Trace."""
        return sum(turn.step <= step for turn in self.turns)


def replay(trace: Trace) -> Replay:
    """Encode the text of a trace again, turn by turn.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low lower", mode="byte", num_merges=3)
    >>> done = replay(tok.trace("low"))
    >>> [(turn.chosen.rank, [c.rank for c in turn.candidates]) for turn in done.turns]
    [(0, [0]), (1, [1])]
    >>> done.final
    ((257,),)
    """
    tok = trace.tokenizer
    sequences = _base_sequences(trace)
    turns: list[Turn] = []
    ranks, step = _ranks(tok), 0
    while candidates := _candidates(tok, sequences, ranks):
        best = candidates[0]
        step = max(step, best.rank + 1)
        after = tuple(_replaced(sequence, best) for sequence in sequences)
        made = sum(map(len, sequences)) - sum(map(len, after))
        turns.append(Turn(sequences, candidates, made, step))
        sequences = after
    return Replay(tuple(turns), sequences)


def _base_sequences(trace: Trace) -> Sequences:
    """The base symbols of each chunk; a chunk that is a token as a whole is not taken apart."""
    symbols, tok = trace.symbols, trace.tokenizer
    whole = {(start, end): token_id for start, end, _, token_id in trace.pinned}
    chunks = []
    for start, end in trace.chunks:
        ids = tuple(symbols[start:end])
        if (start, end) in whole and _is_whole(tok, ids):
            ids = (whole[start, end],)
        chunks.append(ids)
    return tuple(chunks)


def _is_whole(tok: Tokenizer, ids: tuple[int, ...]) -> bool:
    if not tok._whole:
        return False
    # Only tokenizers of bytes have such chunks.
    return b"".join(as_bytes(tok.vocabulary[i]) for i in ids).decode("latin-1") in tok._whole


def _ranks(tok: Tokenizer) -> dict[tuple[int, int], int]:
    ranks: dict[tuple[int, int], int] = {}
    for rank, merge in enumerate(tok.merges):
        ranks.setdefault((merge.left, merge.right), rank)
    return ranks


def _candidates(
    tok: Tokenizer, sequences: Sequences, ranks: dict[tuple[int, int], int]
) -> tuple[Candidate, ...]:
    counts = Counter(pair for sequence in sequences for pair in pairwise(sequence))
    found = [
        Candidate(ranks[pair], *pair, tok.merges[ranks[pair]].id, n)
        for pair, n in counts.items()
        if pair in ranks
    ]
    return tuple(sorted(found, key=lambda candidate: candidate.rank))


def _replaced(sequence: tuple[int, ...], best: Candidate) -> tuple[int, ...]:
    result, i = [], 0
    while i < len(sequence):
        if sequence[i : i + 2] == (best.left, best.right):
            result.append(best.id)
            i += 2
        else:
            result.append(sequence[i])
            i += 1
    return tuple(result)
