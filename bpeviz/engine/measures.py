"""What a segmentation costs: tokens per byte, per character, per grapheme, per word.

Tokens per byte cannot be compared across normal forms, because the forms differ in bytes. What can
be compared is tokens per grapheme, per character of the NFC form, or per byte of the ORIGINAL text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .spelling import respell
from .text import graphemes, normalize, repair
from .tokenizer import Trace

_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Sizes:
    """The size of a text: UTF-8 bytes, characters (code points), the same of its NFC, graphemes."""

    bytes: int
    characters: int
    nfc_characters: int
    graphemes: int


def sizes(text: str) -> Sizes:
    """Measure a text as it stands.

    >>> sizes("o\\u0323\\u0300")
    Sizes(bytes=5, characters=3, nfc_characters=2, graphemes=1)

    Graphemes: extended grapheme clusters, Unicode Standard Annex 29.
    """
    text = repair(text)
    return Sizes(
        len(text.encode("utf-8")),
        len(text),
        len(normalize(text, "NFC")),
        count_graphemes(text),
    )


def count_graphemes(text: str) -> int:
    """Count the extended grapheme clusters of a text.

    >>> count_graphemes("ẹ́ 👍🏽\\r\\n")
    4
    """
    if text.isascii():
        return len(text) - text.count("\r\n")
    return len(graphemes(text))


def changed_characters(text: str, form: str | None, spelling: str | None = None) -> int:
    """Count the characters of a text (in a spelling) that a normal form would change.

    If a grapheme changes, all its characters count.

    >>> changed_characters("mọ́", "NFC"), changed_characters("mo\\u0323\\u0301", "NFC")
    (0, 3)
    >>> changed_characters("mo\\u0323\\u0301", None)
    0

    Raises a SettingsError for a form that does not exist.
    """
    text, _ = respell(text, spelling)
    if normalize(text, form) == text:
        return 0
    found = graphemes(text)
    spelled = {grapheme: normalize(grapheme, form) for grapheme in set(found)}
    return sum(len(grapheme) for grapheme in found if spelled[grapheme] != grapheme)


def per(tokens: int, size: int) -> float:
    """Tokens per unit; 0 for an empty text.

    >>> per(3, 2), per(0, 0)
    (1.5, 0.0)
    """
    return tokens / size if size else 0.0


@dataclass(frozen=True)
class Cost:
    """What one text costs: its tokens, its sizes, and its tokens against those of a reference."""

    tokens: int
    sizes: Sizes
    premium: float | None

    @property
    def tokens_per_grapheme(self) -> float:
        """Tokens per grapheme."""
        return per(self.tokens, self.sizes.graphemes)


def costs(tokens: list[int], measured: list[Sizes], reference: int | None = 0) -> list[Cost]:
    """Return the cost of each text; ``reference`` is the index of the text of premium 1.

    ``tokens``: one count a text; ``measured``: its sizes. The premium only means something for
    texts that say the same.

    >>> [cost.premium for cost in costs([10, 25], [sizes("a" * 40), sizes("b" * 50)])]
    [1.0, 2.5]
    """
    base = tokens[reference] if reference is not None else 0
    return [
        Cost(n, size, n / base if base else None) for n, size in zip(tokens, measured, strict=True)
    ]


@dataclass(frozen=True)
class WordCosts:
    """What the words of a text cost: the number of words, of tokens, and of one-token words."""

    words: int
    tokens: int
    whole: int

    @property
    def tokens_per_word(self) -> float:
        """Fertility: tokens per word.

        A token that reaches over several words counts once. Definition: Ács (2019), Rust et al.
        (2021).
        """
        return per(self.tokens, self.words)

    @property
    def whole_share(self) -> float:
        """The share of words that are one token (not "continued" in Rust et al., 2021)."""
        return per(self.whole, self.words)


def word_costs(trace: Trace, step: int) -> WordCosts:
    """Measure the words of a text at a step; words are separated by white space in its source.

    A word is one token if one token alone touches it, and touches no other word; white space may
    belong to that token, and an end-of-word symbol of its own is a token of the word.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low low lower", num_merges=3).trace("low slow")
    >>> word_costs(trace, 3), word_costs(trace, 3).tokens_per_word
    (WordCosts(words=2, tokens=4, whole=1), 2.0)

    Where a script has no spaces, as in Thai or Chinese, a "word" is a whole sentence.
    """
    words = [match.span() for match in _WORD.finditer(trace.source)]
    touching = [0] * len(words)
    alone = [True] * len(words)
    first = tokens = 0
    for start, end in trace.source_spans(step):
        tokens += 1
        # The end of a word is a place: it belongs to the word that ends there.
        start = min(start, end - 1)
        while first < len(words) and words[first][1] <= start:
            first += 1
        last = first
        while last < len(words) and words[last][0] < end:
            touching[last] += 1
            last += 1
        if last - first > 1:
            alone[first:last] = [False] * (last - first)
    whole = sum(n == 1 and single for n, single in zip(touching, alone, strict=True))
    return WordCosts(len(words), tokens, whole)
