"""bpeviz in the browser: page set-up, navigation and the sidebar that all pages share."""

from pathlib import Path

import streamlit as st

from bpeviz.app import permalink, sidebar

APP = Path(__file__).parent / "bpeviz" / "app"

st.set_page_config(page_title="bpeviz", page_icon=str(APP / "assets" / "icon.svg"), layout="wide")
st.logo(str(APP / "assets" / "logo.svg"), size="large")
st.html(APP / "look.css")
page = st.navigation(
    {
        "Play": [st.Page("pages/explore.py", title="Explore", default=True)],
        "Compare": [],
        "Look inside": [],
    },
    position="top",
)
permalink.read(page.url_path)
sidebar.draw()
permalink.run(page)
permalink.write()
