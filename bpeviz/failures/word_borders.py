"""Without a split, merges run over the border of a word: "dog." "dog!" and "dog?" are tokens."""

from typing import Any

import regex

from ..engine.patterns import PATTERNS
from ..wording import bare, count
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
    corpus,
    merges,
    need,
    scene,
)
from .texts import DOGS

_OVER = regex.compile(r"[\p{L}\p{M}][^\p{L}\p{M}]")


def over_border(scene: Scene, step: int | None = None) -> list[str]:
    """The learned tokens that go on after the end of a word, in the order of learning.

    >>> from ..engine.training import train
    >>> over_border(scene(train, "a b a b", "a", mode="byte", num_merges=2))
    ['a ', 'a b']
    """
    return [text for text in map(bare, scene.learned(step).values()) if _OVER.search(text)]


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    word = need(values, "word", "a word of the training text").strip()
    text = f"The {word}. My {word}! A {word}? This {word}, and that {word}"
    how = {"num_merges": values["num_merges"]}
    pattern = values["pattern"]
    return (
        scene(train, values["corpus"], text, "Byte mode: no split", mode="byte", **how),
        scene(
            train,
            values["corpus"],
            text,
            f"Regex mode: split by {pattern}",
            mode="regex",
            pattern=pattern,
            **how,
        ),
    )


def _with(scene: Scene, word: str, step: int | None) -> Tokens:
    """The learned tokens in which a word stands."""
    found = {i: token for i, token in scene.learned(step).items() if word in bare(token)}
    return Tokens(tuple(found.values()), tuple(found))


def _some(tokens: Tokens, most: int = 8) -> tuple[Any, ...]:
    """The first of the tokens, for a sentence."""
    if not len(tokens):
        return ()
    rest = len(tokens) - most
    more = (f" and {rest:,} more",) if rest > 0 else ()
    return (": ", Tokens(tokens.symbols[:most], tokens.ids[:most]), *more)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    word = values["word"].strip()
    whole, cut = scenes
    over = [over_border(scene, step) for scene in scenes]
    holding = [_with(scene, word, step) for scene in scenes]
    says = (
        f"Without a split, {len(over[0])} of {count(len(whole.learned(step)), 'learned token')} go "
        f"over the end of a word, and “{word}” stands in {count(len(holding[0]), 'token')}",
        *_some(holding[0]),
        f". With the split {len(over[1])} go over, and “{word}” stands in "
        f"{count(len(holding[1]), 'token')}",
        *_some(holding[1]),
        ".",
    )
    numbers = (
        Number(len(holding[0]), f"tokens with “{word}”, no split"),
        Number(len(holding[1]), f"tokens with “{word}”, split"),
        Number(len(over[0]), "tokens over the end of a word, no split"),
        Number(len(over[1]), "the same, split"),
    )
    rows = tuple(
        (f"{word}{mark}", whole.of(f" {word}{mark} ", step), cut.of(f" {word}{mark} ", step))
        for mark in (".", "!", "?", ",")
    )
    columns = ("Text", "No split", "Split")
    return Finding(says, numbers, Table("The same word before other signs", columns, rows))


FAILURE = Failure(
    key="word_borders",
    title="dog. dog! dog?",
    line="Without a split one word is learned again with every sign that follows it.",
    why=(
        "In byte mode a full stop and a space are bytes like letters, and what often stands "
        "together is merged. The same word then fills the vocabulary in many copies, each with its "
        "own meaning to learn. A split pattern cuts the text first, and merges stay inside the "
        "pieces."
    ),
    fields=(
        Field("word", "Word", "dog"),
        Field("pattern", "Split pattern", "gpt4", "choice", options=tuple(PATTERNS)),
        merges(30),
        corpus(DOGS),
    ),
    stage=_stage,
    tell=_tell,
)
