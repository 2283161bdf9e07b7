"""Views of the page Encode and decode: tokens, the replay, decoded ids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from html import escape

import pandas as pd

from bpeviz import Tokenizer, Trace
from bpeviz.engine.base import Symbol
from bpeviz.engine.studies.replay import Replay, Turn

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
.bpe-turns{display:grid;grid-template-columns:max-content max-content 1fr;gap:4px 12px;
 align-items:baseline;font-family:var(--bpe-mono);font-size:14px}
.bpe-turns .r{text-align:right;opacity:.8;font-size:12px;white-space:nowrap}
.bpe-turns .now{opacity:1;font-weight:700}
.bpe-turns .with{grid-column:3;font-size:12px;padding-bottom:4px}
.bpe-turns .with>span{white-space:nowrap;margin-right:12px}
@media (max-width:640px){
 .bpe-turns{grid-template-columns:max-content 1fr;row-gap:1px}
 .bpe-turns .r{text-align:left}
 .bpe-turns .bpe-line,.bpe-turns .with{grid-column:1/-1;padding-bottom:6px}
}
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
    born = births(trace.tokenizer)
    ids, tokens = trace.ids(step)[:limit], trace.tokens(step)[:limit]
    spans = trace.spans(step)[:limit]
    rows = [
        (n, visible(t), i, hexed(t), code_points(t, trace.text[a:b]), born.get(i, 0), a, b)
        for n, (i, t, (a, b)) in enumerate(zip(ids, tokens, spans, strict=True), 1)
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
        f"<div><b>{chip(i, t)}</b><span>{i}</span><span>{hexed(t)}</span>"
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


# --- the replay ---------------------------------------------------------------------------------


def turn_frame(done: Replay, tok: Tokenizer) -> pd.DataFrame:
    """The turns of a replay. Columns: turn, rank, left, right, token, made, candidates, step."""
    rows = [
        (n, turn.chosen.rank, *_pair(turn, tok), turn.made, len(turn.candidates), turn.step)
        for n, turn in enumerate(done.turns, 1)
    ]
    columns = ["turn", "rank", "left", "right", "token", "made", "candidates", "step"]
    return pd.DataFrame(rows, columns=columns)


def _pair(turn: Turn, tok: Tokenizer) -> tuple[str, str, str]:
    best, v = turn.chosen, tok.vocabulary
    return visible(v[best.left]), visible(v[best.right]), visible(v[best.id])


def candidate_frame(turn: Turn, tok: Tokenizer) -> pd.DataFrame:
    """The candidates of a turn, the chosen first. Columns: choice, rank, left, right, token, count."""
    v = tok.vocabulary
    rows = [
        ("" if n else "▶ chosen", c.rank, visible(v[c.left]), visible(v[c.right]),
         visible(v[c.id]), c.count)
        for n, c in enumerate(turn.candidates)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["choice", "rank", "left", "right", "token", "count"])


def turns_html(done: Replay, at: int, trace: Trace, *, around: int = 6) -> str:
    """The text before each turn near turn ``at``, the pair that is merged in it marked."""
    first = max(0, min(at - around // 2, len(done.turns) - around))
    rows = []
    for number in range(first, min(len(done.turns), first + around) + 1):
        turn = done.turns[number] if number < len(done.turns) else None
        name = "end" if turn is None else f"turn {number + 1}"
        rank = "" if turn is None else f"rank {turn.chosen.rank}"
        now = " now" if number == at else ""
        rows.append(
            f'<span class="r{now}">{"▶ " if now else ""}{name}</span>'
            f'<span class="r{now}">{rank}</span><div class="bpe-line">'
            f"{_state_html(done, number, turn, trace)}</div>"
        )
        if now and turn is not None:
            rows.append(f'<div class="with">{_with_html(turn, trace)}</div>')
    return f'<div class="bpe-turns">{"".join(rows)}</div>'


def _with_html(turn: Turn, trace: Trace, limit: int = 8) -> str:
    """The candidates of a turn in a row, the chosen first."""
    v = trace.tokenizer.vocabulary
    shown = [
        f"<span>{'▶ ' if not n else ''}rank {c.rank}: {chip(c.left, v[c.left])}"
        f"{chip(c.right, v[c.right])} ×{c.count}</span> "
        for n, c in enumerate(turn.candidates[:limit])
    ]
    return "".join(shown) + more(len(turn.candidates) - limit)


def _state_html(done: Replay, number: int, turn: Turn | None, trace: Trace) -> str:
    ids = [token_id for chunk in done.state(number) for token_id in chunk]
    known = trace.tokenizer.vocabulary
    # Symbols without an id are never merged: they stand where they stood at the start.
    missing = iter(t for i, t in symbol_of(trace, 0) if i == -1)
    tokens = [(i, next(missing) if i == -1 else known[i]) for i in ids]
    marked = _places(done.state(number), turn) if turn else set()
    start = max(0, min(marked) - 8) if marked and len(tokens) > 70 else 0
    before = '<span class="bpe-more">…</span>' if start else ""
    return before + chips(tokens[start:], {i - start for i in marked}, limit=70)


def _places(chunks: Sequence[Sequence[int]], turn: Turn) -> set[int]:
    """The indices of the tokens that a turn merges."""
    pair, found, start = (turn.chosen.left, turn.chosen.right), set(), 0
    for chunk in chunks:
        i = 0
        while i < len(chunk) - 1:
            if (chunk[i], chunk[i + 1]) == pair:
                found |= {start + i, start + i + 1}
                i += 1
            i += 1
        start += len(chunk)
    return found


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
    return pd.DataFrame(rows, columns=["n", "id", "token", "bytes", "step"])


def state_html(symbols: Sequence[str]) -> str:
    """Symbols of the small case of the page, coloured by what they spell."""
    return line(chips([(sum(map(ord, symbol)) * 37, symbol) for symbol in symbols]))
