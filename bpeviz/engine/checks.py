"""Argument validation: a value of the wrong type is rejected with a message that names it."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from .errors import CorpusError, SettingsError
from .text import repair


def texts_of(texts: str | Iterable[str]) -> list[str]:
    """One text or several, as a list; CorpusError for what is not text.

    >>> texts_of("ab"), texts_of(iter(["ab", "cd"]))
    (['ab'], ['ab', 'cd'])
    >>> texts_of(b"ab")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.CorpusError: Text is needed here, and this is of type bytes. Decode it first.
    """
    if isinstance(texts, str):
        return [texts]
    if isinstance(texts, (bytes, bytearray)):
        raise _no_text(texts, "Decode it first.")
    try:
        found = list(texts)
    except TypeError:
        raise _no_text(texts, "Give a string, or several.") from None
    for text in found:
        if not isinstance(text, str):
            raise _no_text(text, "Give strings only.")
    return found


def _no_text(value: object, advice: str) -> CorpusError:
    kind = type(value).__name__
    return CorpusError(f"Text is needed here, and this is of type {kind}. {advice}")


def tokens_of(tokens: Iterable[str], what: str) -> list[str]:
    """Default or special tokens as a list without repetitions; SettingsError for one bare string.

    >>> tokens_of(["ab", "ab", "c"], "Default tokens")
    ['ab', 'c']
    """
    if isinstance(tokens, (str, bytes)):
        raise SettingsError(f"{what} are lists of strings, not one string. Put it into a list.")
    try:
        return list(dict.fromkeys(map(repair, texts_of(tokens))))
    except CorpusError:
        raise SettingsError(f"{what} are lists of strings. Give a list, or leave it out.") from None


def whole_number(value: object, what: str) -> int:
    """An int, whatever type of whole number it comes as; SettingsError for anything else.

    >>> whole_number(True, "The minimum count")
    1
    >>> whole_number(1.5, "The minimum count")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.SettingsError: The minimum count is 1.5; it must be a whole number.
    """
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise SettingsError(f"{what} is {value!r}; it must be a whole number.") from None


def training_numbers(
    num_merges: int, vocab_size: int | None, min_count: int
) -> tuple[int, int | None, int]:
    """The numeric settings of training, as ints; SettingsError for an invalid one.

    >>> training_numbers(2, None, 1)
    (2, None, 1)
    """
    num_merges = whole_number(num_merges, "The number of merges")
    if num_merges < 0:
        raise SettingsError(
            f"The number of merges cannot be negative ({num_merges}). Give 0 or more."
        )
    if vocab_size is not None:
        vocab_size = whole_number(vocab_size, "The size of the vocabulary")
        if vocab_size < 0:
            raise SettingsError(
                f"The size of the vocabulary cannot be negative ({vocab_size}). Give more."
            )
    min_count = whole_number(min_count, "The minimum count")
    if min_count < 1:
        raise SettingsError(f"The minimum count is {min_count}; it must be 1 or more.")
    return num_merges, vocab_size, min_count
