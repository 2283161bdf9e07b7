"""Splits: how a text is cut before any merge, and by which alternative."""

import streamlit as st

from bpeviz.app import split_patterns
from bpeviz.app.frame import header
from bpeviz.app.split_patterns import SIDES, parts
from bpeviz.app.trainings.waiting import last_good
from bpeviz.views.split_patterns import key_html

header.draw(
    "Splits",
    "Before any merge a regular expression cuts the text into chunks, and no merge crosses their "
    "borders. See which part of a pattern made each chunk.",
)
parts.note()
parts.text_box()
above = dict(zip(SIDES, st.columns(2, gap="medium"), strict=True))
for which, column in above.items():
    with column:
        parts.chooser(which)
sides = last_good("split_sides", lambda _: split_patterns.sides(), "result")
for (which, column), other in zip(above.items(), reversed(SIDES), strict=True):
    with column:
        parts.chunks(which, sides[which], sides[other])
st.html(key_html())
for which, column in zip(SIDES, st.columns(2, gap="medium"), strict=True):
    with column:
        parts.alternatives(which, sides[which])
parts.compare_button(sides)


@st.fragment
def tables() -> None:
    parts.tables(sides)


tables()
