"""Views of the Languages page: what a text costs in many languages, as table and charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import altair as alt
import pandas as pd

from bpeviz import Trace, respell
from bpeviz.engine.measures import Cost, changed_characters, costs, sizes, word_costs
from bpeviz.engine.text import normalize

from .spelling import NAMES

REFERENCE = "English"
_ROW_HEIGHT = 17
#: Bars of the reference, of the language beside it, of a person's own texts, of the others.
KINDS = ("reference", "beside", "own", "other")
#: Of words and rules on a light and on a dark ground; Vega itself would write black on both.
_INK = {False: "#16181d", True: "#f1f3f7"}
_COLOURS = ("#d9622b", "#5b6ee0", "#14967f", "#8a93a6")


@dataclass(frozen=True)
class Row:
    """A text in a language. ``own``: a person added it."""

    language: str
    text: str
    script: str = ""
    own: bool = False


def named(rows: Sequence[Row]) -> list[Row]:
    """Give rows of one name different names, so that each keeps a bar of its own.

    >>> [row.language for row in named([Row("Igbo", "a"), Row("Igbo", "b")])]
    ['Igbo', 'Igbo (2)']
    """
    seen: set[str] = set()
    found = []
    for row in rows:
        name, n = row.language, 1
        while name in seen:
            n += 1
            name = f"{row.language} ({n})"
        seen.add(name)
        found.append(Row(name, row.text, row.script, row.own))
    return found


def measured(traces: Sequence[Trace], rows: Sequence[Row], step: int) -> list[Cost]:
    """The cost of each row at a step (or at the last), English as the reference."""
    names = [row.language for row in rows]
    reference = names.index(REFERENCE) if REFERENCE in names else None
    tokens = [trace.token_counts[min(step, trace.steps)] for trace in traces]
    return costs(tokens, [_sizes(row.text) for row in rows], reference)


def graphemes(row: Row) -> int:
    """The number of graphemes of a row's text."""
    return _sizes(row.text).graphemes


_sizes = lru_cache(maxsize=512)(sizes)
_changed = lru_cache(maxsize=512)(changed_characters)


def spellings(rows: Sequence[Row]) -> list[list[int]]:
    """Group the rows that are one text of one language: NFC makes them equal.

    A person's own texts stay apart. Returns indices of rows.

    >>> spellings([Row("é", "e\\u0301"), Row("a", "a"), Row("é (NFC)", "\\u00e9")])
    [[0, 2], [1]]
    """
    found: dict[tuple[str, int], list[int]] = {}
    for i, row in enumerate(rows):
        apart = i + 1 if row.own else 0
        found.setdefault((normalize(row.text, "NFC"), apart), []).append(i)
    return list(found.values())


def table(
    rows: Sequence[Row], traces: Sequence[Trace], step: int, beside: str = ""
) -> pd.DataFrame:
    """One row a language, the cheapest first; of several spellings ``beside``, or the first.

    Columns: rank, language, script, tokens, bytes, characters, graphemes, tokens per grapheme,
    tokens per word, one-token words (a share), premium (tokens against English), changed
    (characters that normalization changed), unknown (tokens outside the base vocabulary), also
    (what its other spellings cost), other (the premium of the first of them).
    """
    costs = measured(traces, rows, step)
    found = []
    for group in spellings(rows):
        first = next((i for i in group if rows[i].language == beside), group[0])
        others = [i for i in group if i != first]
        found.append(
            _facts(rows[first], traces[first], costs[first], step)
            | {
                "also": "; ".join(f"{rows[i].language}: {costs[i].tokens:,}" for i in others),
                "other": costs[others[0]].premium if others else None,
            }
        )
    frame = pd.DataFrame(found).sort_values("tokens", kind="stable", ignore_index=True)
    frame.insert(0, "rank", frame["tokens"].rank(method="min").astype(int))
    return frame


def _facts(row: Row, trace: Trace, cost: Cost, step: int) -> dict[str, Any]:
    at = min(step, trace.steps)
    words = word_costs(trace, at)
    return {
        "language": row.language,
        "script": row.script,
        "tokens": cost.tokens,
        "bytes": cost.sizes.bytes,
        "characters": cost.sizes.characters,
        "graphemes": cost.sizes.graphemes,
        "tokens per grapheme": cost.tokens_per_grapheme,
        "tokens per word": words.tokens_per_word,
        "one-token words": words.whole_share,
        "premium": cost.premium,
        "changed": _changed(row.text, trace.tokenizer.normalization, trace.tokenizer.spelling),
        "unknown": _unknown(trace, at),
    }


def counted(frame: pd.DataFrame) -> str:
    """How many languages there are, which are spelled in two ways, and what the bars can say.

    >>> counted(pd.DataFrame({"language": ["Igbo", "Yorùbá (NFD)"], "also": ["", "x: 3"]}))
    '2 languages, one short text each: that is noisy, and another text would rank some otherwise. \
Yorùbá is counted once: the line in its row is its other spelling.'
    """
    words = (
        f"{len(frame)} languages, one short text each: that is noisy, and another text would rank "
        "some otherwise."
    )
    for name in frame["language"][frame["also"] != ""]:
        language = name.split(" (")[0]
        words += f" {language} is counted once: the line in its row is its other spelling."
    return words


def prepared(rows: Sequence[Row], spelling: str | None, form: str | None) -> str:
    """What a spelling, and then a normal form, did to the texts before encoding; "" without both.

    >>> prepared([Row("a", "a"), Row("b", "o\\u0323\\u0300")], "dots", "NFC")
    'Before encoding, the spelling “dots only” changed 1 of 2 texts. \
NFC changed characters in 1 of 2 texts; the table says how many.'
    >>> prepared([Row("a", "a")], None, None)
    ''
    """
    said = []
    if spelling:
        changed = sum(respell(row.text, spelling)[0] != row.text for row in rows)
        said.append(f"the spelling “{NAMES[spelling]}” changed {changed} of {len(rows)} texts.")
    if form:
        changed = sum(_changed(row.text, form, spelling) > 0 for row in rows)
        words = f"{form} changed characters in {changed} of {len(rows)} texts"
        said.append(f"{words}; the table says how many.")
    return f"Before encoding, {' '.join(said)}" if said else ""


def _unknown(trace: Trace, step: int) -> int:
    """How many tokens cannot be encoded; only an alphabet that lacks something has any."""
    if len(trace.tokenizer.base.vocabulary) == 256 and not trace.tokenizer.base.in_characters:
        return 0
    return sum(token_id < 0 for token_id in trace.ids(step))


def ranks(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The rank of each language by what was trained on, and the premium.

    ``tables``: trainer -> what ``table`` gave. Columns: language, then for each trainer
    "rank: ..." and "premium: ...".
    """
    found: pd.DataFrame | None = None
    for trainer, frame in tables.items():
        part = frame[["language", "rank", "premium"]].rename(
            columns={"rank": f"rank: {trainer}", "premium": f"premium: {trainer}"}
        )
        found = part if found is None else found.merge(part, on="language")
    return pd.DataFrame() if found is None else found


def moved(frame: pd.DataFrame, before: pd.DataFrame) -> pd.DataFrame:
    """Add a column: how many ranks each language moved against another table.

    >>> one = pd.DataFrame({"language": ["a", "b"], "rank": [1, 2]})
    >>> two = pd.DataFrame({"language": ["b", "a"], "rank": [1, 2]})
    >>> moved(one, two)["moved"].tolist()
    ['▲ 1', '▼ 1']
    """
    old = before.set_index("language")["rank"]
    change = [
        int(old[name]) - rank for name, rank in zip(frame["language"], frame["rank"], strict=True)
    ]
    words = [f"▲ {n}" if n > 0 else f"▼ {-n}" if n < 0 else "" for n in change]
    return frame.assign(moved=words)


# --- charts ---------------------------------------------------------------------------------------


def bars(frame: pd.DataFrame, kinds: Mapping[str, str], *, dark: bool = False) -> dict[str, Any]:
    """The premium of each language as a bar, the cheapest first, with the number at its end.

    ``kinds``: language -> one of KINDS, "other" for the rest; ``dark``: on a dark ground.
    """
    shown = frame[["language", "premium", "tokens", "also", "other"]].assign(
        kind=[kinds.get(name, "other") for name in frame["language"]],
        label=[f"{premium:.2f}×" for premium in frame["premium"]],
    )
    base = alt.Chart(shown).encode(
        x=alt.X(
            "premium:Q",
            title="Tokens against English",
            scale=alt.Scale(zero=True),
            axis=alt.Axis(tickCount=8),
        ),
        y=alt.Y(
            "language:N",
            sort=None,
            title=None,
            axis=alt.Axis(labelLimit=170, labelOverlap=False, labelFlush=False),
        ),
    )
    drawn = base.mark_bar().encode(color=_colour(), tooltip=_tips())
    labels = base.mark_text(align="left", dx=4, color=_INK[dark]).encode(text="label:N")
    rule = alt.Chart(pd.DataFrame({"x": [1]})).mark_rule(strokeDash=[4, 3], color=_INK[dark])
    ticks = (
        base.transform_filter("isValid(datum.other)")
        .mark_tick(thickness=3, color=_INK[dark])
        .encode(x="other:Q", tooltip="also:N")
    )
    chart = alt.layer(drawn, rule.encode(x="x:Q"), labels, ticks)
    return chart.properties(height=_ROW_HEIGHT * len(shown)).to_dict()


def _colour() -> alt.Color:
    scale = alt.Scale(domain=list(KINDS), range=list(_COLOURS))
    return alt.Color("kind:N", scale=scale, legend=None)


def _tips() -> list[alt.Tooltip]:
    return [
        alt.Tooltip("language:N"),
        alt.Tooltip("tokens:Q", format=","),
        alt.Tooltip("premium:Q", title="against English", format=".3f"),
    ]


def ranking(
    tables: Mapping[str, pd.DataFrame], kinds: Mapping[str, str], *, dark: bool = False
) -> dict[str, Any]:
    """The rank of each language under each trainer, joined by a line; rank 1 is the cheapest.

    ``tables``: trainer -> what ``table`` gave; the rest as for ``bars``.
    """
    shown = _places(tables, kinds)
    order = list(tables)
    base = alt.Chart(shown).encode(
        x=alt.X(
            "trainer:N",
            sort=order,
            title=None,
            axis=alt.Axis(orient="top", labelAngle=0, labelLimit=220),
        ),
        y=alt.Y("place:Q", axis=None, scale=alt.Scale(reverse=True, zero=False, padding=12)),
        detail="language:N",
    )
    thick = alt.condition("datum.kind == 'other'", alt.value(1), alt.value(3))
    lines = base.mark_line().encode(color=_colour(), strokeWidth=thick)
    tips = [alt.Tooltip("trainer:N", title="trained on"), alt.Tooltip("place:Q", title="rank")]
    points = base.mark_point(filled=True, size=50, opacity=1)
    points = points.encode(color=_colour(), tooltip=[*tips, *_tips()])
    ends: tuple[tuple[str, dict[str, Any]], ...]
    ends = ((order[0], {"align": "right", "dx": -8}), (order[-1], {"align": "left", "dx": 8}))
    names = [
        base.transform_filter(alt.datum.trainer == trainer)
        .mark_text(color=_INK[dark], **place)
        .encode(text="language:N")
        for trainer, place in ends
    ]
    height = _ROW_HEIGHT * len(shown) // len(order)
    return alt.layer(lines, points, *names).properties(height=height).to_dict()


def _places(tables: Mapping[str, pd.DataFrame], kinds: Mapping[str, str]) -> pd.DataFrame:
    return pd.concat(
        frame[["language", "premium", "tokens"]].assign(
            trainer=trainer,
            place=range(1, len(frame) + 1),
            kind=[kinds.get(name, "other") for name in frame["language"]],
        )
        for trainer, frame in tables.items()
    )
