"""Download buttons."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from bpeviz.views.csv import safe_csv


def csv(
    frame: pd.DataFrame | Callable[[], pd.DataFrame], name: str, *, key: str | None = None
) -> None:
    """A small button that downloads a table as CSV; made only when it is clicked.

    A function in place of the table is called only then, too.
    """
    st.download_button(
        "Download CSV",
        lambda: safe_csv(frame() if callable(frame) else frame),
        file_name=f"bpeviz-{name}.csv",
        mime="text/csv",
        key=key or f"csv_{name}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )
