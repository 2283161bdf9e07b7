"""Tokenizer files in the app: open one in place of training."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError, FormatError, Tokenizer, formats
from bpeviz.engine.cache import SizedCache
from bpeviz.engine.text import repair

from .. import limits, registry
from ..registry import EVERY_PAGE, Key
from ..step import SHARED
from ..text import plain, short
from ..trainings import memory
from ..trainings.jobs import digest
from . import server_files

#: How a link names a file that the server does not offer: its digest and its name.
_MARK = re.compile(r"[0-9a-f]{20} .+", re.DOTALL)
_GUESS = "as guessed from the tokens"
#: So many files that are not open any more are held for a session: training goes on from them.
_MOST_HELD = 4


@dataclass(frozen=True)
class OpenFile:
    """A tokenizer file that is in use; ``digest`` stands for its content and its pattern.

    ``pattern``: the one that was chosen for it; ``contents``: its bytes, by the names of its parts.
    """

    name: str
    digest: str
    tokenizer: Tokenizer
    pattern: str | None = None
    contents: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)

    @property
    def guessed(self) -> bool:
        """Whether the file does not say how it cuts a text, and nobody else did."""
        return any("is a guess" in warning for warning in self.tokenizer.warnings)


def current() -> OpenFile | None:
    """The file in use, if any."""
    return st.session_state.get("tokenizer_file")


def specials_on() -> bool:
    """Whether special tokens of the file are matched in texts."""
    return bool(current() and st.session_state.get("match_special_tokens"))


def name_of(digest: str) -> str:
    """What the person calls the file of this digest; another may have opened it by another name."""
    opened = [current(), *st.session_state.get("compare_files", {}).values()]
    return next((file.name for file in opened if file and file.digest == digest), "of a link")


@st.cache_resource(show_spinner=False)
def _kept() -> SizedCache[OpenFile]:
    return memory.cache(0.25)


def _held() -> dict[str, OpenFile]:
    held: dict[str, OpenFile] = st.session_state.get("held_files", {})
    return held


def hold(file: OpenFile) -> None:
    """Keep a file for this session, though it is not open; the latest stay."""
    held = {digest: one for digest, one in _held().items() if digest != file.digest}
    kept = [*held.items(), (file.digest, file)]
    st.session_state["held_files"] = dict(kept[-_MOST_HELD:])


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
    key = digest("tokenizer", pattern, *itertools.chain(*sorted(contents.items())))
    found = _kept().get(key)
    if found is None:
        needed = memory.A_FILE_BYTE * size
        memory.make_room(needed, "the file")
        tokenizer = formats.load(dict(contents), pattern=pattern, progress=progress)
        found = OpenFile(" + ".join(contents), key, tokenizer, pattern, contents)
        _kept().put(key, found, needed)
    return found


def again(mark: str) -> OpenFile | None:
    """A file that was read on this server a while ago, or that it offers.

    ``mark`` is "digest name", or the name alone of a file that the server offers. Raises a BPEError
    for an offered file that cannot be read.
    """
    if mark in server_files.names():
        return _offered(mark)
    key, _, name = mark.partition(" ")
    found = _held().get(key) or _kept().get(key)
    if found:
        return replace(found, name=name)
    offered = _offered(name)
    return offered if offered and offered.digest == key else None


def mark(file: OpenFile) -> str:
    """What a link calls a file: its digest and its name, or the name alone if it is offered."""
    try:
        offered = _offered(file.name)
    except BPEError:
        offered = None
    same = offered is not None and offered.digest == file.digest
    return file.name if same else f"{file.digest} {file.name}"


def is_mark(mark: object) -> bool:
    """Whether a link can call a tokenizer file so.

    >>> is_mark("0123456789abcdef0123 a.json"), is_mark("a.json"), is_mark(5)
    (True, False, False)
    """
    if not isinstance(mark, str):
        return False
    return bool(_MARK.fullmatch(mark)) or mark in server_files.names()


def name_in(mark: str) -> str:
    """The name of the file that a mark stands for.

    >>> name_in("0123456789abcdef0123 vocab.bpe + encoder.json"), name_in("an offered one.json")
    ('vocab.bpe + encoder.json', 'an offered one.json')
    """
    return mark.partition(" ")[2] if _MARK.fullmatch(mark) else mark


def _offered(name: str) -> OpenFile | None:
    return server_files.find(name, lambda contents: read(contents, None, None))


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


def close() -> None:
    """Go back to training."""
    st.session_state["tokenizer_file"] = None


def settings_of(file: OpenFile) -> dict[str, Any]:
    """What of a file's tokenizer stands in for training settings."""
    tok = file.tokenizer
    return {
        "mode": tok.mode,
        "num_merges": len(tok.merges),
        "pattern": tok.pattern or "",
        "normalization": tok.normalization,
    }


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
