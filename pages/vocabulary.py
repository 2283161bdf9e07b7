"""Vocabulary: every token, where it comes from and whether it is used; how many there should be."""

import streamlit as st

from bpeviz.app import vocabulary
from bpeviz.app.frame import header
from bpeviz.app.links import buttons, permalink
from bpeviz.app.tokenizers import in_use
from bpeviz.app.trainings import turns
from bpeviz.app.vocabulary import counted_text, entry, own_text, size
from bpeviz.views.tokens import css as tokens_css
from bpeviz.views.vocabulary_charts import rank_frequency

header.draw(
    "Vocabulary",
    "Every token of the sidebar's tokenizer: what it is made of, when it was made, and whether "
    "the text still uses it.",
)
st.html(tokens_css())
model = in_use.model()


@turns.fragment
def tokens(counted, pane) -> None:
    counted_text.scrub(pane)
    arrived = st.session_state.get(buttons.ARRIVED)
    if arrived:
        entry.view(model, counted)
    vocabulary.longest_tokens(model)
    vocabulary.search_box()
    answer = st.container()
    vocabulary.token_table(model, counted)
    if not arrived:
        entry.view(model, counted)
    with answer:  # Last, since a large vocabulary takes seconds.
        own_text.question(model)
    permalink.write("vocabulary")


@turns.fragment
def frequencies(counted, pane) -> None:
    counted_text.scrub(pane)
    steps = {"Base symbols": 0, f"Step {in_use.step():,}": in_use.step()}
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
        counted = counted_text.choice()
        tokens(counted, counted_text.drawn(counted))
if second.open:
    with second:
        counted = counted_text.choice()
        frequencies(counted, counted_text.drawn(counted))
if third.open:
    with third:
        st.fragment(size.view)()
