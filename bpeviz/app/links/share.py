"""The buttons at the head of every page: copy the link, save and open the session, talk mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from bpeviz import BPEError
from bpeviz.engine.text import repair

from .. import limits, registry
from ..text import plain
from ..widgets.scripts import script
from . import contents, kept_texts, permalink, session_file
from .contents import FIRST_PAGE, Session
from .moves import WANTED, go_to, switch_page
from .words import session

_FOLDER = Path(__file__).parent
_copy = st.components.v2.component(
    "bpeviz_copy_link",
    html=(_FOLDER / "copy_link.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "copy_link.css").read_text(encoding="utf-8"),
    js=script("links/copy_link.js"),
)


def go_on(pages: Sequence[st.Page]) -> None:
    """Note what pages there are, and go to the one that an opened session names."""
    state = st.session_state
    by_name = {page.url_path or FIRST_PAGE: page for page in pages}
    state["pages"] = list(by_name)
    wanted = state.pop(WANTED, None)
    if wanted in by_name and wanted != state["page"]:
        switch_page(by_name[wanted])


def draw() -> None:
    """Draw the buttons, in a row that is open already; none for a page that runs alone."""
    if "address" not in st.session_state:
        return
    copy_link()
    if registry.stage(st.session_state["page"]):
        st.button(
            "Talk mode",
            key="start_talk",
            icon=":material/co_present:",
            on_click=_start_talk,
        )
    with st.popover("Session", icon=":material/folder_open:", key="session_menu"):
        _draw_session()


def copy_link() -> None:
    """The button that copies the link; the key "l" does it too."""
    _copy(key="copy_link", width="content")


def _start_talk() -> None:
    st.session_state["talk"] = True


def _draw_session() -> None:
    state = st.session_state
    st.caption("Everything in one file: texts, tokenizer files, settings, step and page.")
    taken = contents.take(state["page"], state["pages"])
    address, large = state["address"], kept_texts.known()
    values = taken.parts() | taken.settings
    more = {one.name: one.take(values) for one in registry.enclosures()}
    st.download_button(
        "Save session",
        data=lambda: session_file.dump(
            _latest(taken, address, large), {name: pack() for name, pack in more.items()}
        ),
        file_name="bpeviz-session.json",
        mime="application/json",
        on_click="ignore",
        icon=":material/download:",
        width="stretch",
    )
    key = f"session_upload:{state.setdefault('session_uploads', 0)}"
    st.file_uploader(
        "Open session",
        key=key,
        on_change=_open,
        args=(key,),
        max_upload_size=limits.box(session_file.most()),
        help=f"A file that “Save session” made; its text has up to {limits.words(limits.UPLOAD)}.",
    )
    if state.get("session_problem"):
        st.error(plain(repair(state["session_problem"])))


def _latest(taken: Session, address: Mapping[str, Any], large: Mapping[str, str]) -> Session:
    """What was taken when the button was drawn, with what fragments have changed since."""
    now, _ = session(taken.page, address["words"], large)
    mine = registry.travelling([taken.page])
    others = {key: value for key, value in taken.settings.items() if key not in mine}
    return replace(taken, settings=others | now.settings, step=now.step)


def _open(key: str) -> None:
    state = st.session_state
    uploaded = state[key]
    state["session_problem"] = None
    if uploaded is None:
        return
    try:
        data = uploaded.getvalue()
        found, wrong, enclosed = session_file.read(data, state["pages"], uploaded.name)
    except BPEError as error:
        state["session_problem"] = str(error)
        return
    for one in registry.enclosures():
        if one.name in enclosed:
            wrong += one.put(enclosed[one.name])
    permalink.take_over(found, state["pages"], wrong)
    go_to(found.page)
    state["session_uploads"] += 1
