"""Tables as CSV that is harmless in a spreadsheet."""

from __future__ import annotations

import pandas as pd

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as UTF-8 CSV; text cells that a spreadsheet would run get an apostrophe.

    >>> safe_csv(pd.DataFrame({"token": ["=1+1", "a"], "count": [-1, 2]})).decode().splitlines()
    ['token,count', "'=1+1,-1", 'a,2']
    >>> safe_csv(pd.DataFrame({"token": ["a\\r=1"]}))
    b'token\\r\\n"a\\r=1"\\r\\n'
    """
    quoted = frame.rename(columns=_harmless).map(_harmless)
    # With these ends of lines a carriage return inside a cell is quoted, and begins no line.
    return quoted.to_csv(index=False, lineterminator="\r\n").encode("utf-8", "replace")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
