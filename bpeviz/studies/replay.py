"""Replay: encoding done slowly, by its definition, with every choice that it makes.

At each turn all pairs that are present and have a rank are candidates; the one of lowest rank is
merged, from left to right; then the next turn begins. ``Tokenizer.encode`` gives the same tokens
faster. Here every turn looks at the whole text, so keep the text short.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from ..engine.forest import Forest
from ..engine.tokenizer import Trace
from ..formats.loaded import whole_chunks


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
    """One merge: the codes of each chunk before it, the candidates by rank, the tokens it made.

    The first candidate is the chosen one. ``step`` is the step of a Trace that shows the result.
    """

    before: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    made: int
    step: int

    @property
    def chosen(self) -> Candidate:
        """The candidate of lowest rank."""
        return self.candidates[0]


@dataclass(frozen=True, slots=True)
class Replay:
    """All turns, the codes of each chunk after the last, and the forest that knows the codes."""

    turns: tuple[Turn, ...]
    final: tuple[str, ...]
    forest: Forest

    def state(self, turn: int) -> tuple[str, ...]:
        """The codes of each chunk after so many turns: 0 is the base symbols."""
        return self.turns[turn].before if turn < len(self.turns) else self.final

    def ids(self, turn: int) -> list[list[int]]:
        """The ids of each chunk after so many turns."""
        return [[self.forest.ids[code] for code in chunk] for chunk in self.state(turn)]

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
    >>> done.ids(0), done.ids(2)
    ([[108, 111, 119]], [[257]])
    """
    forest = trace.forest.child()
    chunks, turns, step = _chunks(trace, forest), [], 0
    while found := _candidates(chunks, forest):
        rank, before = found[0].rank, chunks
        step = max(step, rank + 1)
        chunks = [chunk.replace(forest.pairs[rank], forest.products[rank]) for chunk in chunks]
        made = sum(map(len, before)) - sum(map(len, chunks))
        turns.append(Turn(tuple(before), found, made, step))
    return Replay(tuple(turns), tuple(chunks), forest)


def _chunks(trace: Trace, forest: Forest) -> list[str]:
    """The codes of each chunk; one that is a token as a whole is not taken apart."""
    codes, whole = trace.codes(0), whole_chunks(trace.tokenizer)
    chunks = [codes[start:end] for start, end in trace.chunks]
    found = {data.decode("latin-1"): (token_id, data) for data, (_, token_id) in whole.items()}
    one = {chunk: forest.add(*found[chunk]) for chunk in found.keys() & set(chunks)}
    return [one.get(chunk, chunk) for chunk in chunks]


def _candidates(chunks: list[str], forest: Forest) -> tuple[Candidate, ...]:
    counts = Counter(left + right for chunk in chunks for left, right in pairwise(chunk))
    ids = forest.ids
    found = [
        Candidate(rank, ids[pair[0]], ids[pair[1]], ids[forest.products[rank]], n)
        for pair, n in counts.items()
        if (rank := forest.ranks.get(pair)) is not None
    ]
    return tuple(sorted(found, key=lambda candidate: candidate.rank))
