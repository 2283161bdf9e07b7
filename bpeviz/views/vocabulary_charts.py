"""Charts of the page Vocabulary, and what a vocabulary costs in parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from bpeviz import Tokenizer

from .charts import Chart, sampled
from .glyphs import visible
from .vocabulary import Usage


def history_spec(values: Sequence[int], step: int, height: int = 160) -> dict[str, Any]:
    """How often a token stands in the text at each step, as Vega-Lite; a rule at ``step``.

    >>> history_spec([3, 1], 1)["layer"][0]["data"]["values"]
    [{'step': 0, 'count': 3}, {'step': 1, 'count': 1}]
    """
    rows = [{"step": k, "count": values[k]} for k in sampled(values)]
    x = {"field": "step", "type": "quantitative", "title": "Merge step", "scale": {"nice": False}}
    y = {"field": "count", "type": "quantitative", "title": "Count", "axis": {"tickMinStep": 1}}
    line = {"type": "line", "interpolate": "step-after", "strokeWidth": 2, "tooltip": True}
    rule = {"type": "rule", "strokeDash": [4, 3], "strokeWidth": 1.5, "color": "#888888"}
    return {
        "height": height,
        "layer": [
            {"data": {"values": rows}, "mark": line, "encoding": {"x": x, "y": y}},
            {"data": {"values": [{"step": step}]}, "mark": rule, "encoding": {"x": x}},
        ],
    }


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
) -> Chart:
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
