"""Texts of users inside Streamlit's own elements."""

from __future__ import annotations


def plain(text: str) -> str:
    """Escape what Markdown would take as marks.

    >>> plain("a*b_$x$")
    'a\\\\*b\\\\_\\\\$x\\\\$'
    """
    for mark in "\\`*_{}[]<>()#+-.!|$~:^":
        text = text.replace(mark, "\\" + mark)
    return text
