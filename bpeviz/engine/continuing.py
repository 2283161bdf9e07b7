"""Continued training: keep a tokenizer's merges and learn new ones on another corpus.

This is how a language is added to a tokenizer or, with a pattern whose chunks span spaces, how tokens
of several words are learned on top of single words. Learning itself is the same as ever (see
``learning``); only the corpus is given in the tokens that the earlier merges produce, not in base
symbols.

Source: Liu et al. (2025), "SuperBPE", for training in two stages with two patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Literal

from .base import SEPARATOR, UNKNOWN, Base, Symbol
from .corpus import checked_pattern
from .errors import SettingsError
from .pieces import Pieces
from .pretokenization import pieces
from .tokenizer import Tokenizer


class _Unset(Enum):
    UNSET = "unset"

    def __repr__(self) -> str:
        return "unset"


#: A setting that was not given: that of ``start`` or, without one, the default.
UNSET = _Unset.UNSET
Unset = Literal[_Unset.UNSET]


def adapted(
    start: Tokenizer,
    documents: Sequence[str],
    mode: str | Unset = UNSET,
    pattern: str | Unset = UNSET,
    normalization: str | Unset | None = UNSET,
    spelling: str | Unset | None = UNSET,
    alphabet: str | Iterable[str] | None = None,
) -> Tokenizer:
    """The tokenizer that training continues from: ``start`` with the settings that were changed.

    >>> import bpeviz
    >>> start = bpeviz.train("low low", num_merges=2)
    >>> adapted(start, [], pattern="gpt2").pattern, adapted(start, [], "byte").mode
    ('gpt2', 'byte')

    Raises a SettingsError if ``start`` does not allow such settings.
    """
    in_characters = start.base.in_characters
    if mode is not UNSET and (mode == "character") != in_characters:
        raise SettingsError(
            f"Training goes on from a tokenizer of {'characters' if in_characters else 'bytes'}, "
            f"which has no {mode} mode. Leave the mode as it is, or train from scratch."
        )
    cut = start.cut
    if mode == "byte":
        cut = cut.with_pattern(None)
    elif mode == "regex" or (mode is UNSET and pattern is not UNSET and not in_characters):
        wanted = checked_pattern(cut.pattern or "gpt4" if pattern is UNSET else pattern)
        cut = cut if wanted == cut.pattern else cut.with_pattern(wanted)
    form = cut.normalization if normalization is UNSET else normalization
    spelling = cut.spelling if spelling is UNSET else spelling
    if (form, spelling) != (cut.normalization, cut.spelling):
        cut = cut.with_form(form, spelling)
    initial = start.with_cut(cut)
    if alphabet is None:
        return initial
    if alphabet != "observed":
        raise SettingsError(
            "To go on from a tokenizer, its alphabet stays (None) or gets what the corpus has "
            "besides ('observed')."
        )
    missing = initial.base.missing(_texts(pieces(cut, documents, "special", "")))
    return Tokenizer(
        _extended(initial, sorted(missing)),
        initial.rules,
        cut,
        initial.segment,
        default_count=initial.default_count,
        seams=initial.seams,
        warnings=initial.warnings,
    )


def _texts(found: Pieces) -> list[str]:
    return [chunk for chunk in dict.fromkeys(found.chunks) if isinstance(chunk, str)]


def _extended(initial: Tokenizer, symbols: Iterable[Symbol]) -> Base:
    """The base vocabulary with more symbols: bytes with their value as id where that is free, others
    with the next free ids."""
    base, next_id = initial.base, initial.next_id
    ids = dict(zip(base.symbols, base.ids, strict=True))
    for symbol in symbols:
        ids[symbol] = symbol[0] if isinstance(symbol, bytes) else next_id
        if ids[symbol] in initial.vocabulary:
            ids[symbol] = next_id
        next_id += ids[symbol] == next_id
    return replace(base, symbols=tuple(ids), ids=tuple(ids.values()))


def segmented(initial: Tokenizer, documents: Sequence[str]) -> tuple[list[str], list[int]]:
    """The corpus segmented by a tokenizer: sequences of codes, and how often each occurs.

    No pair crosses a symbol that the base vocabulary lacks.

    >>> import bpeviz
    >>> sequences, weights = segmented(bpeviz.train("lo", num_merges=1), ["low low"])
    >>> [list(map(ord, sequence)) for sequence in sequences], weights
    ([[256, 119], [32, 256, 119]], [1, 1])
    """
    trace = initial.trace(documents, special="special", unknown="keep", separator="")
    forest, apart = trace.forest, set(initial.forest.special_codes.values())
    # A text can bring codes of its own: unknown symbols, and tokens made in an unusual order.
    apart |= forest.ids.keys() - initial.forest.ids.keys() - forest.trees.keys()
    apart |= {chr(code) for code, i in enumerate(initial.base.ids) if i == UNKNOWN}
    known = {
        ord(code): SEPARATOR if code in apart else initial.forest.code_of.get(i, code)
        for code, i in forest.ids.items()
    }
    sequences: list[str] = []
    weights: list[int] = []
    for chunk, n in trace.weights.items():
        parts = chunk.translate(known).split(SEPARATOR)
        sequences += parts
        weights += [n] * len(parts)
    return sequences, weights
