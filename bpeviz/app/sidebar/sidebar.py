"""The sidebar that all pages share: the corpus and how it is trained on."""

from __future__ import annotations

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.wording import count

from .. import limits, registry
from ..corpus import box as corpus_box
from ..corpus.state import corpus
from ..registry import EVERY_PAGE
from ..text import plain
from ..tokenizers import files, in_use, open_box, starting
from . import training_box
from .choices import AS_TYPED, OWN_PATTERN
from .state import settings

#: Pages with texts and settings of their own.
_WITHOUT = ("walk", "fails")


def draw() -> None:
    """Draw the sidebar, where the page has a use for it, and train what it says."""
    registry.fill_in(EVERY_PAGE)
    _check_start()
    if st.session_state.get("page") in _WITHOUT:
        _train()
        return
    with st.sidebar:
        corpus_box.draw()
        file = files.current()
        if file:
            open_box.draw_opened(file)
        else:
            _draw_start()
            training_box.draw()
        _train()
        open_box.draw_open()
        _draw_status()
        _draw_continue()


def _train() -> None:
    file = files.current()
    if file:
        in_use.use_file(corpus(), file, settings())
    else:
        in_use.use(corpus(), settings())


def _check_start() -> None:
    """Begin anew where what training was to go on from is not to be had, and say why; go on from it
    as soon as somebody has opened it.
    """
    state = st.session_state
    missing = state.get("start_missing", "")
    wanted = state["start"] or missing
    if not wanted:
        return
    try:
        starting.start_of(wanted)
    except BPEError as error:
        state.update(start="", start_missing=wanted, start_problem=str(error))
        return
    if not state["start"]:
        files.close()
    state.update(start=wanted, start_missing="", start_problem=None)


def _draw_start() -> None:
    """What training goes on from, and the way back to a training from the beginning."""
    state = st.session_state
    if problem := state.get("start_problem"):
        st.warning(plain(problem))
    if not state["start"]:
        return
    kept = plain(starting.named(starting.start_of(state["start"])))
    st.markdown(f"**Goes on from** {kept}")
    st.caption("“Merges” counts the new ones. A dotted mark on the slider shows where they begin.")
    st.button("Begin anew", key="begin_anew", on_click=_begin_anew, width="stretch")


def _begin_anew() -> None:
    st.session_state.update(start="", start_missing="", start_problem=None)


def _draw_continue() -> None:
    st.button(
        "Continue training",
        key="continue_training",
        icon=":material/fork_right:",
        on_click=_go_on,
        width="stretch",
        help="Keep the merges of the tokenizer in use up to the step of the slider, and learn more of "
        "them on another text or with another split pattern: so a language is added to a tokenizer.",
    )


def _go_on() -> None:
    """Go on from the tokenizer in use, at the step of the slider (from a callback)."""
    state, model, at = st.session_state, in_use.model(), in_use.step()
    tokenizer = model.tokenizer
    file = files.current()
    state.update(start=starting.word(model, at, file), start_missing="", start_problem=None)
    if file:
        files.hold(file)
    if model.file:
        state["mode"] = tokenizer.mode
        state["normalization"] = tokenizer.normalization or AS_TYPED
        if tokenizer.pattern in PATTERNS:
            state["pattern"] = tokenizer.pattern
        elif tokenizer.pattern is not None:
            state.update(pattern=OWN_PATTERN, own_pattern=tokenizer.pattern)
        files.close()


def _draw_status() -> None:
    current = in_use.model()
    tokenizer = current.tokenizer
    size = limits.words(len(current.corpus.encode("utf-8", "replace")))
    asked = max(0, current.settings.num_merges - current.learned)
    short = "" if current.file or not asked else f" ({asked:,} fewer than asked for)"
    origin = "from a file" if current.file else f"from {size} in {_duration(current.seconds)}"
    st.caption(
        f"In use: {count(len(tokenizer.merges), 'merge')}, "
        f"{count(len(tokenizer.vocabulary), 'token')}{short}, {origin}."
    )


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
