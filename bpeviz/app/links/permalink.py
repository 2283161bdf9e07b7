"""Permalinks: the address of every page carries its settings, its text and its step.

Whoever opens the address sees the same screen. It is read at a session's first run and after back
or forward, before any widget is drawn; it is written at the end of each run, also of a fragment.
Streamlit's ``st.query_params`` makes a history entry with every write, so a small component writes
instead: a change of settings makes an entry, a step only replaces the address.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from .. import registry
from ..step import SHARED
from ..widgets.scripts import script
from . import contents, kept_texts
from .contents import FIRST_PAGE, Session
from .size import ELSEWHERE
from .words import query, session, too_long

#: Seconds after which the browser surely has written an address.
_ARRIVED = 2.0

_address = st.components.v2.component("bpeviz_address", js=script("links/address.js"))


def read(page: str) -> None:
    """Take over what the address says, if it is new; ``page``: the page's path, "" for the first.

    Call it after ``st.navigation`` and before any widget.
    """
    state = st.session_state
    state["page"] = page or FIRST_PAGE
    first = "address" not in state
    if first:
        state["address"] = {"token": secrets.token_hex(4), "serial": 0, "page": "", "words": {}}
        state["address"] |= {"push": False, "fresh": True, "at": time.monotonic()}
    moved = bool(getattr(get_script_run_ctx(), "is_history_navigation", False))
    words = st.query_params.to_dict()
    answered = kept_texts.answered()
    if answered:
        words, first = state.pop("asking_words"), True
    if not moved and not (first and words):
        registry.fill_in(state["page"])
        return
    if not answered:
        _ask_for_texts(words)
    found, wrong = session(state["page"], words, kept_texts.known())
    # What the tab may still hand back is not missing yet.
    take_over(found, [state["page"]], [] if kept_texts.asked() else wrong)
    state["address"] |= {"fresh": True, "page": "", "words": {}}
    # Streamlit remembers this query and would put it behind pages that are opened later.
    if moved and words:
        st.query_params.clear()


def _ask_for_texts(words: dict[str, str]) -> None:
    """Ask the browser's tab for texts of the address that are not known here."""
    named = [word[len(ELSEWHERE) :] for word in words.values() if word.startswith(ELSEWHERE)]
    missing = set(named) - set(kept_texts.known())
    if missing:
        kept_texts.ask(missing)
        st.session_state["asking_words"] = words


def take_over(found: Session, pages: Iterable[str], wrong: list[str]) -> None:
    """Make the session what a link or a file says; ``wrong`` is shown until a setting changes."""
    st.session_state["link_problems"] = contents.put(found, pages) + wrong
    st.session_state["address"] |= {"opened": True, "news": True}


def write(place: str = "page", *, stepped: bool = False) -> None:
    """Make the address say what the session is: at the end of a run, and of a fragment's run.

    ``place`` tells the writers of one run apart; ``stepped``: this run is about a step that the
    scrubber told, and has written into the address itself.
    """
    state = st.session_state
    if "address" not in state:
        return  # A page that runs alone has no address of its own.
    page, address = state["page"], state["address"]
    if kept_texts.asked():
        if place == "page":
            kept_texts.draw()
        return
    words, long = query(contents.take(page, [page]))
    if (page, words) != (address["page"], address["words"]):
        same_settings = _without_step(words) == _without_step(address["words"])
        push = not (address["fresh"] or same_settings)
        if not same_settings and not address.pop("news", False):
            state["link_problems"] = []
        stepped = stepped and same_settings and page == address["page"]
        if not stepped:
            address |= {"serial": address["serial"] + 1, "push": push, "at": time.monotonic()}
        address |= {"page": page, "words": words}
        kept_texts.keep(long)
        state["link_long"] = list(long)
    address["fresh"] = False
    if place == "page":
        kept_texts.draw()
    if stepped and time.monotonic() - address["at"] > _ARRIVED:
        st.empty()  # What follows keeps its place on the page.
        return
    data = {"session": address["token"], "serial": address["serial"], "push": address["push"]}
    data |= {"query": urlencode(address["words"]), "nonce": SHARED.nonce(), "warning": ""}
    if state.get("link_long"):
        data["warning"] = too_long(state["link_long"])
    _address(key=f"bpeviz-address-{place}", data=data)


def _without_step(words: Mapping[str, str]) -> dict[str, str]:
    return {name: word for name, word in words.items() if not name.endswith("step")}


def run(page: Callable[[], None]) -> None:
    """Run a page; if it fails on what a link just brought, run it again without."""
    try:
        page()
    except Exception:
        if not st.session_state["address"].pop("opened", False):
            raise
        contents.put(Session(), [st.session_state["page"]])
        st.session_state["link_problems"] = [
            "This link does not fit the page any more; the usual settings are used."
        ]
        st.rerun()
    st.session_state["address"]["opened"] = False


def problems() -> list[str]:
    """What was wrong with the link that was opened; until a setting changes."""
    wrong = st.session_state.get("link_problems") or []
    if len(wrong) > 3:
        return [*wrong[:3], f"And {len(wrong) - 3} more parts of the link were not understood."]
    return wrong
