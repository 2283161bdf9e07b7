"""Tokenizer and Trace as plain data for the browser.

A payload is a dict that JSON can carry; arrays of numbers are base64 of little-endian 32-bit
integers. The browser rebuilds the tokens of every step from them (see ``app/scrubber``).

In a document a symbol is one UTF-8 byte or, in character mode, one code point or a separate
end-of-word marker, which has no text of its own. An added token or a longer base symbol of a file,
one symbol of a Trace, is spread over several: nothing ever separates them. What
a symbol is goes by its place, never by its id, which it may share with others.
"""

from __future__ import annotations

import base64
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Any

from bpeviz import Tokenizer, Trace
from bpeviz.engine.base import END, as_bytes, as_text
from bpeviz.formats.unmerged import unmerged_tokens

from . import palette
from .glyphs import visible

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
        "hues": "".join(str(palette.hue_of(merge.id, tok)) for merge in merges),
        "counts": _optional(merge.count for merge in merges),
        "replacements": _optional(merge.replacements for merge in merges),
        "base": _base(tok),
        "marker": tok.end_of_word,
        "markerIds": _marker_ids(tok),
        "joined": tok.end_of_word_joined,
        "specials": _names(tok),
        "unknownId": tok.base.unknown_id,
        "defaults": tok.default_count,
        "seams": list(tok.seams),
    }


def _names(tok: Tokenizer) -> dict[str, int]:
    """The ids of the added tokens, and of what unknown symbols become."""
    names = dict(tok.special_tokens)
    if tok.base.unknown_id in tok.vocabulary:
        names.setdefault(visible(tok.vocabulary[tok.base.unknown_id]), tok.base.unknown_id)
    return names


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
        known = dict(zip(map(as_bytes, base.symbols), base.ids, strict=True))
        return {
            "ids": pack(known.get(bytes([byte]), -1) for byte in range(256)),
            "symbols": None,
            "longer": [[id, list(symbol)] for symbol, id in known.items() if len(symbol) > 1],
        }
    return {
        "ids": pack(base.ids),
        "symbols": [_sendable(as_text(base.show(s))) for s in base.symbols],
        "longer": [],
    }


def _marker_ids(tok: Tokenizer) -> list[int]:
    base = tok.base
    if not base.in_characters:
        return []
    return [id for id, symbol in zip(base.ids, base.symbols, strict=True) if END in symbol]


def document_payload(trace: Trace, id: str) -> dict[str, Any]:
    """Return a text with the step at which each of its n - 1 boundaries disappears.

    With K merges, a boundary that survives has K + 1 inside a chunk, and K + 2 between two chunks,
    over which no pair is counted.

    >>> import bpeviz
    >>> trace = bpeviz.train("banana", mode="byte", num_merges=2).trace("banana")
    >>> payload = document_payload(trace, "d1")
    >>> payload["n"], payload["deaths"] == pack([2, 1, 3, 1, 3])
    (6, True)
    """
    symbols = _Symbols(trace)
    text = _sendable(trace.text)
    return {
        "kind": "document",
        "id": id,
        "unit": _unit(trace.tokenizer),
        "text": text,
        "source": _source(trace),
        "n": symbols.length,
        "deaths": pack(symbols.boundaries()),
        "symbols": symbols.ids(),
        "unknown": pack(symbols.places(symbols.unknown)),
        "markers": pack(symbols.places(symbols.ends_word)),
        "joined": trace.tokenizer.end_of_word_joined,
        "gaps": symbols.gaps(),
        "pinned": symbols.pinned(),
        "originalBytes": len(text.encode("utf-8")),
    }


def _source(trace: Trace) -> dict[str, Any] | None:
    """The text before its normal form, and what moved in it (see ``moved``); None for the same."""
    if trace.source == trace.text:
        return None
    runs = moved(trace.alignment.starts, trace.alignment.ends)
    return {"text": _sendable(trace.source), "moved": pack(chain.from_iterable(runs))}


def moved(starts: Iterable[int], ends: Iterable[int]) -> list[list[int]]:
    """Return the characters that do not come from the one behind the one before, in runs.

    A run is [start, end, start in the source, end in the source]: each of its characters comes from
    the whole of that. After it the places go on one by one.

    >>> moved([0, 1, 1, 2], [1, 2, 2, 3])
    [[2, 3, 1, 2]]
    """
    runs: list[list[int]] = []
    shift = 0
    for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if (start, end) == (i + shift, i + shift + 1):
            continue
        if runs and runs[-1][1:] == [i, start, end]:
            runs[-1][1] = i + 1
        else:
            runs.append([i, i + 1, start, end])
        shift = end - (i + 1)
    return runs


class _Symbols:
    """The base symbols of a text by their codes, longer ones spread over their bytes or characters.

    A code stands for one symbol, while an id can be that of several: of all unknown ones, or of an
    added token and a byte.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._base = trace.tokenizer.base
        self._forest = forest = trace.forest
        self._codes = trace.codes(0)
        self._added = set(forest.special_codes.values()) & set(self._codes)
        sizes = {code: self._size(code) for code in set(self._codes)}
        sizes = {code: size for code, size in sizes.items() if size > 1}
        self._sizes = [sizes.get(code, 1) for code in self._codes] if sizes else []
        # Where each symbol's first part stands, and the end.
        self._starts: Sequence[int] = range(len(self._codes) + 1)
        if sizes:
            self._starts = list(accumulate(self._sizes, initial=0))
        self.length = self._starts[-1]

    def _size(self, code: str) -> int:
        """The length in bytes or characters; a separate end-of-word marker counts as one."""
        symbol = self._forest.symbol(code)
        if isinstance(symbol, str) and code not in self._added:
            return max(1, len(symbol.replace(END, "")))
        return len(symbol)

    def boundaries(self) -> array:
        """The boundary numbers; 0, never there, inside a symbol."""
        numbers = array("i", self._trace.boundaries)
        for _, end in self._trace.chunks:
            if 0 < end <= len(numbers):
                numbers[end - 1] = self._trace.steps + 2
        if not self._sizes:
            return numbers
        spread = array("i", bytes(4 * (self.length - 1)))
        for i, number in enumerate(numbers, 1):
            spread[self._starts[i] - 1] = number
        return spread

    def gaps(self) -> list[list[int]]:
        """What belongs to no token: [the symbol that it stands before, its length in the browser]."""
        return [[self._starts[at], _utf16_length(gap)] for at, gap in self._trace.gaps]

    def ids(self) -> str | None:
        """The packed ids of the symbols; None where they are those of the bytes."""
        base, id_of = self._base, self._forest.ids
        plain = not base.in_characters and all(
            ord(code) < len(base.ids)
            and id_of[code] == base.ids[ord(code)]
            and self._size(code) == 1
            for code in set(self._codes) - self._added
        )
        if plain:
            return None
        ids = [id_of[code] for code in self._codes]
        if not self._sizes:
            return pack(ids)
        return pack(id for id, size in zip(ids, self._sizes, strict=True) for _ in range(size))

    def unknown(self, code: str) -> bool:
        """Whether the base vocabulary lacks the symbol of a code."""
        ids = self._base.ids
        return code not in self._added and (ord(code) >= len(ids) or ids[ord(code)] < 0)

    def ends_word(self, code: str) -> bool:
        """Whether the symbol of a code is, or carries, the end-of-word marker."""
        symbol = self._forest.symbol(code)
        return isinstance(symbol, str) and code not in self._added and END in symbol

    def places(self, wanted: Callable[[str], bool]) -> list[int]:
        """Where the symbols with a property begin."""
        found = {code for code in set(self._codes) if wanted(code)}
        return [self._starts[i] for i, code in enumerate(self._codes) if code in found]

    def pinned(self) -> list[list[int]]:
        """Tokens whose id is not that of the merge of their step, as [start, end, step, id].

        Added tokens, from step 0 on; chunks that are one token whatever merges make of them; what
        merges make that are made of tokens of later merges.
        """
        id_of = self._forest.ids
        codes = enumerate(self._codes)
        added = [(i, i + 1, 0, id_of[code]) for i, code in codes if code in self._added]
        starts = self._starts
        tokens = (*added, *unmerged_tokens(self._trace))
        return sorted([starts[s], starts[e], step, id] for s, e, step, id in tokens)


def _sendable(text: str) -> str:
    """Replace lone surrogates, which no message can carry."""
    return _SURROGATE.sub("\ufffd", text)


def _utf16_length(text: str) -> int:
    return len(_sendable(text).encode("utf-16-le")) // 2
