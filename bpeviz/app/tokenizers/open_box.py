"""Opening a tokenizer file in place of training: the sidebar's box, links and session files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.engine.text import repair

from .. import limits, registry
from ..registry import EVERY_PAGE, Key
from ..step import SHARED
from ..text import plain, short
from . import server_files
from .files import OpenFile, again, close, current, is_mark, mark, name_in, read

_GUESS = "as guessed from the tokens"


# --- the sidebar --------------------------------------------------------------------------------


def draw_open() -> None:
    """The upload in the sidebar."""
    with st.expander("Open a tokenizer file", key="open_file_box"):
        # Above the button that was clicked, where it is seen.
        if st.session_state.get("tokenizer_problem"):
            st.error(plain(st.session_state["tokenizer_problem"]))
        st.file_uploader(
            "Tokenizer file",
            key=_upload_key(),
            accept_multiple_files=True,
            on_change=_open_upload,
            label_visibility="collapsed",
            max_upload_size=limits.box(limits.TOKENIZER_FILE),
            help="tokenizer.json (BPE), tekken.json, .tiktoken and its JSON, GPT-2's vocab.bpe with "
            "or without encoder.json (choose both at once; so also merges.txt and vocab.json), the "
            ".model of SentencePiece (BPE) and of minbpe, subword-nmt codes.",
        )
        st.selectbox(
            "Split pattern",
            [_GUESS, *PATTERNS],
            key="tokenizer_pattern",
            on_change=_open_again,
            help="For files that hold none: .tiktoken, vocab.bpe and merges.txt.",
        )
        if names := server_files.names():
            st.selectbox(
                "On this server",
                names,
                index=None,
                key="offered_tokenizer",
                placeholder="Choose a file",
                on_change=_open_offered,
                help="Files that everybody on this server finds here, and that links can name.",
            )


def _upload_key() -> str:
    """Renewed with each upload: the uploader would add the next file to those it has."""
    return f"tokenizer_upload_{st.session_state.setdefault('tokenizer_uploads', 0)}"


def _open_upload() -> None:
    state = st.session_state
    uploads = state[_upload_key()]
    if uploads:
        state["tokenizer_uploads"] += 1
        _open({upload.name: upload.getvalue() for upload in uploads})


def _open_offered() -> None:
    state = st.session_state
    name = state["offered_tokenizer"]
    if name is None:
        return
    state["tokenizer_problem"] = None
    try:
        found = again(name)
    except BPEError as error:
        state["tokenizer_problem"] = f"“{name}”: {error} The tokenizer in use stays."
        return
    if found:
        _use(found)


def _use(file: OpenFile) -> None:
    st.session_state["tokenizer_file"] = file
    # A finished tokenizer is first seen at work; the way there is a drag to the left.
    SHARED.go_to(len(file.tokenizer.merges))


def _open_again() -> None:
    """The same files with another pattern."""
    file = current()
    if file and file.contents:
        _open(file.contents)


def _open(contents: Mapping[str, bytes]) -> None:
    state = st.session_state
    state["tokenizer_problem"] = None
    chosen = state["tokenizer_pattern"]
    bar = st.progress(0.0, "Reading the file")
    try:
        found = read(
            dict(contents),
            None if chosen == _GUESS else chosen,
            lambda done, total: bar.progress(min(1.0, done / max(1, total)), "Reading the file"),
        )
        _use(found)
    except BPEError as error:
        names = " + ".join(contents)
        state["tokenizer_problem"] = f"“{names}”: {error} The tokenizer in use stays."
    finally:
        bar.empty()


def draw_opened(file: OpenFile) -> None:
    """What stands in the sidebar in place of the training settings while a file is in use."""
    st.markdown("**Tokenizer file**")
    st.text(file.name)
    if file.guessed:
        st.caption(
            f"The split pattern is a guess: {plain(str(file.tokenizer.pattern))}. Choose another under "
            "“Open a tokenizer file”."
        )
    if file.tokenizer.special_tokens:
        st.toggle(
            "Match special tokens",
            key="match_special_tokens",
            persist_state="session",
            help=f"{len(file.tokenizer.special_tokens):,} special tokens, such as "
            f"{plain(next(iter(file.tokenizer.special_tokens)))}. Off, they are ordinary text.",
        )
    st.button("Close it and train again", on_click=close, width="stretch", key="close_tokenizer")


# --- in links and session files ---------------------------------------------------------------------


def _take() -> dict[str, Any]:
    opened = current()
    return {"tokenizer": mark(opened)} if opened else {}


def _check(found: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    wanted = found.get("tokenizer")
    if wanted is None:
        return {}, []
    if is_mark(wanted):
        return {"tokenizer": short(repair(wanted), 200)}, []
    return {}, [
        f"This server offers no tokenizer file “{short(wanted)}”; the training settings are used."
    ]


def _put(found: Mapping[str, Any]) -> list[str]:
    state, wanted = st.session_state, found.get("tokenizer")
    state.update(tokenizer_file=None, tokenizer_problem=None)
    if not wanted:
        return []
    name = short(name_in(wanted))
    try:
        state["tokenizer_file"] = again(wanted)
    except BPEError as error:
        state["tokenizer_problem"] = f"“{name}”: {error}"
        return [state["tokenizer_problem"]]
    if state["tokenizer_file"] is None:
        return [f"“{name}” is in use there, a tokenizer file. Open it in the sidebar."]
    return []


registry.enter(EVERY_PAGE, Key("match_special_tokens", False))
registry.enter_part({"tokenizer": ""}, take=_take, check=_check, put=_put)
