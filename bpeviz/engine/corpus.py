"""The corpus: the sequences that training merges, and the base vocabulary they are made of.

In byte mode it is the bytes of each document; in regex mode the bytes of each chunk that the split
pattern gives; in character mode the characters of each word and the end-of-word marker. Equal
chunks are trained on once, weighted by how often they occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import regex

from .base import Base, byte_base, character_base
from .checks import texts_of
from .default_tokens import create_default_merges
from .errors import PatternError, SettingsError
from .patterns import chunk_counts, compile_pattern
from .pretokenization import Cut, PlainCut
from .spelling import written
from .text import repair


def prepared(texts: Iterable[str], cut: Cut) -> list[str]:
    """The texts without lone surrogates, in the spelling and the normal form of a cut.

    >>> prepared(["e\\u0301"], PlainCut(normalization="NFC"))
    ['é']
    """
    how = cut.spelling, cut.normalization
    written("", *how)  # An invalid form is rejected even if there is no text.
    return [written(repair(text), *how) for text in texts]


def without(documents: list[str], special_tokens: Sequence[str]) -> list[str]:
    """Split documents at special tokens and keep the text between them.

    >>> without(["a<s>b", "c"], ["<s>"])
    ['a', 'b', 'c']
    """
    if not special_tokens:
        return documents
    longest_first = sorted(special_tokens, key=len, reverse=True)
    pattern = regex.compile("|".join(map(regex.escape, longest_first)))
    return [part for document in documents for part in pattern.split(document) if part]


def chunk_weights(parts: list[str], cut: PlainCut) -> dict[str, int]:
    """The distinct words, chunks or documents with their frequencies, in order of appearance.

    >>> chunk_weights(["to be or not to be"], PlainCut(words=True))
    {'to': 2, 'be': 2, 'or': 1, 'not': 1}
    """
    if cut.pattern is not None and len(parts) == 1:
        return chunk_counts(parts[0], cut.pattern)
    weights: Counter[str] = Counter()
    for part in filter(None, parts):
        if cut.words:
            weights.update(part.split())
        else:
            weights.update([part] if cut.pattern is None else chunk_counts(part, cut.pattern))
    return dict(weights)


def checked_pattern(pattern: str) -> str:
    """Return the split pattern if it is valid; raise a PatternError otherwise."""
    if pattern == "":
        raise PatternError("The split pattern is empty. Choose one, or use byte mode.")
    compile_pattern(pattern)
    return pattern


def observed_bytes(alphabet: object, texts: list[str]) -> Base:
    if alphabet not in (None, "observed"):
        raise SettingsError(
            "In byte and regex mode the alphabet is None (all bytes) or 'observed'."
        )
    return byte_base(texts if alphabet == "observed" else None)


def base_size(
    corpus: str | Iterable[str],
    mode: str = "regex",
    *,
    normalization: str | None = None,
    spelling: str | None = None,
    alphabet: str | Iterable[str] | None = None,
    end_of_word: str | None = "_",
    end_of_word_joined: bool = False,
    default_tokens: Sequence[str] = (),
) -> int:
    """The size of the vocabulary before training: base vocabulary + default merges.

    >>> base_size("low"), base_size("low", default_tokens=["lo"]), base_size("low", "character")
    (256, 257, 4)

    Raises SettingsError or CorpusError. Source: as ``train``.
    """
    cut = PlainCut(normalization=normalization, spelling=spelling)
    documents, defaults = prepared(texts_of(corpus), cut), prepared(default_tokens, cut)
    if mode == "character":
        words = [word for document in documents for word in document.split()]
        return len(character_base(alphabet, words, end_of_word, end_of_word_joined).vocabulary)
    base = observed_bytes(alphabet, [*documents, *defaults])
    return len(base.vocabulary) + len(create_default_merges(defaults))
