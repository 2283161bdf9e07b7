"""The scrubber for Streamlit: the merge step, the coloured tokens and a small chart.

Two components. ``mount_data`` sends one payload (see ``bpeviz.views.payload``), large and never
changing, so that Streamlit sends it once. ``scrubber`` shows panes of such payloads, all at one
step. The browser moves the step by itself; it tells Python on release, or 120 ms after the last
key, where something else on the page follows the step, and otherwise when the person turns away.

The step is an ordinary entry of the session (see ``step``), so it outlives a change of page; the
scrubber starts from it when it is mounted again. When Python moves the step it needs a new nonce:
without one the browser keeps its own step. ``panes.scrub`` does all this; put the call into a
fragment together with all that follows the step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict

import streamlit as st

from bpeviz.views import palette

from .. import registry
from ..registry import Key
from ..widgets.scripts import script
from ..widgets.told import whole
from . import marked

#: How texts look and play, as the person chose it: session key -> what is usual.
LOOK = {"white_space": True, "skip_quiet": False}
registry.enter(registry.EVERY_PAGE, *(Key(name, usual) for name, usual in LOOK.items()))
_FOLDER = Path(__file__).parent


class Pane(TypedDict):
    """One text under one tokenizer, by the ids of their payloads.

    The chart shows tokens per byte, or divides by ``per`` and calls the result ``measure``.
    ``share``: the slider moves this pane by the share of its merges, not by their number.
    ``rule``: how training decided ties, None for a file; ``drawn``: the whole "corpus", the
    "start" of one, or an "other" text. The panel of pairs says so.
    """

    document: str
    tokenizer: str
    title: NotRequired[str]
    per: NotRequired[int]
    measure: NotRequired[str]
    share: NotRequired[bool]
    rule: NotRequired[str | None]
    drawn: NotRequired[str]


class Place(NamedTuple):
    """What the scrubber last told: the step, and the id of the marked token."""

    step: int
    token: int | None


def source(name: str) -> str:
    """A file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")


MARKUP = source("scrubber.html")
STYLE = palette.css() + source("scrubber.css")
_data = st.components.v2.component(
    "bpeviz_data",
    js=script("scrubber/data_component.js"),
)
_scrubber = st.components.v2.component(
    "bpeviz_scrubber",
    html=MARKUP,
    css=STYLE,
    js=script("scrubber/scrubber_component.js"),
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
    follows: bool = True,
    chart: bool = True,
    answer: Mapping[str, Any] | None = None,
    pairs: bool = False,
    height: int | None = None,
    word: str | None = None,
) -> Place:
    """Show panes at one step and return the step at which the browser is.

    ``step`` counts when the component is mounted or ``nonce`` is new. ``speed``: steps a second
    when playing; ``skip_quiet``: playing skips merges that change nothing in sight, None for what
    the person chose, which like signs for white space holds for all pages (``LOOK``); ``talk``:
    large, for a stage, with keys on the whole page; ``follows``: whether something else on the
    page shows the step: if not, the browser tells it when the person turns to something else;
    ``answer``: where two panes part, to compare them in a sentence (see ``views.parting``);
    ``pairs``: the most frequent pairs beside the tokens of a single pane;
    ``height`` of the text in px; ``word``: the name under which the address has the step; the
    browser then keeps it there.
    """
    chosen = look()
    tokenizers = list(dict.fromkeys(pane["tokenizer"] for pane in panes))
    settings = {
        "panes": [dict(pane) for pane in panes],
        "key": key,
        "nonce": nonce,
        "whitespace": chosen["white_space"],
        "speed": speed,
        "skipQuiet": chosen["skip_quiet"] if skip_quiet is None else skip_quiet,
        "talk": talk,
        "follows": follows,
        "chart": chart,
        "answer": None if answer is None else dict(answer),
        "pairs": pairs,
        "height": height,
        "word": word,
    }
    result = _scrubber(
        key=key,
        data=_mounted(key, settings, step, marked.present(tokenizers)),
        on_step_change=_ignore,
        on_token_change=partial(_keep_mark, key, tokenizers),
        on_look_change=partial(_keep_look, key, skip_quiet is None),
    )
    mark = marked.present(tokenizers)
    return Place(_told(key, result.step, step, nonce), mark["id"] if mark else None)


def _mounted(
    key: str, settings: dict[str, Any], step: int, mark: dict[str, Any] | None
) -> dict[str, Any]:
    """The message to the browser; the same as before as long as Python moves nothing.

    Streamlit does not send an unchanged message again, and the component's code travels in it.
    """
    memory = f"{key}:mounted"
    last: dict[str, Any] | None = st.session_state.get(memory)
    if last is not None and key in st.session_state and last == last | settings:
        return last
    data = settings | {"step": step, "marked": mark}
    st.session_state[memory] = data
    return data


def _told(key: str, told: Any, step: int, nonce: int) -> int:
    """The step that the browser told, if that is news and under the present nonce."""
    memory = f"{key}:told"
    news = told != st.session_state.get(memory)
    st.session_state[memory] = told
    found = whole(told.get("step")) if news and _present(told, nonce) else None
    return step if found is None else found


def _present(told: Any, nonce: int) -> bool:
    return isinstance(told, Mapping) and told.get("nonce") == nonce


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


def _keep_mark(key: str, tokenizers: Sequence[str]) -> None:
    marked.keep(st.session_state[key].get("token"), tokenizers)


def _ignore() -> None:
    """Streamlit wants a callback for each state that a component may set."""
