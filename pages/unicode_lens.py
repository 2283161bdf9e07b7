"""Unicode lens: a text as graphemes, code points, bytes and tokens, and what is odd in it."""

import streamlit as st

from bpeviz import BPEError
from bpeviz.app import bench, encode, header, limits, panes, permalink, turns, unicode_lens
from bpeviz.app.unicode_lens import parts
from bpeviz.views.unicode_lens import versions_sentence

header.draw(
    "Unicode lens",
    "What a person sees as one character can be several code points, and each of these several "
    "bytes. See which token cuts through a character.",
)
unicode_lens.fill_in()
try:
    whole = unicode_lens.whole()
    text = whole[: limits.SHOWN]
    parts.note()
    parts.text_box()
    trace = unicode_lens.trace(text)
except BPEError as error:
    st.error(header.plain(str(error)))
    st.stop()
parts.cut_short(whole)
parts.changed(text, trace.text)
shown = unicode_lens.layers(trace)
pane = panes.pane(bench.model(), trace)


@turns.fragment
def stage() -> None:
    panes.scrub([pane], key="lens_scrubber", chart=False, height=encode.height(trace))
    parts.diagram(shown)
    forms, odd, points = st.tabs(unicode_lens.TABS, key="lens_tab", on_change="rerun")
    if forms.open:
        with forms:
            parts.normal_forms(text, shown)
    if odd.open:
        with odd:
            parts.odd(text)
    if points.open:
        with points:
            parts.code_points(shown)
    permalink.write("unicode_lens")


stage()
st.caption(versions_sentence())
