"""A person's own texts for the Languages page: read from CSV, and written back to it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from bpeviz import CorpusError

COLUMNS = ("language", "text")
#: More rows make neither table nor chart clearer.
MOST = 60
_LONGEST_NAME = 60


def read_rows(text: str) -> list[tuple[str, str]]:
    """Return (language, text) of each row of a CSV with these columns; others are ignored.

    Commas, semicolons and tabs may separate the cells.

    >>> read_rows("language,text\\nIgbo,Kedu?\\n")
    [('Igbo', 'Kedu?')]

    Raises a CorpusError that names the row and what is wrong with it.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise CorpusError("The CSV is empty. It needs a first line “language,text” and rows.")
    head, _, _ = text.lstrip().partition("\n")
    separator = max(",;\t", key=head.count)
    try:
        lines = list(
            csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=separator, strict=True)
        )
    except csv.Error as error:
        raise CorpusError(
            f"This is not a CSV that can be read ({error}). A text with commas, quotes or line "
            "breaks has to stand in double quotes, and a double quote in it twice."
        ) from None
    at = _columns(lines[0])
    rows = [_row(n, cells, len(lines[0]), at) for n, cells in enumerate(lines[1:], 2) if cells]
    if not rows:
        raise CorpusError("The CSV has a first line but no rows. Add one: a language and its text.")
    if len(rows) > MOST:
        raise CorpusError(f"The CSV has {len(rows):,} rows; the limit is {MOST}. Take some out.")
    return rows


def _columns(head: Sequence[str]) -> tuple[int, ...]:
    names = [name.strip().lower() for name in head]
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        found = ", ".join(f"“{name[:30]}”" for name in head[:6])
        raise CorpusError(
            f"The first line of the CSV names {found}, but not {' and '.join(missing)}. It has to "
            "name the columns: language,text."
        )
    return tuple(names.index(name) for name in COLUMNS)


def _row(number: int, cells: list[str], expected: int, at: tuple[int, ...]) -> tuple[str, str]:
    if len(cells) != expected:
        raise CorpusError(
            f"Row {number} of the CSV has {len(cells)} cells, the first line has {expected}. Put a "
            "text that holds the separator in double quotes."
        )
    language, text = (cells[i] for i in at)
    for name, cell in zip(COLUMNS, (language, text), strict=True):
        if not cell.strip():
            raise CorpusError(f"Row {number} of the CSV has no {name}. Fill it in.")
    return language.strip()[:_LONGEST_NAME], text


def write_rows(rows: Sequence[tuple[str, str]]) -> str:
    """The reverse of ``read_rows``; no rows give an empty text.

    >>> read_rows(write_rows([("Igbo", 'a, "b"')]))
    [('Igbo', 'a, "b"')]
    """
    if not rows:
        return ""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([COLUMNS, *rows])
    return out.getvalue()
