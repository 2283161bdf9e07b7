"""bpeviz in the browser: page set-up, navigation and the sidebar that all pages share."""

import streamlit as st

from bpeviz.app import sidebar

st.set_page_config(page_title="bpeviz", page_icon=":material/join_inner:", layout="wide")
page = st.navigation(
    {
        "": [
            st.Page("pages/explore.py", title="Explore", icon=":material/tune:", default=True),
        ],
    },
    position="top",
)
sidebar.draw()
page.run()
