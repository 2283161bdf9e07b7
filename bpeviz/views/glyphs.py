"""Tokens as text that can be seen: white space, controls and partial characters made visible."""

from __future__ import annotations

import unicodedata

_SIGNS = {" ": "·", "\t": "→", "\n": "↵", "\r": "␍"}
#: Categories that show nothing by themselves: controls, formats, surrogates, private, unassigned,
#: line and paragraph separators.
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def visible(symbol: bytes | str) -> str:
    """A token as text for a table cell or a label.

    Bytes that are not whole characters are given in hex, a leading combining mark on a circle.

    >>> visible(b" at"), visible(b"\\xc3"), visible("\\u0300"), visible("a\\u200d")
    ('·at', '⟨C3⟩', '◌̀', 'a⟨U+200D⟩')
    """
    if isinstance(symbol, str):
        return _shown(symbol)
    return "".join(
        _shown(part) if isinstance(part, str) else f"⟨{part.hex(' ').upper()}⟩"
        for part in pieces(symbol)
    )


def pieces(data: bytes) -> list[str | bytes]:
    """Cut bytes into stretches of whole characters (str) and of others (bytes).

    >>> pieces(b"\\xa9ab\\xc3")
    [b'\\xa9', 'ab', b'\\xc3']
    """
    found: list[str | bytes] = []
    while data:
        try:
            found.append(data.decode("utf-8"))
            break
        except UnicodeDecodeError as error:
            if error.start:
                found.append(data[: error.start].decode("utf-8"))
            if found and isinstance(found[-1], bytes):
                found[-1] += data[error.start : error.end]
            else:
                found.append(data[error.start : error.end])
            data = data[error.end :]
    return found


def _shown(text: str) -> str:
    shown = "".join(map(_sign, text))
    return "◌" + shown if text and unicodedata.category(text[0]).startswith("M") else shown


def _sign(char: str) -> str:
    if char in _SIGNS:
        return _SIGNS[char]
    if char == "\u00a0" or unicodedata.category(char) in _INVISIBLE:
        return f"⟨U+{ord(char):04X}⟩"
    return char
