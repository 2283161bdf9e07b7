"""The Compare page: what its widgets may say.

Each side says what is different from the sidebar; what it leaves open is taken from there (see
``sides``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, normalize
from bpeviz.views.compare import MEASURES
from bpeviz.views.spelling import AS_TYPED, NAMES

from .. import limits, registry
from ..corpus import reading
from ..corpus.samples import samples
from ..corpus.state import FIRST_SAMPLE
from ..registry import Key
from ..sidebar.choices import MODES, SIDEBAR, TIES
from ..tokenizers import in_use, starting
from .choices import TRAINED, is_choice
from .step import STEP

SIDES = {"a": "Left", "b": "Right"}
AUTO, OWN = "auto", "own"
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

USUAL: dict[str, Any] = {
    "corpus": AUTO,
    "own": "",
    "form": AUTO,
    "spelling": SIDEBAR,
    "mode": SIDEBAR,
    "pattern": SIDEBAR,
    "tie": SIDEBAR,
    "merges": None,
    "file": TRAINED,
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
    "file": is_choice,
}


def _files_of(name: str) -> Callable[[Any], Iterable[str]]:
    return (lambda mark: [mark]) if name == "file" else (lambda value: ())


registry.enter(
    "compare",
    Key("compare_tab", TABS[0], TABS),
    *(
        Key(f"compare_{side}_{name}", default, _SIDE_OPTIONS.get(name), files=_files_of(name))
        for side in SIDES
        for name, default in USUAL.items()
    ),
    Key("compare_shown", "each", SHOWN),
    Key("compare_text", "", title="The text to compare"),
    Key("compare_measure", "graphemes", MEASURES),
    STEP.entry(2 * limits.MERGES),
)


def value(side: str, name: str) -> Any:
    """What a widget of a side says."""
    return st.session_state[f"compare_{side}_{name}"]


def put(side: str, values: dict[str, Any]) -> None:
    """Set widgets of a side."""
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


def shown_texts() -> list[str]:
    """The choices of a text to show that there are at present."""
    start = in_use.model().settings.start
    there = start is not None and starting.earlier_text(start) is not None
    return [key for key in SHOWN if there or key != "earlier"]
