"""Compare: two trainings under one slider."""

import streamlit as st

from bpeviz.app import compare, header, turns
from bpeviz.app.compare import parts, sides
from bpeviz.app.compare import settings as compare_settings
from bpeviz.app.waiting import last_good

header.draw(
    "Compare",
    "Two settings, or two corpora, under one slider: what normalization, the split pattern or "
    "the tie rule does to the tokens.",
)
st.html(parts.STYLE)
compare.fill_in()
compare_settings.presets()
compare_settings.settings()
both = last_good("compare_good", sides.pair, "comparison")
parts.parting_line(both)
shown = parts.sent(both)

TABS = {
    "Numbers": parts.numbers,
    "Only one side": parts.only,
    "Merges": parts.merges,
    "Each on the other’s text": parts.crossed,
    "What normalization does": parts.facts,
}


@turns.fragment
def stage() -> None:
    step = parts.scrub(both, shown)
    parts.changes(both)
    compare_settings.measure()
    for tab, draw in zip(st.tabs(list(TABS), on_change="rerun"), TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw(both, step)
    parts.write_link()


stage()
