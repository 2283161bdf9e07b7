"""Open and export: real tokenizer files in, the tokenizer in use out."""

import streamlit as st

from bpeviz.app import bench, files, header

header.draw(
    "Open and export",
    "Take the tokenizer in use to the library that you work with, or open a file in the sidebar "
    "and scrub through its merges on every page.",
)
model = bench.model()
where = f"the file {model.file}" if model.file else "training"
st.subheader("Export", anchor=False)
st.caption(
    header.plain(
        f"In use: {len(model.tokenizer.merges):,} merges and "
        f"{len(model.tokenizer.vocabulary):,} tokens from {where}. The whole session, with text, "
        "settings and step, is saved under “Session” above."
    )
)
files.draw_exports(model.tokenizer, model.key)
