"""The scrubber itself as one file of HTML: every step of a text, to play with anywhere.

The file holds the component's own sources and the two payloads that a pane needs; it asks no
server for anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from bpeviz import Trace
from bpeviz.views.payload import document_payload, tokenizer_payload

from .scrubber.scrubber import LOOK, sources

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
footer { margin-top: 1rem; font-size: 0.875rem; opacity: 0.85; overflow-wrap: anywhere; }
"""
_START = """
const { style, markup, payloads, view } = JSON.parse(document.getElementById("parts").textContent);
const root = document.getElementById("scrubber").attachShadow({ mode: "open" });
root.innerHTML = `<style>${style}</style>${markup}`;
payloads.forEach(keepPayload);
mount({ data: view, parentElement: root, setStateValue() {} });
"""


def html(trace: Trace, step: int, title: str, caption: str, look: Mapping[str, bool] = LOOK) -> str:
    """Return the page; it opens at ``step``, and looks as the scrubber does (see its ``LOOK``).

    >>> import bpeviz
    >>> tok = bpeviz.train("low low", mode="byte", num_merges=2)
    >>> page = html(tok.trace("</script> low"), 1, "low", "byte mode")
    >>> page.count("</script>"), "://" in page.replace("http://www.w3.org/2000/svg", "")
    (2, False)
    """
    markup, style, script = sources()
    view = {"panes": [{"document": "d", "tokenizer": "t"}], "key": "page", "nonce": 0}
    view |= {"step": step, "marked": None, "speed": 10, "chart": True}
    view |= {"whitespace": look["white_space"], "skipQuiet": look["skip_quiet"]}
    payloads = [tokenizer_payload(trace.tokenizer, "t"), document_payload(trace, "d")]
    parts = {"style": style, "markup": markup, "payloads": payloads, "view": view}
    data = json.dumps(parts, ensure_ascii=False).replace("<", "\\u003c")
    script = script.replace("export default function (", "function mount(")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<main id="scrubber"></main>\n'
        f"<footer>{escape(caption)}</footer>\n"
        f'<script type="application/json" id="parts">{data}</script>\n'
        f'<script type="module">{script}{_START}</script>\n</body>\n</html>\n'
    )
