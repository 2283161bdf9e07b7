"""Panes: a text under a tokenizer, handed to the browser once, drawn there by the scrubber."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from bpeviz import Trace
from bpeviz.views.payload import document_payload, tokenizer_payload

from .jobs import Model
from .scrubber import Pane, mount_data


def pane(model: Model, trace: Trace, title: str = "") -> Pane:
    """Send a trace and its tokenizer to the browser; call it outside the scrubber's fragment."""
    text = hashlib.sha256(trace.text.encode("utf-8", "replace")).hexdigest()[:12]
    tokenizer = mount_data(_tokenizer(model, f"t-{model.key}"))
    document = mount_data(_document(trace, f"d-{model.key}-{text}-{len(trace.gaps)}"))
    return Pane(document=document, tokenizer=tokenizer, title=title)


@lru_cache(maxsize=24)
def _tokenizer(model: Model, payload_id: str) -> dict[str, Any]:
    return tokenizer_payload(model.tokenizer, payload_id)


@lru_cache(maxsize=24)
def _document(trace: Trace, payload_id: str) -> dict[str, Any]:
    return document_payload(trace, payload_id)
