"""Talk mode: the scrubber, its caption, one chart and large tokens; nothing else on the screen.

A page that has something of its own to show offers ``on_stage`` in its module: called outside a
fragment, it gives a function that draws the scrubber with the options it is called with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st

from . import bench, panes, permalink, portable, turns
from .text import plain

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
    """Draw the stage: the scrubber of the present page, or the corpus where a page has none."""
    st.html(_FOLDER / "talk.css")
    for problem in [*permalink.problems(), *filter(None, [bench.problem()])]:
        st.toast(plain(problem), icon=":material/warning:")
    scrub = portable.part(st.session_state["page"], "on_stage", _corpus)()
    _leave(key="leave_talk", on_leave_change=_end)
    _stage(scrub)


def _corpus() -> Callable[..., object]:
    model = bench.model()
    return partial(panes.scrub, [panes.pane(model, model.shown)])


@turns.fragment
def _stage(scrub: Callable[..., object]) -> None:
    scrub(talk=True, chart=True, speed=_SPEED, skip_quiet=True)


def _end() -> None:
    st.session_state["talk"] = False
