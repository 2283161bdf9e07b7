"""The head of every page: title, purpose, and what is wrong or worth knowing."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from bpeviz import BPEError

from . import bench, permalink, share
from .text import plain
from .waiting import how_far

__all__ = ["draw", "plain"]


def draw(title: str, purpose: str) -> None:
    """Title and one sentence of purpose, then problems, a training under way, and notices."""
    if "pages" not in st.session_state:
        _start_at_the_entry()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(title, anchor=False)
        # Where there is no room for all of them they go below the title together.
        with st.container(horizontal=True, width="content"):
            share.draw()
    st.caption(purpose)
    if permalink.problems():
        st.warning(plain(" ".join(permalink.problems())), icon=":material/link_off:")
    if bench.problem():
        # st.error reads Markdown; messages quote the user's text, so it goes in as code points.
        st.error(plain(f"{bench.problem()} {bench.shown_instead()}"))
    if bench.job() is not None:
        _progress()
        return  # The notices are about the result before it.
    for notice in bench.notices():
        st.info(plain(notice), icon=":material/info:")


def _start_at_the_entry() -> None:
    """Run the entry file instead of this page alone.

    Until a run has called ``st.navigation``, Streamlit takes the folder ``pages`` for a set of
    scripts: the first visit to a fresh server would then see a page without sidebar and tokenizer.
    """
    files = sorted((Path(__file__).parents[2] / "pages").glob("*.py"))
    entry = st.Page(lambda: None, title="bpeviz", url_path="entry", default=True)
    st.navigation([entry, *map(st.Page, files)], position="hidden")
    st.rerun()


@st.fragment(run_every=0.3)
def _progress() -> None:
    job = bench.job()
    if job is None:
        return
    job.touch()
    try:
        found = bench.finish()
    except BPEError as error:
        st.session_state["problem"] = str(error)
        st.session_state["refused"] = job.key
        st.rerun()
    if found is not None:
        bench.adopt(found)
        st.rerun()
    left, right = st.columns([5, 1], vertical_alignment="center")
    share, words = how_far(job)
    left.progress(share, f"{words}. {bench.shown_instead()}")
    right.button(
        "Stop", on_click=job.stop, width="stretch", key="stop_training", disabled=job.stopping
    )
