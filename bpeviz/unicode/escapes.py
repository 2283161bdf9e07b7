r"""Escapes: what cannot be seen or typed in a text, written as \u0323, \x00 or \U0001f600.

They are the escapes of Python and JSON, so that a string copied from a program can be read.
"""

import regex

from .characters import invisible

__all__ = ["read_escapes", "write_escapes"]

_ESCAPE = regex.compile(
    r"\\(?:u\{(?P<any>[0-9a-fA-F]{1,6})\}|u(?P<four>[0-9a-fA-F]{4})|U(?P<eight>[0-9a-fA-F]{8})"
    r"|x(?P<two>[0-9a-fA-F]{2})|(?P<sign>[ntr\\]))"
)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def read_escapes(text: str) -> str:
    r"""Put characters in place of their escapes; what is none stays as it is.

    >>> read_escapes(r"o\u0323\u0300") == "o\u0323\u0300"
    True
    >>> read_escapes(r"\x41\u{1F44D}\q\U00110000")
    'A👍\\q\\U00110000'
    """
    return _ESCAPE.sub(_read, text)


def _read(match: regex.Match) -> str:
    if match["sign"]:
        return _SIGNS[match["sign"]]
    number = int(match["any"] or match["four"] or match["eight"] or match["two"], 16)
    return chr(number) if number < 0x110000 else match.group()


def write_escapes(text: str) -> str:
    r"""Write backslashes, marks and all that leaves no sign of its own as escapes.

    >>> write_escapes("o\u0323 a\u200bb\r\n")
    'o\\u0323 a\\u200bb\\r\n'
    >>> write_escapes("\\n\U000e0061")
    '\\\\n\\U000e0061'
    """
    return "".join(map(_written, text))


_MARK = regex.compile(r"\p{M}")


def _written(char: str) -> str:
    if char in "\\\r\t":
        return {"\\": "\\\\", "\r": "\\r", "\t": "\\t"}[char]
    if not (invisible(char) or _MARK.match(char)):
        return char
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
