"""Explore: scrub through every merge of the corpus, or of another text."""

import streamlit as st

from bpeviz import BPEError
from bpeviz.app import bench, explore, header, links, panes, pictures, turns

header.draw(
    "Explore",
    "Byte pair encoding learns by merging the most frequent pair of tokens, again and again. "
    "Drag the slider through the merges and watch the text.",
)
model = bench.model()
probe = explore.probe_text()
try:
    trace = explore.shown_trace(probe)
except BPEError as error:
    st.error(header.plain(str(error)))
    trace = model.shown

pane = panes.pane(model, trace)


@turns.fragment
def stage() -> None:
    token = panes.scrub([pane])
    links.row(trace, token, key="explore_go")
    step = bench.step()
    draw = {
        "Pair counts": lambda: explore.pair_table(trace if probe else model.trace, step),
        "Merges so far": lambda: explore.merge_table(step),
        "Charts": lambda: explore.charts_tab(trace if probe else None, step),
        "Token table": lambda: explore.token_table(trace, step),
        "Pictures": lambda: pictures.tab(trace, step, token),
    }
    for name, tab in zip(
        explore.TABS, st.tabs(explore.TABS, key="explore_tab", on_change="rerun"), strict=True
    ):
        if tab.open:
            with tab:
                draw[name]()


stage()
