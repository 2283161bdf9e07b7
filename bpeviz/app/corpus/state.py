"""The corpus in the session: a sample, a typed text or an uploaded one; in links and session files
``sample``, ``text`` and ``file``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpeviz import BPEError
from bpeviz.engine.text import repair

from .. import registry
from ..registry import EVERY_PAGE, Key
from ..text import short
from . import reading
from .samples import samples

OWN = "own"
FIRST_SAMPLE = "english"

#: ``corpus_file``: name and text of an upload, which then is the corpus.
registry.enter(
    EVERY_PAGE,
    Key("sample", FIRST_SAMPLE, travels=False),
    Key("corpus_text", samples()[FIRST_SAMPLE].text, travels=False),
    Key("corpus_file", None, travels=False),
)


def corpus() -> str:
    """The corpus as it stands in the sidebar."""
    file = st.session_state["corpus_file"]
    return file[1] if file else st.session_state["corpus_text"]


def set_corpus(text: str) -> None:
    """Put a text into the corpus box (from a callback, before the sidebar is drawn)."""
    text = reading.pasted(text)
    st.session_state.update(corpus_text=text, corpus_file=None, sample=sample_of(text))


def sample_of(text: str) -> str:
    """The key of the sample that a text is, else OWN."""
    return next((key for key, sample in samples().items() if sample.text == text), OWN)


def _take() -> dict[str, Any]:
    state = st.session_state
    if state["corpus_file"]:
        name, text = state["corpus_file"]
        return {"text": text, "file": name}
    sample = samples().get(state["sample"])
    text = state["corpus_text"] or ""
    if sample is None or sample.text != text:
        return {"text": text}
    return {} if sample.key == FIRST_SAMPLE else {"sample": sample.key}


def _check(found: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    good: dict[str, Any] = {}
    wrong: list[str] = []
    sample, text, name = (found.get(key) for key in ("sample", "text", "file"))
    if isinstance(sample, str) and sample in samples():
        good["sample"] = sample
    elif sample is not None:
        wrong.append(f"There is no sample “{short(sample)}”; the first one is used.")
    if text is None:
        return good, wrong
    name = short(repair(name), 200) if isinstance(name, str) else None
    try:
        good["text"] = _checked_text(text, name)
    except BPEError as error:
        return good, [*wrong, str(error)]
    return good | ({"file": name} if name else {}), wrong


def _checked_text(text: Any, name: str | None) -> str:
    if not isinstance(text, str):
        raise BPEError("The text is not a text.")
    return reading.decode(repair(text).encode("utf-8"), name) if name else reading.pasted(text)


def _put(found: Mapping[str, Any]) -> list[str]:
    state, text = st.session_state, found.get("text")
    sample = samples()[found.get("sample", FIRST_SAMPLE)]
    if text is None:
        state.update(corpus_file=None, sample=sample.key, corpus_text=sample.text)
    elif "file" in found:
        state.update(corpus_file=(found["file"], text), sample=OWN, corpus_text=sample.text)
    else:
        state.update(corpus_file=None, sample=sample_of(text), corpus_text=text)
    return []


registry.enter_part({"sample": "", "text": "", "file": ""}, take=_take, check=_check, put=_put)
