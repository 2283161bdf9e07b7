"""Merge trees as SVG: a string that stands by itself, for the page and for files.

Base symbols stand at the bottom, tokens above the parts that they are made of, each with the step
of its merge. Everything from a user is escaped; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from bpeviz import Tokenizer
from bpeviz.studies.trees import Node, cut

from . import palette
from .glyphs import visible

_ROW, _BOX, _GAP, _MARGIN = 62, 38, 10, 12
_CELL, _PAD, _LONGEST = 8.5, 8, 26
_FONT = '"Noto Sans Mono",ui-monospace,Menlo,Consolas,"Liberation Mono",monospace'
_THEMES = ("auto", "light", "dark")


@dataclass
class _Box:
    """A node on the drawing: its label, what is written below it, and where it stands."""

    node: Node
    label: str
    note: str
    parts: list[_Box] = field(default_factory=list)
    level: int = 0
    width: float = 0.0
    room: float = 0.0
    x: float = 0.0

    def all(self) -> Iterator[_Box]:
        """This box and those below it."""
        yield self
        for part in self.parts:
            yield from part.all()


def svg(
    roots: Sequence[Node],
    *,
    step: int | None = None,
    theme: str = "auto",
    leaves: int = 60,
    interactive: bool = False,
    tokenizer: Tokenizer | None = None,
) -> str:
    """Draw merge trees side by side.

    Tokens that are made after ``step`` are drawn in outline. ``theme``: "light" or "dark" for a
    file, with a ground of its own; "auto" follows the page. Trees with more than ``leaves``
    base symbols end at older tokens, which say how many symbols they have. ``interactive``: each
    token can be focused, and carries its id in ``data-id``. ``tokenizer``: whose tokens they are, for
    their colours (see ``palette.hue_of``).

    >>> import bpeviz
    >>> from bpeviz.studies.trees import of_id
    >>> tok = bpeviz.train("low low", mode="byte", num_merges=2)
    >>> picture = svg([of_id(tok, 257)])
    >>> picture.startswith("<svg xmlns="), picture.count("<rect"), "step 2" in picture
    (True, 5, True)
    """
    down_to = cut(roots, leaves)
    boxes = [_box(root, down_to) for root in roots]
    top = max((box.level for box in boxes), default=0)
    at = float(_MARGIN)
    for box in boxes:
        _place(box, at)
        at += box.room + 2 * _GAP
    width, height = at - 2 * _GAP + _MARGIN, top * _ROW + _BOX + 2 * _MARGIN
    pen = _Pen(theme, step, top, interactive, tokenizer)
    every = [one for box in boxes for one in box.all()]
    drawn = "".join(map(pen.edges, every)) + "".join(map(pen.box, every))
    role = "group" if interactive else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="{role}" aria-label="{_spoken(every)}" '
        f"font-family='{_FONT}' text-anchor=\"middle\">{pen.ground()}{drawn}</svg>"
    )


def _spoken(boxes: Sequence[_Box]) -> str:
    """The trees in words: each merge with its step, for those who do not see the picture."""
    merges = {
        box.node.rank: f"step {box.node.rank + 1}: {box.parts[0].label} and {box.parts[1].label}"
        for box in boxes
        if box.parts and box.node.rank is not None
    }
    told = "; ".join(merges[rank] for rank in sorted(merges))
    return escape(f"Merge tree of {boxes[0].label if boxes else 'nothing'}. {told or 'No merges.'}")


def _box(node: Node, down_to: int) -> _Box:
    label, open_ = visible(node.symbol), node.parts and node.step > down_to
    if len(label) > _LONGEST:
        label = f"{label[: _LONGEST // 2]}…{label[-_LONGEST // 2 + 1 :]}"
    made = "" if node.rank is None else f"step {node.rank + 1}"
    note = made + (f", {node.size} symbols" if node.parts and not open_ else "")
    box = _Box(node, label, note or f"id {node.id}")
    box.width = max(_cells(label) * _CELL, len(box.note) * 6.4) + 2 * _PAD
    if open_:
        box.parts = [_box(part, down_to) for part in node.parts]
        box.level = 1 + max(part.level for part in box.parts)
    inside = sum(part.room for part in box.parts) + _GAP * max(0, len(box.parts) - 1)
    box.room = max(box.width, inside)
    return box


def _place(box: _Box, left: float) -> None:
    inside = sum(part.room for part in box.parts) + _GAP * max(0, len(box.parts) - 1)
    at = left + (box.room - inside) / 2
    for part in box.parts:
        _place(part, at)
        at += part.room + _GAP
    ends = [part.x for part in box.parts]
    centre = sum(ends) / len(ends) if ends else left + box.room / 2
    half = box.width / 2
    box.x = min(max(centre, left + half), left + box.room - half)


def _cells(text: str) -> int:
    """The width of a text in columns of a fixed-width font."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.category(char) in ("Mn", "Me") for char in text)


class _Pen:
    """Turns placed boxes into SVG, in the colours of a theme."""

    def __init__(
        self,
        theme: str,
        step: int | None,
        top: int,
        interactive: bool,
        tokenizer: Tokenizer | None,
    ) -> None:
        if theme not in _THEMES:
            raise ValueError(f"There is no theme {theme!r}. Choose one of {', '.join(_THEMES)}.")
        self.theme, self.step, self.top, self.interactive = theme, step, top, interactive
        self.tokenizer = tokenizer

    def _colour(self, light: str, dark: str) -> str:
        return {"light": light, "dark": dark}.get(self.theme, f"light-dark({light},{dark})")

    def ground(self) -> str:
        if self.theme == "auto":
            return ""
        return f'<rect width="100%" height="100%" fill="{self._colour("#ffffff", "#12141a")}"/>'

    def _y(self, box: _Box) -> float:
        return _MARGIN + (self.top - box.level) * _ROW

    def _later(self, box: _Box) -> bool:
        return self.step is not None and box.node.step > self.step

    def edges(self, box: _Box) -> str:
        line = self._colour("#6b7280", "#9aa3b2")
        dash = ";stroke-dasharray:3 4" if self._later(box) else ""
        found = []
        for part in box.parts:
            y1, y2 = self._y(box) + _BOX, self._y(part)
            middle = (y1 + y2) / 2 if part.level == box.level - 1 else y1 + (_ROW - _BOX) / 2
            path = f"M{box.x:.1f} {y1:.1f}V{middle:.1f}H{part.x:.1f}V{y2:.1f}"
            style = f"fill:none;stroke:{line};stroke-width:1.4{dash}"
            found.append(f'<path d="{path}" style="{style}"/>')
        return "".join(found)

    def box(self, box: _Box) -> str:
        node, y = box.node, self._y(box)
        ink = self._colour(palette.LIGHT_INK, palette.DARK_INK)
        hue = palette.hue_of(node.id, self.tokenizer)
        ground = self._colour(palette.LIGHT[hue][0], palette.DARK[hue][0])
        fill, edge = ground, "stroke:none"
        if node.id < 0 or self._later(box):
            fill = "none"
            edge = f"stroke:{self._colour('#6b7280', '#9aa3b2')};stroke-dasharray:4 3"
        name = escape(f"{visible(node.symbol)}, id {node.id}, step {node.step}")
        button = self.interactive and node.id >= 0
        known = f' data-id="{node.id}" tabindex="0" role="button" aria-label="{name}"'
        return (
            f'<g class="node"{known if button else ""}><title>{name}</title>'
            f'<rect x="{box.x - box.width / 2:.1f}" y="{y:.1f}" width="{box.width:.1f}" '
            f'height="{_BOX}" rx="5" style="fill:{fill};{edge}"/>'
            f'<text x="{box.x:.1f}" y="{y + 17:.1f}" font-size="14" style="fill:{ink}">'
            f"{escape(box.label)}</text>"
            f'<text x="{box.x:.1f}" y="{y + 31:.1f}" font-size="10.5" style="fill:{ink}">'
            f"{box.note}</text></g>"
        )
