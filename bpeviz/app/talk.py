"""Talk mode: the scrubber, its caption, one chart and large tokens; nothing else on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from . import bench, panes, portable
from .scrubber import Pane

#: Steps a second when playing on stage; "+" and "-" change it.
_SPEED = 3
_FOLDER = Path(__file__).parent / "assets"
_leave = st.components.v2.component(
    "bpeviz_leave_talk",
    html='<button type="button" title="End the talk (Escape)">End talk</button>',
    css=(_FOLDER / "leave_talk.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "leave_talk.js").read_text(encoding="utf-8"),
)


def on() -> bool:
    """Whether the stage is shown in place of the pages."""
    return bool(st.session_state.get("talk"))


def draw() -> None:
    """Draw the stage: what the present page's ``on_stage`` gives, else the corpus."""
    st.html(_FOLDER / "talk.css")
    on_stage: Callable[[], list[Pane]] = portable.part(
        st.session_state["page"], "on_stage", _corpus
    )
    shown = on_stage()
    _leave(key="leave_talk", on_leave_change=_end)
    _stage(shown)


def _corpus() -> list[Pane]:
    model = bench.model()
    return [panes.pane(model, model.shown)]


@st.fragment
def _stage(shown: list[Pane]) -> None:
    panes.scrub(shown, key="stage", talk=True, speed=_SPEED, skip_quiet=True)


def _end() -> None:
    st.session_state["talk"] = False
