"""Language cost: the price of one text in many languages."""

import streamlit as st

from bpeviz.app import header, languages, languages_own, languages_parts
from bpeviz.app.waiting import last_good

header.draw(
    "Language cost",
    "One short text in many languages: how many tokens each needs, against English. What trains "
    "the tokenizer decides.",
)
languages.fill_in()
shown = last_good("languages_good", languages_parts.scene, "table")
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
