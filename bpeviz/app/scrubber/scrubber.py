"""The scrubber for Streamlit: the merge step, the coloured tokens and a small chart.

Two components. ``mount_data`` sends one payload (see ``bpeviz.views.payload``), large and never
changing, so that Streamlit sends it once. ``scrubber`` shows panes of such payloads, all at one
step. The browser moves the step by itself and tells Python on release, or 120 ms after the last
key.

How a page keeps the step::

    state = st.session_state
    state.setdefault("step", 100)
    state.setdefault("nonce", 0)
    place = scrubber(panes, key="explore", step=state.step, nonce=state.nonce)
    state.step = place.step

``state.step`` is an ordinary entry of the session, not a widget's key, so it outlives a change of
page; the scrubber starts from it when it is mounted again. To move the step from Python, set
``state.step`` and add one to ``state.nonce`` before the call: without a new nonce the browser
keeps its own step. Put the call into a fragment together with all that follows the step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict

import streamlit as st

from bpeviz.views import palette

#: How texts look and play, as the person chose it: session key -> what is usual.
LOOK = {"white_space": True, "skip_quiet": False}
_FOLDER = Path(__file__).parent
_DATA_SCRIPTS = ("data.js", "data_component.js")
_SCRIPTS = (
    "data.js",
    "document.js",
    "model.js",
    "glyphs.js",
    "blocks.js",
    "draw.js",
    "words.js",
    "card.js",
    "marks.js",
    "panes.js",
    "chart.js",
    "player.js",
    "controls.js",
    "keys.js",
    "report.js",
    "scrubber.js",
)


class Pane(TypedDict):
    """One text under one tokenizer, by the ids of their payloads.

    The chart shows tokens per byte, or divides by ``per`` and calls the result ``measure``.
    """

    document: str
    tokenizer: str
    title: NotRequired[str]
    per: NotRequired[int]
    measure: NotRequired[str]


class Place(NamedTuple):
    """What the scrubber last told: the step, and the id of the token chosen by a click."""

    step: int
    token: int | None


def _source(names: Sequence[str]) -> str:
    """Join source files into one module."""
    return "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)


def sources() -> tuple[str, str, str]:
    """The markup, the styles and the module of the scrubber, for pages without Streamlit."""
    style = palette.css() + _source(["scrubber.css"])
    return _source(["scrubber.html"]), style, _source(_SCRIPTS)


_markup, _style, _script = sources()
_data = st.components.v2.component("bpeviz_data", js=_source(_DATA_SCRIPTS))
_scrubber = st.components.v2.component(
    "bpeviz_scrubber",
    html=_markup,
    css=_style,
    js=_script,
)


def mount_data(payload: Mapping[str, Any]) -> str:
    """Hand a payload to the browser and return its id; mount each payload once a run.

    It takes no room on the page. Call it outside the fragment that holds the scrubber.
    """
    _data(key=f"bpeviz-data-{payload['id']}", data=dict(payload))
    return str(payload["id"])


def scrubber(
    panes: Sequence[Pane],
    *,
    key: str,
    step: int,
    nonce: int = 0,
    speed: int = 10,
    skip_quiet: bool | None = None,
    talk: bool = False,
    chart: bool = True,
    marked: int | None = None,
    height: int | None = None,
    word: str | None = None,
) -> Place:
    """Show panes at one step and return the step at which the browser is.

    ``step`` counts when the component is mounted or ``nonce`` is new. ``speed``: steps a second
    when playing; ``skip_quiet``: playing skips merges that change nothing in sight, None for what
    the person chose, which like signs for white space holds for all pages (``LOOK``); ``talk``:
    large, for a stage, with keys on the whole page;
    ``marked``: id of a token to mark, counts as ``step`` does; ``height`` of the text in px;
    ``word``: the name under which the address has the step; the browser then keeps it there.
    """
    chosen = look()
    settings = {
        "panes": [dict(pane) for pane in panes],
        "key": key,
        "nonce": nonce,
        "whitespace": chosen["white_space"],
        "speed": speed,
        "skipQuiet": chosen["skip_quiet"] if skip_quiet is None else skip_quiet,
        "talk": talk,
        "chart": chart,
        "height": height,
        "word": word,
    }
    result = _scrubber(
        key=key,
        data=_mounted(key, settings, step, marked),
        on_step_change=_ignore,
        on_token_change=_ignore,
        on_look_change=partial(_keep_look, key, skip_quiet is None),
    )
    return _place(result.step, result.token, step, nonce, marked)


def _mounted(key: str, settings: dict[str, Any], step: int, marked: int | None) -> dict[str, Any]:
    """The message to the browser; the same as before as long as Python moves nothing.

    Streamlit does not send an unchanged message again, and the component's code travels in it.
    """
    memory = f"{key}:mounted"
    last: dict[str, Any] | None = st.session_state.get(memory)
    if last is not None and key in st.session_state and last == last | settings:
        return last
    data = settings | {"step": step, "marked": marked}
    st.session_state[memory] = data
    return data


def _place(told: Any, token: Any, step: int, nonce: int, marked: int | None) -> Place:
    """Trust what the browser told only if it was told under the present nonce."""
    if isinstance(told, Mapping) and told.get("nonce") == nonce:
        step = int(told["step"])
    if isinstance(token, Mapping) and token.get("nonce") == nonce:
        marked = token.get("id")
    return Place(step, marked)


def look() -> dict[str, bool]:
    """How texts look and play now; see ``LOOK``."""
    return {name: st.session_state.get(name, usual) for name, usual in LOOK.items()}


def _keep_look(key: str, with_skipping: bool) -> None:
    """Note what the person chose of the look; of playing only where no page decides it."""
    told = st.session_state[key].get("look")
    if isinstance(told, Mapping):
        st.session_state["white_space"] = bool(told.get("whitespace"))
        if with_skipping:
            st.session_state["skip_quiet"] = bool(told.get("skipQuiet"))


def _ignore() -> None:
    """Streamlit wants a callback for each state that a component may set."""
