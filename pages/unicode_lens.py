"""Unicode: a text as graphemes, code points, bytes and tokens, and what is odd in it."""

import streamlit as st

from bpeviz.app import limits, unicode_lens
from bpeviz.app.frame import header
from bpeviz.app.links import permalink
from bpeviz.app.scrubber import panes
from bpeviz.app.tokenizers import in_use
from bpeviz.app.trainings import turns
from bpeviz.app.trainings.waiting import last_good
from bpeviz.app.unicode_lens import parts
from bpeviz.views.unicode_lens import versions_sentence

header.draw(
    "Unicode",
    "What a person sees as one character can be several code points, and each of these several "
    "bytes. See which token cuts through a character.",
)
parts.note()
parts.text_box()
whole = last_good("lens_good", lambda _: unicode_lens.looked_at(), "text")
text = whole[: limits.SHOWN]
trace = unicode_lens.trace(text)
parts.cut_short(whole)
parts.changed(text, trace.text)
shown = unicode_lens.layers(trace)
pane = panes.pane(in_use.model(), trace)


@turns.fragment
def stage() -> None:
    panes.scrub([pane], key="lens_scrubber", chart=False, height=panes.height(trace))
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
