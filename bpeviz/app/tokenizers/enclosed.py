"""Tokenizer files inside session files: a session opens where nobody else has its files, too.

Links name such files only.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bpeviz import BPEError

from .. import limits, registry
from ..text import short
from . import files
from .files import OpenFile

_NAME = "files"
_DAMAGED = "A tokenizer file in the session file is damaged and was left out."
#: Two sides of a comparison, what training goes on from, and the file in use.
_MOST = 4


def _take(values: Mapping[str, Any]) -> Callable[[], Any]:
    found = {file.digest: file for file in _named(values)}
    return lambda: list(_packed(list(found.values())))


def _named(values: Mapping[str, Any]) -> Iterator[OpenFile]:
    """The files that the values name, as far as they are open here and no server offers them."""
    known = registry.all_keys()
    marks = [m for name in values.keys() & known.keys() for m in known[name].files(values[name])]
    for mark in [values.get("tokenizer", ""), *marks]:
        try:
            file = files.again(mark)
        except BPEError:
            continue
        if file and file.contents and files.mark(file) == mark:
            yield file


def _packed(found: list[OpenFile]) -> Iterator[dict[str, Any]]:
    """Each file compressed, as long as all together keep within the limit."""
    room = limits.TOKENIZER_FILE
    for file in found:
        contents = {
            name: base64.b64encode(zlib.compress(data)).decode("ascii")
            for name, data in file.contents.items()
        }
        room -= sum(map(len, contents.values()))
        if room >= 0:
            yield {"pattern": file.pattern, "contents": contents}


def _put(found: Any) -> list[str]:
    if not isinstance(found, list):
        return [_DAMAGED]
    return [problem for one in found[:_MOST] if (problem := _taken_in(one))]


def _taken_in(one: Any) -> str:
    """Open a file and hold it for the session; why that could not be."""
    try:
        contents, pattern = _unpacked(one["contents"]), one.get("pattern")
        if not isinstance(pattern, str | None):
            return _DAMAGED
        files.hold(files.read(contents, pattern, None))
    except BPEError as error:
        return f"A tokenizer file in the session file: {short(error, 300)}"
    except (ValueError, TypeError, KeyError, AttributeError, binascii.Error, zlib.error):
        return _DAMAGED
    return ""


def _unpacked(packed: Mapping[str, str]) -> dict[str, bytes]:
    room = limits.TOKENIZER_FILE
    contents = {}
    for name, word in packed.items():
        engine = zlib.decompressobj()
        # A file of a few bytes can grow without end.
        contents[name] = engine.decompress(base64.b64decode(word, validate=True), room + 1)
        room -= len(contents[name])
        if room < 0 or not engine.eof:
            raise ValueError("too large, or cut short")
    return contents


registry.enter_enclosure(registry.Enclosure(_NAME, _take, _put))
