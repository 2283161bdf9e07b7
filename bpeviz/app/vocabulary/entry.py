"""One entry of the vocabulary: what a token is, how it came to be, and where it stands."""

from __future__ import annotations

import streamlit as st

from bpeviz.studies import trees, usage
from bpeviz.studies.entries import Entry, text_of
from bpeviz.views import tokens as token_views
from bpeviz.views import vocabulary as views
from bpeviz.views.encode import hexed
from bpeviz.views.glyphs import visible
from bpeviz.views.vocabulary import Usage
from bpeviz.views.vocabulary_charts import history_spec

from ..links import buttons
from ..links.buttons import TOKEN
from ..step import SHARED
from ..text import plain
from ..tokenizers import in_use
from ..trainings.jobs import Model
from ..widgets import merge_tree
from . import all_entries, choose, own_text

_LARGER = 12


def view(model: Model, counted: Usage) -> None:
    """The entry of the chosen token."""
    chosen = st.session_state[TOKEN]
    if chosen is None:
        st.caption("Choose a token in the table to see how it came to be.")
        return
    entry = next((entry for entry in all_entries(model) if entry.id == chosen), None)
    if entry is None:
        st.info(f"The tokenizer in use has no token with the id {chosen}. Choose another.")
        return
    with st.container(border=True):
        left, right = st.columns(2)
        with left:
            _facts(entry, counted)
            own_text.says(model, entry)
        with right:
            _history(entry, counted)
            _larger(model, entry)
        _tree(model, entry)
        _places(entry, counted)


def _facts(entry: Entry, counted: Usage) -> None:
    tok = in_use.model().tokenizer
    st.html(token_views.line(token_views.chip(entry.id, entry.symbol, tokenizer=tok)))
    origin = f"made at step {entry.step:,}" if entry.step else "a base symbol"
    count = "" if entry.made is None else f"{entry.made:,}"
    made = (
        f" Training made {count} of it." if entry.step else f" Training began with {count} of it."
    )
    made = made if count else ""
    now, final = counted.counts(in_use.step()).get(entry.id, 0), counted.final.get(entry.id, 0)
    st.markdown(
        f"Id **{entry.id}**, {origin}.{made} In the text: {now:,} at step {in_use.step():,}, "
        f"{final:,} at the end ({counted.status(entry.id)})."
    )
    st.code(hexed(entry.symbol), language=None, wrap_lines=True)
    st.code(views.named_code_points(entry), language=None, wrap_lines=True)
    with st.container(horizontal=True):
        if entry.step:
            st.button(
                "Go to its step", key="entry_step", type="tertiary", icon=":material/step_over:",
                on_click=SHARED.go_to, args=(entry.step,),
            )  # fmt: skip
        text = text_of(entry.symbol)
        if text is not None:
            buttons.text_button(text, key="entry_encode")


def _tree(model: Model, entry: Entry) -> None:
    roots = [trees.of_id(model.tokenizer, entry.id)]
    clicked = merge_tree.draw(model.tokenizer, roots, key=f"entry_tree:{model.key}:{entry.id}")
    if clicked is not None and clicked != entry.id:
        st.session_state[TOKEN] = clicked
        st.rerun(scope="fragment")
    with st.container(horizontal=True):
        merge_tree.downloads(model.tokenizer, roots, key="entry_svg")


def _larger(model: Model, entry: Entry) -> None:
    """The tokens that this one is a direct part of."""
    made = [m.id for m in model.tokenizer.merges if entry.id in (m.left, m.right)]
    larger = list(dict.fromkeys(made))
    if not larger:
        st.caption("No merge takes it into a larger token.")
        return
    known = model.tokenizer.vocabulary
    names = {i: plain(visible(known[i])) for i in larger[:_LARGER]}
    key = f"entry_larger:{model.key}:{entry.id}"

    def take() -> None:
        if st.session_state[key] is not None:
            choose(st.session_state[key])

    title = f"Part of {len(larger):,}" + (f", the first {_LARGER}" if len(larger) > _LARGER else "")
    st.pills(title, list(names), format_func=names.__getitem__, key=key, on_change=take)


def _history(entry: Entry, counted: Usage) -> None:
    steps = counted.trace.steps
    if not steps or not counted.lifespans.get(entry.id):
        return
    values = usage.history(counted.lifespans, entry.id, steps)
    st.caption("Its count in the text over the steps")
    st.vega_lite_chart(
        history_spec(values, in_use.step()),
        width="stretch", key=f"entry_history:{entry.id}",
        alt="How often the token stands in the text at each step",
    )  # fmt: skip


def _places(entry: Entry, counted: Usage) -> None:
    """The first places in the text: at the end, or where it was merged away, at its birth."""
    lifespans = counted.lifespans.get(entry.id)
    if not lifespans:
        st.caption("It does not come about in this text.")
        return
    final = entry.id in counted.final
    step = counted.trace.steps if final else lifespans[0][0]
    st.caption(f"First places in the text, at {'the last step' if final else f'step {step:,}'}")
    st.html(views.contexts_html(counted.trace, entry.id, step))
