"""Languages: the price of one text in many languages."""

import streamlit as st

from bpeviz.app import languages
from bpeviz.app.frame import header
from bpeviz.app.languages import own as languages_own
from bpeviz.app.languages import parts
from bpeviz.app.trainings import turns
from bpeviz.app.trainings.waiting import last_good

header.draw(
    "Languages",
    "One short text in many languages: how many tokens each needs, against English. What trains "
    "the tokenizer changes the ranking.",
)
shown = last_good("languages_good", parts.scene, "table")
parts.choices(shown.rows)
parts.about(shown)
both = parts.sent(shown)


@turns.fragment
def stage() -> None:
    bars = st.container()
    step = parts.scrub(shown, both)
    with bars:
        parts.chart(shown, step)
    tabs = st.tabs(languages.TABS, key="languages_tab", on_change="rerun")
    for tab, draw in zip(tabs, [parts.table, parts.ranking], strict=True):
        if tab.open:
            with tab:
                draw(shown, step)


stage()
with st.expander("Add texts of your own"):
    languages_own.draw()
