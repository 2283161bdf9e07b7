"""Align the pre-tokenized text with the documents that it was cut from."""

from __future__ import annotations

from collections.abc import Iterable

from .alignment import Alignment, joined, of_repair, unchanged
from .pretokenization import Cut
from .text import repair


def aligned_source(cut: Cut, documents: Iterable[str], special: str, separator: str) -> Alignment:
    """Align the text of the pieces with the original documents, joined by the separator.

    >>> from .pretokenization import PlainCut
    >>> aligned_source(PlainCut(normalization="NFC"), ["e\\u0301"], "text", "").changes()
    [(0, 1, 0, 2)]
    """
    parts: list[Alignment] = []
    for number, document in enumerate(documents):
        if number:
            parts.append(unchanged(len(separator)))
        inside = cut.alignment(repair(document), special)
        parts.append(of_repair(document).then(inside))
    return joined(parts)
