"""Pasted ids: read them, and decode those that exist."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from ..engine.base import as_bytes
from ..engine.tokenizer import Tokenizer

_ID = re.compile(r"[+-]?[0-9]{1,18}")


class Pasted(NamedTuple):
    """The ids of a pasted text, and the entries that are not whole numbers, in order."""

    ids: list[int]
    wrong: list[str]


def read_ids(text: str) -> Pasted:
    """Read ids between spaces, commas or line ends, or as a JSON list.

    >>> read_ids("[256, 97]"), read_ids("1 two,3")
    (Pasted(ids=[256, 97], wrong=[]), Pasted(ids=[1, 3], wrong=['two']))
    """
    entries = [entry for entry in re.split(r"[\s,;\[\]()]+", text) if entry]
    ids = [int(entry) for entry in entries if _ID.fullmatch(entry)]
    return Pasted(ids, [entry for entry in entries if not _ID.fullmatch(entry)])


def decode_known(tok: Tokenizer, ids: Iterable[int]) -> list[bytes | str | int]:
    """Decode ids as far as they exist.

    A list of stretches: the bytes (in character mode the text) of ids that follow each other, and
    between them each id that does not exist, as an int.

    >>> import bpeviz
    >>> tok = bpeviz.train("é", mode="byte", num_merges=0)
    >>> decode_known(tok, [195, 169, 999, 104, 195])
    [b'\\xc3\\xa9', 999, b'h\\xc3']
    """
    found: list[bytes | str | int] = []
    for known, group in groupby(ids, key=lambda i: i in tok.vocabulary):
        if not known:
            found.extend(group)
        elif tok.base.in_characters:
            found.append(tok.decode(group))
        else:
            found.append(b"".join(as_bytes(tok.vocabulary[i]) for i in group))
    return found
