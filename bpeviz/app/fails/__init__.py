"""The page Failures: which failure is open, what its fields say, and what is trained."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import streamlit as st

import bpeviz
from bpeviz import PATTERNS, BPEError, Tokenizer
from bpeviz.engine.text import repair
from bpeviz.failures import FAILURES, Failure, Field, Finding, Scene

from .. import limits, registry
from ..corpus import reading
from ..corpus.samples import languages, samples
from ..corpus.state import set_corpus
from ..registry import Allowed, Key
from ..scrubber import Pane, panes
from ..sidebar import state as sidebar
from ..step import SHARED, Step
from ..tokenizers import in_use
from ..trainings.jobs import Model, trained
from ..trainings.settings import Settings

#: In a choice of samples: the text of the sidebar.
SIDEBAR = "sidebar"
LANGUAGES = "languages"
_LINE, _TEXT = 300, 20_000
_BY_KEY = {failure.key: failure for failure in FAILURES}


def widget(failure: Failure, field: Field) -> str:
    """The session key of a field."""
    return f"fails_{failure.key}_{field.name}"


def choices(field: Field, values: Mapping[str, Any]) -> list[str]:
    """What can be chosen in a field; of samples also the sidebar's text."""
    options = [*field.choices(values)]
    return [*options, SIDEBAR] if field.kind == "sample" else options


def _may_be(field: Field) -> Allowed:
    if field.kind == "whole":
        return range(field.low, field.high + 1)
    if field.kind in ("line", "text"):
        return lambda text: len(text) <= longest(field)
    # Options that depend on other fields are checked when the widget is drawn.
    return None if callable(field.options) else choices(field, {})


def longest(field: Field) -> int:
    """How long the text of a field may be."""
    return _LINE if field.kind == "line" else _TEXT


def sample_text(name: str) -> str:
    """The text that a name stands for: a sample, the languages, or the sidebar's text."""
    if name == SIDEBAR:
        return in_use.model().corpus[: limits.SHOWN]
    if name == LANGUAGES:
        return "\n".join(f"{row['language']}: {row['text']}" for row in languages())
    return samples()[name].text


def _default(field: Field) -> Any:
    return sample_text(field.default) if field.sampled else field.default


#: Stands at the last step until somebody moves it.
STEP = Step("fails_step", "fails_nonce")
registry.enter(
    "fails",
    Key("fails_open", "", ["", *_BY_KEY]),
    STEP.entry(limits.MERGES),
    *(
        Key(widget(failure, f), _default(f), _may_be(f))
        for failure in FAILURES
        for f in failure.fields
    ),
)


# --- which failure is open ----------------------------------------------------------------------


def chosen() -> Failure | None:
    """The failure that is open; None for the first screen."""
    return _BY_KEY.get(st.session_state["fails_open"])


def open_(key: str) -> None:
    """Open a failure, or with "" the first screen (from a callback)."""
    st.session_state.update(fails_open=key)
    STEP.go_to(None)


def neighbours(failure: Failure) -> tuple[int, Failure | None, Failure | None]:
    """The place of a failure in the gallery, from 1, and those before and after it."""
    at = FAILURES.index(failure)
    after = FAILURES[at + 1] if at + 1 < len(FAILURES) else None
    return at + 1, FAILURES[at - 1] if at else None, after


# --- what its fields say ------------------------------------------------------------------------


def sample_title(name: str) -> str:
    """How a sample is called in a choice."""
    return "The sidebar's text" if name == SIDEBAR else samples()[name].title


def values(failure: Failure) -> dict[str, Any]:
    """What the fields say at present, by their names; samples as their texts."""
    found = {}
    for field in failure.fields:
        value = st.session_state[widget(failure, field)]
        if value is None:
            value = _default(field)
        if field.kind == "sample":
            value = sample_text(value)
        found[field.name] = repair(value) if isinstance(value, str) else value
    return found


def reset(failure: Failure) -> None:
    """Put the fields back to what they were at first (from a callback)."""
    for field in failure.fields:
        st.session_state[widget(failure, field)] = _default(field)
    STEP.go_to(None)


# --- training and tracing -----------------------------------------------------------------------


def _model(corpus: Any, arguments: Mapping[str, Any]) -> Model:
    documents = "whole" if isinstance(corpus, str) else "lines"
    text = corpus if isinstance(corpus, str) else "\n".join(corpus)
    reading.check_corpus(text)
    return trained(text, Settings(documents=documents, **arguments))


def _train(corpus: Any, **arguments: Any) -> Tokenizer:
    return _model(corpus, arguments).tokenizer


@lru_cache(maxsize=32)
def _stage(key: str, named: tuple[tuple[str, Any], ...]) -> tuple[Scene, ...]:
    return _BY_KEY[key].stage(dict(named), _train)


class Shown:
    """A failure with the values that work: the present ones, else the last good ones."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        self.problem = ""
        good = st.session_state.setdefault("fails_good", {})
        try:
            self.values = values(failure)
            self._load()
            good[failure.key] = self.values
        except BPEError as error:
            self.problem = str(error)
            self.values = good.get(failure.key) or failure.defaults(sample_text)
            self._load()

    def _load(self) -> None:
        self.scenes = _stage(self.failure.key, tuple(self.values.items()))
        self.finding()

    @property
    def steps(self) -> int:
        return max(scene.trace.steps for scene in self.scenes)

    def finding(self, step: int | None = None) -> Finding:
        """What is to be seen at a step, by default after all merges."""
        return self.failure.tell(self.values, self.scenes, step)

    def short_of_merges(self) -> list[str]:
        """Sentences about the scenes whose training found fewer merges than were asked for."""
        counts = [(len(s.tokenizer.merges), s.arguments["num_merges"]) for s in self.scenes]
        alike = len(set(counts)) == 1
        found = [
            f"{'Only' if alike else f'{s.title}: only'} {learned:,} of {asked:,} merges were "
            "learned; after them no pair is left."
            for s, (learned, asked) in zip(self.scenes, counts, strict=True)
            if learned < asked
        ]
        return list(dict.fromkeys(found))

    def panes(self) -> list[Pane]:
        """Send the scenes to the browser; a new set of them starts at the last step."""
        shown = [(_model(s.corpus, s.arguments), s.trace, s.title) for s in self.scenes]
        sent = panes.several(shown)
        signature = [(pane["document"], pane["tokenizer"]) for pane in sent]
        if st.session_state.get("fails_signature") != signature:
            st.session_state["fails_signature"] = signature
            STEP.renew()
        return sent


@lru_cache(maxsize=len(FAILURES))
def first_look(key: str) -> Finding:
    """The finding of a failure as it is at first, for its card."""
    failure = _BY_KEY[key]
    start = failure.defaults(sample_text)
    return failure.tell(start, failure.stage(start, bpeviz.train), None)


# --- to Explore ---------------------------------------------------------------------------------


def send(scene: Scene) -> None:
    """Put a scene's text and settings into the sidebar, its text into Explore (from a callback)."""
    documents = "whole" if isinstance(scene.corpus, str) else "lines"
    text = scene.corpus if isinstance(scene.corpus, str) else "\n".join(scene.corpus)
    how = dict(scene.arguments)
    found = sidebar.usual()
    found |= {key: how[key] for key in found.keys() & how.keys() if how[key] is not None}
    found |= {"documents": documents, "end_of_word": how.get("end_of_word") or ""}
    if how["mode"] != "character":
        observed = how.get("alphabet") == "observed"
        found |= {"observed_bytes": observed, "alphabet": "observed", "end_of_word": "_"}
    elif found["pattern"] not in PATTERNS:
        found["pattern"] = sidebar.usual()["pattern"]
    st.session_state.update(found)
    set_corpus(text)
    st.session_state.update(shown_text="Another text", probe=scene.trace.text)
    steps = scene.trace.steps
    SHARED.go_to(STEP.at(steps, steps))
