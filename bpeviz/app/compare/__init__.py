"""The Compare page: what its widgets may say, the presets, and the step.

Each side says what is different from the sidebar; what it leaves open is taken from there (see
``sides``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError, normalize
from bpeviz.engine.spelling import written
from bpeviz.views.compare import MEASURES
from bpeviz.views.mixture import NUM_MERGES, PATTERN, PHRASE
from bpeviz.views.spelling import AS_TYPED, NAMES

from .. import limits, registry
from ..corpus import reading
from ..corpus.samples import samples
from ..corpus.state import FIRST_SAMPLE
from ..registry import Key
from ..sidebar.state import MODES, TIES
from ..tokenizers import in_use, starting
from . import files
from .step import STEP

SIDES = {"a": "Left", "b": "Right"}
AUTO, SIDEBAR, OWN = "auto", "sidebar", "own"
_FORMS = (AS_TYPED, "NFC")
#: What is compared while the sidebar holds no text of the person's.
SAMPLE = "yoruba_as_typed"
CORPORA = [AUTO, SIDEBAR, *samples(), OWN]
FORMS = [AUTO, SIDEBAR, AS_TYPED, "NFC", "NFD", "NFKC", "NFKD"]
SHOWN = {
    "each": "Each side’s corpus",
    "a": "The left corpus",
    "b": "The right corpus",
    "earlier": "The earlier training’s text",
    "other": "Another text",
}

_SIDE: dict[str, Any] = {
    "corpus": AUTO,
    "own": "",
    "form": AUTO,
    "spelling": SIDEBAR,
    "mode": SIDEBAR,
    "pattern": SIDEBAR,
    "tie": SIDEBAR,
    "merges": None,
    "file": files.TRAINED,
}
TABS = [
    "Words that differ",
    "Numbers",
    "Only one side",
    "Merges",
    "Each on the other’s text",
    "What normalization does",
    "Offline page",
]
_SIDE_OPTIONS: dict[str, Any] = {
    "corpus": CORPORA,
    "form": FORMS,
    "spelling": [SIDEBAR, *NAMES],
    "mode": [SIDEBAR, *MODES],
    "pattern": [SIDEBAR, *PATTERNS],
    "tie": [SIDEBAR, *TIES],
    "merges": lambda n: n is None or (type(n) is int and 0 <= n <= limits.MERGES),
    "file": files.is_choice,
}


def _files_of(name: str) -> Callable[[Any], Iterable[str]]:
    return (lambda mark: [mark]) if name == "file" else (lambda value: ())


registry.enter(
    "compare",
    Key("compare_tab", TABS[0], TABS),
    *(
        Key(f"compare_{side}_{name}", default, _SIDE_OPTIONS.get(name), files=_files_of(name))
        for side in SIDES
        for name, default in _SIDE.items()
    ),
    Key("compare_shown", "each", SHOWN),
    Key("compare_text", "", title="The text to compare"),
    Key("compare_measure", "graphemes", MEASURES),
    STEP.entry(2 * limits.MERGES),
)

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


def value(side: str, name: str) -> Any:
    """What a widget of a side says."""
    return st.session_state[f"compare_{side}_{name}"]


def _set(side: str, values: dict[str, Any]) -> None:
    st.session_state.update({f"compare_{side}_{name}": v for name, v in values.items()})


def corpus_key(side: str) -> str:
    """Which corpus a side uses: the sidebar's once somebody has put one there, a sample before."""
    key: str = value(side, "corpus")
    if key != AUTO:
        return key
    return SAMPLE if in_use.model().corpus == samples()[FIRST_SAMPLE].text else SIDEBAR


def corpus(key: str, own: str) -> str:
    """The text of a corpus; a BPEError if there is none to train on."""
    if key == SIDEBAR:
        return in_use.model().corpus
    text = reading.pasted(own) if key == OWN else samples()[key].text
    reading.check_corpus(text)
    return text


def corpus_title(key: str) -> str:
    """The name of a corpus in a list."""
    names = {
        AUTO: "Your text, else a sample",
        SIDEBAR: "The sidebar’s text",
        OWN: "Own text",
    }
    return names.get(key) or samples()[key].title


def form(side: str) -> str:
    """The normal form of a side; where no text was chosen either, forms that change the text."""
    chosen: str = value(side, "form")
    if chosen != AUTO:
        return chosen
    followed = all(value(one, "corpus") == AUTO for one in SIDES)
    forms = _telling_forms(corpus(corpus_key("a"), "")) if followed else _FORMS
    return forms[list(SIDES).index(side)]


@lru_cache(maxsize=16)
def _telling_forms(text: str) -> tuple[str, str]:
    return _FORMS if normalize(text, "NFC") != text else ("NFC", "NFD")


# --- presets ------------------------------------------------------------------------------------


def presets() -> list[str]:
    """The presets that are offered at present."""
    return [*([BEFORE_AFTER] if files.before() else []), *PRESETS]


def shown_texts() -> list[str]:
    """The choices of a text to show that there are at present."""
    start = in_use.model().settings.start
    there = start is not None and starting.earlier_text(start) is not None
    return [key for key in SHOWN if there or key != "earlier"]


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
        usual = _SIDE | {"form": SIDEBAR, "corpus": SIDEBAR}
        _set("a", usual | {"file": files.before()})
        _set("b", usual)
        files.start_anew()
        return
    kept = {key: value("a", key) for key in ("corpus", "own", "merges")}
    sides = PRESETS[name]
    forms = tuple((one.get("spelling"), one["form"]) for one in sides if "form" in one)
    if forms and kept["corpus"] not in (AUTO, SIDEBAR) and not _differs(kept, forms):
        kept |= {"corpus": AUTO, "own": ""}
    for side, one in zip(SIDES, sides, strict=True):
        _set(side, _SIDE | kept | {"form": SIDEBAR} | one)


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
    STEP.go_to(NUM_MERGES)
