"""Tokenizer files as sides of the comparison: those open in the sidebar, and those opened here."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bpeviz import BPEError

from .. import limits
from ..text import plain
from ..tokenizers import files, in_use, server_files, starting
from ..tokenizers.files import OpenFile
from ..trainings.jobs import Model, jobs
from ..trainings.keys import file_key
from ..trainings.settings import Settings
from .choices import TRAINED
from .step import STEP

_LONGEST = 28
#: So many files opened here are kept for a visitor.
_MOST = 4


def _known() -> dict[str, OpenFile]:
    """The files that the visitor has opened, and what training goes on from, by their marks."""
    start = in_use.model().settings.start
    earlier = starting.before(start) if start else None
    opened = [*files.beside().values(), files.current(), earlier]
    return {files.mark(file): file for file in opened if file}


def before() -> str | None:
    """The mark of the tokenizer that training goes on from, if it does."""
    start = in_use.model().settings.start
    return files.mark(starting.before(start)) if start else None


def find(wanted: str) -> OpenFile:
    """The file of a mark; a BPEError where it cannot be read, or nobody has opened it here lately."""
    try:
        found = files.again(wanted) or _known().get(wanted)
    except BPEError as error:
        raise BPEError(f"“{files.name_in(wanted)}”: {error}") from None
    if found is None:
        name = files.name_in(wanted)
        if name == starting.BEFORE:
            raise BPEError("The earlier tokenizer is not here. The sidebar says what to open.")
        raise BPEError(f"The tokenizer file “{name}” is not open here. Open it under this side.")
    return found


def model(file: OpenFile, text: str, base: Settings) -> Model:
    """The tokenizer of a file beside a text, which only its settings of documents cut."""
    settings = Settings(documents=base.documents, **files.settings_of(file))
    key = file_key(file.digest, False, text, settings)
    found = jobs().model(key)
    if found is None:
        found = Model(key, file.tokenizer, text, settings, 0.0, file=file.digest)
        jobs().keep(found)
    return found


def short_name(name: str) -> str:
    """The name of a file in a sentence.

    >>> short_name("vocab.bpe + encoder.json"), short_name("a-very-long-name-of-a-tokenizer.json")
    ('vocab.bpe', 'a-very-long-name-of-a-token…')
    """
    first = name.partition(" + ")[0]
    return first if len(first) <= _LONGEST else f"{first[: _LONGEST - 1]}…"


def draw(side: str) -> None:
    """Choose what tokenizes on a side: a training, or a file; and open one."""
    state, key = st.session_state, f"compare_{side}_file"
    # Each once, and what a link names even where it cannot be found.
    options = list(dict.fromkeys([TRAINED, *_known(), *server_files.names(), state[key]]))
    st.selectbox(
        "Tokenizer",
        options,
        format_func=lambda found: files.name_in(found) or "Trained on the corpus",
        key=key,
        on_change=start_anew,
        persist_state="session",
    )
    with st.expander("Open a tokenizer file", key=f"compare_{side}_open"):
        upload = f"compare_{side}_upload_{state.setdefault('compare_uploads', 0)}"
        st.file_uploader(
            "Tokenizer file",
            key=upload,
            accept_multiple_files=True,
            on_change=partial(_open, side, upload),
            label_visibility="collapsed",
            max_upload_size=limits.box(limits.TOKENIZER_FILE),
            help="A file as the sidebar opens it; with it the other side keeps its own tokenizer.",
        )
        if state.get(f"compare_{side}_problem"):
            st.error(plain(state[f"compare_{side}_problem"]))


def _open(side: str, upload: str) -> None:
    state = st.session_state
    state[f"compare_{side}_problem"] = None
    contents = {one.name: one.getvalue() for one in state[upload]}
    if not contents:
        return
    try:
        file = files.read(contents, None, None)
    except BPEError as error:
        names = " + ".join(contents)
        state[f"compare_{side}_problem"] = f"“{names}”: {error} The side stays as it was."
        return
    state[f"compare_{side}_file"] = files.mark(file)
    _keep(file)
    state["compare_uploads"] += 1
    start_anew()


def _keep(file: OpenFile) -> None:
    """Keep an opened file as a choice; of many the first go that are on no side."""
    state = st.session_state
    kept = files.beside()
    kept[files.mark(file)] = file
    unused = [
        mark for mark in kept if mark not in (state["compare_a_file"], state["compare_b_file"])
    ]
    for mark in unused[: max(0, len(kept) - _MOST)]:
        del kept[mark]


def start_anew() -> None:
    """Let the slider stand where it stands at first: the steps of a file are no steps of another."""
    STEP.go_to(None)
