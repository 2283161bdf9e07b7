"""Split patterns: how a text is cut before any merge, and by which alternative."""

import streamlit as st

from bpeviz import BPEError
from bpeviz.app import header, split_patterns
from bpeviz.app.split_patterns import SIDES, parts
from bpeviz.views.split_patterns import key_html

header.draw(
    "Split patterns",
    "Before any merge a regular expression cuts the text into chunks, and no merge crosses their "
    "borders. See which part of a pattern made each chunk.",
)
split_patterns.fill_in()
parts.note()
parts.text_box()
above = dict(zip(SIDES, st.columns(2, gap="medium"), strict=True))
for which, column in above.items():
    with column:
        parts.chooser(which)
try:
    text = split_patterns.text()
    sides = {which: split_patterns.side(which, text) for which in SIDES}
except BPEError as error:
    st.error(header.plain(str(error)))
    st.stop()
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
