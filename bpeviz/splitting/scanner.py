r"""The elements of a regular expression, one after another: a scanner, not a parser.

``anatomy`` uses it to find the alternatives of a pattern, and the formats to find what other
programs read differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import regex


class Element(NamedTuple):
    """An element of a pattern: its kind, where it starts, and how many groups enclose it.

    The kinds are "escape", "set", "comment", "flags", "open", "close", "bar", "repeat", "blank",
    "literal" and, once, "end". ``verbose``: white space is ignored there.
    """

    kind: str
    text: str
    start: int
    depth: int
    verbose: bool


ESCAPE = r"\\(?:[pPxN]\{[^}]*\}|[pP]\w|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-9]+|[\s\S]|$)"  # fmt: skip
_ELEMENT = regex.compile(
    rf"(?P<escape>{ESCAPE})"
    r"|(?P<comment>\(\?\#[^)]*+\)?)"
    r"|(?P<flags>\(\?[a-zA-Z01]*(?:-[a-zA-Z]+)?\))"
    r"|(?P<open>\((?:\?(?:<[=!]|P?<[^\W\d]\w*>|[a-zA-Z01]*(?:-[a-zA-Z]+)?:|[=!>|])?)?)"
    r"|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<repeat>(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})[+?]?)"
    r"|(?P<literal>[\s\S])"
)
_IGNORED = regex.compile(r"(?P<blank>\s+)|(?P<comment>#[^\n]*\n?)")
_POSIX = regex.compile(r"\[:\^?\w+:\]")


def elements(pattern: str, nested: bool = False) -> Iterator[Element]:
    r"""The elements of a pattern, in order. ``nested``: sets may contain sets.

    >>> [element.text for element in elements(r"(?:\p{N}{1,3}+|[^)]) ")]
    ['(?:', '\\p{N}', '{1,3}+', '|', '[^)]', ')', ' ', '']
    """
    # One entry for each open group. The flag x applies from its position to the end of its group.
    verbose = [False]
    at = 0
    while at < len(pattern):
        found = _IGNORED.match(pattern, at) if verbose[-1] else None
        found = found or _ELEMENT.match(pattern, at)
        assert found
        kind, text = found.lastgroup or "", found.group()
        if text == "[":
            kind, text = "set", pattern[at : set_end(pattern, at, nested) + 1]
        if kind == "close" and len(verbose) > 1:
            verbose.pop()
        yield Element(kind, text, at, len(verbose) - 1, verbose[-1])
        if kind in ("flags", "open"):
            on, _, off = text.strip("(?:)").partition("-") if text[-1] in ":)" else ("", "", "")
            ignored = "x" in on or (verbose[-1] and "x" not in off)
            verbose[len(verbose) - (kind == "flags") :] = [ignored]
        at += len(text)
    yield Element("end", "", at, len(verbose) - 1, verbose[-1])


def set_end(pattern: str, at: int, nested: bool) -> int:
    """The position of the bracket that closes the set opened at ``at``.

    >>> set_end("[^]a]b", 0, nested=False), set_end("[a[b]]", 0, nested=True)
    (4, 5)
    """
    depth = 0
    while at < len(pattern):
        posix = _POSIX.match(pattern, at) if depth else None
        if posix:
            at = posix.end()
            continue
        if pattern[at] == "[" and (nested or not depth):
            depth += 1
            at += pattern.startswith("^", at + 1)
            at += pattern.startswith("]", at + 1)
        elif pattern[at] == "]":
            depth -= 1
            if not depth:
                return at
        at += 2 if pattern[at] == "\\" else 1
    return at
