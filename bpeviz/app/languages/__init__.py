"""The Language cost page: its rows, what the tokenizer is trained on, and the step."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import BPEError, Trace
from bpeviz.views.languages import REFERENCE, Row, named

from .. import bench, limits, reading, sidebar
from ..jobs import Job, Model, trained
from ..samples import languages, samples
from . import csv_rows

TRAINERS = {
    "sidebar": "Sidebar",
    "english": "English alone",
    "mix": "The mix of all",
}
_ENGLISH_SAMPLE = "english"
_FIRST_BESIDE = "Yorùbá (NFD)"

#: Session key -> default of every widget of the page, for links. ``languages_rows``: CSV.
LINKED: dict[str, Any] = {
    "languages_trainer": "sidebar",
    "languages_beside": _FIRST_BESIDE,
    "languages_rows": "",
    "languages_step": None,
}


def _readable(text: str) -> bool:
    try:
        return not text or bool(csv_rows.read_rows(text))
    except BPEError:
        return False


#: What the values may be, for links.
OPTIONS: dict[str, Any] = {
    "languages_trainer": list(TRAINERS),
    "languages_rows": _readable,
    "languages_step": lambda k: k is None or (type(k) is int and 0 <= k <= 2 * limits.MERGES),
}


def fill_in() -> None:
    """Give every widget its default, before the first is drawn."""
    for key, default in LINKED.items():
        st.session_state.setdefault(key, default)


# --- rows ---------------------------------------------------------------------------------------


def own_rows() -> list[tuple[str, str]]:
    """The rows that the person added."""
    text = st.session_state["languages_rows"]
    return csv_rows.read_rows(text) if text else []


def rows() -> list[Row]:
    """All rows: the table's texts and the person's own."""
    found = [Row(row["language"], row["text"], row["script"]) for row in languages()]
    found += [Row(name, text, "", own=True) for name, text in own_rows()]
    return named(found)


def add(new: list[tuple[str, str]]) -> None:
    """Put rows behind the person's own."""
    all_rows = own_rows() + new
    if len(all_rows) > csv_rows.MOST:
        raise BPEError(
            f"That would be {len(all_rows)} rows of your own; the limit is {csv_rows.MOST}. "
            "Remove some first."
        )
    text = csv_rows.write_rows(all_rows)
    reading.pasted(text)
    st.session_state["languages_rows"] = text


def add_typed(language: str, text: str) -> None:
    """Add one typed row; a BPEError says what is missing."""
    if not language.strip() or not text.strip():
        missing = "language" if not language.strip() else "text"
        raise BPEError(f"The {missing} is missing. Write both, then add the row.")
    add([(language.strip(), reading.pasted(text))])


def add_file(data: bytes, name: str) -> None:
    """Add the rows of an uploaded CSV; a BPEError says what is wrong with it."""
    add(csv_rows.read_rows(reading.decode(data, name, limits.PASTE)))


def remove(number: int) -> None:
    """Take one of the person's own rows out."""
    left = [row for i, row in enumerate(own_rows()) if i != number]
    st.session_state["languages_rows"] = csv_rows.write_rows(left)


def kinds(all_rows: list[Row], beside: str) -> dict[str, str]:
    """Which bars stand out: English, the language beside it, the person's own."""
    own = {row.language: "own" for row in all_rows if row.own}
    return own | {beside: "beside", REFERENCE: "reference"}


# --- trainers and traces --------------------------------------------------------------------------


def model(
    trainer: str, texts: tuple[str, ...], waiting: Callable[[Job], object] | None = None
) -> Model:
    """The tokenizer of a trainer; ``texts``: the mix."""
    if trainer == "sidebar":
        return bench.model()
    base = sidebar.settings() if bench.model().file else bench.model().settings
    corpus = samples()[_ENGLISH_SAMPLE].text if trainer == "english" else "\n".join(texts)
    return trained(corpus, base, waiting)


@lru_cache(maxsize=400)
def trace(model: Model, text: str) -> Trace:
    """One text under a model."""
    return model.trace_of(text)


# --- the step -----------------------------------------------------------------------------------


def shared() -> bool:
    """Whether the slider moves the step that all pages share."""
    return st.session_state["languages_trainer"] == "sidebar"


def step(steps: int) -> int:
    """The step of the page's slider, 0 to ``steps``."""
    own = st.session_state["languages_step"]
    at = bench.step() if shared() or own is None else own
    return min(at, steps)


def moved_to(new_step: int, steps: int) -> None:
    """Note the step that the browser told."""
    if new_step != step(steps):
        st.session_state["languages_step"] = new_step


def new_trainer() -> None:
    """Another tokenizer begins at the step that all pages share."""
    st.session_state["languages_step"] = None
    st.session_state["languages_nonce"] = st.session_state.get("languages_nonce", 0) + 1
