"""Panes: a text under a tokenizer, handed to the browser once, drawn there by the scrubber."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import Trace
from bpeviz.views.payload import document_payload, tokenizer_payload

from . import bench, permalink
from .jobs import Model
from .scrubber import Pane, mount_data, scrubber


def pane(model: Model, trace: Trace, title: str = "") -> Pane:
    """Send a trace and its tokenizer to the browser; call it outside the scrubber's fragment."""
    return several([(model, trace, title)])[0]


def several(shown: Sequence[tuple[Model, Trace, str]]) -> list[Pane]:
    """Send several, (model, trace, title) each; what two panes share is sent once."""
    payloads: dict[str, dict[str, Any]] = {}
    panes = []
    for model, trace, title in shown:
        text = hashlib.sha256(trace.text.encode("utf-8", "replace")).hexdigest()[:12]
        # Special tokens change the symbols of a text, documents its gaps.
        shape = f"{len(trace.gaps)}-{len(trace.boundaries)}"
        tokenizer, document = f"t-{model.key}", f"d-{model.key}-{text}-{shape}"
        payloads[tokenizer] = _tokenizer(model, tokenizer)
        payloads[document] = _document(trace, document)
        panes.append(Pane(document=document, tokenizer=tokenizer, title=title))
    for payload in payloads.values():
        mount_data(payload)
    return panes


def scrub(shown: Sequence[Pane], key: str = "scrubber", **more: Any) -> int | None:
    """Draw the scrubber at the session's step and follow it; call it inside a fragment.

    ``more``: what else ``scrubber`` takes. Returns the id of the token chosen by a click.
    """
    if st.session_state.get("scrubber_in_use") != key:
        # The browser remembers where each scrubber was; the step is common to all.
        st.session_state["scrubber_in_use"] = key
        st.session_state["nonce"] = bench.nonce() + 1
    step = bench.step()
    place = scrubber(shown, key=key, step=step, nonce=bench.nonce(), word="step", **more)
    bench.moved_to(place.step)
    permalink.write(key, stepped=place.step != step)
    return place.token


@lru_cache(maxsize=24)
def _tokenizer(model: Model, payload_id: str) -> dict[str, Any]:
    return tokenizer_payload(model.tokenizer, payload_id)


@lru_cache(maxsize=24)
def _document(trace: Trace, payload_id: str) -> dict[str, Any]:
    return document_payload(trace, payload_id)
