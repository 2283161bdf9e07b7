"""Which tokens cannot be made from their own text: how many, why, and the filter by reason."""

from __future__ import annotations

import threading
from collections import Counter
from functools import lru_cache

import streamlit as st

from bpeviz.studies.entries import Entry
from bpeviz.studies.own_text import REASONS, Lost, lost
from bpeviz.views import tokens as token_views

from ..trainings.jobs import Model

KEY = "vocabulary_lost"
#: The largest vocabulary that is looked through: about 10 s, of one thread at a time.
MOST = 300_000
_one_at_a_time = threading.Lock()


@lru_cache(maxsize=8)
def _look_through(model: Model) -> dict[int, Lost]:
    return lost(model.tokenizer)


def of(model: Model) -> dict[int, Lost]:
    """Why each of those tokens cannot be made, by id; a model is looked through once."""
    if len(model.tokenizer.vocabulary) > MOST:
        return {}
    with _one_at_a_time:
        return _look_through(model)


def chosen() -> list[str]:
    """The reasons that the table is limited to; none: it is not."""
    return st.session_state[KEY] or []


def question(model: Model) -> None:
    """The answer in a line, and the reasons to choose from."""
    size = len(model.tokenizer.vocabulary)
    if size > MOST:
        st.caption(
            f"Which tokens cannot be made from their own text is looked for in up to {MOST:,} "
            f"tokens; here are {size:,}."
        )
        return
    with st.spinner(f"Encoding {size:,} tokens, each by itself", show_time=True):
        found = of(model)
    counts = Counter(one.reason for one in found.values())
    if not counts:
        st.caption(f"Each of the {size:,} tokens can be made from its own text.")
        return
    st.pills(
        f"{len(found):,} of {size:,} tokens cannot be made from their own text",
        [reason for reason in REASONS if reason in counts or reason in chosen()],
        format_func=lambda reason: f"{REASONS[reason]} ({counts[reason]:,})",
        key=KEY,
        selection_mode="multi",
        persist_state="session",
        help="The text of such a token, encoded by itself with all merges, gives other ids. Parts of "
        "characters and special tokens are so by design. The others a model hardly ever meets: "
        "some of the “glitch tokens” are of this kind. What a file puts in front of every text, such as "
        "▁, does not count.",
    )


def says(model: Model, entry: Entry) -> None:
    """What encoding the text of a token gives, where it is not the token."""
    one = lost(model.tokenizer, [entry.id]).get(entry.id)
    if one is None:
        return
    known = model.tokenizer.vocabulary
    st.caption(f"It cannot be made from its own text ({REASONS[one.reason]}), which becomes:")
    shown = [token_views.chip(i, known[i]) for i in one.ids if i in known]
    st.html(token_views.line("".join(shown) or "nothing"))
