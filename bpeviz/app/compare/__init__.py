"""The Compare page: what its widgets may say, the presets, and the step.

Each side says what is different from the sidebar; what it leaves open is taken from there (see
``sides``).
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError, normalize
from bpeviz.views.compare import MEASURES
from bpeviz.views.mixture import NUM_MERGES, PATTERN, PHRASE

from .. import bench, limits, reading
from ..samples import samples
from ..sidebar import MODES, TIES

SIDES = {"a": "Left", "b": "Right"}
SIDEBAR, OWN, AS_TYPED = "sidebar", "own", "as typed"
CORPORA = [SIDEBAR, *samples(), OWN]
FORMS = [SIDEBAR, AS_TYPED, "NFC", "NFD", "NFKC", "NFKD"]
SHOWN = {
    "each": "Each its corpus",
    "a": "The left corpus",
    "b": "The right corpus",
    "other": "Another text",
}

_SIDE: dict[str, Any] = {
    "corpus": "yoruba_as_typed",
    "own": "",
    "form": SIDEBAR,
    "mode": SIDEBAR,
    "pattern": SIDEBAR,
    "tie": SIDEBAR,
    "merges": None,
}
#: Session key -> default of every widget of the page, for links.
LINKED: dict[str, Any] = {
    **{f"compare_{side}_{name}": value for side in SIDES for name, value in _SIDE.items()},
    "compare_a_form": AS_TYPED,
    "compare_b_form": "NFC",
    "compare_shown": "each",
    "compare_text": "",
    "compare_measure": "graphemes",
    "compare_step": None,
}
_SIDE_OPTIONS: dict[str, Any] = {
    "corpus": CORPORA,
    "form": FORMS,
    "mode": [SIDEBAR, *MODES],
    "pattern": [SIDEBAR, *PATTERNS],
    "tie": [SIDEBAR, *TIES],
    "merges": lambda n: n is None or (type(n) is int and 0 <= n <= limits.MERGES),
}
#: What the values may be, for links.
OPTIONS: dict[str, Any] = {
    **{
        f"compare_{side}_{name}": may_be for side in SIDES for name, may_be in _SIDE_OPTIONS.items()
    },
    "compare_shown": list(SHOWN),
    "compare_measure": list(MEASURES),
    "compare_step": lambda k: k is None or (type(k) is int and 0 <= k <= 2 * limits.MERGES),
}

#: What each preset sets on the left and on the right; the rest goes back to the sidebar's.
PRESETS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "As typed, NFC": ({"form": AS_TYPED}, {"form": "NFC"}),
    "NFC, NFD": ({"form": "NFC"}, {"form": "NFD"}),
    "Byte, regex": ({"mode": "byte"}, {"mode": "regex"}),
    "gpt2, gpt4": (
        {"mode": "regex", "pattern": "gpt2"},
        {"mode": "regex", "pattern": "gpt4"},
    ),
    "First seen, smallest ids": ({"tie": "first-seen"}, {"tie": "smallest-ids"}),
    "Two corpora": ({"corpus": "english"}, {"corpus": "yoruba"}),
}
_CHOICES = ("form", "mode", "pattern", "tie")


def value(side: str, name: str) -> Any:
    """What a widget of a side says."""
    return st.session_state[f"compare_{side}_{name}"]


def _set(side: str, values: dict[str, Any]) -> None:
    st.session_state.update({f"compare_{side}_{name}": v for name, v in values.items()})


def fill_in() -> None:
    """Give every widget its default, before the first is drawn."""
    for key, default in LINKED.items():
        st.session_state.setdefault(key, default)


def corpus(key: str, own: str) -> str:
    if key == SIDEBAR:
        return bench.model().corpus
    text = reading.pasted(own) if key == OWN else samples()[key].text
    reading.check_corpus(text)
    return text


def corpus_title(key: str) -> str:
    """The name of a corpus in a list."""
    return {SIDEBAR: "The sidebar’s text", OWN: "Own text"}.get(key) or samples()[key].title


# --- presets ------------------------------------------------------------------------------------


def preset() -> str | None:
    """The preset that the sides stand for at present, if any."""
    for name, sides in PRESETS.items():
        wanted = [{key: one.get(key, SIDEBAR) for key in _CHOICES} for one in sides]
        found = [{key: value(side, key) for key in _CHOICES} for side in SIDES]
        if wanted == found and _corpora_fit(sides):
            return name
    return None


def _corpora_fit(sides: tuple[dict[str, Any], dict[str, Any]]) -> bool:
    if value("a", "merges") != value("b", "merges"):
        return False
    if "corpus" in sides[0]:
        return value("a", "corpus") != value("b", "corpus")
    return all(value("a", name) == value("b", name) for name in ("corpus", "own"))


def apply(name: str) -> None:
    """Set both sides as a preset says; the left corpus is kept where it can show something."""
    kept = {key: value("a", key) for key in ("corpus", "own", "merges")}
    sides = PRESETS[name]
    forms = tuple(one["form"] for one in sides if "form" in one)
    if forms and not _differs(kept, forms):
        kept |= {"corpus": _SIDE["corpus"], "own": ""}
    for side, one in zip(SIDES, sides, strict=True):
        _set(side, _SIDE | kept | one)
    st.session_state["compare_shown"] = "each"


def _differs(kept: dict[str, Any], forms: tuple[str, ...]) -> bool:
    """Whether a corpus looks different in two normal forms."""
    try:
        text = corpus(kept["corpus"], kept["own"])
    except BPEError:
        return False
    one, two = (normalize(text, None if form == AS_TYPED else form) for form in forms)
    return one != two


def swap() -> None:
    """Change left and right."""
    left, right = ({name: value(side, name) for name in _SIDE} for side in SIDES)
    _set("a", right)
    _set("b", left)
    turned = {"a": "b", "b": "a"}
    shown = st.session_state["compare_shown"]
    st.session_state["compare_shown"] = turned.get(shown, shown)


def apply_mixture() -> None:
    """One tokenizer trained on NFC and one on NFD, both on the NFD text: the small example."""
    for side, form in zip(SIDES, ("NFC", "NFD"), strict=True):
        one = {"corpus": OWN, "own": normalize(PHRASE, form), "form": AS_TYPED, "mode": "regex"}
        _set(side, _SIDE | one | {"pattern": PATTERN, "merges": NUM_MERGES})
    st.session_state["compare_shown"] = "b"
    go_to(NUM_MERGES)


# --- the step -----------------------------------------------------------------------------------


def step(steps: int) -> int:
    """The step of the page's slider, 0 to ``steps``, the larger K of the two sides."""
    at = st.session_state["compare_step"]
    return steps // 2 if at is None else min(at, steps)


def nonce() -> int:
    """Changes whenever Python has moved the step."""
    return bench.nonce() + st.session_state.setdefault("compare_nonce", 0)


def go_to(new_step: int) -> None:
    """Move the step, also in the browser."""
    st.session_state["compare_step"] = new_step
    st.session_state["compare_nonce"] = st.session_state.get("compare_nonce", 0) + 1


def moved_to(new_step: int, steps: int) -> None:
    """Note the step that the browser told; a step cut short by a small K is not forgotten."""
    if new_step != step(steps):
        st.session_state["compare_step"] = new_step
