"""Find special tokens in a text, the longest first, or reject the text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

from .errors import CorpusError


class Finder:
    """Finds any of several strings in a text: from the left, the longest at each position.

    >>> list(Finder(["ab", "abc", "b"])("abcabb"))
    [(0, 3), (3, 5), (5, 6)]
    """

    def __init__(self, wanted: Iterable[str]) -> None:
        # Sorted, so that only the last string that does not sort after a text, or a prefix of that
        # string, can start the text; each string knows its longest proper prefix among the others.
        self._texts = sorted(set(wanted) - {""})
        self._shorter: list[int] = []
        open_texts: list[int] = []
        for number, text in enumerate(self._texts):
            while open_texts and not text.startswith(self._texts[open_texts[-1]]):
                open_texts.pop()
            self._shorter.append(open_texts[-1] if open_texts else -1)
            open_texts.append(number)
        self._longest = max(map(len, self._texts), default=0)
        firsts = "".join(sorted({regex.escape(text[0]) for text in self._texts}))
        self._first = regex.compile(f"[{firsts}]" if firsts else "(?!)")

    def end(self, text: str, start: int) -> int:
        """The end of the longest string that starts at a position, or the position if none does."""
        number = bisect_right(self._texts, text[start : start + self._longest]) - 1
        while number >= 0:
            if text.startswith(self._texts[number], start):
                return start + len(self._texts[number])
            number = self._shorter[number]
        return start

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the (start, end) of each occurrence."""
        end = 0
        for match in self._first.finditer(text):
            start = match.start()
            if start >= end and (end := self.end(text, start)) > start:
                yield start, end


@lru_cache(maxsize=32)
def _finder(texts: tuple[str, ...]) -> Finder:
    return Finder(texts)


def find_longest(text: str, wanted: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Find any of several strings in a text, from the left, the longest at each position.

    >>> list(find_longest("abcab", ["ab", "abc"]))
    [(0, 3), (3, 5)]
    """
    return _finder(tuple(wanted))(text)


def special_in_text(token: str) -> CorpusError:
    """The error for a special token in a text that must not hold one."""
    return CorpusError(
        f"The text holds the special token {token!r}. Take it out, or say whether special tokens "
        "are to be read as text or as special."
    )
