"""The pairs of a text at a step, ranked: what training chooses from, and what it chooses."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from ..engine.tokenizer import Trace
from ..engine.vocabulary import Merge


@dataclass(frozen=True)
class Ranking:
    """The most frequent pairs at a step with their counts, the next merge's pair first.

    ``different`` pairs there are, ``total`` occurrences of them; ``upcoming`` is the next merge and
    ``tied`` the number of other pairs that are as frequent as its pair.
    """

    ranked: list[tuple[tuple[int, int], int]]
    different: int
    total: int
    upcoming: Merge | None
    tied: int

    @property
    def top(self) -> int:
        """How often the next merge's pair stands in the text: 0 where it does not."""
        first = self.ranked[0] if self.ranked else None
        chosen = self.upcoming and (self.upcoming.left, self.upcoming.right)
        return first[1] if first and first[0] == chosen else 0


def ranking(trace: Trace, step: int, limit: int = 200) -> Ranking:
    """Rank the pairs of a text at a step, ``limit`` of them at most.

    >>> import bpeviz
    >>> trace = bpeviz.train("ababbc", mode="byte", num_merges=1).trace("ababbc")
    >>> found = ranking(trace, 0, limit=2)
    >>> found.ranked, found.different, found.total, found.top, found.tied
    ([((97, 98), 2), ((98, 97), 1)], 4, 5, 2, 0)
    """
    counts = trace.pair_counts(step)
    upcoming = trace.tokenizer.merges[step] if step < trace.steps else None
    chosen = (upcoming.left, upcoming.right) if upcoming else None
    by_count = sorted(counts.items(), key=itemgetter(1), reverse=True)[:limit]
    if chosen in counts:
        others = [entry for entry in by_count if entry[0] != chosen]
        by_count = [(chosen, counts[chosen]), *others][:limit]
    tied = sum(n == counts.get(chosen) for n in counts.values()) - 1 if chosen in counts else 0
    return Ranking(by_count, len(counts), sum(counts.values()), upcoming, tied)
