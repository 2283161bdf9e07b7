"""What talk mode shows of the guided walk: the example of the stop, and its paragraphs one by one.

A clicker goes through the steps of the example, through the paragraphs, and on to the next stop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from .. import limits, registry
from ..registry import Edited
from ..scrubber import panes
from ..stage import moves
from ..step import Step
from ..trainings.settings import Settings
from . import CHARACTERS, LONGEST, STEP, Taken, byte_settings, model
from .byte_stops import STOPS as BYTE_STOPS
from .word_stops import STOPS as WORD_STOPS

#: The stop with a slider; those after it encode a text with all merges.
_SLIDER = 5
_STOPS = [*WORD_STOPS, *BYTE_STOPS]


def on_stage() -> Callable[..., object]:
    """The stop's text under the stop's training."""
    number = st.session_state["walk_stop"]
    stop = _STOPS[number - 1]
    taken = _taken(number)
    used = model(taken.corpus, taken.settings)
    text = taken.text or used.corpus
    pane = panes.pane(used, used.tokenizer.trace(text, unknown="keep"))
    paragraphs = [stop.lead, *stop.says(used, text)]
    said = min(st.session_state["walk_said"], len(paragraphs) - 1)
    with st.container(key="stage_prose"):
        st.markdown(f"**{number}. {stop.title}** ({said + 1} of {len(paragraphs)})")
        st.markdown(paragraphs[said])
    _offer_moves(number, said, len(paragraphs) - 1)
    steps = used.trace.steps
    return partial(
        panes.scrub,
        [pane],
        f"walk_{number}",
        of=_step(number),
        steps=steps,
        usual=steps if number > _SLIDER else 0,
        pairs=True,
    )


def _step(number: int) -> Step:
    """The step of a stop; only that of the stop with a slider travels."""
    return STEP if number == _SLIDER else Step(f"walk_staged_{number}", "walk_nonce")


def _offer_moves(number: int, said: int, last: int) -> None:
    """To the next paragraph, then to the next stop; and back to where that one was left."""
    on = partial(_go, number, said + 1) if said < last else None
    if on is None and number < len(_STOPS):
        on = partial(_go, number + 1, 0, 0 if number + 1 == _SLIDER else None)
    fold = partial(_go, number, said - 1) if said else None
    back = partial(_go, number - 1, _MOST_SAID, limits.MERGES) if number > 1 else None
    moves.offer(on, back, fold=fold)


#: More paragraphs than any stop has.
_MOST_SAID = 9


def _go(number: int, said: int, *step: int | None) -> None:
    st.session_state.update(walk_stop=number, walk_said=said)
    for one in step:
        _step(number).go_to(one)


def edited() -> Edited:
    """What talk mode edits: the text that the stop shows."""
    keys = {6: "walk_word", 7: "walk_letters", 8: "walk_sentence", 9: "walk_sentence"}
    return Edited(keys.get(st.session_state["walk_stop"], "walk_text"), longest=LONGEST)


registry.enter_stage("walk", on_stage, edited=edited)


def _taken(number: int) -> Taken:
    """What the example of a stop trains on and shows."""
    words = replace(CHARACTERS, num_merges=st.session_state["walk_merges"])
    if number < _SLIDER:
        # Nothing is merged yet; the last of these stops makes one merge.
        first = replace(CHARACTERS, num_merges=int(number == _SLIDER - 1))
        return Taken(_filled("walk_text"), first)
    if number == _SLIDER:
        return Taken(_filled("walk_text"), words)
    if number == 6:
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
