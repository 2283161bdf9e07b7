"""The scrubber itself as one file of HTML: every step of a text, to play with anywhere.

The file holds the component's own sources and the two payloads that a pane needs; it asks no
server for anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from bpeviz import Trace
from bpeviz.views.payload import document_payload, tokenizer_payload

from ..widgets.scripts import script
from . import Pane
from .scrubber import LOOK, MARKUP, STYLE
from .words_list import WORDS_MARKUP, WORDS_STYLE

_STYLE = """
:root { color-scheme: light dark;
  --st-text-color: light-dark(#16181d, #f1f3f7);
  --st-background-color: light-dark(#ffffff, #12141a);
  --st-primary-color: light-dark(#3b4cc0, #93a4ff);
  --st-font: system-ui, "Segoe UI", "Noto Sans", sans-serif;
  --st-base-radius: 0.4rem; --st-button-radius: 0.4rem; }
body { max-width: 76rem; margin: 1.5rem auto; padding: 0 1rem; font: 1rem/1.5 var(--st-font);
  color: var(--st-text-color); background: var(--st-background-color); }
h1 { font-size: 1.25rem; }
#words { display: block; margin-top: 1rem; }
footer { margin-top: 1rem; font-size: 0.875rem; opacity: 0.85; overflow-wrap: anywhere; }
"""


def html(
    trace: Trace,
    step: int,
    title: str,
    caption: str,
    look: Mapping[str, bool] = LOOK,
    *,
    rule: str | None = None,
    drawn: str = "other",
) -> str:
    """Return the page; it opens at ``step``, and looks as the scrubber does (see its ``LOOK``).

    ``rule`` and ``drawn`` are those of a scrubber's ``Pane``.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low", mode="byte", num_merges=2)
    >>> page = html(tok.trace("</script> low"), 1, "low", "byte mode")
    >>> page.count("</script>"), "://" in page.replace("http://www.w3.org/2000/svg", "")
    (2, False)
    """
    payloads = [tokenizer_payload(trace.tokenizer, "t"), document_payload(trace, "d")]
    pane = {"document": "d", "tokenizer": "t", "rule": rule, "drawn": drawn}
    view = {"panes": [pane], "step": step, "pairs": True}
    return _page(view, payloads, title, caption, look)


def compared(
    panes: Sequence[Pane],
    traces: Sequence[Trace],
    answer: Mapping[str, Any],
    step: int,
    title: str,
    caption: str,
    look: Mapping[str, bool] = LOOK,
) -> str:
    """Return a page with two panes, the answer of their comparison, and the words that differ.

    ``panes``: what the scrubber is given for them; ``answer``: as it takes it.

    >>> import bpeviz
    >>> traces = [bpeviz.train("low", mode=mode, num_merges=2).trace("low") for mode in ("byte", "regex")]
    >>> panes = [{"document": "", "tokenizer": "", "title": mode} for mode in ("Byte", "Regex")]
    >>> answer = {"lead": "", "reasons": "", "step": 0}
    >>> 'id="words"' in compared(panes, traces, answer, 1, "Two", "")
    True
    """
    payloads: list[dict[str, Any]] = []
    named: list[dict[str, Any]] = []
    for i, (pane, trace) in enumerate(zip(panes, traces, strict=True)):
        named.append({**pane, "document": f"d{i}", "tokenizer": f"t{i}"})
        payloads.append(tokenizer_payload(trace.tokenizer, f"t{i}"))
        payloads.append(document_payload(trace, f"d{i}"))
    view = {"panes": named, "step": step, "answer": dict(answer)}
    return _page(view, payloads, title, caption, look, with_words=True)


def _page(
    view: dict[str, Any],
    payloads: list[dict[str, Any]],
    title: str,
    caption: str,
    look: Mapping[str, bool],
    *,
    with_words: bool = False,
) -> str:
    view |= {"key": "page", "nonce": 0, "marked": None, "speed": 10, "chart": True}
    view |= {"whitespace": look["white_space"], "skipQuiet": look["skip_quiet"]}
    parts = {
        "style": STYLE + WORDS_STYLE * with_words,
        "markup": MARKUP,
        "payloads": payloads,
        "view": view,
        "words": WORDS_MARKUP if with_words else None,
    }
    words = '<section id="words"></section>\n' if with_words else ""
    data = json.dumps(parts, ensure_ascii=False).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<main id="scrubber"></main>\n{words}'
        f"<footer>{escape(caption)}</footer>\n"
        f'<script type="application/json" id="parts">{data}</script>\n'
        f'<script type="module">{script("scrubber/page.js")}</script>\n</body>\n</html>\n'
    )
