"""What further training has changed: tokens of a text before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ..engine.base import Symbol
from ..engine.tokenizer import Tokenizer, Trace

__all__ = ["Change", "change"]


class Change(NamedTuple):
    """Tokens of a text under the earlier and the later tokenizer; ``changed``: of the earlier ones,
    those that are no token any more.
    """

    before: int
    after: int
    changed: int

    @property
    def saved(self) -> int:
        """How many tokens fewer the text has."""
        return self.before - self.after


def change(earlier: Tokenizer, later: Tokenizer, text: str | Sequence[str]) -> Change:
    """Return what becomes of a text's tokens by the merges that ``later`` has besides.

    >>> import bpeviz
    >>> start = bpeviz.train("low low", num_merges=1)
    >>> change(start, bpeviz.train("wide wide", num_merges=3, start=start), "low wide")
    Change(before=7, after=4, changed=4)
    """
    before, after = (tok.trace(text, unknown="keep") for tok in (earlier, later))
    places = set(_places(after))
    changed = sum(place not in places for place in _places(before))
    return Change(before.token_counts[-1], after.token_counts[-1], changed)


def _places(trace: Trace) -> list[tuple[int, Symbol]]:
    """Each token with where it ends, counted in bytes or characters."""
    tokens = trace.tokens(trace.steps)
    return list(zip(accumulate(map(len, tokens)), tokens, strict=True))
