"""What a failure is made of: fields that can be changed, scenes to scrub through, a finding.

A ``Failure`` has two functions. ``stage`` trains what the fields say and traces the texts: the
scenes. ``tell`` reads the scenes at a step and describes what they show. No number is written
down anywhere: a sentence is a tuple of words, numbers and tokens, put together by ``tell``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..engine.errors import SettingsError
from ..engine.tokenizer import Tokenizer, Trace

Values = Mapping[str, Any]
#: A text, or documents.
Corpus = str | Sequence[str]
#: Called as ``train(corpus, **arguments)`` with the arguments of ``bpeviz.train``.
Train = Callable[..., Tokenizer]


@dataclass(frozen=True)
class Field:
    """Something that can be changed.

    ``kind``: "line" | "text" (many lines) | "whole" (a number from ``low`` to ``high``) |
    "choice" (one of ``options``) | "sample" (the name of a sample text; its value is the text).
    A "text" whose ``default`` is the name of a sample starts as that sample, if ``sampled``.
    """

    name: str
    label: str
    default: Any
    kind: str = "line"
    low: int = 0
    high: int = 2000
    options: tuple[str, ...] | Callable[[Values], Sequence[str]] = ()
    help: str | None = None
    sampled: bool = False

    def choices(self, values: Values) -> tuple[str, ...]:
        """The options, which may depend on the other fields."""
        return tuple(self.options(values) if callable(self.options) else self.options)


@dataclass(frozen=True)
class Tokens:
    """Tokens to be shown: n symbols and their n ids, which give the colours."""

    symbols: tuple[bytes | str, ...]
    ids: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.ids)

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(self.symbols + other.symbols, self.ids + other.ids)

    def each(self) -> list[Tokens]:
        """The tokens one by one, for the rows of a table.

        >>> Tokens((b"a", b"b"), (97, 98)).each()[1]
        Tokens(symbols=(b'b',), ids=(98,))
        """
        return [Tokens((s,), (i,)) for s, i in zip(self.symbols, self.ids, strict=True)]


@dataclass(frozen=True)
class Scene:
    """A text under a tokenizer, to be scrubbed through, and what it was trained with."""

    title: str
    trace: Trace
    corpus: Corpus
    arguments: Mapping[str, Any]

    @property
    def tokenizer(self) -> Tokenizer:
        return self.trace.tokenizer

    def step(self, step: int | None = None) -> int:
        """The step, or the last one where there are fewer (or None is given)."""
        return self.trace.steps if step is None else min(step, self.trace.steps)

    def tokens(self, step: int | None = None) -> Tokens:
        """The tokens of the scene's text at a step."""
        return _tokens(self.trace, self.step(step))

    def of(self, text: str, step: int | None = None) -> Tokens:
        """The tokens of another text under the same tokenizer."""
        return _tokens(_traced(self.tokenizer, text), self.step(step))

    def trained(self, step: int | None = None) -> Tokens:
        """The tokens of the training text."""
        text = self.corpus if isinstance(self.corpus, str) else "\n".join(self.corpus)
        return self.of(text, step)

    def learned(self, step: int | None = None) -> dict[int, bytes | str]:
        """Id -> token of those that the merges up to the step have made."""
        return {merge.id: merge.token for merge in self.tokenizer.merges[: self.step(step)]}


@dataclass(frozen=True)
class Number:
    """A computed number and what it counts."""

    value: int | float | str
    label: str


@dataclass(frozen=True)
class Table:
    """Rows of cells, which are words, numbers or Tokens; ``bars`` names a column drawn as bars."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    bars: str | None = None


@dataclass(frozen=True)
class Finding:
    """The result at a step.

    ``says``: words, numbers and Tokens that make a sentence; ``picture``: the tokens on the card,
    by default the first that the sentence shows.
    """

    says: tuple[Any, ...]
    numbers: tuple[Number, ...] = ()
    table: Table | None = None
    picture: Tokens | None = None


@dataclass(frozen=True)
class Failure:
    """One screen of the gallery.

    ``line``: what fails, in one line; ``why``: two or three sentences, without numbers.
    """

    key: str
    title: str
    line: str
    why: str
    fields: tuple[Field, ...]
    stage: Callable[[Values, Train], tuple[Scene, ...]] = field(repr=False)
    tell: Callable[[Values, tuple[Scene, ...], int | None], Finding] = field(repr=False)

    def defaults(self, sample: Callable[[str], str]) -> dict[str, Any]:
        """The values of the fields as they are at first; ``sample`` gives the text of a name."""
        return {
            f.name: sample(f.default) if f.kind == "sample" or f.sampled else f.default
            for f in self.fields
        }


def scene(train: Train, corpus: Corpus, text: str, title: str = "", **arguments: Any) -> Scene:
    """Train, or take what is kept, and trace a text; what is unknown stays in sight.

    >>> from ..engine.training import train
    >>> made = scene(train, "low low", "slow", mode="byte", num_merges=2)
    >>> made.tokens(), len(made.tokens(0))
    (Tokens(symbols=(b's', b'low'), ids=(115, 257)), 4)
    """
    tokenizer = train(corpus, **arguments)
    return Scene(title, tokenizer.trace(text, unknown="keep"), corpus, arguments)


def two_patterns(train: Train, values: Values, text: str, **more: Any) -> tuple[Scene, ...]:
    """One text under the patterns that the fields ``left`` and ``right`` say."""
    how = {"mode": "regex", "num_merges": values["num_merges"], **more}
    return tuple(
        scene(train, values["corpus"], text, f"Pattern {values[side]}", pattern=values[side], **how)
        for side in ("left", "right")
    )


# A finding is told anew at every step, on the same texts.
@lru_cache(maxsize=64)
def _traced(tokenizer: Tokenizer, text: str) -> Trace:
    return tokenizer.trace(text, unknown="keep")


def _tokens(trace: Trace, step: int) -> Tokens:
    return Tokens(tuple(trace.tokens(step)), tuple(trace.ids(step)))


def need(values: Values, name: str, what: str) -> str:
    """The value of a field that must not be blank.

    >>> need({"word": " "}, "word", "a word")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.SettingsError: There is nothing to look at. Write a word.
    """
    if not values[name].strip():
        raise SettingsError(f"There is nothing to look at. Write {what}.")
    return values[name]


def merges(default: int, high: int = 1000) -> Field:
    """The field of how many merges are learned."""
    return Field("num_merges", "Merges", default, "whole", 0, high)


def corpus(default: str) -> Field:
    """The field of the text that the tokenizer is trained on."""
    return Field("corpus", "Training text", default, "text")
