"""The tokens of a step as a plain table of HTML: for screen readers, and for copying."""

from __future__ import annotations

from html import escape

from bpeviz import Trace

from .glyphs import visible

_STYLE = """<style>
.token-scroll{max-height:22rem;overflow:auto}
.token-table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.token-table caption{text-align:start;font-size:.875rem;padding-bottom:.35rem}
.token-table :is(th,td){text-align:start;padding:.15rem 1.25rem .15rem 0;
 border-bottom:1px solid light-dark(#0002,#fff3);font-weight:400}
.token-table thead th{font-weight:600}
.token-table bdi{font-family:"Noto Sans Mono",ui-monospace,Menlo,Consolas,monospace;
 white-space:pre-wrap;overflow-wrap:anywhere}
</style>"""
_HEADS = ("Place", "Token", "Id", "Bytes", "Made at step")


def html(trace: Trace, step: int, limit: int = 500) -> str:
    """A table of at most ``limit`` tokens, in their order; the caption counts all.

    >>> import bpeviz
    >>> table = html(bpeviz.train("low low", mode="byte", num_merges=2).trace("low <"), 2)
    >>> table.count("<tr>"), "&lt;" in table, "6C 6F 77" in table
    (4, True, True)
    """
    ids, symbols = trace.ids(step), trace.tokens(step)
    born: dict[int, int] = {}
    for rank, merge in enumerate(trace.tokenizer.merges, 1):
        born.setdefault(merge.id, rank)
    rows = [
        _row(place, id, symbol, born.get(id))
        for place, (id, symbol) in enumerate(zip(ids[:limit], symbols, strict=False), 1)
    ]
    shown = f", the first {limit:,} of them here" if len(ids) > limit else ""
    heads = "".join(f'<th scope="col">{head}</th>' for head in _HEADS)
    return (
        f'{_STYLE}<div class="token-scroll" role="region" aria-label="Table of tokens" tabindex="0">'
        f'<table class="token-table"><caption>Step {step:,}: {len(ids):,} tokens{shown}'
        f"</caption><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _row(place: int, id: int, symbol: bytes | str, born: int | None) -> str:
    data = symbol.encode("utf-8", "replace") if isinstance(symbol, str) else symbol
    name = str(id) if id >= 0 else "not in the vocabulary"
    return (
        f'<tr><th scope="row">{place:,}</th><td><bdi>{escape(visible(symbol))}</bdi></td>'
        f"<td>{name}</td><td>{data.hex(' ').upper()}</td>"
        f"<td>{'base symbol' if born is None else f'{born:,}'}</td></tr>"
    )
