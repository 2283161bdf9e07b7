"""Explore: scrub through every merge of the corpus, or of another text."""

import streamlit as st

from bpeviz import BPEError
from bpeviz.app.explore import parts, pictures
from bpeviz.app.frame import header
from bpeviz.app.links import buttons
from bpeviz.app.scrubber import panes
from bpeviz.app.text import plain
from bpeviz.app.tokenizers import in_use
from bpeviz.app.trainings import turns

header.draw(
    "Explore",
    "Byte pair encoding learns by merging the most frequent pair of tokens, again and again. "
    "Drag the slider through the merges and watch the text.",
)
model = in_use.model()
probe = parts.probe_text()
try:
    trace = parts.shown_trace(probe)
except BPEError as error:
    st.error(plain(str(error)))
    trace = model.shown

pane = panes.pane(model, trace)


@turns.fragment
def stage() -> None:
    token = panes.scrub([pane], pairs=True, follows=parts.follows_step()).token
    buttons.row(trace, token, key="explore_go")
    step = in_use.step()
    draw = {
        "Pair counts": lambda: parts.pair_table(trace if probe else model.trace, step),
        "Merges so far": lambda: parts.merge_table(pane["tokenizer"]),
        "Charts": lambda: parts.charts_tab(trace if probe else None),
        "Token table": lambda: parts.token_table(trace, step),
        "Pictures": lambda: pictures.tab(trace, step, token),
    }
    for name, tab in zip(
        parts.TABS, st.tabs(parts.TABS, key="explore_tab", on_change="rerun"), strict=True
    ):
        if tab.open:
            with tab:
                draw[name]()


stage()
