"""Tokenizer files in the app: open one in place of training, and offer exports of the one in use."""

from __future__ import annotations

import hashlib
import io
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError, FormatError, Tokenizer
from bpeviz.engine import formats

from . import limits
from .text import plain

_GUESS = "as the format usually has"
_KEPT = 6


@dataclass(frozen=True)
class OpenFile:
    """A tokenizer file that is in use; ``digest`` stands for its content and its pattern."""

    name: str
    digest: str
    tokenizer: Tokenizer


def current() -> OpenFile | None:
    """The file in use, if any."""
    return st.session_state.get("tokenizer_file")


def specials_on() -> bool:
    """Whether special tokens of the file are matched in texts."""
    return bool(current() and st.session_state.get("match_special_tokens"))


@st.cache_resource(show_spinner=False)
def _kept() -> tuple[OrderedDict[str, Tokenizer], threading.Lock]:
    return OrderedDict(), threading.Lock()


def read(
    contents: dict[str, bytes], pattern: str | None, progress: Callable[[int, int], object] | None
) -> OpenFile:
    """Read a tokenizer from the contents of one or two files; the latest are kept for everybody.

    Raises a BPEError that says what is wrong with the file.
    """
    size = sum(map(len, contents.values()))
    if size > limits.TOKENIZER_FILE:
        raise FormatError(
            f"The file has {limits.words(size)}; the limit is "
            f"{limits.words(limits.TOKENIZER_FILE)}. Choose a smaller one."
        )
    digest = hashlib.sha256(repr(pattern).encode())
    for name, content in sorted(contents.items()):
        digest.update(name.encode("utf-8", "replace") + content)
    key = digest.hexdigest()[:20]
    kept, lock = _kept()
    with lock:
        found = kept.get(key)
    if found is None:
        found = formats.load(dict(contents), pattern=pattern, progress=progress)
        with lock:
            kept[key] = found
            while len(kept) > _KEPT:
                kept.popitem(last=False)
    return OpenFile(" + ".join(contents), key, found)


def again(mark: str) -> OpenFile | None:
    """A file that was read on this server a while ago; ``mark`` is "digest name"."""
    digest, _, name = mark.partition(" ")
    kept, lock = _kept()
    with lock:
        found = kept.get(digest)
    return OpenFile(name, digest, found) if found else None


# --- the sidebar --------------------------------------------------------------------------------


def draw_open() -> None:
    """The upload in the sidebar."""
    with st.expander("Open a tokenizer file", key="open_file_box"):
        st.file_uploader(
            "Tokenizer file",
            key=_upload_key(),
            accept_multiple_files=True,
            on_change=_open_upload,
            label_visibility="collapsed",
            max_upload_size=limits.box(limits.TOKENIZER_FILE),
            help="tokenizer.json (BPE), .tiktoken, GPT-2's vocab.bpe with or without encoder.json "
            "(choose both at once), minbpe's .model, subword-nmt codes.",
        )
        st.selectbox(
            "Split pattern",
            [_GUESS, *PATTERNS],
            key="tokenizer_pattern",
            on_change=_open_again,
            help="For files that hold none: .tiktoken and vocab.bpe.",
        )
        if st.session_state.get("tokenizer_problem"):
            st.error(plain(st.session_state["tokenizer_problem"]))


def _upload_key() -> str:
    """Renewed with each upload: the uploader would add the next file to those it has."""
    return f"tokenizer_upload_{st.session_state.setdefault('tokenizer_uploads', 0)}"


def _open_upload() -> None:
    state = st.session_state
    uploads = state[_upload_key()]
    if uploads:
        state["tokenizer_uploads"] += 1
        _open({upload.name: upload.getvalue() for upload in uploads})


def _open_again() -> None:
    """The same files with another pattern."""
    contents = st.session_state.get("tokenizer_contents")
    file = current()
    if contents and file and file.name == " + ".join(contents):
        _open(contents)


def _open(contents: dict[str, bytes]) -> None:
    state = st.session_state
    state["tokenizer_problem"] = None
    chosen = state["tokenizer_pattern"]
    bar = st.progress(0.0, "Reading the file")
    try:
        state["tokenizer_file"] = read(
            contents,
            None if chosen == _GUESS else chosen,
            lambda done, total: bar.progress(min(1.0, done / max(1, total)), "Reading the file"),
        )
        state["tokenizer_contents"] = contents
        # A finished tokenizer is first seen at work; the way there is a drag to the left.
        state["step"] = len(state["tokenizer_file"].tokenizer.merges)
    except BPEError as error:
        names = " + ".join(contents)
        state["tokenizer_problem"] = f"“{names}”: {error} The tokenizer in use stays."
    finally:
        bar.empty()


def draw_opened(file: OpenFile) -> None:
    """What stands in the sidebar in place of the training settings while a file is in use."""
    st.markdown("**Tokenizer file**")
    st.text(file.name)
    if file.tokenizer.special_tokens:
        st.toggle(
            "Match special tokens",
            key="match_special_tokens",
            persist_state="session",
            help=f"{len(file.tokenizer.special_tokens):,} special tokens, such as "
            f"{plain(next(iter(file.tokenizer.special_tokens)))}. Off, they are ordinary text.",
        )
    st.button("Close it and train again", on_click=close, width="stretch", key="close_tokenizer")


def close() -> None:
    """Go back to training."""
    st.session_state.update(tokenizer_file=None, tokenizer_contents=None)


# --- exports ------------------------------------------------------------------------------------


def draw_exports(tokenizer: Tokenizer, key: str) -> None:
    """A row for each format: what it is for, what it cannot hold, and the download."""
    for format, title in formats.FORMATS.items():
        says = _problems(tokenizer, format, key)
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            with st.container():
                st.markdown(f"**{plain(title)}**")
                st.caption(_USES[format])
                for sentence in says.sentences:
                    (st.warning if says.refused else st.caption)(plain(sentence))
            st.download_button(
                "Download",
                partial(_exported, tokenizer, format),
                file_name=says.file_name or f"{format}.txt",
                mime="application/octet-stream",
                key=f"export_{format}",
                on_click="ignore",
                disabled=says.refused,
            )


def _exported(tokenizer: Tokenizer, format: str) -> bytes:
    return archive(formats.dumps(tokenizer, format))[1]


_USES = {
    "huggingface": "For tokenizers and transformers: Tokenizer.from_file.",
    "tiktoken": "For tiktoken: load_tiktoken_bpe, with a pattern given to Encoding.",
    "minbpe": "For minbpe: RegexTokenizer.load.",
    "gpt2": "The pair that GPT-2 was published with; many programs read it.",
    "subword-nmt": "For subword-nmt apply-bpe.",
    "csv": "Merges and vocabulary as tables for a spreadsheet.",
}


@dataclass(frozen=True)
class _Says:
    sentences: list[str]
    refused: bool
    file_name: str | None


@st.cache_data(show_spinner=False, max_entries=64)
def _problems(_tokenizer: Tokenizer, format: str, key: str) -> _Says:
    try:
        files = formats.dumps(_tokenizer, format)
    except BPEError as error:
        return _Says([str(error)], True, None)
    return _Says(formats.problems(_tokenizer, format), False, archive(files)[0])


def archive(files: dict[str, bytes]) -> tuple[str, bytes]:
    """One file as it is, several as a zip: (name, content).

    >>> archive({"merges.csv": b"a"})
    ('bpeviz-merges.csv', b'a')
    >>> archive({"a": b"1", "b": b"2"})[0]
    'bpeviz-a-b.zip'
    """
    if len(files) == 1:
        name, content = next(iter(files.items()))
        return f"bpeviz-{name}", content
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name, content)
    stems = "-".join(name.rsplit(".", 1)[0] for name in files)
    return f"bpeviz-{stems}.zip", packed.getvalue()


def settings_of(file: OpenFile) -> dict[str, Any]:
    """What of a file's tokenizer stands in for training settings."""
    tok = file.tokenizer
    return {
        "mode": tok.mode,
        "num_merges": len(tok.merges),
        "pattern": tok.pattern or "",
        "normalization": tok.normalization,
    }
