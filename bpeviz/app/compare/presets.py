"""The presets of the Compare page: common comparisons in one click."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bpeviz import BPEError, normalize
from bpeviz.engine.spelling import written
from bpeviz.views.mixture import NUM_MERGES, PATTERN, PHRASE
from bpeviz.views.spelling import AS_TYPED

from ..sidebar.choices import SIDEBAR
from . import AUTO, OWN, SIDES, USUAL, corpus, files, form, put, value
from .step import STEP

#: What each preset sets on the left and on the right; the rest goes back to the sidebar's.
PRESETS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "As typed, NFC": ({"form": AS_TYPED}, {"form": "NFC"}),
    "NFC, NFD": ({"form": "NFC"}, {"form": "NFD"}),
    "Full marks, dots only": (
        {"form": "NFC", "spelling": AS_TYPED},
        {"form": "NFC", "spelling": "dots"},
    ),
    "Full marks, none": (
        {"form": "NFC", "spelling": AS_TYPED},
        {"form": "NFC", "spelling": "bare"},
    ),
    "Byte, regex": ({"mode": "byte"}, {"mode": "regex"}),
    "gpt2, gpt4": (
        {"mode": "regex", "pattern": "gpt2"},
        {"mode": "regex", "pattern": "gpt4"},
    ),
    "First seen, smallest ids": ({"tie": "first-seen"}, {"tie": "smallest-ids"}),
    "Two corpora": ({"corpus": "english"}, {"corpus": "yoruba"}),
}
#: The preset where training goes on: the earlier tokenizer against that in use.
BEFORE_AFTER = "Before, after"
_CHOICES = ("form", "spelling", "mode", "pattern", "tie")


def presets() -> list[str]:
    """The presets that are offered at present."""
    return [*([BEFORE_AFTER] if files.before() else []), *PRESETS]


def preset() -> str | None:
    """The preset that the sides stand for at present, if any."""
    if value("a", "file") and value("a", "file") == files.before() and not value("b", "file"):
        return BEFORE_AFTER
    try:
        found = [{key: _choice(side, key) for key in _CHOICES} for side in SIDES]
    except BPEError:
        return None
    for name, sides in PRESETS.items():
        wanted = [{key: one.get(key, SIDEBAR) for key in _CHOICES} for one in sides]
        if wanted == found and _corpora_fit(sides):
            return name
    return None


def _choice(side: str, name: str) -> Any:
    return form(side) if name == "form" else value(side, name)


def _corpora_fit(sides: tuple[dict[str, Any], dict[str, Any]]) -> bool:
    if value("a", "merges") != value("b", "merges") or any(value(s, "file") for s in SIDES):
        return False
    if "corpus" in sides[0]:
        return value("a", "corpus") != value("b", "corpus")
    return all(value("a", name) == value("b", name) for name in ("corpus", "own"))


def apply(name: str) -> None:
    """Set both sides as a preset says; a sample stays on the left where it can show something."""
    st.session_state["compare_shown"] = "each"
    if name == BEFORE_AFTER:
        usual = USUAL | {"form": SIDEBAR, "corpus": SIDEBAR}
        put("a", usual | {"file": files.before()})
        put("b", usual)
        files.start_anew()
        return
    kept = {key: value("a", key) for key in ("corpus", "own", "merges")}
    sides = PRESETS[name]
    forms = tuple((one.get("spelling"), one["form"]) for one in sides if "form" in one)
    if forms and kept["corpus"] not in (AUTO, SIDEBAR) and not _differs(kept, forms):
        kept |= {"corpus": AUTO, "own": ""}
    for side, one in zip(SIDES, sides, strict=True):
        put(side, USUAL | kept | {"form": SIDEBAR} | one)


def _differs(kept: dict[str, Any], forms: tuple[tuple[str | None, str], ...]) -> bool:
    """Whether a corpus looks different in two spellings and normal forms."""
    try:
        text = corpus(kept["corpus"], kept["own"])
    except BPEError:
        return False
    one, two = (
        written(text, *(None if how == AS_TYPED else how for how in pair)) for pair in forms
    )
    return one != two


def swap() -> None:
    """Change left and right."""
    left, right = ({name: value(side, name) for name in USUAL} for side in SIDES)
    put("a", right)
    put("b", left)
    turned = {"a": "b", "b": "a"}
    shown = st.session_state["compare_shown"]
    st.session_state["compare_shown"] = turned.get(shown, shown)


def apply_mixture() -> None:
    """One tokenizer trained on NFC and one on NFD, both on the NFD text: the small example."""
    for side, given in zip(SIDES, ("NFC", "NFD"), strict=True):
        one = {"corpus": OWN, "own": normalize(PHRASE, given), "form": AS_TYPED, "mode": "regex"}
        put(side, USUAL | one | {"pattern": PATTERN, "merges": NUM_MERGES})
    st.session_state["compare_shown"] = "b"
    STEP.go_to(NUM_MERGES)
