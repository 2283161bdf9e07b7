"""bpeviz in the browser: page set-up, navigation and the sidebar that all pages share."""

from pathlib import Path

import streamlit as st

from bpeviz.app import mending, permalink, server, share, sidebar, talk

APP = Path(__file__).parent / "bpeviz" / "app"

st.set_page_config(page_title="bpeviz", page_icon=str(APP / "assets" / "icon.svg"), layout="wide")
st.logo(str(APP / "assets" / "logo.svg"), size="large")
st.html(APP / "look.css")
mending.draw()
PAGES = {
    "Play": [
        st.Page("pages/explore.py", title="Explore", default=True),
        st.Page("pages/walk.py", title="Guided walk"),
    ],
    "Compare": [
        st.Page("pages/compare.py", title="Compare"),
        st.Page("pages/unicode_lens.py", title="Unicode lens"),
        st.Page("pages/languages.py", title="Language cost"),
    ],
    "Look inside": [
        st.Page("pages/encode.py", title="Encode and decode"),
        st.Page("pages/vocabulary.py", title="Vocabulary"),
        st.Page("pages/split_patterns.py", title="Split patterns"),
        st.Page("pages/fails.py", title="Where it fails"),
    ],
    "Files": [st.Page("pages/files.py", title="Open and export")],
}
page = st.navigation(PAGES, position="top")
permalink.read(page.url_path)
share.go_on(PAGES)
sidebar.draw()
permalink.run(talk.draw if talk.on() else page.run)
permalink.write()
server.set_up()
