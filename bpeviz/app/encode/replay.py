"""The replay on the page Encode: encoding turn by turn, with the rank chosen each time."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpeviz import Tokenizer, Trace
from bpeviz.studies.replay import Replay, replay
from bpeviz.views import replay as views

from ..step import SHARED
from ..tokenizers import in_use
from ..widgets import download
from . import trace_of

#: Base symbols that a replay takes.
_LONGEST = 1000
_COLUMNS = {
    "turn": st.column_config.NumberColumn("Turn", format="%d", width="small"),
    "rank": st.column_config.NumberColumn(
        "Rank", format="%d", width="small", help="The step that made the token, less one"
    ),
    "left": st.column_config.TextColumn("Left", width="small"),
    "right": st.column_config.TextColumn("Right", width="small"),
    "token": st.column_config.TextColumn("Token", width="small"),
    "made": st.column_config.NumberColumn("Merged", format="%d", width="small"),
    "count": st.column_config.NumberColumn("Count", format="%d", width="small"),
    "candidates": st.column_config.NumberColumn("Candidates", format="%d", width="small"),
    "step": st.column_config.NumberColumn("Step", format="%d", width="small"),
    "choice": st.column_config.TextColumn("", width="small"),
}


@lru_cache(maxsize=6)
def _replay(trace: Trace) -> Replay:
    return replay(trace)


def view(trace: Trace) -> None:
    """The encoding turn by turn; the turn is that of the shared step."""
    if len(trace.ids(0)) > _LONGEST:
        part = trace.text[: _LONGEST // 4]
        st.caption(f"The text is long: the replay takes its first {len(part):,} characters.")
        trace = trace_of(trace.tokenizer, part, st.session_state["encode_special"])
    done = _replay(trace)
    if not done.turns:
        st.info("No merge of this tokenizer applies to the text: its base symbols are its tokens.")
        return
    at = done.turn_at(in_use.step())
    _turn_buttons(done, at)
    st.html(views.css() + views.turns_html(done, at, trace))
    _candidates(done, at, trace.tokenizer)


def _turn_buttons(done: Replay, at: int) -> None:
    back, forward, words = st.columns([1, 1, 4], vertical_alignment="center")
    steps = [0, *(turn.step for turn in done.turns)]
    previous = max((step for step in steps if step < steps[at]), default=0)
    following = next((step for step in steps if step > steps[at]), steps[-1])
    back.button(
        "Turn back", key="replay_back", disabled=at == 0, width="stretch",
        on_click=SHARED.go_to, args=(previous,),
    )  # fmt: skip
    forward.button(
        "Next turn", key="replay_next", disabled=at == len(done.turns), width="stretch",
        on_click=SHARED.go_to, args=(following,),
    )  # fmt: skip
    words.caption(_turn_words(done, at))


def _turn_words(done: Replay, at: int) -> str:
    if at == len(done.turns):
        return f"All {at:,} turns are done: no pair that is left has a rank."
    turn = done.turns[at]
    others = len(turn.candidates) - 1
    beside = "the only candidate" if not others else f"the lowest of {others + 1:,} candidates"
    places_ = "once" if turn.made == 1 else f"{turn.made:,} times"
    return (
        f"Turn {at + 1:,} of {len(done.turns):,} takes rank {turn.chosen.rank:,}, {beside}, "
        f"and merges it {places_}."
    )


def _candidates(done: Replay, at: int, tok: Tokenizer) -> None:
    left, right = st.columns(2)
    with left:
        st.caption(
            "Candidates of this turn: pairs that are present and have a rank",
            help="The rank of a merge is its place in the order in which they were learned, from 0.",
        )
        if at < len(done.turns):
            st.dataframe(
                views.candidate_frame(done.turns[at], tok), column_config=_COLUMNS,
                hide_index=True, height=230, alt="The candidates of this turn, the chosen first",
            )  # fmt: skip
    with right:
        frame = views.turn_frame(done, tok)
        st.caption("All turns. Choose a row to go there.")
        key = f"replay_rows:{SHARED.nonce()}"

        def jump() -> None:
            rows = st.session_state[key].selection.rows
            if rows:
                SHARED.go_to(done.turns[rows[0]].step - 1)

        st.dataframe(
            frame, column_config=_COLUMNS, hide_index=True, height=230, on_select=jump,
            selection_mode="single-row", key=key, alt="All turns of the replay",
        )  # fmt: skip
        download.csv(frame, "replay")
