"""Tokenizer files in the app: the one in use, and those read lately, by what links call them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from bpeviz import BPEError, FormatError, Tokenizer, formats
from bpeviz.engine.cache import SizedCache

from .. import limits
from ..trainings import memory
from ..trainings.keys import digest
from . import server_files

#: How a link names a file that the server does not offer: its digest and its name.
_MARK = re.compile(r"[0-9a-f]{20} .+", re.DOTALL)
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


def beside() -> dict[str, OpenFile]:
    """Files opened for a side of a comparison, which are not in use, by their marks."""
    found: dict[str, OpenFile] = st.session_state.setdefault("compare_files", {})
    return found


def specials_on() -> bool:
    """Whether special tokens of the file are matched in texts."""
    return bool(current() and st.session_state.get("match_special_tokens"))


def name_of(digest: str) -> str:
    """What the person calls the file of this digest; another may have opened it by another name."""
    opened = [current(), *beside().values()]
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
