"""Files: real tokenizer files in, the tokenizer in use out."""

import streamlit as st

from bpeviz.app.files import exports
from bpeviz.app.frame import header
from bpeviz.app.text import plain
from bpeviz.app.tokenizers import files, in_use

header.draw(
    "Files",
    "Take the tokenizer in use to the library that you work with, or open a file in the sidebar "
    "and scrub through its merges on every page.",
)
model = in_use.model()
where = f"the file {files.name_of(model.file)}" if model.file else "training"
file = files.current()
st.subheader("Copy as Python", anchor=False)
exports.draw_python(model.settings, file and file.name, file and file.pattern)
st.subheader("Export", anchor=False)
st.caption(
    plain(
        f"In use: {len(model.tokenizer.merges):,} merges and "
        f"{len(model.tokenizer.vocabulary):,} tokens from {where}. The whole session, with text, "
        "settings and step, is saved under “Session” above."
    )
)
exports.draw(model.tokenizer, model.key)
st.subheader("Where tokenizer files are found", anchor=False)
st.markdown(exports.WHERE)
