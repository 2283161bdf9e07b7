"""Language cost: the price of one text in many languages."""

import streamlit as st

from bpeviz.app import header, languages, turns
from bpeviz.app.languages import own as languages_own
from bpeviz.app.languages import parts
from bpeviz.app.waiting import last_good

header.draw(
    "Language cost",
    "One short text in many languages: how many tokens each needs, against English. What trains "
    "the tokenizer decides.",
)
languages.fill_in()
shown = last_good("languages_good", parts.scene, "table")
parts.choices(shown.rows)
parts.about(shown)
both = parts.sent(shown)


TABS = {
    "Chart": parts.chart,
    "Table": parts.table,
    "What trains it": parts.ranking,
}


@turns.fragment
def stage() -> None:
    step = parts.scrub(shown, both)
    for tab, draw in zip(st.tabs(list(TABS), on_change="rerun"), TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw(shown, step)


stage()
with st.expander("Add texts of your own"):
    languages_own.draw()
