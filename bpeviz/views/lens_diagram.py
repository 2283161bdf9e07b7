"""The diagram of the page Unicode: graphemes, code points, bytes and tokens below each other.

A CSS grid with a column for each byte. Where a token border lies inside a character, a red line
runs through it: dashed between two code points, solid inside one. Everything is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bpeviz.unicode.characters import CATEGORIES, CodePoint, Grapheme
from bpeviz.unicode.layers import Layers, TokenPlace

from . import palette
from .glyphs import visible
from .normal_forms import face

#: Graphemes that are drawn at once, and code points, for a letter can carry any number of marks.
DRAWN, DRAWN_POINTS = 40, 400
_BYTE, _POINT, _BARE, _MARKER = 2.4, 5.1, 3.2, 2.6
_RULES = """
.ul-scroll{overflow-x:auto;padding:2px 0 10px;outline-offset:2px}
.ul-grid{display:grid;gap:3px;width:max-content;align-items:stretch;--ground:light-dark(#fff,#12141a);
 grid-template-rows:auto auto auto auto;line-height:1.3}
.ul-head{position:sticky;left:0;z-index:3;grid-column:1;display:flex;align-items:center;
 padding-right:.6rem;font-size:.78rem;font-weight:600;
 background:var(--ground)}
.ul-cell{position:relative;z-index:1;display:flex;flex-direction:column;align-items:center;justify-content:center;min-width:0;
 border-radius:4px;padding:2px;text-align:center;
 box-shadow:inset 0 0 0 1px light-dark(#0002,#fff3)}
.ul-cell small{font-size:.66rem;line-height:1.25;opacity:.85}
.ul-g{font-size:1.7rem;line-height:1.5;padding-bottom:4px}
.ul-g.cut{box-shadow:inset 0 0 0 1.5px light-dark(#c2002f,#ff8095)}
.ul-p{justify-content:flex-start;gap:1px;padding:4px 3px}
.ul-p b{font-weight:400;font-size:1.15rem;line-height:1.5}
.ul-p code,.ul-b{font:.74rem/1.4 var(--bpe-mono);color:inherit}
.ul-p small{overflow-wrap:anywhere}
.ul-p :is(code,small),.ul-g small{background:var(--ground);padding:0 2px;border-radius:2px}
.ul-b{padding:3px 0;box-shadow:none;background:light-dark(#0000000d,#ffffff14)}
.ul-t{font:.86rem/1.4 var(--bpe-mono);white-space:pre;overflow:hidden;padding:4px 1px}
.ul-t small{font-size:.64rem}
.ul-t.no{box-shadow:inset 0 0 0 1.5px currentColor;color:light-dark(#a4001d,#ff9aa8)}
.ul-t.gap{box-shadow:none;opacity:.75;font-size:.64rem;white-space:normal}
.ul-t.before{border-start-start-radius:0;border-end-start-radius:0}
.ul-t.after{border-start-end-radius:0;border-end-end-radius:0}
.ul-cut{grid-row:2/4;justify-self:start;z-index:0;pointer-events:none;margin-left:-2.5px;
 border-left:2px dashed light-dark(#c2002f,#ff8095)}
.ul-cut.deep{grid-row:3;border-left-style:solid}
.ul-key{display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;font-size:.85rem;opacity:.9;margin:0}
.ul-key i{display:inline-block;height:1.6em;margin-right:.4em;vertical-align:-.45em;
 border-left:2px dashed light-dark(#c2002f,#ff8095)}
.ul-key i.deep{border-left-style:solid}
@media(max-width:640px){.ul-head{font-size:.68rem;padding-right:.35rem;width:3.4rem}}
"""


def css() -> str:
    """The styles of this module's HTML; those of ``tokens`` are needed as well."""
    return f"<style>{_RULES}</style>"


def diagram(
    layers: Layers, step: int, first: int = 0, count: int = DRAWN, *, names: bool = True
) -> str:
    """Draw ``count`` graphemes from the index ``first`` and the tokens over them at a step."""
    shown = layers.window(first, count, DRAWN_POINTS)
    if not shown:
        return '<p class="ul-key">There is no text.</p>'
    start, end = shown[0].byte_start, shown[-1].byte_end
    tokens = layers.tokens(step, start, end)
    grid = _Grid(shown, tokens, names)
    cells = [_head(row, name) for row, name in enumerate(_ROWS, 1)]
    for grapheme in shown:
        cells += _text_cells(layers, grapheme, step, grid, names)
    cells += _token_cells(tokens, start, end, grid)
    for at in layers.borders(step, start, end):
        cells += _cut_line(at, shown, grid)
    return (
        '<div class="ul-scroll" tabindex="0" role="region" '
        'aria-label="Graphemes, code points, bytes and tokens">'
        f'<div class="ul-grid" style="grid-template-columns:{grid.template}">{"".join(cells)}</div>'
        "</div>"
    )


def drawn(layers: Layers, first: int) -> list[Grapheme]:
    """The graphemes that are drawn from the index ``first``."""
    return layers.window(first, DRAWN, DRAWN_POINTS)


def cut_short(layers: Layers, first: int) -> int:
    """How many code points of the last grapheme that is drawn find no place."""
    shown = drawn(layers, first)
    if not shown:
        return 0
    last = first + len(shown) - 1
    return len(layers.graphemes[last]) - len(shown[-1].text)


_ROWS = ("Grapheme", "Code point", "Byte", "Token")


class _Grid:
    """Which column a byte offset has. A marker without bytes has a column of its own."""

    def __init__(
        self, shown: Sequence[Grapheme], tokens: Sequence[TokenPlace], names: bool
    ) -> None:
        markers = {token.start for token in tokens if token.start == token.end}
        widths = ["max-content"]
        self.starts: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        at = shown[0].byte_start
        for point in (point for grapheme in shown for point in grapheme.code_points):
            size = len(point.bytes)
            width = max(_BYTE, (_POINT if names else _BARE) / size)
            for _ in range(size):
                self._step(at, markers, widths)
                widths.append(f"{width:.2f}rem")
                at += 1
        self._step(at, markers, widths)
        self.template = " ".join(widths)

    def _step(self, at: int, markers: set[int], widths: list[str]) -> None:
        self.ends[at] = len(widths) + 1
        if at in markers:
            widths.append(f"{_MARKER}rem")
        self.starts[at] = len(widths) + 1

    def column(self, start: int, end: int) -> str:
        """The columns of the bytes from ``start`` to ``end``; without bytes, that of a marker."""
        if start == end:
            return f"{self.ends[start]}/{self.starts[start]}"
        return f"{self.starts[start]}/{self.ends[end]}"


def _head(row: int, name: str) -> str:
    return f'<div class="ul-head" style="grid-row:{row}">{name}</div>'


def _cell(name: str, columns: str, row: int, body: str, title: str = "") -> str:
    hover = f' title="{escape(title)}"' if title else ""
    return (
        f'<div class="ul-cell {name}" style="grid-column:{columns};grid-row:{row}"{hover}>'
        f"{body}</div>"
    )


def _text_cells(
    layers: Layers, grapheme: Grapheme, step: int, grid: _Grid, names: bool
) -> list[str]:
    columns = grid.column(grapheme.byte_start, grapheme.byte_end)
    whole = layers.whole_from[layers.index_at(grapheme.start)]
    body = f"<bdi>{escape(face(grapheme.text))}</bdi>{_fate(whole, step, layers.trace.steps)}"
    cells = [_cell("ul-g" + " cut" * (whole > step), columns, 1, body)]
    at = grapheme.byte_start
    for point in grapheme.code_points:
        end = at + len(point.bytes)
        cells.append(_point(point, grid.column(at, end), names))
        for i, byte in enumerate(point.bytes):
            title = f"byte {i + 1} of {len(point.bytes)} of {point.label}; decimal {byte}"
            cells.append(_cell("ul-b", grid.column(at + i, at + i + 1), 3, f"{byte:02X}", title))
        at = end
    return cells


def _fate(whole: int, step: int, steps: int) -> str:
    if not whole:
        return ""
    if whole > steps:
        return "<small>never whole</small>"
    return f"<small>{'cut until' if whole > step else 'whole from'} {whole:,}</small>"


def _point(point: CodePoint, columns: str, names: bool) -> str:
    words = CATEGORIES[point.category]
    body = f"<b><bdi>{escape(visible(point.char))}</bdi></b><code>{point.label}</code>"
    if names:
        body += (
            f"<small>{escape(point.name)}</small><small>{point.category}, {escape(words)}</small>"
        )
    title = f"{point.label} {point.name}; {point.category}, {words}; position {point.position}"
    return _cell("ul-p", columns, 2, body, title)


def _token_cells(tokens: Sequence[TokenPlace], start: int, end: int, grid: _Grid) -> list[str]:
    cells, at = [], start
    colours = palette.colours([token.id for token in tokens])
    for token, (hue, shade) in zip(tokens, colours, strict=True):
        a, b = max(token.start, start), min(token.end, end)
        if a > at:
            cells.append(_gap(grid.column(at, a)))
        name = "ul-t " + ("no" if token.id < 0 else f"bpe-{hue}{shade}")
        name += " before" * (token.start < start) + " after" * (token.end > end)
        label = escape(visible(token.symbol))
        body = f"<bdi>{label}</bdi><small>{token.id if token.id >= 0 else 'no id'}</small>"
        title = f"token {token.id}, bytes {token.start} to {token.end}: {visible(token.symbol)}"
        cells.append(_cell(name, grid.column(a, b), 4, body, title))
        at = max(at, b)
    return [*cells, _gap(grid.column(at, end))] if at < end else cells


def _gap(columns: str) -> str:
    return _cell("ul-t gap", columns, 4, "no token", "Between words: it belongs to no token")


def _cut_line(at: int, shown: Sequence[Grapheme], grid: _Grid) -> list[str]:
    """The line beside code points or bytes at a token border; none between two graphemes."""
    inside = next(g for g in shown if at < g.byte_end)
    if at <= inside.byte_start:
        return []
    ends = inside.byte_start
    for point in inside.code_points:
        ends += len(point.bytes)
        if ends >= at:
            break
    deep = " deep" * (ends != at)
    return [f'<div class="ul-cut{deep}" style="grid-column:{grid.starts[at]}"></div>']


def key_html() -> str:
    """What the lines mean."""
    return (
        '<p class="ul-key"><span><i></i>a token border inside a grapheme</span>'
        '<span><i class="deep"></i>inside a code point: such a token is no valid UTF-8 by itself'
        "</span></p>"
    )
