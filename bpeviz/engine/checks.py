"""Checks of what is given from outside: a wrong kind of value is named before it does harm."""

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
