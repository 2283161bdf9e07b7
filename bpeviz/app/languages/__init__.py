"""The Languages page: its rows, what the tokenizer is trained on, and the step."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import streamlit as st

from bpeviz import BPEError, Trace
from bpeviz.views.languages import REFERENCE, Row, named

from .. import limits, registry
from ..corpus import reading
from ..corpus.samples import languages, samples
from ..registry import Key
from ..sidebar import state as sidebar
from ..step import Step
from ..tokenizers import in_use
from ..trainings.jobs import Job, Model, trained
from . import csv_rows

TRAINERS = {
    "sidebar": "Sidebar",
    "english": "English alone",
    "mix": "The mix of all",
}
_ENGLISH_SAMPLE = "english"
_FIRST_BESIDE = "Yorùbá (NFD)"

TABS = ["Table", "What trains it"]
#: The step of the tokenizers that are trained for this page.
STEP = Step("languages_step", "languages_nonce")


def _readable(text: str) -> bool:
    try:
        return not text or bool(csv_rows.read_rows(text))
    except BPEError:
        return False


registry.enter(
    "languages",
    Key("languages_tab", TABS[0], TABS),
    Key("languages_trainer", "sidebar", TRAINERS),
    Key("languages_beside", _FIRST_BESIDE),
    # CSV.
    Key("languages_rows", "", _readable, title="The list of your own texts"),
    STEP.entry(2 * limits.MERGES),
)


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
        return in_use.model()
    base = sidebar.settings() if in_use.model().file else in_use.model().settings
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


def new_trainer() -> None:
    """Another tokenizer begins at the step that all pages share."""
    STEP.go_to(None)
