"""The tokens of a step as one page of HTML that needs nothing else: to keep, to print, to send."""

from __future__ import annotations

from html import escape

from bpeviz import Trace

from . import palette
from .picture_labels import label
from .pictures import heading

_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(#16181d, #f1f3f7); background: light-dark(#ffffff, #12141a); }
h1 { font-size: 1.25rem; }
footer { margin-top: 1.5rem; font-size: 0.875rem; opacity: 0.85; overflow-wrap: anywhere; }
main { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4;
  font: 1rem/2 "Noto Sans Mono", ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; }
main span { color: INK; padding: 3px 1px; border-radius: 2px; box-shadow: inset 0 0 0 0.75px light-dark(#5a6070, #aab2c5);
  unicode-bidi: isolate; -webkit-box-decoration-break: clone; box-decoration-break: clone;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
main span.unknown { outline: 1.5px dashed #b3261e; }
kbd { font: 0.72em ui-monospace, monospace; border: 1px solid; border-radius: 3px; padding: 0 2px; margin: 0 1px; }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; } }
"""


def html(trace: Trace, step: int, caption: str) -> str:
    """Return a page with the tokens of a step, their ids and bytes at a touch.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("low <low>")
    >>> page = html(trace, 2, "byte mode")
    >>> page.count("<span"), "&lt;" in page, "http" in page
    (5, True, False)
    """
    title = escape(heading(trace, step))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{_style()}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f'<main dir="auto">{_tokens(trace, step)}</main>\n'
        f"<footer>{escape(caption)}</footer>\n</body>\n</html>\n"
    )


def _style() -> str:
    ink = f"light-dark({palette.LIGHT_INK}, {palette.DARK_INK})"
    rules = [
        f".h{hue}{'ab'[alt]} {{ background: light-dark({light[alt]}, {dark[alt]}); }}"
        for hue, (light, dark) in enumerate(zip(palette.LIGHT, palette.DARK, strict=True))
        for alt in (0, 1)
    ]
    return _STYLE.replace("INK", ink) + "\n".join(rules)


def _tokens(trace: Trace, step: int) -> str:
    ids, spans, text = trace.ids(step), trace.spans(step), trace.text
    shades = palette.colours(ids, trace.tokenizer)
    found: list[str] = []
    end = 0
    for i, symbol in enumerate(trace.tokens(step)):
        start, stop = spans[i]
        found.append(escape(text[end:start]))
        end = max(end, stop)
        hue, alt = shades[i]
        name = "unknown" if ids[i] < 0 else f"h{hue}{'ab'[alt]}"
        found.append(
            f'<span class="{name}" title="{_facts(ids[i], symbol)}">{_shown(symbol)}</span>'
        )
    return "".join(found) + escape(text[end:])


def _facts(token_id: int, symbol: bytes | str) -> str:
    data = symbol.encode("utf-8", "replace") if isinstance(symbol, str) else symbol
    name = f"id {token_id}" if token_id >= 0 else "not in the vocabulary"
    return f"{name}, bytes {data.hex(' ').upper()}"


def _shown(symbol: bytes | str) -> str:
    parts = (
        f"<kbd>{part.text}</kbd>" if part.chip else escape(part.text) for part in label(symbol)
    )
    return "".join(parts).replace("↵", "↵\n")
