"""Texts of users inside Streamlit's own elements, and inside sentences."""

from __future__ import annotations

import re
from typing import Any

_ADDRESS = re.compile(r"https?(?=\\:)|www(?=\\\.)|@", re.IGNORECASE)


def plain(text: str) -> str:
    """Escape what Markdown would take as marks; the one way of a user's words into an element.

    Addresses become links in spite of escapes, so a character without width (U+2060) parts them.

    >>> plain("a*b_$x$")
    'a\\\\*b\\\\_\\\\$x\\\\$'
    >>> plain("www.a").replace("\\u2060", "|")
    'www|\\\\.a'
    """
    for mark in "\\`*_{}[]<>()#+-.!|$~:^&":
        text = text.replace(mark, "\\" + mark)
    return _ADDRESS.sub("\\g<0>\u2060", text)


def short(value: Any, most: int = 40) -> str:
    """A value as it may be quoted in a sentence.

    >>> short("a" * 50, 5), short(None)
    ('aaaa…', 'None')
    """
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def refusal(name: str, value: Any) -> str:
    """The sentence about a value that is not allowed."""
    return f"“{short(name)}” cannot be “{short(value)}”; its usual value is used."
