"""The step of a slider, kept in the session.

It is an ordinary entry of the session, so that it outlives a change of page. When Python moves it,
the nonce changes: by that the scrubber in the browser learns of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from . import registry
from .text import refusal

#: Default tokens and files can bring more merges than can be asked for.
LAST_STEP = 10_000_000


@dataclass(frozen=True)
class Step:
    """The step under ``key`` in the session; None there means that nobody has moved the slider."""

    key: str
    nonce_key: str

    def chosen(self, usual: int = 0) -> int:
        """The step as it was chosen: a small number of merges does not make it forgotten."""
        found: int | None = st.session_state.get(self.key)
        return usual if found is None else found

    def at(self, steps: int, usual: int = 0) -> int:
        """The step of a slider from 0 to ``steps``, which stands at ``usual`` at first."""
        return min(self.chosen(usual), steps)

    def nonce(self) -> int:
        """Changes whenever Python has moved the step, this one or that of all pages."""
        keys = {self.nonce_key, SHARED.nonce_key}
        return sum(st.session_state.get(key, 0) for key in keys)

    def renew(self) -> None:
        """Let the browser take the step from Python."""
        st.session_state[self.nonce_key] = st.session_state.get(self.nonce_key, 0) + 1

    def go_to(self, step: int | None) -> None:
        """Move the step, also in the browser; None leads to where the slider stands at first."""
        st.session_state[self.key] = None if step is None else max(int(step), 0)
        self.renew()

    def follow(self, told: int, shown: int, usual: int | None = None) -> None:
        """Note the step that the browser told, where it is another than was shown."""
        if told != shown:
            st.session_state[self.key] = None if told == usual else max(told, 0)

    def entry(self, most: int) -> registry.Key:
        """Its entry in the registry, for a page whose slider has a step of its own."""
        return registry.Key(
            self.key, None, lambda k: k is None or (type(k) is int and 0 <= k <= most)
        )


#: The step of the sliders that show the tokenizer in use: of most pages.
SHARED = Step("step", "nonce")


def _take() -> dict[str, Any]:
    return {"step": SHARED.chosen() or None}


def _check(found: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    step = found.get("step")
    if step is None:
        return {}, []
    if type(step) is int and 0 <= step <= LAST_STEP:
        return {"step": step}, []
    return {}, [refusal("step", step)]


def _put(found: Mapping[str, Any]) -> list[str]:
    SHARED.go_to(found.get("step"))
    return []


registry.enter_part({"step": 0}, take=_take, check=_check, put=_put)
