"""Decoding on the page Encode: ids that somebody pastes."""

from __future__ import annotations

import streamlit as st

from bpeviz import BPEError, Tokenizer
from bpeviz.engine.text import repair
from bpeviz.studies.pasted_ids import decode_known, read_ids
from bpeviz.views import encode as views
from bpeviz.wording import count

from ..text import plain
from ..tokenizers import in_use
from ..tokenizers.texts import trace_of
from ..widgets import download
from . import COLUMNS

#: Ids that a message names, and rows of the table.
_NAMED, _ROWS = 12, 5000


def view() -> None:
    """A box for ids, and what they decode to."""
    st.text_area(
        "Ids to decode", key="decode_ids", height=90, persist_state="session",
        placeholder="For example: 104, 105 or [104, 105]",
        help="Whole numbers between spaces, commas or line ends, or a JSON list.",
    )  # fmt: skip
    st.button("Take the ids of the text", key="decode_take", on_click=_take)
    pasted = read_ids(st.session_state["decode_ids"])
    tok = in_use.model().tokenizer
    _say_wrong(tok, pasted.ids, pasted.wrong)
    if not pasted.ids:
        st.caption("Paste ids, and their text appears here.")
        return
    with st.container(border=True):
        st.html(views.decoded_html(decode_known(tok, pasted.ids)))
    ids = pasted.ids
    note, button = st.columns([5, 1])
    more = f"; the first {_ROWS:,} are in the table" if len(ids) > _ROWS else ""
    note.caption(f"{count(len(ids), 'id')}{more}.")
    with button:
        download.csv(lambda: views.id_frame(tok, ids), "decoded")
    frame = views.id_frame(tok, ids[:_ROWS])
    st.dataframe(
        frame, column_config=COLUMNS, hide_index=True, height=260, alt="The ids and their tokens"
    )


def _take() -> None:
    """Put the ids of the text of the first tab, at the shared step, into the box."""
    try:
        text = repair(st.session_state["encode_text"])
        trace = trace_of(in_use.model().tokenizer, text, "text")
        ids = trace.ids(in_use.step())
    except BPEError:
        ids = []
    st.session_state["decode_ids"] = " ".join(map(str, ids))


def _say_wrong(tok: Tokenizer, ids: list[int], wrong: list[str]) -> None:
    """Name the entries that are no numbers, and the ids that do not exist."""
    others = "; the others are decoded."
    if wrong:
        st.error(
            plain(
                f"Not an id: {_named(wrong)}. Ids are whole numbers of 18 digits at most, between "
                f"spaces or commas{others if ids else '.'}"
            )
        )
    missing = [str(i) for i in dict.fromkeys(ids) if i not in tok.vocabulary]
    if missing:
        noun = "There is no token with the id" if len(missing) == 1 else "No tokens have the ids"
        st.warning(
            plain(
                f"{noun} {_named(missing)}. Ids of this tokenizer go from {min(tok.vocabulary)} "
                f"to {max(tok.vocabulary)}{others if len(missing) < len(set(ids)) else '.'}"
            )
        )


def _named(entries: list[str]) -> str:
    short = [entry if len(entry) <= 24 else f"{entry[:21]}…" for entry in entries[:_NAMED]]
    rest = len(entries) - len(short)
    return ", ".join(short) + (f" and {rest:,} more" if rest else "")
