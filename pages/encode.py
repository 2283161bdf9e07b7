"""Encode: a text under the tokenizer, and how its encoding comes about."""

import streamlit as st

from bpeviz.app import encode
from bpeviz.app.encode import cases, decode, replay
from bpeviz.app.encode import tree as encode_tree
from bpeviz.app.frame import header
from bpeviz.app.links import buttons
from bpeviz.app.scrubber import panes
from bpeviz.app.tokenizers.in_use import model
from bpeviz.app.tokenizers.texts import drawn
from bpeviz.app.trainings import turns

header.draw(
    "Encode",
    "Any text under the sidebar's tokenizer: its tokens and ids at every step, and why they are "
    "these.",
)
st.html(encode.STYLES)
tabs = dict(
    zip(encode.TABS, st.tabs(encode.TABS, key="encode_page", on_change="rerun"), strict=True)
)


@turns.fragment
def stage(trace, pane) -> None:
    clicked = panes.scrub([pane], key="encode_scrubber", height=panes.height(trace)).token
    at = encode.follow(trace, clicked)
    opened = st.segmented_control(
        "View", encode.VIEWS, key="encode_view", required=True, persist_state="session",
        label_visibility="collapsed",
    )  # fmt: skip
    if opened != "Merge tree":
        buttons.token_of(trace, clicked, key="encode_go")
    if opened == "Tokens":
        encode.tokens_view(trace)
    elif opened == "Replay":
        replay.view(trace)
    elif opened == "Merge tree":
        encode_tree.view(trace, at)
    else:
        encode.copy_view(trace)


if tabs["Encode"].open:
    with tabs["Encode"]:
        trace = encode.text_trace()
        if trace is not None:
            stage(trace, panes.pane(model(), drawn(trace, st.session_state["encode_special"])))
if tabs["Decode"].open:
    with tabs["Decode"]:
        decode.view()
if tabs["Why the lowest rank first"].open:
    with tabs["Why the lowest rank first"]:
        cases.order_view()
if tabs["Sorted ids"].open:
    with tabs["Sorted ids"]:
        cases.sorted_view()
