"""Tokenizer files that the one who runs the server offers to everybody: ``BPEVIZ_TOKENIZERS=folder``.

Each is read once and shared; those used longest ago are let go when all together pass the limit.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from bpeviz import FormatError

from .. import limits

# What reading a file gives.
Opened = TypeVar("Opened")

_lock = threading.Lock()
#: Name -> when and how large the file was, and its tokenizer.
_opened: OrderedDict[str, tuple[tuple[int, int], Any]] = OrderedDict()


def names() -> list[str]:
    """The files that are offered: regular files in the folder itself; none without a folder."""
    folder = os.environ.get("BPEVIZ_TOKENIZERS")
    if not folder:
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if entry.is_file(follow_symlinks=False) and not entry.name.startswith(".")
            )
    except OSError:
        return []


def find(name: str, read: Callable[[dict[str, bytes]], Opened]) -> Opened | None:
    """The tokenizer of an offered file, read when it is first asked for; None for other names.

    Raises a BPEError that says what is wrong with the file.
    """
    # Only a name of the list is ever opened, so none leads out of the folder.
    if name not in names():
        return None
    path = os.path.join(os.environ["BPEVIZ_TOKENIZERS"], name)
    with _lock:
        try:
            state = os.stat(path)
            stamp = state.st_mtime_ns, state.st_size
            if name not in _opened or _opened[name][0] != stamp:
                _opened[name] = stamp, read({name: _content(path, state.st_size)})
        except OSError:
            raise FormatError("The server cannot read this file any more.") from None
        _opened.move_to_end(name)
        while len(_opened) > 1 and sum(size for (_, size), _ in _opened.values()) > limits.OFFERED:
            _opened.popitem(last=False)
        opened: Opened = _opened[name][1]
        return opened


def _content(path: str, size: int) -> bytes:
    if size > limits.TOKENIZER_FILE:
        raise FormatError(
            f"The file has {limits.words(size)}; the limit is "
            f"{limits.words(limits.TOKENIZER_FILE)}. Whoever runs the server can raise it."
        )
    with open(path, "rb") as file:
        return file.read()
