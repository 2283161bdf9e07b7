"""The Compare page: the scrubber with both sides, and what follows its step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from bpeviz.views import compare as views
from bpeviz.views import mixture, parting, tables
from bpeviz.views.compare import MEASURES, Side

from .. import registry
from ..corpus.samples import samples
from ..registry import Edited
from ..scrubber import Pane, live_page, look, panes
from ..scrubber.words_list import words_list
from ..sidebar.choices import MODES
from ..text import plain
from ..tokenizers import continued, in_use
from ..tokenizers import notices as tokenizer_notices
from ..tokenizers.summary import describe
from ..trainings.waiting import last_good
from ..widgets import download
from . import SIDES, presets
from . import sides as compare_sides
from .sides import Pair
from .step import STEP

STYLE = Path(__file__).with_name("compare.css")
_OFFLINE = "bpeviz-compare.html"
_MADE = "Made with bpeviz."
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


def scrub(both: Pair, shown: list[Pane], **more: Any) -> int:
    """The scrubber with both panes; returns the step. ``more``: what else ``scrubber`` takes."""
    for pane, side in zip(shown, both.sides, strict=True):
        pane.update(_pane(pane, side))
    look = {"answer": _parting(both), "height": 210} | more
    steps, usual = both.steps, both.usual_step
    return panes.scrub(shown, "compare", of=STEP, steps=steps, usual=usual, **look).step


def _pane(pane: Pane, side: Side) -> Pane:
    """A pane with what it says of its side, which changes without its text."""
    measure = st.session_state["compare_measure"]
    return Pane(
        document=pane["document"],
        tokenizer=pane["tokenizer"],
        title=side.title,
        per=side.size(measure),
        measure=MEASURES[measure],
        share=bool(side.slider),
    )


def _parting(both: Pair) -> dict[str, Any]:
    found = parting.parted(*both.sides)
    return parting.parting_words(found, *both.sides, compare_sides.cause(both))


def edited() -> Edited:
    """What talk mode edits: the text of both sides; it begins as the one on the left."""
    both = last_good("compare_good", compare_sides.pair, "comparison")
    return Edited("compare_text", {"compare_shown": "other"}, shown=both.sides[0].original)


def on_stage() -> Callable[..., object]:
    """What talk mode shows of this page."""
    both = last_good("compare_good", compare_sides.pair, "comparison")
    return partial(scrub, both, sent(both))


registry.enter_stage("compare", on_stage, edited=edited)


def text_line(both: Pair) -> None:
    """Say which text is shown, and how it becomes one's own."""
    if compare_sides.lacks_text():
        st.info("There is no other text yet. Type or paste one under “Shown”.")
    if not both.same_text:
        names = " and ".join(map(_text_name, both.sides))
        st.caption(f"Each side shows a text of its own: {names}.")
        return
    before_after = presets.preset() == presets.BEFORE_AFTER
    changed = f" {plain(continued.sentence(in_use.model()))}" if before_after else ""
    name = _text_name(both.sides[0])
    more = (
        "" if name.startswith("your") else " Paste a text of yours into the sidebar to compare it."
    )
    st.caption(f"Both sides show {name}.{changed or more}")


def _text_name(side: Side) -> str:
    sample = next((one for one in samples().values() if one.text == side.original), None)
    if sample:
        return plain(f"the sample “{sample.title}”")
    whole = in_use.model().corpus
    origin = "your text from the sidebar" if whole.startswith(side.original) else "your text"
    first = (
        f"the first {len(side.original):,} characters of "
        if side.original != whole and origin != "your text"
        else ""
    )
    return f"{first}{origin}"


def words(both: Pair, step: int) -> None:
    """The words that the two sides cut differently; the browser works them out."""
    words_list("compare_words")


def notices(both: Pair) -> None:
    """Say how much normalization changed, and what is to know about the tokenizers: never silent."""
    for side, model, place in zip(both.sides, both.models, st.columns(2), strict=True):
        with place:
            st.caption(plain(views.normalized(side)))
            for notice in tokenizer_notices.of_model(model):
                st.caption(plain(f"{side.title}: {notice}"))


def numbers(both: Pair, step: int) -> None:
    """The numbers of both sides, and which of them can be compared."""
    _measure()
    titles = [side.title for side in both.sides]
    frame = views.numbers(*both.sides, step)
    st.html(views.numbers_html(frame, titles))
    if not both.same_text:
        st.caption(
            "The sides show two different texts. For an exact comparison choose one of them "
            "under “Text shown”."
        )
    st.caption(views.why_not_bytes(*both.sides))
    st.caption(views.OF_WORDS)
    download.csv(_named(frame, titles), "compare-numbers")


def _measure() -> None:
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


def _named(frame: pd.DataFrame, titles: list[str]) -> pd.DataFrame:
    return frame.rename(columns={"first": f"left: {titles[0]}", "second": f"right: {titles[1]}"})


def only(both: Pair, step: int) -> None:
    """The merges so far that only one side has."""
    pairs = (both.sides, both.sides[::-1])
    for (side, other), key, place in zip(pairs, SIDES, st.columns(2), strict=True):
        frame = views.only(side, other, step)
        upto = side.at(step)
        with place:
            st.markdown(f"**{plain(side.title)}**")
            st.caption(
                f"{len(frame):,} of {upto:,} merges so far are never made on the other side."
            )
            _table(frame, f"only-{SIDES[key].lower()}", f"Merges that only {side.title} has")


def merges(both: Pair, step: int) -> None:
    """The merges of each side up to the step, the latest first."""
    for side, key, place in zip(both.sides, SIDES, st.columns(2), strict=True):
        upto = side.at(step)
        frame = tables.merges(side.trace.tokenizer, upto)
        frame = frame[["step", "left", "right", "token", "count"]]
        with place:
            st.markdown(f"**{plain(side.title)}**")
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
    steps = [side.at(step) for side in both.sides]
    frame = views.crossed(compare_sides.crossed(both), titles, steps)
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
        if st.button("Put this on the slider", on_click=presets.apply_mixture, key="compare_mix"):
            # Inside a fragment only that would run again.
            st.rerun()


def offline(both: Pair, step: int) -> None:
    """Both panes, the answer and the words as a page of their own, and how to embed it."""
    titles = [side.title for side in both.sides]
    # When the button is clicked the session is out of reach.
    shown, chosen = [_pane(Pane(document="", tokenizer=""), side) for side in both.sides], look()

    def page() -> str:
        traces = [side.trace for side in both.sides]
        caption = " ".join(
            f"{title}: {describe(model).removesuffix(_MADE)}"
            for title, model in zip(titles, both.models, strict=True)
        )
        heading = f"{titles[0]} and {titles[1]}, merge by merge"
        return live_page.compared(
            shown, traces, _parting(both), step, heading, f"{caption} {_MADE}", chosen
        )

    st.caption(
        "The slider, both texts, the answer and the words that differ, all in one HTML file that "
        "needs neither bpeviz nor a network. Put it beside a page of your course, and this line "
        "shows it there."
    )
    st.download_button(
        "Both sides in one page",
        page,
        file_name=_OFFLINE,
        mime="text/html",
        on_click="ignore",
        icon=":material/play_circle:",
        key="compare_page",
    )
    title = escape(f"{titles[0]} and {titles[1]} compared")
    st.code(
        f'<iframe src="{_OFFLINE}" title="{title}" width="100%" height="900" '
        'style="border: 0"></iframe>',
        language=None,
        wrap_lines=True,
    )
