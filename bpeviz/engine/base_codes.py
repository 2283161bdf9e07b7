"""The base symbols of a pre-tokenized text as codes: known, unknown and special ones."""

from __future__ import annotations

from collections.abc import Set

from .base import Base, Symbol, unknown_symbol
from .errors import SettingsError, UnknownSymbolError
from .forest import Forest
from .pieces import Chunk, Pieces, Special


def base_codes(base: Base, found: Pieces, unknown: str, forest: Forest) -> dict[Chunk, str]:
    """Map each distinct chunk to its codes before any merge.

    ``unknown``: a symbol that the base vocabulary lacks is an "error" (UnknownSymbolError), or
    "keep" enters it into the forest, a child for this text.

    >>> from .base import byte_base
    >>> base_codes(byte_base(), Pieces("lo", ["lo"]), "error", Forest(byte_base(), []))
    {'lo': 'lo'}
    """
    if unknown not in ("error", "keep"):
        raise SettingsError(f"unknown is 'error' or 'keep', not {unknown!r}. Choose one.")
    distinct = dict.fromkeys(found.chunks)
    missing = base.missing(chunk for chunk in distinct if isinstance(chunk, str))
    if missing and unknown == "error":
        raise _first_unknown(base, found, missing)
    new = sorted(missing - base.code_of.keys())
    unknown_codes = {symbol: forest.add(base.unknown_id, symbol) for symbol in new}
    return {
        chunk: forest.special_codes[chunk]
        if isinstance(chunk, Special)
        else base.codes(chunk, unknown_codes)
        for chunk in distinct
    }


def _first_unknown(base: Base, found: Pieces, missing: Set[Symbol]) -> UnknownSymbolError:
    """The error for the first missing symbol in a pre-tokenized text."""
    at = 0
    for chunk in found.chunks:
        if isinstance(chunk, bytes):
            continue
        text = chunk.text if isinstance(chunk, Special) else chunk
        at = found.text.index(text, at)
        if isinstance(chunk, str) and not missing.isdisjoint(base.units(chunk)):
            start = at if base.in_characters else len(found.text[:at].encode("utf-8"))
            return unknown_symbol(base, chunk, start)
        at += len(text)
    raise AssertionError("no chunk holds a missing symbol")
