"""The Compare page: the scrubber with both sides, and what follows its step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from bpeviz.views import compare as views
from bpeviz.views import mixture, parting, tables
from bpeviz.views.compare import MEASURES

from .. import compare, download, header, panes, permalink
from ..scrubber import Pane, scrubber
from ..sidebar import MODES
from . import SIDES
from . import sides as compare_sides
from .sides import Pair

STYLE = Path(__file__).parents[1] / "assets" / "compare.css"
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


def sent(both: Pair) -> list[Pane]:
    """Hand both sides to the browser."""
    shown = [
        (model, side.trace, side.title) for model, side in zip(both.models, both.sides, strict=True)
    ]
    return panes.several(shown)


def scrub(both: Pair, shown: list[Pane], **look: Any) -> int:
    """The scrubber with both panes, and its looks; returns the step."""
    measure = st.session_state["compare_measure"]
    for pane, side in zip(shown, both.sides, strict=True):
        pane["per"], pane["measure"] = side.size(measure), MEASURES[measure]
    step = compare.step(both.steps)
    place = scrubber(
        shown,
        key="compare",
        step=step,
        nonce=compare.nonce(),
        **({"height": 230} | look),
    )
    compare.moved_to(place.step, both.steps)
    return compare.step(both.steps)


def on_stage() -> Callable[..., object]:
    """What talk mode shows of this page."""
    compare.fill_in()
    both = st.session_state.get("compare_good") or compare_sides.pair()
    shown = sent(both)

    def draw(**look: Any) -> None:
        scrub(both, shown, **look)
        write_link()

    return draw


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


def facts(both: Pair, step: int) -> None:
    """Two facts about normal forms, worked out on a small text whatever the sides are."""
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
        if st.button("Put this on the slider", on_click=compare.apply_mixture, key="compare_mix"):
            # Inside a fragment only that would run again.
            st.rerun()


def write_link() -> None:
    """Keep the address in step with the fragment."""
    permalink.write("compare")
