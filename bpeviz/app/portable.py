"""The part of a session that can travel, in a link or in a file: page, text, settings and step.

Settings are session keys: those of the sidebar and each page's ``LINKED``, a dict of key ->
default in the page's module of this package. What a value may be stands in ``OPTIONS`` beside it:
a collection of options, a range of integers, or a test. A value that is not allowed never
reaches a widget.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import BPEError
from bpeviz.engine.text import repair

from . import bench, files, reading, sidebar
from .samples import samples
from .scrubber import LOOK

FIRST_PAGE = "explore"
#: Default tokens and files can bring more merges than can be asked for.
LAST_STEP = 10_000_000
#: Keys that are no page's: whether the stage is shown, how a tokenizer file is used, how texts look.
_FRAME: dict[str, Any] = {"talk": False, "match_special_tokens": False} | LOOK
#: These make up the text and travel as ``sample``, ``text`` and ``file``.
_TEXT_KEYS = ("sample", "corpus_text", "corpus_file")

Allowed = Collection[Any] | Callable[[Any], bool] | None


@dataclass
class Session:
    """What travels. ``settings``: key -> value where it is not the default; ``text``: the corpus,
    None for the sample's; ``file``: the name under which the text was uploaded; ``tokenizer``: of
    a tokenizer file its digest and its name, since the file itself is too large to travel.
    """

    page: str = FIRST_PAGE
    sample: str | None = None
    text: str | None = None
    file: str | None = None
    tokenizer: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    step: int | None = None


def part(page: str, name: str, default: Any) -> Any:
    """What a page's module in this package, or its ``parts``, offer under a name."""
    return next((found for found in _parts(page, name) if found is not None), default)


@lru_cache(maxsize=256)
def _parts(page: str, name: str) -> list[Any]:
    module = f"{__package__}.{page}"
    spec = importlib.util.find_spec(module) if page.isidentifier() else None
    if spec is None:
        return []
    modules = [module]
    # A package has a place to look for more.
    if spec.submodule_search_locations and importlib.util.find_spec(f"{module}.parts"):
        modules.append(f"{module}.parts")
    return [getattr(importlib.import_module(one), name, None) for one in modules]


def defaults(pages: Iterable[str]) -> dict[str, Any]:
    """Every session key that travels from these pages, with its default."""
    shared = {key: value for key, value in sidebar.DEFAULTS.items() if key not in _TEXT_KEYS}
    return _FRAME | shared | {k: v for page in pages for k, v in part(page, "LINKED", {}).items()}


def options(pages: Iterable[str]) -> dict[str, Allowed]:
    """What the values of these keys may be, where that is known."""
    return sidebar.OPTIONS | {k: v for page in pages for k, v in part(page, "OPTIONS", {}).items()}


def allowed(value: Any, default: Any, may_be: Allowed) -> bool:
    """Whether a value fits its widget.

    >>> allowed("byte", "regex", ["byte", "regex"]), allowed("bite", "regex", ["byte", "regex"])
    (True, False)
    >>> allowed(7, 1, range(5)), allowed(True, 1, range(5)), allowed("x", False, None)
    (False, False, False)
    >>> allowed(None, "_", lambda text: len(text) < 9)
    False
    """
    if not _alike(value, default):
        return False
    if isinstance(may_be, range):
        return isinstance(value, int) and not isinstance(value, bool) and value in may_be
    if callable(may_be):
        return bool(may_be(value))
    if may_be is None:
        return True
    if isinstance(default, list | tuple):
        return all(_among(one, may_be) for one in value)
    return _among(value, may_be)


def _among(value: Any, may_be: Collection[Any]) -> bool:
    return any(type(value) is type(one) and value == one for one in may_be)


def _alike(value: Any, default: Any) -> bool:
    if isinstance(value, float) and not math.isfinite(value):
        return False
    if default is None:
        return isinstance(value, str | int | float | list | tuple | None)
    if isinstance(default, bool):
        return isinstance(value, bool)
    if value is None:
        # A field for a number can be empty.
        return isinstance(default, int | float)
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(default, list | tuple):
        return isinstance(value, list | tuple)
    return type(value) is type(default)


# --- out of the session -------------------------------------------------------------------------


def take(page: str, pages: Iterable[str]) -> Session:
    """Read the session as it stands, with the settings of these pages."""
    state = st.session_state
    known = defaults(pages)
    last = state.setdefault("last_values", {})
    # One look a key: Streamlit's state is slow, and this is read at every step.
    found = ((key, state.get(key, last)) for key in known)
    last.update((key, value) for key, value in found if value is not last)
    settings = {key: last[key] for key, usual in known.items() if last.get(key, usual) != usual}
    step = state.get("step")
    if bench.job() is None and step is not None:
        step = bench.step() if bench.step() != bench.model().trace.steps // 2 else None
    opened = files.current()
    mark = f"{opened.digest} {opened.name}" if opened else None
    return Session(page, *_text(), tokenizer=mark, settings=settings, step=step)


def _text() -> tuple[str | None, str | None, str | None]:
    state = st.session_state
    if state["corpus_file"]:
        name, text = state["corpus_file"]
        return None, text, name
    sample = samples().get(state["sample"])
    text = state["corpus_text"] or ""
    if sample is not None and sample.text == text:
        return (None if sample.key == sidebar.FIRST_SAMPLE else sample.key), None, None
    return None, text, None


# --- into the session ---------------------------------------------------------------------------


def revive(page: str) -> None:
    """Give a page's widgets the values that they had when they were last drawn, or the usual."""
    state = st.session_state
    last = state.setdefault("last_values", {})
    for key, usual in part(page, "LINKED", {}).items():
        if key not in state:
            state[key] = last.get(key, usual)


def put(session: Session, pages: Iterable[str]) -> None:
    """Make the session what it says: what it does not name gets its default.

    ``session`` is checked already (``checked``); call it before widgets are drawn.
    """
    state = st.session_state
    for key, default in defaults(pages).items():
        state[key] = session.settings.get(key, default)
    state["last_values"] = dict(session.settings)
    sample = samples()[session.sample or sidebar.FIRST_SAMPLE]
    state.update(corpus_file=None, sample=sample.key, corpus_text=sample.text)
    if session.text is not None and session.file:
        state.update(corpus_file=(session.file, session.text), sample=sidebar.OWN)
    elif session.text is not None:
        same = next((k for k, s in samples().items() if s.text == session.text), sidebar.OWN)
        state.update(corpus_text=session.text, sample=same)
    state["tokenizer_file"] = files.again(session.tokenizer) if session.tokenizer else None
    state.pop("step", None)
    if session.step is not None:
        state["step"] = session.step
    state["nonce"] = bench.nonce() + 1


def checked(found: Mapping[str, Any], pages: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """Keep the settings that are allowed; of the others say what is wrong, in sentences."""
    pages = list(pages)
    known, may_be = defaults(pages), options(pages)
    good: dict[str, Any] = {}
    wrong: list[str] = []
    for key, value in found.items():
        if key not in known:
            wrong.append(f"“{short(key)}” is not a setting of this page.")
        elif allowed(value, known[key], may_be.get(key)):
            good[key] = value
        else:
            wrong.append(refusal(key, value))
    return good, wrong


def refusal(key: str, value: Any) -> str:
    """The sentence about a value that is not allowed."""
    return f"“{short(key)}” cannot be “{short(value)}”; its usual value is used."


def checked_text(text: Any, name: str = "") -> str:
    """A text for the corpus, repaired and not over the limits; a BPEError says what is wrong."""
    if not isinstance(text, str):
        raise BPEError("The text is not a text.")
    if name:
        return reading.decode(repair(text).encode("utf-8"), name)
    return reading.pasted(text)


def short(value: Any, most: int = 40) -> str:
    """A value as it may be quoted in a sentence.

    >>> short("a" * 50, 5), short(None)
    ('aaaa…', 'None')
    """
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"
