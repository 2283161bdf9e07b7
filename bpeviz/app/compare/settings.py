"""The Compare page: presets, the settings of each side, the text shown, the unit of the chart."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.views.spelling import NAMES

from .. import compare, registry
from ..sidebar.choices import MODES, TIES
from ..text import plain
from ..widgets import number_field
from . import AUTO, SIDEBAR, SIDES, files, presets
from . import sides as compare_sides


def preset_pills() -> None:
    """The common comparisons in one click."""
    st.session_state["compare_preset"] = presets.preset()

    def take() -> None:
        if st.session_state["compare_preset"]:
            presets.apply(st.session_state["compare_preset"])

    st.pills(
        "Compare",
        presets.presets(),
        key="compare_preset",
        on_change=take,
        label_visibility="collapsed",
    )


def settings() -> None:
    """The settings of each side and the text shown, each behind a line that says it; and swap."""
    left, middle, right, text = st.columns([9, 4, 9, 7])
    for side, place, title in zip(SIDES, (left, right), _titles(), strict=True):
        with place.popover(f"**{SIDES[side]}** {plain(title)}", width="stretch"):
            _side(side)
    middle.button(
        "Swap",
        icon=":material/swap_horiz:",
        on_click=presets.swap,
        key="compare_swap",
        width="stretch",
    )
    shown = compare.SHOWN[st.session_state["compare_shown"]]
    with text.popover(f"**Shown** {shown.lower()}", width="stretch"):
        _text_shown()


def _titles() -> tuple[str, ...]:
    try:
        return compare_sides.titles()
    except BPEError:
        # What is wrong is said where the sides are trained.
        return ("",) * len(SIDES)


def _side(side: str) -> None:
    def choose(label: str, name: str, options: list[str], words: Any = str, **more: Any) -> None:
        key = f"compare_{side}_{name}"
        st.selectbox(label, options, format_func=words, key=key, persist_state="session", **more)

    def word(option: str) -> str:
        names = {AUTO: "By the text", SIDEBAR: "As in the sidebar"}
        return names.get(option, option)

    choose("Corpus", "corpus", compare.CORPORA, compare.corpus_title)
    if compare.value(side, "corpus") == compare.OWN:
        st.text_area("Own text", key=f"compare_{side}_own", height=80, persist_state="session")
    files.draw(side)
    if compare.value(side, "file"):
        return
    choose("Normal form", "form", compare.FORMS, word)
    spellings = [SIDEBAR, *NAMES]
    choose("Spelling", "spelling", spellings, lambda how: NAMES.get(how, word(how)))
    choose("Mode", "mode", [SIDEBAR, *MODES], lambda mode: MODES.get(mode, word(mode)))
    choose("Split pattern", "pattern", [SIDEBAR, *PATTERNS], word, help="For regex mode.")
    choose("Tie rule", "tie", [SIDEBAR, *TIES], lambda rule: TIES.get(rule, word(rule)))
    key = f"compare_{side}_merges"
    # Above the field: below it is often below the window.
    number_field.say_refused(key)
    number_field.whole(
        "Merges",
        registry.range_of("num_merges"),
        key=key,
        optional=True,
        step=50,
        placeholder="As in the sidebar",
    )


def _text_shown() -> None:
    st.radio(
        "Text shown",
        compare.shown_texts(),
        format_func=compare.SHOWN.__getitem__,
        key="compare_shown",
        persist_state="session",
        help="Two tokenizers can only be compared exactly on one text.",
    )
    if st.session_state["compare_shown"] == "other":
        st.text_area(
            "Another text",
            key="compare_text",
            height=80,
            label_visibility="collapsed",
            placeholder="Type a text; until then each side shows its corpus.",
            persist_state="session",
        )
