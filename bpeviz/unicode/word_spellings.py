"""Words that are spelled in more than one way: they look the same and become different tokens."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..engine.text import is_normalized, normalize

__all__ = ["SpelledWord", "word_spellings"]


@dataclass(frozen=True)
class SpelledWord:
    """A word in the NFC form, and its spellings in the text with how often each stands there."""

    word: str
    spellings: tuple[tuple[str, int], ...]


def word_spellings(text: str) -> list[SpelledWord]:
    """Find the words (parts between white space) that a text spells in several ways.

    Two spellings belong together if NFC makes them equal. The most frequent words come first.

    >>> found = word_spellings("\\u1ecd\\u0300 o\\u0323\\u0300 \\u1ecd\\u0300 na")
    >>> found[0].word == "\\u1ecd\\u0300", [n for _, n in found[0].spellings]
    (True, [2, 1])
    >>> word_spellings("to be or not to be")
    []
    """
    if is_normalized(text, "NFC"):
        return []
    ways: dict[str, dict[str, int]] = {}
    for word, n in Counter(text.split()).items():
        ways.setdefault(normalize(word, "NFC"), {})[word] = n
    found = [
        SpelledWord(word, tuple(sorted(spelled.items(), key=lambda one: -one[1])))
        for word, spelled in ways.items()
        if len(spelled) > 1
    ]
    return sorted(found, key=lambda one: -sum(n for _, n in one.spellings))
