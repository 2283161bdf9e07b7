"""Panes: a text under a tokenizer, handed to the browser once, drawn there by the scrubber."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import Trace
from bpeviz.views.payload import document_payload, tokenizer_payload

from ..links import permalink
from ..step import SHARED, Step
from ..trainings.jobs import Model
from ..widgets.scripts import script
from . import Pane, Place, mount_data, scrubber

#: Under this word the address has the step that most pages share.
_WORD = "step"
_repeat = st.components.v2.component(
    "bpeviz_repeat_step",
    js=script("scrubber/repeat_step.js"),
)


def pane(model: Model, trace: Trace, title: str = "") -> Pane:
    """Send a trace and its tokenizer to the browser; call it outside the scrubber's fragment."""
    return several([(model, trace, title)])[0]


def several(shown: Sequence[tuple[Model, Trace, str]]) -> list[Pane]:
    """Send several, (model, trace, title) each; what two panes share is sent once."""
    payloads: dict[str, dict[str, Any]] = {}
    panes = []
    for model, trace, title in shown:
        text = hashlib.sha256(trace.text.encode("utf-8", "replace")).hexdigest()[:20]
        # Special tokens change the symbols of a text, documents its gaps.
        shape = f"{len(trace.gaps)}-{len(trace.boundaries)}"
        tokenizer, document = f"t-{model.key}", f"d-{model.key}-{text}-{shape}"
        payloads[tokenizer] = _tokenizer(model, tokenizer)
        payloads[document] = _document(trace, document)
        panes.append(
            Pane(
                document=document,
                tokenizer=tokenizer,
                title=title,
                rule=rule(model),
                drawn=drawn(model, trace),
            )
        )
    for payload in payloads.values():
        mount_data(payload)
    return panes


def rule(model: Model) -> str | None:
    """How the training of a model decided ties; None for a file."""
    return None if model.file else model.settings.tie_break


def drawn(model: Model, trace: Trace) -> str:
    """What of the model's corpus a trace is."""
    if trace is model.trace:
        return "corpus"
    return "start" if trace is model.shown else "other"


def height(trace: Trace) -> int:
    """Pixels that the scrubber gives the text: short texts take little room."""
    lines = sum(1 + len(line) // 60 for line in trace.text.split("\n")[:20])
    return min(300, 44 + 28 * lines)


def scrub(
    shown: Sequence[Pane],
    key: str = "scrubber",
    *,
    of: Step = SHARED,
    steps: int | None = None,
    usual: int | None = None,
    **more: Any,
) -> Place:
    """Draw the scrubber at a step of the session and follow it; call it inside a fragment.

    ``of``: whose step; ``steps``: how many there are, where the browser is not to cut it short by
    itself; ``usual``: where the slider stands at first; ``more``: what else ``scrubber`` takes.
    """
    step = of.chosen(usual or 0) if steps is None else of.at(steps, usual or 0)
    # Of the shared step the browser keeps the word in the address by itself.
    word = _WORD if of is SHARED else None
    place = scrubber(shown, key=key, step=step, nonce=of.nonce(), word=word, **more)
    of.follow(place.step, step, usual)
    permalink.write(key, stepped=word is not None and place.step != step)
    return place


def repeat_step() -> None:
    """Let the browser tell the step again if a change of page has overtaken it; before the page."""
    state = st.session_state
    view = f"{state['page']} {bool(state.get('talk'))}"
    data = {"word": _WORD, "nonce": SHARED.nonce(), "step": SHARED.chosen(), "view": view}
    _repeat(key="repeat_step", data=data, on_step_change=_take_step)


def _take_step() -> None:
    told = st.session_state["repeat_step"]["step"]
    if told["nonce"] == SHARED.nonce():
        SHARED.follow(told["step"], SHARED.chosen())


@lru_cache(maxsize=24)
def _tokenizer(model: Model, payload_id: str) -> dict[str, Any]:
    return tokenizer_payload(model.tokenizer, payload_id)


@lru_cache(maxsize=24)
def _document(trace: Trace, payload_id: str) -> dict[str, Any]:
    return document_payload(trace, payload_id)
