"""Vocabulary: every token, where it comes from and whether it is used; how many there should be."""

import streamlit as st

from bpeviz.app import bench, header, links, permalink, vocabulary
from bpeviz.app.vocabulary import counted_text, entry, size
from bpeviz.views.vocabulary_charts import rank_frequency

header.draw(
    "Vocabulary",
    "Every token of the sidebar's tokenizer: what it is made of, when it was learned, and whether "
    "the text still uses it.",
)
vocabulary.start()
model = bench.model()


@st.fragment
def tokens() -> None:
    counted = counted_text.choice()
    arrived = st.session_state.get(links.ARRIVED)
    if arrived:
        entry.view(model, counted)
    vocabulary.longest_tokens(model)
    vocabulary.search_box()
    vocabulary.token_table(model, counted)
    if not arrived:
        entry.view(model, counted)
    permalink.write("vocabulary")


@st.fragment
def frequencies() -> None:
    counted = counted_text.choice()
    steps = {"Base symbols": 0, f"Step {bench.step():,}": bench.step()}
    steps["All merges"] = counted.trace.steps
    st.altair_chart(
        rank_frequency(counted, steps),
        width="stretch",
        alt="Count of the tokens in the text against their place by frequency",
    )
    st.caption(
        "Both axes are logarithmic. Merging takes from the frequent tokens and adds rare ones: the "
        "curve sinks on the left and grows on the right."
    )


first, second, third = st.tabs(vocabulary.TABS, key="vocabulary_tab", on_change="rerun")
if first.open:
    with first:
        tokens()
if second.open:
    with second:
        frequencies()
if third.open:
    with third:
        st.fragment(size.view)()
