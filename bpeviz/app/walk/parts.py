"""What talk mode shows of the guided walk: the example of the stop, with its title."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from .. import registry
from ..registry import Edited
from ..scrubber import panes
from ..step import Step
from ..trainings.settings import Settings
from . import CHARACTERS, LONGEST, STEP, Taken, byte_settings, model
from .byte_stops import STOPS as BYTE_STOPS
from .word_stops import STOPS as WORD_STOPS

#: The stops before this one show the text before the first merge, or have a slider of their own.
_ENCODES = 6


def on_stage() -> Callable[..., object]:
    """The stop's text under the stop's training."""
    number = st.session_state["walk_stop"]
    stop = [*WORD_STOPS, *BYTE_STOPS][number - 1]
    taken = _taken(number)
    used = model(taken.corpus, taken.settings)
    text = taken.text or used.corpus
    pane = panes.pane(used, used.tokenizer.trace(text, unknown="keep"))
    with st.container(key="stage_prose"):
        st.markdown(f"**{number}. {stop.title}**")
        st.markdown(stop.lead)
    steps = used.trace.steps
    # Only the stop with a slider has a step that travels.
    step = STEP if taken.stepped else Step(f"walk_staged_{number}", "walk_nonce")
    usual = steps if number >= _ENCODES else 0
    return partial(
        panes.scrub, [pane], f"walk_{number}", of=step, steps=steps, usual=usual, pairs=True
    )


def edited() -> Edited:
    """What talk mode edits: the text that the stop shows."""
    keys = {6: "walk_word", 7: "walk_letters", 8: "walk_sentence", 9: "walk_sentence"}
    return Edited(keys.get(st.session_state["walk_stop"], "walk_text"), longest=LONGEST)


registry.enter_stage("walk", on_stage, edited=edited)


def _taken(number: int) -> Taken:
    """What the example of a stop trains on and shows."""
    words = replace(CHARACTERS, num_merges=st.session_state["walk_merges"])
    if number < _ENCODES:
        return Taken(_filled("walk_text"), words, stepped=number == 5)
    if number == _ENCODES:
        return Taken(_filled("walk_text"), words, _filled("walk_word"))
    if number == 7:
        return Taken(_filled("walk_letters"), Settings(mode="byte", num_merges=0))
    settings = byte_settings(st.session_state["walk_byte_merges"])
    if number == 9:
        settings = replace(settings, mode="regex", pattern=st.session_state["walk_pattern"])
    return Taken(_filled("walk_corpus"), settings, _filled("walk_sentence"))


def _filled(key: str) -> str:
    """The text of a box; of a blank one the last that was not."""
    text: str = st.session_state[key]
    return (
        text
        if text.strip()
        else st.session_state.get("walk_last_texts", {}).get(key, registry.key(key).default)
    )
