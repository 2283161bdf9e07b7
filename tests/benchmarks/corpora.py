"""Texts to measure on, made anew each time and always the same.

Words follow Zipf's law with a steeper tail, so that a longer text keeps bringing new words, as
real ones do: about 17,000 distinct chunks in a megabyte of English. What counts for BPE is the
length of words, how often they return and how many bytes a letter has; meaning does not.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache

LETTERS = {
    "English": "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllll"
    "cccuuummmwwfffggyyppbbvk",
    "Russian": "ооооооооооееееееееааааааааииииииинннннннттттттссссссрррррвввввлллллккккммм"
    "дддпппууяяыыьгзбчйхжшюцщэф",
    "Yorùbá": list("aaaaaiiiiiooooouuueeeennnnnrrrrlllltttkkkbbbddssmmwwggyyjpf")
    + ["ọ̀", "ọ́", "ọ", "ẹ̀", "ẹ́", "ẹ", "à", "á", "ì", "í", "ò", "ó", "ù", "ú", "ṣ", "ń"] * 2,
}
_ENDS = {
    "English": ["", "", "", "", "s", "ed", "ing", "ly", "er"],
    "Russian": ["", "а", "ы", "ов", "ами", "ах", "ить", "ался", "ого", "ему", "ая", "ой"],
    "Yorùbá": ["", ""],
}
# Letters of the commonest words; each doubling of the rank adds about half a letter.
_SHORTEST = {"English": 1.2, "Russian": 1.6, "Yorùbá": 1.0}
# The rank from which words get rare faster than by Zipf's law: exponent 1 before it, 1.7 behind.
_BEND = {"English": 6_000, "Russian": 20_000, "Yorùbá": 4_000}
_TAIL = 0.7


@lru_cache(maxsize=400_000)
def _word(language: str, rank: int) -> str:
    """The word of a rank: rarer words are longer."""
    rng = random.Random(rank * 7919 + len(language))
    usual = _SHORTEST[language] + rank.bit_length() * 0.45
    length = max(1, min(round(rng.gauss(usual, 1.2)), 14))
    letters = LETTERS[language]
    word = "".join(rng.choice(letters) for _ in range(length))
    return word + (rng.choice(_ENDS[language]) if rank > 300 else "")


def _rank(rng: random.Random, bend: int) -> int:
    """Draw the rank of a word by the inverse of the distribution."""
    body, tail = math.log(bend), 1 / _TAIL
    if rng.random() < body / (body + tail):
        return int(bend ** rng.random())
    return int(min(bend * rng.random() ** -tail, 1e8))


def text(language: str, size: int, seed: int = 1) -> str:
    """A text of about ``size`` UTF-8 bytes.

    >>> 1000 <= len(text("Russian", 1000).encode()) < 1100
    True
    """
    rng = random.Random(seed)
    words: list[str] = []
    written = 0
    while written < size:
        word = _word(language, _rank(rng, _BEND[language]))
        draw = rng.random()
        if draw < 0.08:
            word = word.capitalize()
        elif draw < 0.16:
            word += rng.choice(",.;:")
        elif draw < 0.18:
            word += ".\n"
        elif draw < 0.19:
            word = str(rng.randrange(10_000))
        words.append(word)
        written += len(word.encode()) + 1
    return " ".join(words)
