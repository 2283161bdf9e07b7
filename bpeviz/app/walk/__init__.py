"""The guided walk: nine stops, each a short text beside an example on the real engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import streamlit as st

from bpeviz import PATTERNS, BPEError, Trace
from bpeviz.engine.errors import UnknownSymbolError
from bpeviz.views import walk as views
from bpeviz.views.glyphs import visible
from bpeviz.wording import listed as in_words

from .. import limits, registry
from ..corpus.samples import samples
from ..corpus.state import set_corpus
from ..links import contents
from ..links.moves import go_to
from ..registry import Key
from ..step import SHARED, Step
from ..text import plain
from ..trainings.jobs import Model, trained
from ..trainings.settings import Settings, listed
from ..widgets import number_field

LONGEST = 2000
#: Characters that a sentence names; it counts the others.
NAMED = 5
STEP = Step("walk_step", "walk_nonce")


def _text(name: str, usual: str) -> Key:
    return Key(name, usual, lambda text: len(text) <= LONGEST)


registry.enter(
    "walk",
    Key("walk_stop", 1, range(1, 10)),
    # On stage: how many paragraphs of the stop have been said already.
    Key("walk_said", 0, range(10)),
    STEP.entry(200),
    _text("walk_text", samples()["toy_words"].text),
    Key("walk_merges", 10, range(201)),
    _text("walk_word", "lowest"),
    _text("walk_letters", "ọjọ́ 👋 世界"),
    _text("walk_corpus", "This is how we see all these things"),
    _text("walk_sentence", "This is how we see it"),
    _text("walk_defaults", " at\n how"),
    Key("walk_byte_merges", 9, range(201)),
    Key("walk_pattern", "gpt4", PATTERNS),
)

CHARACTERS = Settings(mode="character", alphabet="observed", num_merges=10)


class Taken(NamedTuple):
    """What a stop takes to Explore: what it trains on, and what it shows.

    ``text``: another text, which it encodes; ``stepped``: whether it has a slider.
    """

    corpus: str
    settings: Settings
    text: str = ""
    stepped: bool = False


@dataclass(frozen=True)
class Stop:
    """One stop: ``draw(text, example)`` fills its two columns and returns what Explore can take.

    ``lead`` stands above what it writes; ``says(used, text)`` gives its paragraphs, for the training
    and the text of its example. On stage they come one after the other.
    """

    name: str
    title: str
    lead: str
    draw: Callable[[Any, Any], Taken]
    says: Callable[[Model, str], list[str]]


def write(text: Any, paragraphs: list[str]) -> None:
    """Write the paragraphs of a stop into its column."""
    for paragraph in paragraphs:
        text.markdown(paragraph)


def draw(stops: list[Stop]) -> None:
    """The stop that the address names, with the way to the others."""
    st.html(views.css())
    number = st.segmented_control(
        "Stop",
        range(1, len(stops) + 1),
        format_func=lambda number: f"{number} {stops[number - 1].name}",
        key="walk_stop",
        on_change=_begin_stop,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    number = number or 1
    stop = stops[number - 1]
    text, example = st.columns([2, 3], gap="large")
    text.subheader(f"{number}. {stop.title}", anchor=False)
    text.markdown(stop.lead)
    taken = stop.draw(text, example)
    with text.container(horizontal=True):
        st.button("Previous", on_click=_go, args=(number - 1,), disabled=number == 1)
        st.button(
            "Next", on_click=_go, args=(number + 1,), disabled=number == len(stops), type="primary"
        )
        st.button(
            "Take this to Explore",
            on_click=_take,
            args=(taken,),
            help="The same texts and settings, to play on.",
            type="tertiary",
            icon=":material/arrow_outward:",
        )


def _go(number: int) -> None:
    st.session_state["walk_stop"] = number
    _begin_stop()


def _begin_stop() -> None:
    st.session_state["walk_said"] = 0


def _take(taken: Taken) -> None:
    """Put a stop's texts and settings into the sidebar and into Explore, and go there."""
    state, settings = st.session_state, taken.settings
    set_corpus(taken.corpus)
    state["shown_text"] = "Corpus"
    SHARED.go_to(STEP.chosen() if taken.stepped else 0)
    if taken.text:
        # Shown as at the stop: after all merges.
        state.update(shown_text="Another text", probe=taken.text)
        SHARED.go_to(limits.MERGES)
    state.update(
        mode=settings.mode,
        num_merges=settings.num_merges,
        pattern=settings.pattern,
        alphabet="observed",
        default_tokens="\n".join(settings.default_tokens),
    )
    go_to(contents.FIRST_PAGE)


def model(text: str, settings: Settings) -> Model:
    """The training of an example; if it cannot be, a sentence and the last good one.

    What an example says of its text it says of the model's ``corpus``.
    """
    last = st.session_state.setdefault("walk_last", {})
    kind = settings.mode
    try:
        last[kind] = trained(text, settings)
    except BPEError as error:
        st.error(plain(str(error)))
        if kind not in last:
            last[kind] = trained(
                registry.key("walk_text").default, replace(settings, default_tokens=())
            )
    return last[kind]


def traced(used: Model, text: str) -> Trace | None:
    """A short text under a model; None and a sentence if it cannot be encoded."""
    try:
        return used.tokenizer.trace(text)
    except UnknownSymbolError:
        st.error(_not_held(used, text))
    except BPEError as error:
        st.error(plain(str(error)))
    return None


def _not_held(used: Model, text: str) -> str:
    """Which characters have no number, in the words of the walk: it never speaks of alphabets."""
    lacking = views.missing(used.tokenizer, text)
    names = [quoted(symbol) for symbol in lacking[:NAMED]]
    if len(lacking) > NAMED:
        names.append(f"{len(lacking) - NAMED:,} more")
    one = len(lacking) == 1
    it = "it" if one else "them"
    said = (
        f"The text of this walk does not hold {in_words(names, 'or')}, so "
        f"{'this character has no number' if one else 'these characters have no numbers'}. "
        f"Write {it} into “The text” too, or leave {it} out here."
    )
    marker = used.tokenizer.end_of_word
    if marker in lacking:
        said += f" The {quoted(marker or '')} that ends each word is a marker, not a character."
    return said


def quoted(symbol: bytes | str) -> str:
    """A token or a chunk inside a sentence."""
    return f"“{plain(visible(symbol))}”"


def text_box(label: str, key: str, help: str | None = None, height: int = 84) -> str:
    """A box for a short text of a stop."""
    return st.text_area(
        label, key=key, height=height, max_chars=LONGEST, help=help, persist_state="session"
    )


def filled_box(label: str, key: str, help: str | None = None, height: int = 84) -> str:
    """A box that an example cannot do without: its text, or the last one that was not blank."""
    text_box(label, key, help, height)
    return last_filled(label, key)


def last_filled(label: str, key: str) -> str:
    """The text of a box, which may be at another stop; if blank, a sentence and the last one."""
    text = st.session_state[key]
    kept = st.session_state.setdefault("walk_last_texts", {})
    if text.strip():
        kept[key] = text
    else:
        shown = "the text before" if key in kept else "the first text of the walk"
        st.error(
            f"The box “{label}” is blank. Write a few words. Until then the example shows {shown}."
        )
    return kept.get(key, registry.key(key).default)


def toy() -> tuple[str, Model]:
    """The text of the first six stops, and its training."""
    text = filled_box("The text", "walk_text", "All of the first six stops use it. Change it.")
    merges = st.session_state["walk_merges"]
    used = model(text, replace(CHARACTERS, num_merges=merges))
    twins = views.twins(used.trace)
    if twins is not None:
        marker = quoted(used.tokenizer.end_of_word or "")
        st.caption(
            f"Two symbols look like {marker} here: the character of the text has the id "
            f"{twins[0]:,}, the marker at the end of each word the id {twins[1]:,}."
        )
    return used.corpus, used


def merges_box(key: str = "walk_merges") -> int:
    """How many merges a stop learns."""
    typed = number_field.whole("Merges", registry.range_of(key), key=key, width=140)
    number_field.say_refused(key)
    return int(typed or 0)


def byte_settings(merges: int) -> Settings:
    """Byte mode with the default tokens of the walk's last stops."""
    wanted = listed(st.session_state["walk_defaults"])
    return Settings(mode="byte", num_merges=merges, default_tokens=wanted)
