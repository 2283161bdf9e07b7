"""Charts of the Explore page: curves over the steps, where a click moves the step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import altair as alt
import pandas as pd
import pyarrow as pa

from bpeviz import Trace

# What Altair says that layers give.
Chart = alt.LayerChart | alt.FacetChart

# Above this many steps a curve is drawn through this many of them; more cannot be seen.
_POINTS = 400
PICK = "pick"


def tokens_per_byte(trace: Trace) -> list[float]:
    """Tokens per UTF-8 byte of the text, at each step: K+1 numbers."""
    size = len(trace.text.encode("utf-8"))
    return [count / size if size else 0.0 for count in trace.token_counts]


def sampled(values: Sequence[float], points: int = _POINTS) -> list[int]:
    """The steps at which a curve is drawn, 0 and the last among them.

    >>> sampled([1.0] * 5), len(sampled([0.0] * 10_000)) <= 401
    ([0, 1, 2, 3, 4], True)
    """
    last = len(values) - 1
    if last <= points:
        return list(range(last + 1))
    return sorted({round(i * last / points) for i in range(points + 1)})


def curves(
    series: Mapping[str, Sequence[float]],
    step: int | None,
    title: str,
    *,
    height: int = 220,
    number: str = ",.3~r",
    whole: bool = False,
) -> Chart:
    """Lines over the steps, one a series; a click picks a step. A rule stands at ``step``, if any.

    ``series``: name -> one value a step (K+1 of them; series may end at different steps).
    ``whole``: the values are counts, so no mark of the axis stands between two of them.
    """
    frame = pd.DataFrame(_columns(series))
    x = alt.X("step:Q", title="Merge step", scale=alt.Scale(nice=False, zero=True))
    colour = alt.Color(
        "text:N",
        title=None,
        sort=None,
        legend=alt.Legend(orient="top") if len(series) > 1 else None,
    )
    axis = alt.Axis(format=",d", tickMinStep=1) if whole else alt.Axis()
    pick = alt.selection_point(name=PICK, encodings=["x"], nearest=True, on="click", empty=False)
    base = alt.Chart(frame).encode(
        x=x, y=alt.Y("value:Q", title=title, scale=alt.Scale(zero=False), axis=axis)
    )
    lines = base.mark_line(strokeWidth=2, interpolate="step-after").encode(color=colour)
    points = (
        base.mark_point(opacity=0, size=60)
        .encode(
            tooltip=[
                alt.Tooltip("step:Q", title="step", format=","),
                alt.Tooltip("value:Q", title=title, format=number),
                alt.Tooltip("text:N", title="text"),
            ]
        )
        .add_params(pick)
    )
    if step is None:
        return alt.layer(lines, points).properties(height=height)
    cursor = (
        alt.Chart(pd.DataFrame({"step": [step]}))
        .mark_rule(strokeDash=[4, 3], strokeWidth=1.5, color="#888888")
        .encode(x="step:Q")
    )
    return alt.layer(lines, cursor, points).properties(height=height)


def points(series: Mapping[str, Sequence[float]]) -> pa.Table:
    """The points of ``curves``: step, value and text, one row a point."""
    return pa.table(_columns(series))


def spec(points: pa.Table, step: int | None, title: str, **options: object) -> dict[str, Any]:
    """The chart of ``curves`` as a Vega-Lite dict, in a fraction of the time; its data as Arrow.

    The ``points`` can be kept while the step moves.

    >>> chart = spec(points({"Corpus": [1.0, 0.5]}), 1, "Tokens per byte")
    >>> chart["layer"][1]["mark"]["type"]
    'rule'
    """
    series = points["text"].unique()
    fixed = _without_data(len(series), step is not None, title, tuple(options.items()))
    if step is None:  # Then all layers share one set of data.
        return fixed | {"datasets": {fixed["data"]["name"]: points}}
    lines, cursor = (layer["data"]["name"] for layer in fixed["layer"][:2])
    return fixed | {"datasets": {lines: points, cursor: pa.table({"step": [step]})}}


@lru_cache(maxsize=64)
def _without_data(series: int, cursor: bool, title: str, options: tuple) -> dict[str, Any]:
    """A chart of so many series; Altair takes 15 ms to make one, too much for every step."""
    step = 0 if cursor else None
    return curves({str(n): [0.0] for n in range(series)}, step, title, **dict(options)).to_dict()


def _columns(series: Mapping[str, Sequence[float]]) -> dict[str, list[Any]]:
    picked = [(name, values, k) for name, values in series.items() for k in sampled(values)]
    return {
        "step": [k for _, _, k in picked],
        "value": [values[k] for _, values, k in picked],
        "text": [name for name, _, _ in picked],
    }


def picked(event: Mapping | None) -> int | None:
    """The step that a click on a chart picked.

    >>> picked({"selection": {"pick": [{"step": 7}]}}), picked({"selection": {"pick": []}})
    (7, None)
    """
    chosen = (event or {}).get("selection", {}).get(PICK) or []
    step = chosen[0].get("step") if chosen else None
    return None if step is None else int(step)
