"""Views of the page Vocabulary: the table of tokens, an entry, and the charts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

import altair as alt
import pandas as pd

from bpeviz import Tokenizer, Trace
from bpeviz.engine.entries import Entry, text_of
from bpeviz.engine.usage import Lives, lives

from .charts import sampled
from .encode import hexed
from .glyphs import visible
from .tokens import chip, line

IN_USE, MERGED, UNSEEN = "in use", "merged away", "unseen"


@dataclass(frozen=True)
class Usage:
    """How a text uses the tokens of its tokenizer."""

    trace: Trace

    @cached_property
    def lives(self) -> Lives:
        return lives(self.trace)

    def counts(self, step: int) -> dict[int, int]:
        """How often each token stands in the text at a step; tokens that do not are left out."""
        found = {
            token_id: sum(n for born, gone, n in spans if born <= step < gone)
            for token_id, spans in self.lives.items()
        }
        return {token_id: n for token_id, n in found.items() if n}

    @cached_property
    def final(self) -> dict[int, int]:
        return self.counts(self.trace.steps)

    def status(self, token_id: int) -> str:
        """Whether the final segmentation uses a token, and if not, why."""
        if token_id in self.final:
            return IN_USE
        return MERGED if self.lives.get(token_id) else UNSEEN


#: Orders of the table: name -> key of an entry, given how often the text uses it.
SORTS: dict[str, Callable[[Entry, int], object]] = {
    "Newest first": lambda entry, used: (-entry.step, entry.id),
    "By id": lambda entry, used: entry.id,
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


def _parts(entry: Entry, vocabulary: Mapping[int, object]) -> tuple[str, str]:
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
    places = [i for i, found in enumerate(trace.ids(step)) if found == token_id][:limit]
    spans, symbols = trace.spans(step), trace.tokens(step)
    rows = []
    for place in places:
        start, end = spans[place]
        before = escape(visible(trace.text[max(0, start - width) : start]))
        after = escape(visible(trace.text[end : end + width]))
        marked = chip(token_id, symbols[place], marked=True)
        rows.append(line(f'<span class="bpe-near">{before}</span>{marked}'
                         f'<span class="bpe-near">{after}</span>'))  # fmt: skip
    return "".join(rows)


# --- charts -------------------------------------------------------------------------------------


def rank_frequency(usage: Usage, steps: Mapping[str, int], height: int = 340) -> alt.Chart:
    """How often the tokens of a text occur, by their place, on logarithmic axes.

    ``steps``: name of a curve -> step at which it counts.
    """
    frame = pd.DataFrame(
        [
            (place + 1, ranked[place][1], _label(usage.trace.tokenizer, ranked[place][0]), name)
            for name, step in steps.items()
            for ranked in [sorted(usage.counts(step).items(), key=lambda item: -item[1])]
            for place in _spread(len(ranked))
        ],
        columns=["place", "count", "token", "at"],
    )
    logarithmic = alt.Scale(type="log", nice=False)
    return (
        alt.Chart(frame)
        .mark_line(point={"filled": True, "size": 18}, strokeWidth=1.5)
        .encode(
            x=alt.X("place:Q", title="Place by frequency", scale=logarithmic),
            y=alt.Y("count:Q", title="Count in the text", scale=logarithmic),
            color=alt.Color("at:N", title=None, sort=list(steps), legend=alt.Legend(orient="top")),
            tooltip=["token:N", "count:Q", "place:Q", "at:N"],
        )
        .properties(height=height)
    )


def _label(tok: Tokenizer, token_id: int) -> str:
    return "no id" if token_id == -1 else visible(tok.vocabulary[token_id])


def _spread(count: int, points: int = 300) -> list[int]:
    """Indices that look evenly spread on a logarithmic axis: all at first, fewer and fewer."""
    if count <= points:
        return list(range(count))
    tail = {round(points / 3 * (count / (points / 3)) ** (i / points)) for i in range(points + 1)}
    return sorted({*range(points // 3), *(i for i in tail if i < count), count - 1})


def size_curves(
    sizes: Sequence[int],
    series: Mapping[str, Sequence[float]],
    current: int,
    title: str,
    number: str,
    height: int = 260,
) -> alt.LayerChart:
    """Curves over the vocabulary size, with a rule at the size of the current step.

    ``sizes``: the vocabulary size at each step; a series has one value a step.
    """
    frame = pd.DataFrame(
        [(sizes[k], values[k], name) for name, values in series.items() for k in sampled(values)],
        columns=["size", "value", "text"],
    )
    x = alt.X("size:Q", title="Vocabulary size", scale=alt.Scale(zero=False, nice=False))
    lines = (
        alt.Chart(frame)
        .mark_line(strokeWidth=2)
        .encode(
            x=x,
            y=alt.Y("value:Q", title=title, scale=alt.Scale(zero=False), axis={"format": number}),
            color=alt.Color(
                "text:N",
                title=None,
                sort=list(series),
                legend=alt.Legend(orient="top", columns=1, labelLimit=0),
            ),
            tooltip=[
                alt.Tooltip("size:Q", format=","),
                alt.Tooltip("value:Q", format=number),
                "text:N",
            ],
        )
    )
    rule = (
        alt.Chart(pd.DataFrame({"size": [current]}))
        .mark_rule(strokeDash=[4, 3], strokeWidth=1.5, color="#888888")
        .encode(x="size:Q")
    )
    return alt.layer(lines, rule).properties(height=height)


#: Vocabulary sizes of models that many know, special tokens included.
KNOWN_SIZES = {"GPT-2": 50_257, "GPT-4 (cl100k)": 100_277, "GPT-4o (o200k)": 200_019}


def layer_costs(sizes: Mapping[str, int], width: int, tied: bool) -> pd.DataFrame:
    """What the embedding and the output layer cost in parameters.

    ``sizes``: name -> vocabulary size; ``tied``: both layers share their weights. Columns:
    vocabulary, tokens, embedding, output, together (parameters), memory (MB at 2 bytes each).

    >>> layer_costs({"GPT-2": 50_257}, 768, tied=True)["together"].tolist()
    [38597376]
    """
    rows = []
    for name, size in sizes.items():
        embedding = size * width
        output = 0 if tied else embedding
        rows.append((name, size, embedding, output, embedding + output, (embedding + output) / 5e5))
    names = "vocabulary tokens embedding output together memory"
    return pd.DataFrame(rows, columns=names.split())
