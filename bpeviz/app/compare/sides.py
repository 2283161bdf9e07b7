"""The two sides of the Compare page, trained: the sidebar's settings with what each side changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import BPEError, Trace, normalize
from bpeviz.engine.text import repair
from bpeviz.studies.comparing import without_normalization
from bpeviz.views.compare import Side
from bpeviz.views.spelling import NAMES

from .. import limits
from ..corpus import reading
from ..sidebar import state as sidebar
from ..tokenizers import files as tokenizer_files
from ..tokenizers import in_use, starting
from ..trainings.jobs import Job, Model, trained
from ..trainings.settings import Settings
from . import AS_TYPED, OWN, SIDEBAR, SIDES, corpus, corpus_key, corpus_title, files, form, value
from .choices import TRAINED

SPELLED = {how: words if how != AS_TYPED else "full marks" for how, words in NAMES.items()}


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

    @property
    def usual_step(self) -> int:
        """Where the slider stands at first: a finished tokenizer is first seen at work."""
        return self.steps if any(side.from_file for side in self.sides) else self.steps // 2


def pair(waiting: Callable[[Job], object] | None = None) -> Pair:
    """Train both sides as they are set; a BPEError says what is wrong, and on which side."""
    corpora = [_of_side(side, corpus, corpus_key(side), value(side, "own")) for side in SIDES]
    models = tuple(
        _of_side(side, _model, side, text, waiting)
        for side, text in zip(SIDES, corpora, strict=True)
    )
    whole = _shown(corpora)
    texts = [text[: limits.SHOWN] for text in whole]
    slider = max(len(model.tokenizer.merges) for model in models)
    # Before and after, a step is the same merge on both sides.
    by_number = {value(side, "file") for side in SIDES} == {files.before(), TRAINED}
    slider = slider if any(model.file for model in models) and not by_number else 0
    left, right = (
        Side(
            title,
            _trace(model, text),
            text,
            model.trace,
            model.settings.tie_break,
            bool(model.file),
            slider,
        )
        for title, model, text in zip(titles(), models, texts, strict=True)
    )
    return Pair(models, (left, right), texts[0] == texts[1], texts != whole)


def _model(side: str, text: str, waiting: Callable[[Job], object] | None) -> Model:
    opened = value(side, "file")
    if opened:
        return files.model(files.find(opened), text, sidebar.settings())
    return trained(text, settings(side), waiting)


def _of_side(side: str, make: Any, *arguments: Any) -> Any:
    try:
        return make(*arguments)
    except BPEError as error:
        raise BPEError(f"{SIDES[side]} side: {error}") from None


def settings(side: str) -> Settings:
    """The settings of a side: its own, and the sidebar's for the rest."""
    model = in_use.model()
    base = sidebar.settings() if model.file else model.settings
    own: dict[str, Any] = {}
    for name, key in {"mode": "mode", "pattern": "pattern", "tie": "tie_break"}.items():
        if value(side, name) != SIDEBAR:
            own[key] = value(side, name)
    if form(side) != SIDEBAR:
        own["normalization"] = None if form(side) == AS_TYPED else form(side)
    if value(side, "spelling") != SIDEBAR:
        own["spelling"] = None if value(side, "spelling") == AS_TYPED else value(side, "spelling")
    if value(side, "merges") is not None:
        own["num_merges"] = value(side, "merges")
    if (own.get("mode", base.mode) == "character") != (base.mode == "character"):
        # An alphabet of characters means nothing for bytes, nor the other way round.
        own["alphabet"] = None
    return replace(base, **own)


def _shown(corpora: list[str]) -> list[str]:
    chosen = st.session_state["compare_shown"]
    if chosen == "other" and not lacks_text():
        return [reading.pasted(st.session_state["compare_text"])] * 2
    start = in_use.model().settings.start
    if chosen == "earlier" and start is not None:
        return [starting.earlier_text(start) or corpora[0]] * 2
    if chosen in SIDES:
        return [corpora[list(SIDES).index(chosen)]] * 2
    return corpora


def lacks_text() -> bool:
    """Whether another text is asked for that is still empty: each side shows its corpus then."""
    return st.session_state["compare_shown"] == "other" and not st.session_state["compare_text"]


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
    if ("file" in left) != ("file" in right):
        earlier = files.before() in [value(side, "file") for side in SIDES]
        trained_here = "After" if earlier else "Trained here"
        return tuple(words.get("file", trained_here) for words in (left, right))
    apart = [name for name in left | right if left.get(name) != right.get(name)]
    if "corpus" in apart and "form" in apart:
        # Never “as typed, NFD”: there is a sample with this title.
        apart.remove("form")
        for words in (left, right):
            if words["form"] != AS_TYPED:
                words["corpus"] = f"“{words['corpus']}” in {words['form']}"
    if "mode" in apart and "pattern" in apart:
        apart.remove("pattern")
    if not apart:
        return tuple(SIDES.values())
    both = (", ".join(filter(None, map(words.get, apart))) for words in (left, right))
    begins = (AS_TYPED, *SPELLED.values())
    return tuple(t[:1].upper() + t[1:] if t.startswith(begins) else t for t in both)


def _words(side: str) -> dict[str, str]:
    words = {"corpus": corpus_title(corpus_key(side))}
    if corpus_key(side) == OWN:
        words["corpus"] += _known_by(value(side, "own"))
    if value(side, "file"):
        return words | {"file": files.short_name(tokenizer_files.name_in(value(side, "file")))}
    made = settings(side)
    words |= {
        "form": made.normalization or AS_TYPED,
        "spelling": SPELLED[made.spelling or AS_TYPED],
    }
    words["mode"] = made.mode
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
    forms = (left.normalization, left.spelling) != (right.normalization, right.spelling)
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
