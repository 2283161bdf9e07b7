"""The training that the session waits for: how far it is, until it is done and its result in use."""

from __future__ import annotations

import streamlit as st

from bpeviz import BPEError

from ..trainings.waiting import how_far
from . import in_use


@st.fragment(run_every=0.3)
def progress() -> None:
    """How far it is, with a way to stop it; at its end the page is drawn again."""
    job = in_use.job()
    if job is None:
        return
    job.touch()
    try:
        found = in_use.finish()
    except BPEError as error:
        in_use.refuse(job.key, str(error))
        st.rerun()
    if found is not None:
        in_use.adopt(found)
        st.rerun()
    left, right = st.columns([5, 1], vertical_alignment="center")
    share, words = how_far(job)
    left.progress(share, f"{words}. {in_use.shown_instead()}")
    right.button(
        "Stop", on_click=job.stop, width="stretch", key="stop_training", disabled=job.stopping
    )
