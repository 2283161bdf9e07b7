"""The parts of the page Splits that need Streamlit's widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from bpeviz import PATTERNS
from bpeviz.views import split_patterns as views
from bpeviz.views import tokens

from .. import limits, registry, split_patterns
from ..links import buttons, permalink
from ..registry import Edited
from ..text import plain
from ..trainings.waiting import last_good
from ..widgets import download
from . import NAMES, OWN, PRESETS, ROWS, SIDEBAR, SIDES, TABS, Side

#: Rows of the table on the page; the download has all.
_ROWS = 2000
_COLUMNS = {
    "n": st.column_config.NumberColumn("#", format="%d", width="small"),
    "chunk": st.column_config.TextColumn("Chunk"),
    "from": st.column_config.NumberColumn("From", format="%d", width="small"),
    "to": st.column_config.NumberColumn("To", format="%d", width="small"),
    "alternative": st.column_config.TextColumn("Alternative", width="small"),
    "meaning": st.column_config.TextColumn("In words", width="large"),
    "other pattern": st.column_config.TextColumn("Other side", width="small"),
    "torn mark": st.column_config.TextColumn("Torn mark", width="small"),
}


def text_box() -> None:
    """Presets and the text."""
    st.html(tokens.css() + views.css())
    st.session_state["split_preset"] = split_patterns.preset()

    def take() -> None:
        if st.session_state["split_preset"]:
            split_patterns.apply(st.session_state["split_preset"])

    st.pills(
        "Examples", list(PRESETS), key="split_preset", on_change=take, label_visibility="collapsed"
    )
    st.text_area(
        "Text to cut", key="split_text", height=90, persist_state="session",
        placeholder="Type or paste any text",
    )  # fmt: skip
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Take the sidebar's text",
            key="split_corpus",
            type="tertiary",
            icon=":material/input:",
            on_click=split_patterns.take_corpus,
        )
        buttons.text_button(st.session_state["split_text"], key="split_encode")
    if len(st.session_state["split_text"] or "") > limits.SHOWN:
        st.info(f"The first {limits.SHOWN:,} characters are cut; shorten the text for the rest.")


def chooser(which: str) -> None:
    """The choice of a side's pattern."""
    st.selectbox(
        NAMES[which],
        split_patterns.CHOICES,
        format_func=split_patterns.title,
        key=f"split_{which}",
        persist_state="session",
    )
    if st.session_state[f"split_{which}"] == OWN:
        st.text_input(
            f"{NAMES[which]} of your own",
            key=f"split_{which}_own",
            max_chars=split_patterns.LONGEST_PATTERN,
            persist_state="session",
            label_visibility="collapsed",
            placeholder="A regular expression",
            help=r"In the syntax of Python's regex: `\p{L}` is a letter, `\p{M}` a mark, `\p{N}` a number.",
        )
    if split_patterns.remark(which):
        st.caption(plain(split_patterns.remark(which)))


def chunks(which: str, mine: Side, other: Side) -> None:
    """What is wrong with a side's pattern, if anything, and its chunks."""
    if mine.wrong:
        now = mine.found.pattern if mine.found.pattern in PATTERNS else "the last good pattern"
        st.error(plain(f"{NAMES[which]}: {mine.wrong} Shown is {now}."))
        st.html(views.wrong_html(mine.asked, mine.position) or "<span></span>")
    elif mine.asked not in PATTERNS:
        for warning in split_patterns.warnings(mine.text, mine.asked):
            st.warning(plain(warning), icon=":material/warning:")
    differing = split_patterns.differing(mine.found, other.found)
    st.html(views.facts_html(mine.found, len(differing)))
    st.html(views.chunks_html(mine.found, differing))
    if mine.found.lost:
        st.warning(plain(views.lost_sentence(mine.found)), icon=":material/content_cut:")

    _train_button(which, mine)


def _train_button(which: str, mine: Side) -> None:
    used = split_patterns.trains_with(mine.found.pattern)
    st.button(
        "The sidebar trains with it" if used else "Train with this pattern",
        key=f"split_train_{which}",
        type="tertiary",
        icon=":material/check:" if used else ":material/model_training:",
        disabled=used or bool(mine.wrong),
        on_click=split_patterns.train_with,
        args=(mine.found.pattern,),
    )


def alternatives(which: str, mine: Side) -> None:
    """The alternatives of a side's pattern in words."""
    st.markdown(f"**{SIDES[which]}: what {plain(_name(mine))} tries, in this order**")
    st.html(views.alternatives_html(mine.found))


def note() -> None:
    """Say once what a button has done."""
    said = split_patterns.said()
    if said:
        st.success(said, icon=":material/check:")


def compare_button(sides: dict[str, Side]) -> None:
    """What takes both patterns to the page Compare, each with a training of its own."""
    patterns = {which: one.found.pattern for which, one in sides.items()}
    if patterns["a"] == patterns["b"] or not set(patterns.values()) <= set(PATTERNS):
        return
    if st.button(
        "Compare trainings with both",
        key="split_compare",
        type="tertiary",
        icon=":material/compare_arrows:",
    ):
        shared = {"mode": "regex", "corpus": SIDEBAR, "form": SIDEBAR, "tie": SIDEBAR}
        buttons.open_comparison({which: shared | {"pattern": p} for which, p in patterns.items()})


def tables(sides: dict[str, Side]) -> None:
    """Every chunk in words, and the torn marks."""
    by_chunk, torn = st.tabs(TABS, key="split_tab", on_change="rerun")
    if by_chunk.open:
        with by_chunk:
            _chunk_table(sides)
    if torn.open:
        with torn:
            _torn_tables(sides)
    permalink.write("split_patterns")


def _chunk_table(sides: dict[str, Side]) -> None:
    left, right = st.columns(2)
    which = left.segmented_control(
        "Chunks of",
        list(SIDES),
        format_func=lambda key: f"{SIDES[key]}: {_name(sides[key])}",
        key="split_side",
        required=True,
        persist_state="session",
    )
    only = right.selectbox(
        "Show", list(ROWS), format_func=ROWS.__getitem__, key="split_rows", persist_state="session"
    )
    found = sides[which or "a"].found
    differing = split_patterns.differing(found, sides["b" if which == "a" else "a"].found)
    table = views.frame(found, differing, only=only, limit=_ROWS)
    if table.empty:
        st.caption("No such chunk.")
        return
    st.dataframe(
        table, column_config=_COLUMNS, hide_index=True, height=300,
        alt="The chunks, and which alternative of the pattern matched each",
    )  # fmt: skip
    if len(table) == _ROWS:
        st.caption(f"The first {_ROWS:,} rows; the download has all.")
    download.csv(lambda: views.frame(found, differing, only=only), "chunks")


def _torn_tables(sides: dict[str, Side]) -> None:
    st.caption(
        "A mark (an accent, a tone, a vowel sign) that begins a chunk can never be in one token "
        "with its letter: no merge crosses the border of a chunk."
    )
    for (which, mine), place in zip(sides.items(), st.columns(2), strict=True):
        with place:
            torn = views.torn_frame(mine.found)
            n = len(mine.found.torn)
            st.markdown(f"**{SIDES[which]}: {plain(_name(mine))}**")
            st.caption(f"{n:,} mark{'s are' if n != 1 else ' is'} torn from the letter.")
            if n:
                st.dataframe(torn, hide_index=True, alt="Marks torn from their letters")
                download.csv(torn, f"torn-marks-{SIDES[which].lower()}")


def _name(mine: Side) -> str:
    return mine.found.pattern if mine.found.pattern in PATTERNS else "your own pattern"


# --- on stage -----------------------------------------------------------------------------------


def edited() -> Edited:
    """What talk mode edits."""
    return Edited("split_text")


def on_stage() -> Callable[..., object]:
    """What talk mode shows: the text in the chunks of both patterns."""
    text = last_good("split_staged", lambda _: split_patterns.text(), "text")
    sides = {which: split_patterns.side(which, text) for which in SIDES}
    return partial(_staged, sides)


registry.enter_stage("split_patterns", on_stage, edited=edited)


def _staged(sides: dict[str, Side], **_look: Any) -> None:
    st.html(tokens.css() + views.css())
    for (which, mine), place in zip(sides.items(), st.columns(2, gap="medium"), strict=True):
        found = mine.found
        differing = split_patterns.differing(found, sides["b" if which == "a" else "a"].found)
        place.html(views.staged_html(_name(mine), found, differing))
    st.html(views.key_html())
    permalink.write("split_patterns")
