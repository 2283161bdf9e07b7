"""The parts of the Explore page that need Streamlit's widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any
from weakref import ref

import pandas as pd
import pyarrow as pa
import streamlit as st

from bpeviz import BPEError, Tokenizer, Trace
from bpeviz.views import charts, tables
from bpeviz.views.glyphs import visible
from bpeviz.views.token_table import html as tokens_as_table
from bpeviz.views.tokens import shortened

from .. import registry
from ..corpus import reading
from ..links.moves import go_to
from ..registry import Edited, Key
from ..scrubber import panes
from ..scrubber.merges_list import merges_list
from ..step import SHARED
from ..text import plain
from ..tokenizers import in_use
from ..widgets import download

_COLUMNS = {
    "left": st.column_config.TextColumn("Left", width="small"),
    "right": st.column_config.TextColumn("Right", width="small"),
    "token": st.column_config.TextColumn("Token", width="small"),
    "count": st.column_config.NumberColumn("Count", format="localized", width="small"),
}
_PAIR_COLUMNS = _COLUMNS | {
    "mark": st.column_config.TextColumn("", width=60),
    "share": st.column_config.NumberColumn("Share", format="percent", width="small"),
}


TEXTS = ["Corpus", "Another text"]
TABS = ["Charts", "Merges so far", "Pair counts", "Token table", "Pictures"]
registry.enter(
    "explore",
    Key("shown_text", TEXTS[0], TEXTS),
    Key("probe", "", title="The other text"),
    Key("explore_tab", TABS[0], TABS),
    Key("merge_query", ""),
)


def probe_text() -> str:
    """Let the person choose what the tokens show: the corpus, or a text of their own."""
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    shown = left.segmented_control(
        "Text shown",
        TEXTS,
        default=TEXTS[0],
        key="shown_text",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    if shown == TEXTS[0]:
        if in_use.model().file:
            return ""  # Who opens a file is not new here.
        with right.container(horizontal=True, horizontal_alignment="right"):
            st.button(
                "New here? Take the guided walk",
                key="to_walk",
                type="tertiary",
                icon=":material/directions_walk:",
                on_click=go_to,
                args=("walk",),
            )
        return ""
    typed = right.text_area(
        "Another text",
        key="probe",
        height=68,
        label_visibility="collapsed",
        placeholder="Type a text that training did not see, for example: E nilo lati dọbalẹ.",
        persist_state="session",
    )
    if not typed:
        st.info("There is no other text yet, so the corpus is shown. Type or paste one.")
    return typed


def shown_trace(probe: str) -> Trace:
    """The trace of the text that is drawn; a BPEError if it cannot be."""
    model = in_use.model()
    return model.trace_of(reading.pasted(probe)) if probe else model.shown


def follows_step() -> bool:
    """Whether the server draws the step in the open tab; else moving costs it nothing."""
    return st.session_state.get("explore_tab", TABS[0]) not in ("Charts", "Merges so far")


def edited() -> Edited:
    """What talk mode edits: the other text; it begins as the one that is shown."""
    shown = _probe() or in_use.model().corpus
    return Edited("probe", {"shown_text": TEXTS[1]}, shown=shown)


def _probe() -> str:
    state = st.session_state
    return (state.get("probe") or "") if state.get("shown_text") == TEXTS[1] else ""


def on_stage() -> Callable[..., object]:
    """What talk mode shows of this page."""
    try:
        trace = shown_trace(_probe())
    except BPEError:
        trace = in_use.model().shown
    return partial(panes.scrub, [panes.pane(in_use.model(), trace)], pairs=True)


registry.enter_stage("explore", on_stage, edited=edited)


def pair_table(trace: Trace, step: int) -> None:
    """The pairs at the step; a chosen row shows that pair's count over all steps."""
    found = _pairs(ref(trace), step, panes.rule(in_use.model()))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(found.note)
        download.csv(lambda: found.frame, "pairs")
    left, right = st.columns([3, 2])
    event = left.dataframe(
        found.table,
        column_config=_PAIR_COLUMNS,
        hide_index=True,
        column_order=["mark", "left", "right", "count", "share", "token"],
        height=320,
        on_select="rerun",
        selection_mode="single-row",
        key=f"pairs:{SHARED.nonce()}",
        alt="The most frequent pairs at this step",
    )
    rows = event.selection.rows
    if rows and rows[0] < len(found.pairs):
        st.session_state["pair"] = found.pairs[rows[0]]
    with right:
        _pair_history(trace, st.session_state.get("pair") or next(iter(found.pairs), None), step)


@lru_cache(maxsize=600)
def _pairs(trace: ref[Trace], step: int, rule: str | None) -> tables.Pairs:
    """Kept for all sessions: a room looks at the same text. The text itself is not held."""
    known = trace()
    assert known is not None
    return tables.pairs(known, step, rule)


def _pair_history(trace: Trace, pair: tuple[int, int] | None, step: int) -> None:
    known = trace.tokenizer.vocabulary
    if pair is None:
        return
    if not all(i in known for i in pair):
        st.caption("Choose a row to see how often that pair occurs at every step.")
        return
    left, right = (shortened(visible(known[i]), 16) for i in pair)
    st.caption(plain(f"Count of {left} + {right} over the steps"))
    chart = charts.spec(
        _history(ref(trace), pair), step, "Count", number=",d", whole=True, height=260
    )
    _moving_chart(chart, "pair-history", f"Count of the pair {left} and {right} over the steps")


@lru_cache(maxsize=500)
def _history(trace: ref[Trace], pair: tuple[int, int]) -> pa.Table:
    """The curve of a pair, kept for all sessions."""
    known = trace()
    assert known is not None
    left, right = (visible(known.tokenizer.vocabulary[i]) for i in pair)
    return charts.points({f"{left} + {right}": known.pair_history(*pair)})


def merge_table(tokenizer: str) -> None:
    """All merges, with a mark where the slider is; a click goes to the step of a merge.

    ``tokenizer``: the id of its payload.
    """
    field, button = st.columns([5, 1], vertical_alignment="bottom")
    query = field.text_input(
        "Search",
        key="merge_query",
        placeholder="A token, or the number of a step",
        persist_state="session",
    )
    model = in_use.model()
    frame = _merges(ref(model.tokenizer), query)
    with button:
        download.csv(frame, "merges")
    st.caption(
        f"{len(frame):,} of {len(model.tokenizer.merges):,} merges. Choose a row to go to its step. "
        "▶ is where the slider is."
    )
    merges_list(tokenizer, frame["step"] if query.strip() else None, key="merges")


@lru_cache(maxsize=16)
def _merges(tokenizer: ref[Tokenizer], query: str) -> pd.DataFrame:
    known = tokenizer()
    assert known is not None
    return tables.merges(known, len(known.merges), query)


def token_table(trace: Trace, step: int) -> None:
    """The tokens one under the other, for screen readers above all."""
    st.html(tokens_as_table(trace, step))


def charts_tab(trace: Trace | None) -> None:
    """Tokens per byte and sequence length over the steps, of the corpus and of another text."""
    corpus = in_use.model().trace
    ratio = {"Corpus": charts.tokens_per_byte(corpus)}
    length = {"Corpus": corpus.token_counts}
    if trace is not None:
        ratio["Another text"] = charts.tokens_per_byte(trace)
        length["Another text"] = trace.token_counts
    left, right = st.columns(2)
    with left:
        chart = charts.spec(charts.points(ratio), None, "Tokens per byte")
        _moving_chart(chart, "ratio", "Tokens per byte")
    with right:
        chart = charts.spec(charts.points(length), None, "Tokens", number=",d", whole=True)
        _moving_chart(chart, "length", "Number of tokens")
    st.caption("Click a chart to move the step.")


def _moving_chart(spec: dict[str, Any], name: str, alt: str) -> None:
    key = f"{name}:{SHARED.nonce()}"

    def move() -> None:
        step = charts.picked(st.session_state[key])
        if step is not None:
            SHARED.go_to(step)

    st.vega_lite_chart(
        spec, width="stretch", key=key, on_select=move, selection_mode=[charts.PICK], alt=alt
    )
