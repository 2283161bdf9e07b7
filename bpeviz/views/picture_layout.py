"""Where each token stands in a picture: lines of boxes, also from right to left. Lengths in px."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from bpeviz import Trace
from bpeviz.engine.base import Symbol

from .picture_labels import Part, atoms, fused, label, width_of

LINE = 34.0
PAD = 2.5
_NARROWEST = 6.0


@dataclass
class Box:
    """One token, or the part of a wide one that stands on one line."""

    token: int
    id: int
    parts: list[Part]
    first: bool = True
    indent: float = 0.0
    may_break: bool = False
    inside: bool = False  # A character, which the token before has begun.
    ends_line: bool = False
    rtl: bool | None = None
    x: float = 0.0

    @property
    def width(self) -> float:
        """The width of the box, with the room beside its label."""
        return sum(part.width for part in self.parts) + 2 * PAD


@dataclass
class Line:
    """The boxes of one line, from left to right."""

    boxes: list[Box] = field(default_factory=list)


def lines(trace: Trace, step: int, width: float, most: int) -> tuple[list[Line], int]:
    """Lay the tokens of a step out in lines of ``width`` px, at most ``most`` of them.

    Returns the lines, and how many tokens stand on them.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("low\\nlow")
    >>> found, tokens = lines(trace, 2, 300, 10)
    >>> [[box.token for box in line.boxes] for line in found], tokens
    ([[0, 1], [2]], 3)
    """
    found: list[Line] = []
    enough = int(most * width / _NARROWEST) + 1
    for paragraph in _paragraphs(islice(_boxes(trace, step, width), enough)):
        rtl = next((box.rtl for box in paragraph if box.rtl is not None), False)
        found += [_placed(row, width, rtl) for row in _wrapped(paragraph, width)]
        if len(found) >= most:
            break
    found = found[:most]
    return found, 1 + max((box.token for line in found for box in line.boxes), default=-1)


def _paragraphs(boxes: Iterable[Box]) -> Iterator[list[Box]]:
    current: list[Box] = []
    for box in boxes:
        current.append(box)
        if box.ends_line:
            yield current
            current = []
    if current:
        yield current


def _wrapped(boxes: list[Box], width: float) -> Iterator[list[Box]]:
    """Cut a paragraph into rows, at white space if there is some, else between characters."""
    row: list[Box] = []
    for box in boxes:
        if row and sum(b.indent + b.width for b in row) + box.indent + box.width > width:
            at = _last_cut([*row, box])
            yield row[:at]
            row = row[at:]
        row.append(box)
    if row:
        yield row


def _last_cut(boxes: list[Box]) -> int:
    places = range(1, len(boxes))
    spaces = [i for i in places if boxes[i].may_break]
    characters = [i for i in places if not boxes[i].inside]
    return (spaces or characters or places)[-1]


def _boxes(trace: Trace, step: int, width: float) -> Iterator[Box]:
    """The tokens as boxes none of which is wider than a line."""
    text, spans, ids = trace.text, trace.spans(step), trace.ids(step)
    end = 0  # Of the characters that the tokens before have begun.
    for i, symbol in enumerate(trace.tokens(step)):
        start, stop = spans[i]
        own, before = text[start:stop], text[max(0, start - 1) : start]
        gap, inside, end = start > end, start < end, max(end, stop)
        follows = text[end : spans[i + 1][0]] if i + 1 < len(spans) else ""
        joined = (not gap and _joins(before, own[:1]), _joins(own[-1:], text[stop : stop + 1]))
        box = Box(i, ids[i], label(symbol, joined=joined), rtl=_direction(own, symbol))
        box.indent = width_of(" ") if gap else 0.0
        at_space = not inside and (own[:1].isspace() or before.isspace())
        box.may_break, box.inside = gap or at_space, inside
        box.ends_line = "\n" in own or "\n" in follows
        yield from _fitting(box, width)


def _fitting(box: Box, width: float) -> Iterator[Box]:
    """Cut a box that is wider than a line."""
    if box.width <= width:
        yield box
        return
    rows: list[list[Part]] = [[]]
    for part in atoms(box.parts):
        if rows[-1] and sum(p.width for p in rows[-1]) + part.width > width - 2 * PAD:
            rows.append([])
        rows[-1].append(part)
    for i, row in enumerate(rows):
        ends = box.ends_line and i == len(rows) - 1
        yield Box(
            box.token, box.id, fused(row), i == 0, may_break=True, ends_line=ends, rtl=box.rtl
        )


def _joins(left: str, right: str) -> bool:
    """Whether two characters can be joined-up letters of one word."""
    return bool(left and right) and all(
        unicodedata.bidirectional(char) == "AL" and unicodedata.category(char) in ("Lo", "Lm")
        for char in (left, right)
    )


def _direction(text: str, symbol: Symbol) -> bool | None:
    """Whether a token runs from right to left; None if nothing in it says so.

    Bytes of a character are shown as numbers, which run from left to right.
    """
    if isinstance(symbol, bytes) and not symbol.decode("utf-8", "ignore"):
        return False
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in ("R", "AL"):
            return True
        if kind in ("L", "EN", "AN"):
            return False
    return None


def _placed(boxes: list[Box], width: float, rtl: bool) -> Line:
    """Order the boxes of a line from left to right and give each its x."""
    boxes[0].indent = 0.0
    # The room between two words is a thing of its own: it can stand where directions change.
    items: list[tuple[Box | None, float, bool | None]] = []
    for box in boxes:
        if box.indent:
            items.append((None, box.indent, None))
        items.append((box, box.width, box.rtl))
    ordered = _ordered(items, rtl)
    at = width - sum(wide for _, wide, _ in items) if rtl else 0.0
    for item, wide in ordered:
        if item is not None:
            item.x = at
        at += wide
    return Line([item for item, _ in ordered if item is not None])


def _ordered(
    items: list[tuple[Box | None, float, bool | None]], rtl: bool
) -> list[tuple[Box | None, float]]:
    """Items from left to right: runs of one direction in the direction of the line."""
    ways = [way for _, _, way in items]
    runs: list[tuple[bool, list[tuple[Box | None, float]]]] = []
    for i, (box, wide, way) in enumerate(items):
        if way is None:
            after = next((w for w in ways[i:] if w is not None), rtl)
            before = runs[-1][0] if runs else rtl
            way = before if before == after else rtl
        if not runs or runs[-1][0] != way:
            runs.append((way, []))
        runs[-1][1].append((box, wide))
    turned = [run[::-1] if way else run for way, run in runs]
    return [item for run in (reversed(turned) if rtl else turned) for item in run]
