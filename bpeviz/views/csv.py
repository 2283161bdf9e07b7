"""Tables as CSV that is harmless in a spreadsheet."""

from __future__ import annotations

import pandas as pd

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as UTF-8 CSV; text cells that a spreadsheet would run get an apostrophe.

    >>> safe_csv(pd.DataFrame({"token": ["=1+1", "a"], "count": [-1, 2]})).decode().splitlines()
    ['token,count', "'=1+1,-1", 'a,2']
    """
    quoted = frame.rename(columns=_harmless).map(_harmless)
    return quoted.to_csv(index=False, lineterminator="\n").encode("utf-8", "replace")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
