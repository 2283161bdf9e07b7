"""Tokens as text that can be seen: white space, controls and partial characters made visible."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby

_SIGNS = {" ": "·", "\t": "→", "\n": "↵", "\r": "␍"}
#: Categories that show nothing by themselves: controls, formats, surrogates, private, unassigned,
#: line and paragraph separators.
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_SHORT = 40


def visible(symbol: bytes | str) -> str:
    """A token as text for a table cell or a label.

    Bytes that are not whole characters are given in hex, a leading combining mark on a circle.

    >>> visible(b" at"), visible(b"\\xc3"), visible("\\u0300"), visible("a\\u200d")
    ('·at', '⟨C3⟩', '◌̀', 'a⟨U+200D⟩')
    """
    return _short(symbol) if len(symbol) <= _SHORT else _made_visible(symbol)


def _made_visible(symbol: bytes | str) -> str:
    if isinstance(symbol, str):
        return _shown(symbol)
    return "".join(
        _shown(part) if isinstance(part, str) else f"⟨{part.hex(' ').upper()}⟩"
        for part in pieces(symbol)
    )


# Tables show the same tokens again at every step.
_short = lru_cache(maxsize=16_384)(_made_visible)


def pieces(data: bytes) -> list[str | bytes]:
    """Cut bytes into stretches of whole characters (str) and of others (bytes).

    >>> pieces(b"\\xa9ab\\xc3")
    [b'\\xa9', 'ab', b'\\xc3']
    """
    found: list[str | bytes] = []
    for is_text, run in groupby(data.decode("utf-8", "surrogateescape"), _is_whole):
        part = "".join(run)
        found.append(part if is_text else part.encode("utf-8", "surrogateescape"))
    return found


def _is_whole(char: str) -> bool:
    """Whether a character came from whole UTF-8, not from a stray byte (PEP 383)."""
    return not "\udc80" <= char <= "\udcff"


def _shown(text: str) -> str:
    shown = "".join(map(_sign, text))
    return "◌" + shown if text and unicodedata.category(text[0]).startswith("M") else shown


def _sign(char: str) -> str:
    if char in _SIGNS:
        return _SIGNS[char]
    if char == "\u00a0" or unicodedata.category(char) in _INVISIBLE:
        return f"⟨U+{ord(char):04X}⟩"
    return char
