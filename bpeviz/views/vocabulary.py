"""Views of the page Vocabulary: how a text uses tokens, the table of tokens, an entry."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import islice

import pandas as pd

from bpeviz import Trace
from bpeviz.engine.base import Symbol
from bpeviz.studies.entries import Entry, text_of
from bpeviz.studies.places import spans_of
from bpeviz.studies.usage import Lifespans, lifespans

from .encode import hexed
from .glyphs import visible
from .tokens import chip, line

IN_USE, MERGED, UNSEEN = "in use", "merged away", "unseen"


@dataclass(frozen=True)
class Usage:
    """How a text uses the tokens of its tokenizer."""

    trace: Trace

    @cached_property
    def lifespans(self) -> Lifespans:
        return lifespans(self.trace)

    def counts(self, step: int) -> dict[int, int]:
        """How often each token stands in the text at a step; tokens that do not are left out."""
        found = {
            token_id: sum(n for born, gone, n in spans if born <= step < gone)
            for token_id, spans in self.lifespans.items()
        }
        return {token_id: n for token_id, n in found.items() if n}

    @cached_property
    def final(self) -> dict[int, int]:
        return self.counts(self.trace.steps)

    def status(self, token_id: int) -> str:
        """Whether the final segmentation uses a token, and if not, why."""
        if token_id in self.final:
            return IN_USE
        return MERGED if self.lifespans.get(token_id) else UNSEEN


#: Orders of the table: name -> key of an entry, given how often the text uses it.
SORTS: dict[str, Callable[[Entry, int], tuple[int, ...]]] = {
    "Newest first": lambda entry, used: (-entry.step, entry.id),
    "By id": lambda entry, used: (entry.id,),
    "Longest first": lambda entry, used: (-entry.length, entry.id),
    "Most used first": lambda entry, used: (-used, entry.id),
    "Least used first": lambda entry, used: (used, -entry.step, entry.id),
}


def in_order(found: Sequence[Entry], order: str, usage: Usage) -> list[Entry]:
    """The entries in one of the SORTS."""
    key = SORTS[order]
    return sorted(found, key=lambda entry: key(entry, usage.final.get(entry.id, 0)))


def table(found: Sequence[Entry], usage: Usage, step: int) -> pd.DataFrame:
    """The entries as a table.

    Columns: id, token, bytes (hex), length, step, left, right, made, used (in the final
    segmentation of the text), now (at ``step``), status.
    """
    v, now = usage.trace.tokenizer.vocabulary, usage.counts(step)
    rows = [
        (e.id, visible(e.symbol), hexed(e.symbol), e.length, e.step, *_parts(e, v), e.made,
         usage.final.get(e.id, 0), now.get(e.id, 0), usage.status(e.id))
        for e in found
    ]  # fmt: skip
    names = "id token bytes length step left right made used now status"
    frame = pd.DataFrame(rows, columns=names.split())
    return frame.astype({"made": "Int64"})


def _parts(entry: Entry, vocabulary: Mapping[int, Symbol]) -> tuple[str, str]:
    if entry.parts is None:
        return "", ""
    left, right = entry.parts
    return visible(vocabulary[left]), visible(vocabulary[right])


# --- one entry ----------------------------------------------------------------------------------


def named_code_points(entry: Entry, limit: int = 12) -> str:
    """The code points of a token with their names, a line each.

    >>> print(named_code_points(Entry(256, "é".encode(), 1, (195, 169), 1)))
    U+00E9 LATIN SMALL LETTER E WITH ACUTE
    """
    text = text_of(entry.symbol)
    if text is None:
        return "Its bytes are not whole characters."
    lines = [f"U+{ord(c):04X} {unicodedata.name(c, 'no name')}" for c in text[:limit]]
    return "\n".join(lines + ([f"and {len(text) - limit} more"] if len(text) > limit else []))


def contexts_html(
    trace: Trace, token_id: int, step: int, *, limit: int = 5, width: int = 28
) -> str:
    """The first places of a token in a text at a step, each with some text around it."""
    found = islice((i for i, one in enumerate(trace.ids(step)) if one == token_id), limit)
    tok = trace.tokenizer
    marked = chip(token_id, tok.vocabulary[token_id], marked=True, tokenizer=tok)
    rows = []
    for start, end in spans_of(trace, list(found), step):
        before = escape(visible(trace.text[max(0, start - width) : start]))
        after = escape(visible(trace.text[end : end + width]))
        rows.append(line(f'<span class="bpe-near">{before}</span>{marked}'
                         f'<span class="bpe-near">{after}</span>'))  # fmt: skip
    return "".join(rows)
