"""Compare: two trainings under one slider."""

import streamlit as st

from bpeviz.app import compare, compare_parts, compare_settings, compare_sides, header
from bpeviz.app.waiting import last_good

header.draw(
    "Compare",
    "Two settings, or two corpora, under one slider: what normalization, the split pattern or "
    "the tie rule does to the tokens.",
)
st.html(compare_parts.STYLE)
compare.fill_in()
compare_settings.presets()
compare_settings.settings()
both = last_good("compare_good", compare_sides.pair, "comparison")
compare_parts.parting_line(both)
shown = compare_parts.sent(both)

TABS = {
    "Numbers": compare_parts.numbers,
    "Only one side": compare_parts.only,
    "Merges": compare_parts.merges,
    "Each on the other’s text": compare_parts.crossed,
    "What normalization does": compare_parts.facts,
}


@st.fragment
def stage() -> None:
    step = compare_parts.scrub(both, shown)
    compare_parts.changes(both)
    compare_settings.measure()
    for tab, draw in zip(st.tabs(list(TABS), on_change="rerun"), TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw(both, step)
    compare_parts.write_link()


stage()
