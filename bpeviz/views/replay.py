"""Views of the replay: an encoding turn by turn, with the candidates of each."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from bpeviz import Tokenizer, Trace
from bpeviz.studies.replay import Replay, Turn

from .glyphs import visible
from .tokens import chip, chips, more

_RULES = """
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
    tok = trace.tokenizer

    def one(id: int) -> str:
        return chip(id, tok.vocabulary[id], tokenizer=tok)

    shown = [
        f"<span>{'▶ ' if not n else ''}rank {c.rank}: {one(c.left)}{one(c.right)} ×{c.count}</span> "
        for n, c in enumerate(turn.candidates[:limit])
    ]
    return "".join(shown) + more(len(turn.candidates) - limit)


def _state_html(done: Replay, number: int, turn: Turn | None, trace: Trace) -> str:
    forest, show = done.forest, trace.tokenizer.base.show
    chunks = done.state(number)
    tokens = [(forest.ids[code], show(forest.symbol(code))) for code in "".join(chunks)]
    marked = _places(chunks, forest.pairs[turn.chosen.rank]) if turn else set()
    start = max(0, min(marked) - 8) if marked and len(tokens) > 70 else 0
    before = '<span class="bpe-more">…</span>' if start else ""
    return before + chips(
        tokens[start:], {i - start for i in marked}, limit=70, tokenizer=trace.tokenizer
    )


def _places(chunks: Sequence[str], pair: str) -> set[int]:
    """The indices of the tokens that a turn merges."""
    found, start = set(), 0
    for chunk in chunks:
        i = chunk.find(pair)
        while i >= 0:
            found |= {start + i, start + i + 1}
            i = chunk.find(pair, i + 2)
        start += len(chunk)
    return found
