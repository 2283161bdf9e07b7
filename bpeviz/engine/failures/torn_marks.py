"""Patterns that keep letters together, but not their marks, tear letters apart."""

from itertools import accumulate
from typing import Any

from ..patterns import PATTERNS, split
from ..text import NORMAL_FORMS, graphemes
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
    count,
    merges,
    need,
    two_patterns,
)

_FORMS = ("as it is", *NORMAL_FORMS[:2])


def torn(text: str, pattern: str) -> list[str]:
    """The graphemes of a text that have the border of a chunk inside.

    >>> torn("ọ̀rẹ́", "gpt4") == ["ọ̀", "ẹ́"], torn("ọ̀rẹ́", "gpt4-marks")
    (True, [])
    """
    borders = set(accumulate(map(len, split(text, pattern))))
    found, at = [], 0
    for grapheme in graphemes(text):
        if borders & set(range(at + 1, at + len(grapheme))):
            found.append(grapheme)
        at += len(grapheme)
    return found


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
    table = _table(list(dict.fromkeys(words)), names, scenes, step)
    sizes = [len(scene.tokens(step)) for scene in scenes]
    cannot = "; no merge can join them again" if lost[0] else ""
    says = (
        f"Before any merge the pattern {left} cuts ",
        chunks(words[0], left),
        f". In the whole text it tears {len(lost[0])} of {count(letters, 'letter')} from "
        f"their marks{cannot}. The pattern {right} tears "
        f"{len(lost[1])}, and the text takes {sizes[1]:,} tokens in place of {sizes[0]:,}.",
    )
    numbers = (
        Number(f"{len(lost[0])} of {letters}", f"letters torn, {left}"),
        Number(f"{len(lost[1])} of {letters}", f"letters torn, {right}"),
        Number(sizes[0], f"tokens, {left}"),
        Number(sizes[1], f"tokens, {right}"),
    )
    return Finding(says, numbers, table)


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
        r"In most patterns a word is a run of letters, \p{L}. Tone marks and vowel signs that are "
        r"code points of their own are marks, \p{M}, so each ends the word. Merges stay inside "
        "chunks: Yorùbá and Hindi words can never become one token. Keeping marks with letters "
        "mends it."
    ),
    fields=(
        Field("text", "Text", "Ẹ̀gbọ́n mi fẹ́ràn ọbẹ̀ ẹ̀fọ́. नमस्ते"),
        Field("left", "Pattern on the left", "gpt4", "choice", options=tuple(PATTERNS)),
        Field("right", "Pattern on the right", "gpt4-marks", "choice", options=tuple(PATTERNS)),
        Field("form", "Normal form", _FORMS[0], "choice", options=_FORMS),
        merges(300),
        Field("corpus", "Trained on", "yoruba", "sample", options=("yoruba", "multilingual")),
    ),
    stage=_stage,
    tell=_tell,
)
