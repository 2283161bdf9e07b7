"""Talk mode: what the page shows, large, with the scrubber's keys; nothing else on the screen.

A page that can be staged enters what is shown of it into the registry.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from bpeviz import BPEError

from .. import registry
from ..links import permalink, share
from ..registry import EVERY_PAGE, Key, Stage
from ..text import plain
from ..tokenizers import in_use, under_way
from ..trainings import turns
from ..widgets.scripts import script
from . import edit

#: Steps a second when playing on stage; "<" and ">" change it.
_SPEED = 3
registry.enter(EVERY_PAGE, Key("talk", False))
_FOLDER = Path(__file__).parent
_leave = st.components.v2.component(
    "bpeviz_leave_talk",
    html=(_FOLDER / "leave_talk.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "leave_talk.css").read_text(encoding="utf-8"),
    js=script("stage/leave_talk.js"),
)


def on() -> bool:
    """Whether the stage is shown in place of the page."""
    return asked() and _staged() is not None


def _staged() -> Stage | None:
    return registry.stage(st.session_state["page"])


def asked() -> bool:
    """Whether a talk is on, though the page may have nothing to stage."""
    return bool(st.session_state.get("talk"))


def draw() -> None:
    """Draw the stage: what the present page shows, or a sentence on why it cannot be shown."""
    st.html(_FOLDER / "talk.css")
    for problem in [*permalink.problems(), *filter(None, [in_use.problem()])]:
        st.toast(plain(problem), icon=":material/warning:")
    leave_button()
    share.copy_link()
    if in_use.job() is not None:
        under_way.progress()
    staged = _staged()
    assert staged is not None
    try:
        scrub = staged.prepare()
        if edited := staged.edited():
            edit.offer(edited)
    except BPEError as error:
        st.error(plain(f"{error} End the talk to mend it."))
        return
    _stage(scrub)


def leave_button() -> None:
    """The button that ends the talk, with the keys that hold on every page of a talk."""
    _leave(key="leave_talk", on_leave_change=end)


@turns.fragment
def _stage(scrub: Callable[..., object]) -> None:
    scrub(talk=True, chart=True, speed=_SPEED, skip_quiet=True)


def end() -> None:
    """End the talk (from a callback)."""
    st.session_state["talk"] = False
