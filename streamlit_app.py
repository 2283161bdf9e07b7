"""bpeviz in the browser: page set-up, navigation and the sidebar that all pages share."""

from pathlib import Path

import streamlit as st

from bpeviz.app import pages  # noqa: F401 (the pages enter what links carry and what talk mode shows)
from bpeviz.app.frame import server
from bpeviz.app.links import permalink, share
from bpeviz.app.scrubber import panes
from bpeviz.app.sidebar import sidebar
from bpeviz.app.stage import talk
from bpeviz.app.trainings import turns
from bpeviz.app.widgets import lone_surrogates

FRAME = Path(__file__).parent / "bpeviz" / "app" / "frame"

st.set_page_config(page_title="bpeviz", page_icon=str(FRAME / "icon.svg"), layout="wide")
st.logo(str(FRAME / "logo.svg"), size="large")
st.html(FRAME / "look.css")
lone_surrogates.draw()
PAGES = [
    st.Page("pages/explore.py", title="Explore", default=True),
    st.Page("pages/walk.py", title="Walk"),
    st.Page("pages/compare.py", title="Compare"),
    st.Page("pages/unicode_lens.py", title="Unicode"),
    st.Page("pages/languages.py", title="Languages"),
    st.Page("pages/encode.py", title="Encode"),
    st.Page("pages/vocabulary.py", title="Vocabulary"),
    st.Page("pages/split_patterns.py", title="Splits"),
    st.Page("pages/fails.py", title="Failures"),
    st.Page("pages/files.py", title="Files"),
]
page = st.navigation(PAGES, position="top")
st.set_page_config(page_title=f"{page.title} · bpeviz")
with turns.turn():
    permalink.read(page.url_path)
    share.go_on(PAGES)
    sidebar.draw()
    panes.repeat_step()
    permalink.run(talk.draw if talk.on() else page.run)
    permalink.write()
    server.set_up()
