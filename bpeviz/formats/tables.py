"""Merges and vocabulary as CSV, for a spreadsheet. Writes only.

A cell that a spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from ..engine.base import Symbol
from ..engine.tokenizer import Tokenizer

NAME = "CSV tables"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write merges.csv and vocabulary.csv.

    >>> import bpeviz
    >>> tok = bpeviz.train("=1=1", mode="byte", num_merges=1)
    >>> for line in write(tok)["merges.csv"].decode().splitlines():
    ...     print(line)
    rank,left,right,id,token,bytes,count,replacements
    0,61,49,256,'=1,3d 31,2,2
    """
    merges = [
        (rank, m.left, m.right, m.id, text_of(m.token), hex_of(m.token), m.count, m.replacements)
        for rank, m in enumerate(tok.merges)
    ]
    special = tok.special_tokens.values()
    tokens = [
        (number, text_of(token), hex_of(token), "yes" if number in special else "")
        for number, token in sorted(tok.vocabulary.items())
    ]
    head = ("rank", "left", "right", "id", "token", "bytes", "count", "replacements")
    return {
        "merges.csv": _table(head, merges),
        "vocabulary.csv": _table(("id", "token", "bytes", "special"), tokens),
    }


def text_of(token: Symbol) -> str:
    """A token as text; bytes that are no whole character become U+FFFD."""
    return token if isinstance(token, str) else token.decode("utf-8", "replace")


def hex_of(token: Symbol) -> str:
    """The bytes of a token in hexadecimal."""
    return (token.encode("utf-8") if isinstance(token, str) else token).hex(" ")


def _table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> bytes:
    out = io.StringIO()
    # With RFC 4180's line ends a carriage return in a cell is quoted, too.
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
    return out.getvalue().encode("utf-8")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def notes(tok: Tokenizer) -> list[str]:
    """What the tables do not hold."""
    return ["The tables are for reading in a spreadsheet; they cannot be opened here again."]
