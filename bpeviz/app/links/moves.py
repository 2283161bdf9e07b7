"""Going to another page, in the run of a page or after a callback."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

#: Session key: the page to go to in the next run.
WANTED = "wanted_page"


def switch_page(page: st.Page | str) -> NoReturn:
    """Go to another page; use it in place of ``st.switch_page``.

    That would first write an address without settings, to which the back button would lead.
    """
    st.switch_page(page, query_params=st.session_state["address"]["words"])


def go_to(page: str) -> None:
    """Go to a page by its name in the address, after the callback that calls this."""
    st.session_state[WANTED] = page
