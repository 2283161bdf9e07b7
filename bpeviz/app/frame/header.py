"""The head of every page: title, purpose, and what is wrong or worth knowing."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ..links import permalink, share
from ..stage import talk
from ..text import plain
from ..tokenizers import in_use, under_way
from ..tokenizers import notices as tokenizer_notices


def draw(title: str, purpose: str, *, notices: bool = True) -> None:
    """Title and one sentence of purpose, then problems, a training under way, and notices.

    ``notices``: whether the page shows the tokenizer of the sidebar, about which they are.
    """
    if "pages" not in st.session_state:
        _start_at_the_entry()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(title, anchor=False)
        # Where there is no room for all of them they go below the title together.
        with st.container(horizontal=True, width="content"):
            share.draw()
    with st.container(key="purpose"):
        st.caption(purpose)
    if st.session_state.get("talk"):
        _without_stage()
    if permalink.problems():
        st.warning(plain(" ".join(permalink.problems())), icon=":material/link_off:")
    if in_use.problem():
        # st.error reads Markdown; messages quote the user's text, so it goes in as code points.
        st.error(plain(f"{in_use.problem()} {in_use.shown_instead()}"))
    if in_use.job() is not None:
        under_way.progress()
        return  # The notices are about the result before it.
    if notices and (said := tokenizer_notices.of_session()):
        with st.container(key="notices"):
            st.info(plain(" ".join(said)), icon=":material/info:")


def _without_stage() -> None:
    said, end = st.columns([5, 1], vertical_alignment="center")
    said.info(
        "This page has no talk mode and is shown as usual. The talk goes on at the other pages.",
        icon=":material/co_present:",
    )
    with end:
        talk.leave_button()


def _start_at_the_entry() -> None:
    """Run the entry file instead of this page alone.

    Until a run has called ``st.navigation``, Streamlit takes the folder ``pages`` for a set of
    scripts: the first visit to a fresh server would then see a page without sidebar and tokenizer.
    """
    files = sorted((Path(__file__).parents[3] / "pages").glob("*.py"))
    entry = st.Page(lambda: None, title="bpeviz", url_path="entry", default=True)
    st.navigation([entry, *map(st.Page, files)], position="hidden")
    st.rerun()
