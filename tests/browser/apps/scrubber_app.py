"""The scrubber alone, on the text that the address names; Python says what it knows."""

import html
import sys
from pathlib import Path

import streamlit as st

sys.path.insert(0, str(Path(__file__).parent))

import scrubber_cases

from bpeviz.app.scrubber import mount_data, scrubber

st.set_page_config(page_title="Scrubber", layout="wide")
query = st.query_params
state = st.session_state
state.setdefault("step", int(query.get("step", 0)))
state.setdefault("nonce", 0)
state.setdefault("runs", 0)

names = query.get("case", "plain").split(",")
panes = []
for name in names:
    tokenizer, document = scrubber_cases.payloads(name)
    title = scrubber_cases.title(name) if len(names) > 1 else ""
    panes.append(
        {
            "tokenizer": mount_data(tokenizer),
            "document": mount_data(document),
            "title": title,
            "rule": scrubber_cases.RULES.get(name, "first-seen"),
            "drawn": query.get("drawn", "corpus"),
        }
    )


@st.fragment
def stage() -> None:
    state.runs += 1
    if st.button("Python goes to 3"):
        state.step = 3
        state.nonce += 1
    if st.toggle("Show the scrubber", value=True):
        place = scrubber(
            panes,
            key="scrubber",
            step=state.step,
            nonce=state.nonce,
            talk="talk" in query,
            pairs="pairs" in query,
        )
        state.step, state.token = place
    told = f"step {state.step} token {state.get('token')} runs {state.runs}"
    st.html(f'<p id="python">{html.escape(told)}</p>')


stage()
