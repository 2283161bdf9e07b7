"""A progress bar for a training that a page waits for."""

from __future__ import annotations

import streamlit as st

from .jobs import Job


class Waiting:
    """Call it with the job while it goes on; the bar appears when that takes longer."""

    def __init__(self) -> None:
        self._place = st.empty()

    def __call__(self, job: Job) -> None:
        share = job.merges_done / max(1, job.merges_asked)
        words = f"Training: {job.merges_done:,} of {job.merges_asked:,} merges"
        self._place.progress(min(1.0, share), words)

    def done(self) -> None:
        """Take the bar away."""
        self._place.empty()
