"""The text of a page, edited during a talk: the key "e" opens it in a box.

A page with a text of its own says so in the registry; see ``Edited``.
"""

from __future__ import annotations

import streamlit as st

from .. import limits
from ..registry import Edited

_BOX = "stage_text"


def offer(edited: Edited) -> None:
    """The button behind the key, and the box."""
    st.button("Edit text", key="edit_on_stage", on_click=_open, args=(edited,))
    if st.session_state.get("editing_on_stage"):
        _dialog(edited)


def _open(edited: Edited) -> None:
    state = st.session_state
    shown = state.get(edited.key) if edited.shown is None else edited.shown
    state.update({"editing_on_stage": True, _BOX: (shown or "")[: _most(edited)]})


def _most(edited: Edited) -> int:
    return limits.SHOWN if edited.longest is None else edited.longest


def _close() -> None:
    st.session_state["editing_on_stage"] = False


@st.dialog("Edit the text", width="large", on_dismiss=_close)
def _dialog(edited: Edited) -> None:
    # In a form Control+Enter sends the text, too.
    with st.form("edit_on_stage_form", border=False):
        st.text_area(
            "Text to show",
            key=_BOX,
            height=240,
            max_chars=_most(edited),
            label_visibility="collapsed",
        )
        shown = st.form_submit_button("Show it", type="primary", help="Control+Enter does it too")
    if shown:
        _close()
        st.session_state.update({edited.key: st.session_state[_BOX], **edited.more})
        st.rerun()
