"""The parts of the page Vocabulary that need Streamlit's widgets: the table and how to search it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import BPEError
from bpeviz.studies import entries as engine
from bpeviz.studies.entries import Entry
from bpeviz.studies.own_text import REASONS
from bpeviz.views import vocabulary as views
from bpeviz.views.glyphs import visible
from bpeviz.views.vocabulary import Usage

from .. import registry
from ..links.buttons import ARRIVED, TOKEN
from ..registry import Key
from ..text import plain
from ..tokenizers import in_use
from ..trainings.jobs import Model
from ..widgets import download
from . import counted_text, own_text

TABS = ["Tokens", "Rank and frequency", "How large a vocabulary?"]
KINDS = {"text": "Text", "hex": "Hex bytes", "id": "Id", "regex": "Regex"}
SHAPES = ["Whole word", "Leading space", "Partial UTF-8", "Starts with a mark"]
USES = ["All", "In use", "Never used", "Merged away", "Unseen"]
WIDTHS = range(1, 100_001)
RARE = range(1, 1001)

registry.enter(
    "vocabulary",
    Key("vocabulary_tab", TABS[0], TABS),
    Key(TOKEN, None, lambda value: value is None or isinstance(value, int)),
    Key("vocabulary_text", "corpus", counted_text.TEXTS),
    Key("vocabulary_kind", "text", KINDS),
    Key("vocabulary_query", ""),
    Key("vocabulary_shapes", [], SHAPES),
    Key(own_text.KEY, [], REASONS),
    Key("vocabulary_use", "All", USES),
    Key("vocabulary_sort", "Newest first", views.SORTS),
    Key("vocabulary_held_out", None, lambda value: value is None or isinstance(value, str)),
    Key("vocabulary_rare", 10, RARE),
    Key("vocabulary_width", 768, WIDTHS),
    Key("vocabulary_tied", False),
)
#: Rows of the table; the CSV has them all.
_ROWS = 5000
_COLUMNS = {
    "id": st.column_config.NumberColumn("Id", format="%d", width="small"),
    "token": st.column_config.TextColumn("Token"),
    "bytes": st.column_config.TextColumn("Bytes"),
    "length": st.column_config.NumberColumn("Length", format="%d", width="small"),
    "step": st.column_config.NumberColumn("Made at step", format="%d", width="small"),
    "left": st.column_config.TextColumn("Left", width="small"),
    "right": st.column_config.TextColumn("Right", width="small"),
    "made": st.column_config.NumberColumn(
        "In training", format="%d", width="small", help="How many of it training made"
    ),
    "used": st.column_config.NumberColumn(
        "Used", format="%d", width="small", help="In the final segmentation of the text"
    ),
    "now": st.column_config.NumberColumn(
        "At this step", format="%d", width="small", help="In the text at the step of the slider"
    ),
    "status": st.column_config.TextColumn("Use"),
}
#: The others are in the entry of a token, and in the CSV.
_ORDER = ["token", "step", "used", "now", "status", "id", "length", "bytes"]


# --- search and filters -------------------------------------------------------------------------


@lru_cache(maxsize=16)
def all_entries(model: Model) -> list[Entry]:
    """The vocabulary of a model, with the counts of its training."""
    base = None if model.file else counted_text.of_corpus(model).counts(0)
    return engine.entries(model.tokenizer, base)


def search_box() -> None:
    """How to look for tokens; ``filtered`` reads it."""
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    kind = left.segmented_control(
        "Search by", list(KINDS), format_func=KINDS.__getitem__, key="vocabulary_kind",
        required=True, persist_state="session",
    ) or "text"  # fmt: skip
    hints = {"text": "the", "hex": "C3 A9", "id": "97, 256", "regex": r"^ \p{Lu}"}
    right.text_input(
        "Search", key="vocabulary_query", placeholder=f"For example: {hints[kind]}",
        persist_state="session", label_visibility="collapsed", max_chars=500,
    )  # fmt: skip
    left, middle, right = st.columns([1, 1, 3], vertical_alignment="bottom")
    left.selectbox(
        "Use", USES, key="vocabulary_use", persist_state="session",
        help="In the final segmentation of the text. Merged away: made on the way, but always "
        "inside a larger token at the end. Unseen: it never comes about in this text.",
    )  # fmt: skip
    middle.selectbox(
        "Sort", list(views.SORTS), key="vocabulary_sort", persist_state="session"
    )  # fmt: skip
    right.pills(
        "Only tokens of this shape", SHAPES, key="vocabulary_shapes", selection_mode="multi",
        persist_state="session",
    )  # fmt: skip


def filtered(model: Model, counted: Usage) -> list[Entry]:
    """The entries that the search and the filters leave."""
    state = st.session_state
    try:
        found = engine.search(
            all_entries(model), state["vocabulary_kind"], state["vocabulary_query"]
        )
    except BPEError as error:
        st.error(plain(str(error)))
        found = all_entries(model)
    tests = {
        "Whole word": _word_test(model),
        "Leading space": engine.has_leading_space,
        "Partial UTF-8": engine.is_partial,
        "Starts with a mark": engine.starts_with_mark,
    }
    for shape in state["vocabulary_shapes"] or ():
        found = [entry for entry in found if tests[shape](entry)]
    wanted = {
        "In use": {views.IN_USE},
        "Never used": {views.MERGED, views.UNSEEN},
        "Merged away": {views.MERGED},
        "Unseen": {views.UNSEEN},
    }.get(state["vocabulary_use"])
    found = [e for e in found if wanted is None or counted.status(e.id) in wanted]
    if reasons := own_text.chosen():
        lost = own_text.of(model)
        found = [e for e in found if e.id in lost and lost[e.id].reason in reasons]
    return views.in_order(found, state["vocabulary_sort"], counted)


@lru_cache(maxsize=16)
def _word_test(model: Model) -> Any:
    return engine.word_test(model.tokenizer, model.trace.text)


def choose(token_id: int | None) -> None:
    """Make a token the one whose entry is shown, below the table."""
    st.session_state.update({TOKEN: token_id, ARRIVED: False})


# --- the table ----------------------------------------------------------------------------------


def longest_tokens(model: Model) -> None:
    """The five longest tokens; a click opens one."""
    found = engine.longest(all_entries(model))
    if not found:
        return
    names = {entry.id: _pill(entry) for entry in found}
    key = f"vocabulary_longest:{model.key}:{st.session_state[TOKEN]}"

    def take() -> None:
        if st.session_state[key] is not None:
            choose(st.session_state[key])

    st.pills(
        "The five longest", list(names), format_func=names.__getitem__, key=key, on_change=take
    )


def _pill(entry: Entry) -> str:
    shown = visible(entry.symbol)
    short = shown if len(shown) <= 40 else f"{shown[:38]}…"
    unit = "characters" if isinstance(entry.symbol, str) else "bytes"
    return f"{plain(short)} ({entry.length} {unit})"


def token_table(model: Model, counted: Usage) -> None:
    """The entries that were searched for; a chosen row is the token whose entry is shown."""
    found = filtered(model, counted)
    step = in_use.step()
    used = sum(counted.final.get(entry.id, 0) > 0 for entry in found)
    st.caption(
        f"{len(found):,} of {len(all_entries(model)):,} tokens, {used:,} of them in use."
        + (f" The first {_ROWS:,} are in the table." if len(found) > _ROWS else "")
        + " Choose a row to open the entry."
    )
    frame = views.table(found[:_ROWS], counted, step)
    key = f"vocabulary_rows:{hash(tuple(e.id for e in found))}"

    def take() -> None:
        rows = st.session_state[key].selection.rows
        if rows:
            choose(found[rows[0]].id)

    st.dataframe(
        frame, column_config=_COLUMNS, column_order=_ORDER, hide_index=True, height=290,
        on_select=take, selection_mode="single-row", key=key, alt="The tokens of the vocabulary",
    )  # fmt: skip
    # Below: above the table its own buttons would cover it.
    download.csv(lambda: views.table(found, counted, step), "vocabulary")
