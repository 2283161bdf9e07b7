"""The parts of the Compare page that need Streamlit's widgets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from bpeviz import PATTERNS
from bpeviz.views import compare as views
from bpeviz.views import mixture, parting, tables
from bpeviz.views.compare import MEASURES

from . import compare, compare_sides, download, header, limits, panes, permalink
from .compare import SIDEBAR, SIDES
from .compare_sides import Pair
from .jobs import Job
from .scrubber import Pane, scrubber
from .sidebar import MODES, TIES

STYLE = Path(__file__).parent / "assets" / "compare.css"
_COLUMNS = {
    "step": st.column_config.NumberColumn("Step", width="small"),
    "left": st.column_config.TextColumn("Left", width="small"),
    "right": st.column_config.TextColumn("Right", width="small"),
    "pair": st.column_config.TextColumn("Pair", width="small"),
    "token": st.column_config.TextColumn("Token", width="small"),
    "code points": st.column_config.TextColumn("Code points", width="small"),
    "count": st.column_config.NumberColumn("Count", format="localized", width="small"),
    "there": st.column_config.TextColumn("Other side", width="medium"),
}


# --- settings -----------------------------------------------------------------------------------


def presets() -> None:
    """The common comparisons in one click, and swap."""
    st.session_state["compare_preset"] = compare.preset()

    def take() -> None:
        if st.session_state["compare_preset"]:
            compare.apply(st.session_state["compare_preset"])

    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.pills(
            "Compare",
            list(compare.PRESETS),
            key="compare_preset",
            on_change=take,
            label_visibility="collapsed",
        )
        st.button("Swap", icon=":material/swap_horiz:", on_click=compare.swap, key="compare_swap")


def settings() -> None:
    """The settings of each side and the text shown, each behind a line that says it."""
    left, right, text = st.columns([5, 5, 3])
    for side, place in zip(SIDES, (left, right), strict=True):
        words = header.plain(compare_sides.describe(side))
        with place.popover(f"**{SIDES[side]}** {words}", width="stretch"):
            _side(side)
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
    st.number_input(
        "Merges",
        min_value=0,
        max_value=limits.MERGES,
        step=50,
        key=f"compare_{side}_merges",
        placeholder="As in the sidebar",
        persist_state="session",
    )


def _text_shown() -> None:
    st.radio(
        "Text shown",
        list(compare.SHOWN),
        format_func=compare.SHOWN.get,
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


class Waiting:
    """A progress bar that appears when a training takes longer."""

    def __init__(self) -> None:
        self._place = st.empty()

    def __call__(self, job: Job) -> None:
        share = job.merges_done / max(1, job.merges_asked)
        words = f"Training: {job.merges_done:,} of {job.merges_asked:,} merges"
        self._place.progress(min(1.0, share), words)

    def done(self) -> None:
        """Take the bar away."""
        self._place.empty()


# --- the scrubber and what follows it ------------------------------------------------------------


def sent(both: Pair) -> list[Pane]:
    """Hand both sides to the browser."""
    shown = [
        (model, side.trace, side.title) for model, side in zip(both.models, both.sides, strict=True)
    ]
    return panes.several(shown)


def scrub(both: Pair, shown: list[Pane]) -> int:
    """The scrubber with both panes; returns the step."""
    measure = st.session_state["compare_measure"]
    for pane, side in zip(shown, both.sides, strict=True):
        pane["per"], pane["measure"] = side.size(measure), MEASURES[measure]
    step = compare.step(both.steps)
    place = scrubber(
        shown,
        key="compare",
        step=step,
        nonce=compare.nonce(),
        talk=bool(st.session_state.get("talk")),
        height=230,
    )
    compare.moved_to(place.step, both.steps)
    return compare.step(both.steps)


def changes(both: Pair) -> None:
    """Say how much normalization changed: never silent."""
    for side, place in zip(both.sides, st.columns(2), strict=True):
        place.caption(header.plain(views.normalized(side)))


def parting_line(both: Pair) -> None:
    """Where the two part, and a button that leads there."""
    found = parting.parted(*both.sides)
    words, button = st.columns([5, 1], vertical_alignment="center")
    words.html(parting.parting_html(found, *both.sides, compare_sides.cause(both)))
    if found.first or found.second:
        button.button(
            f"Go to step {found.agreed + 1:,}",
            on_click=compare.go_to,
            args=(found.agreed + 1,),
            key="compare_part",
            width="stretch",
        )


def numbers(both: Pair, step: int) -> None:
    """The numbers of both sides, and which of them can be compared."""
    titles = [side.title for side in both.sides]
    frame = views.numbers(*both.sides, step)
    st.html(views.numbers_html(frame, titles))
    if not both.same_text:
        st.caption(
            "The sides show two different texts. For an exact comparison choose one of them "
            "under “Text shown”."
        )
    st.caption(views.why_not_bytes(*both.sides))
    download.csv(_named(frame, titles), "compare-numbers")


def _named(frame: pd.DataFrame, titles: list[str]) -> pd.DataFrame:
    return frame.rename(columns={"first": f"left: {titles[0]}", "second": f"right: {titles[1]}"})


def only(both: Pair, step: int) -> None:
    """The merges so far that only one side has."""
    pairs = (both.sides, both.sides[::-1])
    for (side, other), key, place in zip(pairs, SIDES, st.columns(2), strict=True):
        frame = views.only(side, other, step)
        upto = min(step, side.trace.steps)
        with place:
            st.markdown(f"**{header.plain(side.title)}**")
            st.caption(
                f"{len(frame):,} of {upto:,} merges so far are never made on the other side."
            )
            _table(frame, f"only-{SIDES[key].lower()}", f"Merges that only {side.title} has")


def merges(both: Pair, step: int) -> None:
    """The merges of each side up to the step, the latest first."""
    for side, key, place in zip(both.sides, SIDES, st.columns(2), strict=True):
        upto = min(step, side.trace.steps)
        frame = tables.merges(side.trace.tokenizer, upto)
        frame = frame[["step", "left", "right", "token", "count"]]
        with place:
            st.markdown(f"**{header.plain(side.title)}**")
            st.caption(f"{upto:,} of {side.trace.steps:,} merges, the latest first.")
            _table(frame, f"merges-{SIDES[key].lower()}", f"Merges of {side.title}")


def _table(frame: pd.DataFrame, name: str, alt: str) -> None:
    st.dataframe(frame, column_config=_COLUMNS, hide_index=True, height=320, alt=alt)
    download.csv(frame, f"compare-{name}")


def crossed(both: Pair, step: int) -> None:
    """Each tokenizer on each text, without normalization before encoding."""
    st.caption(
        "Tokens when nothing is normalized before encoding: what happens when a text arrives in "
        "the form of the other side. Each column is one text, in the form of that side."
    )
    titles = [side.title for side in both.sides]
    frame = views.crossed(compare_sides.crossed(both), titles, step)
    st.html(views.crossed_html(frame))
    download.csv(frame, "compare-crossed")


def facts() -> None:
    """Two facts about normal forms, worked out on a small text."""
    left, right = st.columns(2)
    with left:
        st.markdown("**NFC does not save Yorùbá**")
        st.caption(
            f"ẹ́ has no code point of its own, so NFC leaves it in two: ẹ and the tone mark. The "
            f"{mixture.PATTERN} pattern takes a mark for no letter and still cuts the word."
        )
        st.html(mixture.pieces_html())
    with right:
        st.markdown("**What costs is the mixture, not the form**")
        st.caption(
            f"Tokens of “{mixture.PHRASE}” after {mixture.NUM_MERGES} merges, {mixture.PATTERN} "
            "pattern. A row is the form that was trained on."
        )
        for mode in ("regex", "byte"):
            st.caption(f"{MODES[mode]} mode")
            st.html(mixture.costs_html(mode))
        st.button("Put this on the slider", on_click=compare.apply_mixture, key="compare_mixture")


def write_link() -> None:
    """Keep the address in step with the fragment."""
    permalink.write("compare")
