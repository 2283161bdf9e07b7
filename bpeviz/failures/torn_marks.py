r"""Patterns that keep letters together, but not their marks, tear letters apart.

Which patterns do, the patterns say themselves: GPT-4's words are runs of ``\p{L}``, while GPT-4o's
take ``\p{M}`` in (both as published in tiktoken's ``openai_public.py``).

>>> [bool(torn("ọ̀", name)) for name in ("gpt2", "gpt4", "o200k", "gpt4-marks")]
[True, True, False, False]
"""

from itertools import accumulate
from typing import Any

import regex

from ..engine.patterns import PATTERNS, split
from ..engine.text import NORMAL_FORMS, graphemes
from ..wording import count, listed
from .case import (
    Failure,
    Field,
    Finding,
    Number,
    Scene,
    Table,
    Tokens,
    Train,
    Values,
    merges,
    need,
    two_patterns,
)

_FORMS = ("as it is", *NORMAL_FORMS[:2])
_WORD = regex.compile(r"[\p{L}\p{M}]+")


def torn(text: str, pattern: str) -> list[str]:
    """The graphemes of a text that have the border of a chunk inside.

    >>> torn("ọ̀rẹ́", "gpt4") == ["ọ̀", "ẹ́"], torn("ọ̀rẹ́", "gpt4-marks")
    (True, [])
    """
    borders = _borders(text, pattern)
    found, at = [], 0
    for grapheme in graphemes(text):
        if borders & set(range(at + 1, at + len(grapheme))):
            found.append(grapheme)
        at += len(grapheme)
    return found


def whole_words(text: str, pattern: str) -> list[str]:
    """The different words of a text that no border of a chunk cuts: they can become one token.

    A word is a run of letters and marks.

    >>> whole_words("yóò ọ̀rẹ́ घर मेरा", "gpt4") == ["yóò", "घर"]
    True
    """
    borders = _borders(text, pattern)
    words = _WORD.finditer(text)
    uncut = [w.group() for w in words if not borders & set(range(w.start() + 1, w.end()))]
    return list(dict.fromkeys(uncut))


def _borders(text: str, pattern: str) -> set[int]:
    """Where the chunks of a text end."""
    return set(accumulate(map(len, split(text, pattern))))


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = need(values, "text", "a few words with marks")
    form = values["form"] if values["form"] in NORMAL_FORMS else None
    return two_patterns(train, values, text, normalization=form)


def chunks(text: str, pattern: str) -> Tokens:
    """The chunks of a text, numbered, to be shown as tokens."""
    found = split(text, pattern)
    return Tokens(tuple(found), tuple(range(len(found))))


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    left, right = names = values["left"], values["right"]
    text = scenes[0].trace.text
    letters = len(graphemes(text))
    lost = [torn(text, name) for name in names]
    words = [word for word in text.split() if torn(word, left)] or text.split()
    whole = [whole_words(text, name) for name in names]
    different = len(set(_WORD.findall(text)))
    table = _table(list(dict.fromkeys(words)), names, scenes, step)
    sizes = [len(scene.tokens(step)) for scene in scenes]
    says = (
        f"Before any merge the pattern {left} cuts ",
        chunks(words[0], left),
        f". In the whole text it tears {len(lost[0])} of {count(letters, 'letter')} from "
        f"their marks. The pattern {right} tears "
        f"{len(lost[1])}, and the text takes {sizes[1]:,} tokens in place of {sizes[0]:,}. No merge "
        f"crosses a cut, so of {count(different, 'different word')} {_few(whole[0])} can ever become "
        f"one token under {left}, and {len(whole[1]):,} under {right}.",
    )
    numbers = (
        Number(f"{len(lost[0])} of {letters}", f"letters torn, {left}"),
        Number(f"{len(lost[1])} of {letters}", f"letters torn, {right}"),
        Number(f"{len(whole[0])} of {different}", f"words that can be one token, {left}"),
        Number(sizes[0], f"tokens, {left}"),
        Number(sizes[1], f"tokens, {right}"),
    )
    return Finding(says, numbers, table)


def _few(words: list[str]) -> str:
    """How many words, and which, where they are few."""
    if not 0 < len(words) <= 4:
        return f"{len(words):,}" if words else "none"
    return f"only {len(words)} ({listed(words)})"


def _table(
    words: list[str], names: tuple[str, str], scenes: tuple[Scene, ...], step: int | None
) -> Table:
    columns, rows = ["Word"], [list[Any]([word]) for word in words]
    for name, one in zip(names, scenes, strict=True):
        columns += [f"Chunks, {name}", f"Tokens, {name}"]
        for word, row in zip(words, rows, strict=True):
            row += [chunks(word, name), one.of(word, step)]
    return Table("Word by word", tuple(columns), tuple(map(tuple, rows)))


FAILURE = Failure(
    key="torn_marks",
    title="Marks torn from their letters",
    line="The pattern cuts ọ̀ into ọ and a lone tone mark, and no merge can mend it.",
    why=(
        r"In GPT-4's pattern, and many others, a word is a run of letters, \p{L}. Tone marks and "
        r"vowel signs that are code points of their own are marks, \p{M}, so each ends the word. "
        "Merges stay inside chunks: a Yorùbá or Hindi word with such a mark can never become one "
        "token there, while a word without can. Patterns that keep marks with their letters, as "
        "that of GPT-4o does, mend it."
    ),
    fields=(
        Field("text", "Text", "Ẹ̀gbọ́n mi fẹ́ràn ọbẹ̀ ẹ̀fọ́. मेरा घर"),
        Field("left", "Pattern on the left", "gpt4", "choice", options=tuple(PATTERNS)),
        Field("right", "Pattern on the right", "gpt4-marks", "choice", options=tuple(PATTERNS)),
        Field("form", "Normal form", _FORMS[0], "choice", options=_FORMS),
        merges(300),
        Field("corpus", "Trained on", "yoruba", "sample", options=("yoruba", "multilingual")),
    ),
    stage=_stage,
    tell=_tell,
)
