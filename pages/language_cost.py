"""Language cost: the price of one text in many languages."""

import streamlit as st

from bpeviz import BPEError
from bpeviz.app import header, languages, languages_own, languages_parts
from bpeviz.app.waiting import Waiting

header.draw(
    "Language cost",
    "One short text in many languages: how many tokens each needs, against English. What trains "
    "the tokenizer decides.",
)
languages.fill_in()
waiting = Waiting()
try:
    shown = st.session_state["languages_good"] = languages_parts.scene(waiting)
except BPEError as error:
    waiting.done()
    shown = st.session_state.get("languages_good")
    st.error(header.plain(f"{error}{' The last good table is still shown.' if shown else ''}"))
    if shown is None:
        st.stop()
waiting.done()
languages_parts.choices(shown.rows)
languages_parts.about(shown)
both = languages_parts.sent(shown)


TABS = {
    "Chart": languages_parts.chart,
    "Table": languages_parts.table,
    "What trains it": languages_parts.ranking,
}


@st.fragment
def stage() -> None:
    step = languages_parts.scrub(shown, both)
    for tab, draw in zip(st.tabs(list(TABS), on_change="rerun"), TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw(shown, step)


stage()
with st.expander("Add texts of your own"):
    languages_own.draw()
