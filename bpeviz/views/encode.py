"""Views of the page Encode: tokens, what can be copied, decoded ids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from html import escape

import pandas as pd

from bpeviz import Tokenizer, Trace
from bpeviz.engine.base import Symbol

from .glyphs import pieces, visible
from .tokens import chip, chips, line, more

_RULES = """
.bpe-step{display:flex;flex-wrap:wrap;gap:6px 4px}
.bpe-step>div{display:flex;flex-direction:column;align-items:center;gap:1px;min-width:2.2rem;
 font:12px/1.35 var(--bpe-mono);border-radius:4px;padding:3px 5px;
 box-shadow:inset 0 0 0 1px light-dark(#0002,#fff3)}
.bpe-step b{font-weight:400;font-size:15px;line-height:1.6}
.bpe-step .bpe-t{box-shadow:none;padding:1px 5px}
.bpe-step>.names{align-items:flex-end;box-shadow:none;opacity:.8}
"""


def css() -> str:
    """The styles of this module's HTML; those of ``tokens`` are needed as well."""
    return f"<style>{_RULES}</style>"


def symbol_of(trace: Trace, step: int) -> list[tuple[int, Symbol]]:
    """The tokens of a text at a step as (id, token)."""
    return list(zip(trace.ids(step), trace.tokens(step), strict=True))


# --- the tokens at a step -----------------------------------------------------------------------


def token_frame(trace: Trace, step: int, limit: int | None = None) -> pd.DataFrame:
    """Each token of a text at a step, one a row.

    Columns: n (from 1), token, id, bytes (hex), code points, step (of birth), start and end in
    characters.
    """
    born = [trace.forest.trees.get(code, (0,))[0] for code in trace.codes(step)[:limit]]
    rows = [
        (n, visible(t), i, hexed(t), code_points(t, trace.text[a:b]), birth, a, b)
        for n, ((i, t), (a, b), birth) in enumerate(
            zip(symbol_of(trace, step), trace.spans(step), born, strict=False), 1
        )
    ]
    columns = ["n", "token", "id", "bytes", "code points", "step", "start", "end"]
    return pd.DataFrame(rows, columns=columns)


@lru_cache(maxsize=16)
def births(tok: Tokenizer) -> dict[int, int]:
    """The step at which each learned token first exists."""
    return {merge.id: rank + 1 for rank, merge in reversed(list(enumerate(tok.merges)))}


def hexed(symbol: Symbol) -> str:
    """The UTF-8 bytes of a token in hex.

    >>> hexed("é"), hexed(b"at")
    ('C3 A9', '61 74')
    """
    data = symbol.encode("utf-8", "replace") if isinstance(symbol, str) else symbol
    return data.hex(" ").upper()


def code_points(symbol: Symbol, covered: str) -> str:
    """The code points of a token; ``covered`` is the text that it stands for, at least in part.

    >>> code_points(b"at", "at"), code_points(b"\\xc3", "é")
    ('U+0061 U+0074', 'part of U+00E9')
    """
    names = " ".join(f"U+{ord(char):04X}" for char in covered)
    if isinstance(symbol, bytes) and symbol != covered.encode("utf-8", "replace"):
        return f"part of {names}"
    return names


def aligned_html(trace: Trace, step: int, limit: int = 80) -> str:
    """The first tokens as cards: token, id, bytes and code points below each other."""
    tokens = symbol_of(trace, step)
    spans = trace.spans(step)[:limit]
    cards = [
        f"<div><b>{chip(i, t, tokenizer=trace.tokenizer)}</b><span>{i}</span><span>{hexed(t)}</span>"
        f"<span>{code_points(t, trace.text[a:b]) or '&nbsp;'}</span></div>"
        for (i, t), (a, b) in zip(tokens, spans, strict=False)
    ]
    names = "<b>token</b><span>id</span><span>bytes</span><span>code points</span>"
    return (
        f'<div class="bpe-step"><div class="names">{names}</div>{"".join(cards)}</div>'
        f"{more(len(tokens) - limit)}"
    )


# --- what can be copied -------------------------------------------------------------------------


def ids_json(trace: Trace, step: int) -> str:
    """The ids as a JSON list."""
    return json.dumps(trace.ids(step))


def tokens_json(trace: Trace, step: int) -> str:
    """The tokens as a JSON list of strings; bytes that are no whole character as ⟨C3⟩.

    >>> import bpeviz
    >>> tokens_json(bpeviz.train("", mode="byte", num_merges=0).trace("aé"), 0)
    '["a", "⟨C3⟩", "⟨A9⟩"]'
    """
    return json.dumps([_readable(token) for token in trace.tokens(step)], ensure_ascii=False)


def _readable(token: Symbol) -> str:
    if isinstance(token, str):
        return token
    return "".join(
        part if isinstance(part, str) else f"⟨{part.hex(' ').upper()}⟩" for part in pieces(token)
    )


def counts_text(trace: Trace, step: int) -> str:
    """How many tokens, bytes and characters the text has, and their ratios, a line each.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("low é")
    >>> print(counts_text(trace, 2))
    tokens: 4
    bytes: 6
    characters: 5
    tokens per byte: 0.667
    bytes per token: 1.500
    step: 2 of 2
    """
    tokens, size = trace.token_counts[step], len(trace.text.encode("utf-8", "replace"))
    lines = [f"tokens: {tokens}", f"bytes: {size}", f"characters: {len(trace.text)}"]
    if tokens:
        lines += [f"tokens per byte: {tokens / size:.3f}", f"bytes per token: {size / tokens:.3f}"]
    return "\n".join([*lines, f"step: {step} of {trace.steps}"])


# --- decoding -----------------------------------------------------------------------------------


def decoded_html(parts: Sequence[bytes | str | int]) -> str:
    """Decoded stretches as HTML: incomplete UTF-8 in hex, ids that do not exist named."""
    shown = []
    for part in parts:
        if isinstance(part, int):
            shown.append(chip(part, None))
        else:
            shown.extend(
                _stretch(one) for one in ([part] if isinstance(part, str) else pieces(part))
            )
    return line(shown)


def _stretch(part: str | bytes) -> str:
    if isinstance(part, bytes):
        return f'<bdi class="bpe-t no" title="not a whole character">{part.hex(" ").upper()}</bdi>'
    return f'<bdi style="white-space:pre-wrap">{escape(part)}</bdi>'


def id_frame(tok: Tokenizer, ids: Sequence[int]) -> pd.DataFrame:
    """Each id with its token. Columns: n (from 1), id, token, bytes (hex), step (of birth)."""
    born, v = births(tok), tok.vocabulary
    rows = [
        (n, i, visible(v[i]), hexed(v[i]), born.get(i, 0))
        if i in v
        else (n, i, "no token", "", None)
        for n, i in enumerate(ids, 1)
    ]
    frame = pd.DataFrame(rows, columns=["n", "id", "token", "bytes", "step"])
    return frame.astype({"step": "Int64"})  # Whole numbers, and nothing for an id without a token.


def state_html(symbols: Sequence[str]) -> str:
    """Symbols of the small case of the page, coloured by what they spell."""
    return line(chips([(sum(map(ord, symbol)) * 37, symbol) for symbol in symbols]))
