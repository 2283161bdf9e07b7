"""Tokenizer and Trace as plain data for the browser.

A payload is a dict that JSON can carry; arrays of numbers are base64 of little-endian 32-bit
integers. The browser rebuilds the tokens of every step from them (see ``app/scrubber``).

In a document a symbol is one UTF-8 byte or, in character mode, one code point or a separate
end-of-word marker, which has no text of its own. A special token, one base symbol of a Trace, is
spread over the symbols of its text: nothing ever separates them, and ``pinned`` gives its id.
"""

from __future__ import annotations

import base64
import re
import sys
from array import array
from collections.abc import Iterable
from typing import Any

from bpeviz import Tokenizer, Trace
from bpeviz.engine.base import END, as_text

_SURROGATE = re.compile("[\ud800-\udfff]")


def pack(numbers: Iterable[int]) -> str:
    """Return base64 of little-endian 32-bit integers.

    >>> pack([1, 256])
    'AQAAAAABAAA='
    """
    numbers = array("i", numbers)
    if sys.byteorder == "big":
        numbers.byteswap()
    return base64.b64encode(numbers.tobytes()).decode("ascii")


def tokenizer_payload(tok: Tokenizer, id: str) -> dict[str, Any]:
    """Return the base vocabulary and the merges of a tokenizer, of K merges, under a payload id.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low", mode="byte", num_merges=2)
    >>> payload = tokenizer_payload(tok, "t1")
    >>> payload["steps"], payload["unit"], payload["left"] == pack([108, 256])
    (2, 'byte', True)
    """
    merges = tok.merges
    return {
        "kind": "tokenizer",
        "id": id,
        "unit": _unit(tok),
        "steps": len(merges),
        "left": pack(merge.left for merge in merges),
        "right": pack(merge.right for merge in merges),
        "ids": pack(merge.id for merge in merges),
        "counts": _optional(merge.count for merge in merges),
        "replacements": _optional(merge.replacements for merge in merges),
        "base": _base(tok),
        "marker": tok.end_of_word,
        "markerIds": _marker_ids(tok),
        "joined": tok.end_of_word_joined,
        "specials": dict(tok.special_tokens),
    }


def _unit(tok: Tokenizer) -> str:
    return "character" if tok.mode == "character" else "byte"


def _optional(numbers: Iterable[int | None]) -> str | None:
    """Pack numbers of which some may be missing (-1); None when all are."""
    known = list(numbers)
    if all(number is None for number in known):
        return None
    return pack(-1 if number is None else number for number in known)


def _base(tok: Tokenizer) -> dict[str, Any]:
    """The ids of the base symbols: of the bytes 0..255, -1 for a missing one, or of characters."""
    base = tok.base
    if not base.in_characters:
        known = {symbol[0]: id for id, symbol in zip(base.ids, base.symbols, strict=True) if symbol}
        return {"ids": pack(known.get(byte, -1) for byte in range(256)), "symbols": None}
    return {
        "ids": pack(base.ids),
        "symbols": [_sendable(as_text(base.show(s))) for s in base.symbols],
    }


def _marker_ids(tok: Tokenizer) -> list[int]:
    base = tok.base
    if not base.in_characters:
        return []
    return [id for id, symbol in zip(base.ids, base.symbols, strict=True) if END in symbol]


def document_payload(trace: Trace, id: str) -> dict[str, Any]:
    """Return a text with the step at which each of its n - 1 boundaries disappears.

    >>> import bpeviz
    >>> trace = bpeviz.train("banana", mode="byte", num_merges=2).trace("banana")
    >>> payload = document_payload(trace, "d1")
    >>> payload["n"], payload["deaths"] == pack([2, 1, 3, 1, 3])
    (6, True)
    """
    tok = trace.tokenizer
    unit = _unit(tok)
    symbols = trace.symbols
    spread = _Spread(tok, unit, symbols)
    return {
        "kind": "document",
        "id": id,
        "unit": unit,
        "text": _sendable(trace.text),
        "n": spread.length,
        "deaths": pack(spread.boundaries(trace.boundaries)),
        "symbols": pack(spread.symbols()) if unit == "character" else None,
        "markers": [] if tok.end_of_word_joined else _marker_ids(tok),
        "gaps": [[spread.index(at), _utf16_length(text)] for at, text in trace.gaps],
        "pinned": spread.pinned(trace.pinned),
        "originalBytes": len(_sendable(trace.text).encode("utf-8")),
    }


class _Spread:
    """Special tokens, one symbol each, spread over the bytes or characters of their text."""

    def __init__(self, tok: Tokenizer, unit: str, symbols: list[int]) -> None:
        base = set(tok.base.ids)
        size = (lambda text: len(text.encode("utf-8"))) if unit == "byte" else len
        sizes = {n: size(text) for text, n in tok.special_tokens.items() if n not in base}
        self._symbols = symbols
        self._specials = (
            [(i, sizes[s]) for i, s in enumerate(symbols) if s in sizes] if sizes else []
        )
        self.length = len(symbols) + sum(size - 1 for _, size in self._specials)

    def index(self, at: int) -> int:
        """Where a symbol's first part now stands."""
        return at + sum(size - 1 for i, size in self._specials if i < at)

    def boundaries(self, numbers: Iterable[int]) -> array:
        """The boundary numbers; 0, never there, inside a special token."""
        spread = array("i", numbers)
        for i, size in reversed(self._specials):
            spread[i:i] = array("i", [0] * (size - 1))
        return spread

    def symbols(self) -> list[int]:
        spread = list(self._symbols)
        for i, size in reversed(self._specials):
            spread[i : i + 1] = [spread[i]] * size
        return spread

    def pinned(self, pinned: Iterable[tuple[int, int, int, int]]) -> list[list[int]]:
        """Tokens that no merge makes, [start, end, step, id], the special tokens among them."""
        whole = [[self.index(s), self.index(e), step, id] for s, e, step, id in pinned]
        specials = [
            [self.index(i), self.index(i) + size, 0, self._symbols[i]] for i, size in self._specials
        ]
        return sorted(whole + specials)


def _sendable(text: str) -> str:
    """Replace lone surrogates, which no message can carry."""
    return _SURROGATE.sub("\ufffd", text)


def _utf16_length(text: str) -> int:
    return len(_sendable(text).encode("utf-16-le")) // 2
