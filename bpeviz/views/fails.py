"""Views of the page Failures: cards, sentences with tokens in them, numbers and tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import pandas as pd

from bpeviz.failures import Failure, Finding, Number, Table, Tokens

from .glyphs import visible
from .tokens import LONGEST, chips

#: So many tokens in a table stay on one line.
_FEW = 6
#: Of a token in a table so many graphemes are shown, so that its numbers stay in sight.
_IN_TABLE = 24
_RULES = """
.st-key-fails_cards{display:grid!important;gap:.9rem!important;
 grid-template-columns:repeat(auto-fill,minmax(min(100%,16.5rem),1fr))}
.st-key-fails_cards>div{width:auto!important;min-width:0;height:100%}
[class*="st-key-fails_card_"]{position:relative;height:100%;gap:.35rem!important;
 transition:border-color .12s}
[class*="st-key-fails_card_"]:hover{border-color:light-dark(#3b4cc0,#93a4ff)}
[class*="st-key-fails_card_"] button{padding:0;min-height:0;text-align:start;position:static}
[class*="st-key-fails_card_"] button p{font-weight:600;font-size:1.0625rem}
[class*="st-key-fails_card_"] button::after{content:"";position:absolute;inset:0;
 z-index:1}
[class*="st-key-fails_go_"]{position:static!important}
.fails-strip{font:15px/1.7 var(--bpe-mono);height:1.8em;overflow:hidden;white-space:nowrap;
 mask-image:linear-gradient(to right,#000 85%,transparent)}
.fails-strip,.fails-two,.fails-scroll{--bpe-mono:"Noto Sans Mono",
 ui-monospace,Menlo,Consolas,monospace}
.fails-line{margin:0;font-size:.9rem;opacity:.85}
.fails-two{display:grid;grid-template-columns:3fr 2fr;gap:.5rem 2rem}
.fails-two h3,.fails-at,.fails-table caption{font-size:.8rem;font-weight:600;padding:0;margin:0 0 .15rem;
 text-align:start;opacity:.8;letter-spacing:.01em}
.fails-two p{margin:0;font-size:1rem;line-height:1.6;white-space:pre-wrap}
.fails-two .bpe-t{font-family:var(--bpe-mono);font-size:.95em;overflow-wrap:anywhere}
.fails-two>section{min-width:0;overflow-wrap:anywhere}
@media(max-width:640px){.fails-two{grid-template-columns:1fr}}
.fails-numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));
 gap:.5rem 1.25rem;margin:0!important;padding:0!important}
.fails-numbers div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
.fails-numbers dd{margin:0;font-size:1.5rem;font-weight:600;line-height:1.25;
 font-variant-numeric:tabular-nums}
.fails-numbers dt{font-weight:400;font-size:.85rem;line-height:1.35;opacity:.85}
.fails-scroll{overflow-x:auto}
.fails-table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
.fails-table caption{caption-side:top;white-space:nowrap}
.fails-table :is(th,td){padding:.28rem .9rem .28rem 0;text-align:start;vertical-align:top;
 border:0;border-bottom:1px solid color-mix(in srgb,currentColor 16%,transparent)}
.fails-table thead th{font-weight:600;opacity:.85}
.fails-table tbody th{font-weight:400}
.fails-table .n{text-align:end}
.fails-table .few{white-space:nowrap}
.fails-table .many{min-width:14rem}
.fails-table .bpe-t{font-family:var(--bpe-mono)}
.fails-table .bar div{display:flex;align-items:center;gap:.75rem;width:22rem}
.fails-table .bar b{font-weight:400;min-width:4ch;text-align:end}
.fails-table .bar i{height:.6rem;border-radius:2px;background:light-dark(#3b4cc0,#93a4ff)}
.fails-table .bar span{flex:1}
@media(max-width:640px){.fails-table{font-size:.85rem}.fails-table .bar div{width:6.5rem;gap:.4rem}
 .fails-table :is(th,td){padding-right:.5rem}}
"""


def css() -> str:
    """The styles of this module's HTML; those of ``tokens`` are needed as well."""
    return f"<style>{_RULES}</style>"


def strip(finding: Finding, limit: int = 9) -> str:
    """The first tokens that a finding shows, as the picture of its card."""
    said = (part for part in finding.says if isinstance(part, Tokens))
    tokens = finding.picture or next(said, Tokens((), ()))
    first = Tokens(tokens.symbols[:limit], tokens.ids[:limit])
    return f'<div class="fails-strip" aria-hidden="true">{_chips(first)}</div>'


def card(finding: Finding, line: str) -> str:
    """What stands on a card under its title: the tokens and one line."""
    return f'{strip(finding)}<p class="fails-line">{escape(line)}</p>'


def intro(finding: Finding, why: str) -> str:
    """What is to be seen, and why: two columns, or one below the other on a phone."""
    return (
        '<div class="fails-two">'
        f"<section><h3>What you see</h3><p>{sentence(finding.says)}</p></section>"
        f"<section><h3>Why</h3><p>{escape(why)}</p></section>"
        "</div>"
    )


def on_stage(failure: Failure, finding: Finding) -> tuple[str, str]:
    """The same as a presentation view: what fails; what is to be seen, and why."""
    title, line, why = map(escape, (failure.title, failure.line, failure.why))
    return (
        f'<div class="stage-words"><b>{title}</b> <span>{line}</span></div>',
        f'<div class="stage-two"><p>{sentence(finding.says)}</p><p><b>Why</b> {why}</p></div>',
    )


def sentence(parts: Sequence[Any]) -> str:
    """A sentence of words, numbers and tokens as HTML.

    >>> sentence(("<b> is ", Tokens((b"b",), (98,)), ": ", 1200))
    '&lt;b&gt; is <bdi class="bpe-t bpe-10" title="id 98">b</bdi>: 1,200'
    """
    return "".join(_cell(part, limit=40) for part in parts)


def numbers(found: Sequence[Number], step: int, steps: int) -> str:
    """Numbers with what they count below them, and the step at which they are so."""
    items = (f"<div><dt>{escape(one.label)}</dt><dd>{_cell(one.value)}</dd></div>" for one in found)
    where = f"After merge {step:,} of {steps:,}" if step else "Before the first merge"
    return f'<div class="fails-at">{where}</div><dl class="fails-numbers">{"".join(items)}</dl>'


def table(found: Table) -> str:
    """A table in which tokens are drawn as tokens, and one column as bars if it asks for them."""
    sorts = [_is_number(column) for column in zip(*found.rows, strict=True)]
    sorts = sorts or [False] * len(found.columns)
    at = found.columns.index(found.bars) if found.bars in found.columns else None
    if at is not None:
        sorts[at] = False
    head = "".join(
        f'<th scope="col"{_class(number)}>{escape(name)}</th>'
        for name, number in zip(found.columns, sorts, strict=True)
    )
    most = max((row[at] for row in found.rows), default=0) if at is not None else 0
    body = "".join(_row(row, sorts, at, most) for row in found.rows)
    return (
        f'<div class="fails-scroll" tabindex="0" role="region" aria-label="{escape(found.title)}">'
        f'<table class="fails-table"><caption>{escape(found.title)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Sequence[Any], sorts: Sequence[bool], bars: int | None, most: float) -> str:
    cells = [f'<th scope="row"{_class(sorts[0])}>{_cell(row[0], longest=_IN_TABLE)}</th>']
    for i, (cell, number) in enumerate(zip(row[1:], sorts[1:], strict=True), 1):
        if i == bars:
            share = 100 * cell / most if most else 0
            bar = f'<span><i style="display:block;width:{share:.1f}%"></i></span>'
            cells.append(f'<td class="bar"><div><b>{_cell(cell)}</b>{bar}</div></td>')
        else:
            cells.append(f"<td{_class(number, cell)}>{_cell(cell, longest=_IN_TABLE)}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def frame(found: Table) -> pd.DataFrame:
    """A table as a frame, for the download; tokens are divided by bars.

    >>> frame(Table("", ("text", "n"), ((Tokens((b"a", b" b"), (97, 256)), 2),))).values.tolist()
    [['a|·b', 2]]
    """
    rows = [
        ["|".join(map(visible, c.symbols)) if isinstance(c, Tokens) else c for c in row]
        for row in found.rows
    ]
    return pd.DataFrame(rows, columns=list(found.columns))


def _cell(value: Any, limit: int = 60, longest: int = LONGEST) -> str:
    if isinstance(value, Tokens):
        return _chips(value, limit, longest)
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else escape(str(value))


def _chips(tokens: Tokens, limit: int = 60, longest: int = LONGEST) -> str:
    pairs = list(zip(tokens.ids, tokens.symbols, strict=True))
    return chips(pairs, limit=limit, longest=longest)


def _is_number(cells: Sequence[Any]) -> bool:
    return all(isinstance(cell, int | float) for cell in cells)


def _class(number: bool, cell: Any = None) -> str:
    if isinstance(cell, Tokens):
        return f' class="{"few" if len(cell) <= _FEW else "many"}"'
    return ' class="n"' if number else ""
