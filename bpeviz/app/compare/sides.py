"""The two sides of the Compare page, trained: the sidebar's settings with what each side changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import BPEError, Trace, normalize
from bpeviz.engine.studies.comparing import without_normalization
from bpeviz.engine.text import repair
from bpeviz.views.compare import Side

from .. import bench, limits, reading, sidebar
from ..jobs import Job, Model, trained
from ..settings import Settings
from . import AS_TYPED, OWN, SIDEBAR, SIDES, corpus, corpus_title, value


@dataclass(frozen=True)
class Pair:
    """Both sides, trained."""

    models: tuple[Model, ...]
    sides: tuple[Side, Side]
    same_text: bool
    cut: bool

    @property
    def steps(self) -> int:
        return max(side.trace.steps for side in self.sides)


def pair(waiting: Callable[[Job], object] | None = None) -> Pair:
    """Train both sides as they are set; a BPEError says what is wrong, and on which side."""
    corpora = [_of_side(side, corpus, value(side, "corpus"), value(side, "own")) for side in SIDES]
    models = tuple(
        _of_side(side, trained, text, settings(side), waiting)
        for side, text in zip(SIDES, corpora, strict=True)
    )
    whole = _shown(corpora)
    texts = [text[: limits.SHOWN] for text in whole]
    made = zip(titles(), models, texts, strict=True)
    left, right = (
        Side(title, _trace(model, text), text, model.trace, model.settings.tie_break)
        for title, model, text in made
    )
    return Pair(models, (left, right), texts[0] == texts[1], texts != whole)


def _of_side(side: str, make: Any, *arguments: Any) -> Any:
    try:
        return make(*arguments)
    except BPEError as error:
        raise BPEError(f"{SIDES[side]} side: {error}") from None


def settings(side: str) -> Settings:
    """The settings of a side: its own, and the sidebar's for the rest."""
    model = bench.model()
    base = sidebar.settings() if model.file else model.settings
    own: dict[str, Any] = {}
    for name, key in {"mode": "mode", "pattern": "pattern", "tie": "tie_break"}.items():
        if value(side, name) != SIDEBAR:
            own[key] = value(side, name)
    if value(side, "form") != SIDEBAR:
        own["normalization"] = None if value(side, "form") == AS_TYPED else value(side, "form")
    if value(side, "merges") is not None:
        own["num_merges"] = value(side, "merges")
    if (own.get("mode", base.mode) == "character") != (base.mode == "character"):
        # An alphabet of characters means nothing for bytes, nor the other way round.
        own["alphabet"] = None
    return replace(base, **own)


def _shown(corpora: list[str]) -> list[str]:
    chosen = st.session_state["compare_shown"]
    if chosen == "other" and st.session_state["compare_text"]:
        return [reading.pasted(st.session_state["compare_text"])] * 2
    if chosen in SIDES:
        return [corpora[list(SIDES).index(chosen)]] * 2
    return corpora


@lru_cache(maxsize=16)
def _trace(model: Model, text: str) -> Trace:
    return model.shown if text == model.corpus[: limits.SHOWN] else model.trace_of(text)


def crossed(both: Pair) -> list[list[Trace]]:
    """Both texts, each in the normal form of its side, under both tokenizers as they are."""
    texts = [side.trace.text for side in both.sides]
    return [[_trace(bare(model), text) for text in texts] for model in both.models]


@lru_cache(maxsize=8)
def bare(model: Model) -> Model:
    """The same tokenizer, which takes every text as it is."""
    return replace(model, tokenizer=without_normalization(model.tokenizer))


def titles() -> tuple[str, ...]:
    """What sets each side apart, in a few words."""
    left, right = (_words(side) for side in SIDES)
    apart = [name for name in left | right if left.get(name) != right.get(name)]
    if not apart:
        return tuple(SIDES.values())
    both = (", ".join(filter(None, map(words.get, apart))) for words in (left, right))
    return tuple(f"As{t[2:]}" if t.startswith(AS_TYPED) else t for t in both)


def describe(side: str) -> str:
    """The settings of a side in one line; what is usual is left out."""
    words = _words(side)
    usual = {"form": AS_TYPED, "tie": "first-seen"}
    if value(side, "merges") is None:
        usual["merges"] = words["merges"]
    return " · ".join(word for name, word in words.items() if usual.get(name) != word)


def _words(side: str) -> dict[str, str]:
    made = settings(side)
    words = {"corpus": corpus_title(value(side, "corpus"))}
    if value(side, "corpus") == OWN:
        words["corpus"] += _known_by(value(side, "own"))
    words |= {"form": made.normalization or AS_TYPED, "mode": made.mode}
    if made.mode == "regex":
        words["pattern"] = made.pattern
    return words | {"tie": made.tie_break, "merges": f"{made.num_merges:,} merges"}


def _known_by(text: str) -> str:
    """Two texts of one's own are told apart by their normal form, or by how they begin."""
    text = repair(text)
    forms = [form for form in ("NFC", "NFD") if normalize(text, form) == text]
    return f" in {forms[0]}" if len(forms) == 1 else f" “{text[:12]}…”"


def cause(both: Pair) -> str:
    """Why a pair can be missing on one side, in a sentence; "" where nobody knows."""
    left, right = (model.settings for model in both.models)
    corpora = both.models[0].corpus != both.models[1].corpus
    forms = left.normalization != right.normalization
    chunks = (left.mode, left.pattern) != (right.mode, right.pattern)
    if corpora + forms + chunks != 1:
        return ""
    if corpora:
        return "The two corpora differ."
    if forms:
        return "Where a pair is missing, its letters are spelled with other code points."
    if "character" in (left.mode, right.mode):
        return ""
    return "Where a pair is missing, the border of a chunk lies between its two tokens."
