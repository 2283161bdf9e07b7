"""The Compare page: presets, the settings of each side, the text shown, the unit of the chart."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bpeviz import PATTERNS
from bpeviz.views.compare import MEASURES

from .. import compare, header, number_field
from ..sidebar import MODES, OPTIONS, TIES
from . import SIDEBAR, SIDES
from . import sides as compare_sides


def presets() -> None:
    """The common comparisons in one click."""
    st.session_state["compare_preset"] = compare.preset()

    def take() -> None:
        if st.session_state["compare_preset"]:
            compare.apply(st.session_state["compare_preset"])

    st.pills(
        "Compare",
        list(compare.PRESETS),
        key="compare_preset",
        on_change=take,
        label_visibility="collapsed",
    )


def settings() -> None:
    """The settings of each side and the text shown, each behind a line that says it; and swap."""
    left, middle, right, text = st.columns([9, 4, 9, 7])
    for side, place in zip(SIDES, (left, right), strict=True):
        words = header.plain(compare_sides.describe(side))
        with place.popover(f"**{SIDES[side]}** {words}", width="stretch"):
            _side(side)
    middle.button(
        "Swap",
        icon=":material/swap_horiz:",
        on_click=compare.swap,
        key="compare_swap",
        width="stretch",
    )
    shown = compare.SHOWN[st.session_state["compare_shown"]]
    with text.popover(f"**Shown** {shown.lower()}", width="stretch"):
        _text_shown()


def _side(side: str) -> None:
    def choose(label: str, name: str, options: list[str], words: Any = str, **more: Any) -> None:
        key = f"compare_{side}_{name}"
        st.selectbox(label, options, format_func=words, key=key, persist_state="session", **more)

    def word(option: str) -> str:
        return "As in the sidebar" if option == SIDEBAR else option

    choose("Corpus", "corpus", compare.CORPORA, compare.corpus_title)
    if compare.value(side, "corpus") == compare.OWN:
        st.text_area("Own text", key=f"compare_{side}_own", height=80, persist_state="session")
    choose("Normal form", "form", compare.FORMS, word)
    choose("Mode", "mode", [SIDEBAR, *MODES], lambda mode: MODES.get(mode, word(mode)))
    choose("Split pattern", "pattern", [SIDEBAR, *PATTERNS], word, help="For regex mode.")
    choose("Tie rule", "tie", [SIDEBAR, *TIES], lambda rule: TIES.get(rule, word(rule)))
    key = f"compare_{side}_merges"
    # Above the field: below it is often below the window.
    number_field.say_refused(key)
    number_field.whole(
        "Merges",
        OPTIONS["num_merges"],
        key=key,
        optional=True,
        step=50,
        placeholder="As in the sidebar",
    )


def _text_shown() -> None:
    st.radio(
        "Text shown",
        list(compare.SHOWN),
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


def measure() -> None:
    """By what the chart divides."""
    st.segmented_control(
        "The chart shows",
        list(MEASURES),
        format_func=lambda key: MEASURES[key].removeprefix("tokens "),
        key="compare_measure",
        required=True,
        persist_state="session",
        help="Tokens per unit. The first three units are counted in the original text and are the "
        "same on both sides; the last one misleads when the normal forms differ.",
    )
