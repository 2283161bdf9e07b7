"""Compare: two trainings under one slider."""

import streamlit as st

from bpeviz.app import compare
from bpeviz.app.compare import parts, sides
from bpeviz.app.compare import settings as compare_settings
from bpeviz.app.frame import header
from bpeviz.app.trainings import turns
from bpeviz.app.trainings.waiting import last_good

header.draw(
    "Compare",
    "Two settings, or two corpora, under one slider: what normalization, the split pattern or "
    "the tie rule does to the tokens.",
    notices=False,
)
st.html(parts.STYLE)
with st.container(key="compare_settings"):
    compare_settings.preset_pills()
    compare_settings.settings()
both = last_good("compare_good", sides.pair, "comparison")
parts.text_line(both)
shown = parts.sent(both)

DRAW = [
    parts.words,
    parts.numbers,
    parts.only,
    parts.merges,
    parts.crossed,
    parts.facts,
    parts.offline,
]


@turns.fragment
def stage() -> None:
    step = parts.scrub(both, shown)
    with st.container(key="compare_more"):
        tabs = st.tabs(compare.TABS, key="compare_tab", on_change="rerun")
        for tab, draw in zip(tabs, DRAW, strict=True):
            if tab.open:
                with tab:
                    draw(both, step)
        parts.notices(both)


stage()
