"""Tables of the Explore page: the pairs at a step, the merges so far.

The table of pairs is made anew at every step, so it is Arrow's from the start: that takes a tenth
of the time that a frame of rows needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
import pyarrow as pa

from bpeviz import Tokenizer, Trace
from bpeviz.engine.base import join
from bpeviz.studies.ranking import Ranking, ranking
from bpeviz.wording import count

from .glyphs import visible

RULES = {
    "first-seen": "the pair that comes first in the text",
    "smallest-ids": "the pair with the smallest ids",
    "huggingface": "the pair with the smallest ids, bytes in the order of Hugging Face's letters",
    "largest-symbols": "the pair with the largest symbols",
}


@dataclass(frozen=True)
class Pairs:
    """The most frequent pairs at a step: a table, the pair of each row, and the story of the tie."""

    table: pa.Table
    pairs: list[tuple[int, int]]
    note: str

    @property
    def frame(self) -> pd.DataFrame:
        """The table for pandas."""
        return self.table.to_pandas()


def pairs(trace: Trace, step: int, rule: str | None, limit: int = 200) -> Pairs:
    """Rank the pairs of a text at a step, the next merge first and marked.

    ``rule``: one of RULES; None for a file, which has none.

    Columns: mark, left, right, token, count, share (of all pairs, 0..1).
    """
    found, tok = ranking(trace, step, limit), trace.tokenizer
    ranked = [pair for pair, _ in found.ranked]
    counts = [n for _, n in found.ranked]
    marks = ["tied" if n == found.top else "" for n in counts]
    if found.top:
        marks[0] = "▶ next"
    columns: dict[str, list[Any]] = {
        "mark": marks,
        "left": [_side(tok, left) for left, _ in ranked],
        "right": [_side(tok, right) for _, right in ranked],
        "token": [_joined(tok, pair) for pair in ranked],
        "count": counts,
        "share": [n / found.total for n in counts],
    }
    return Pairs(pa.table(columns), ranked, _note(found, rule))


def _side(tok: Tokenizer, token_id: int) -> str:
    return "?" if token_id == -1 else visible(tok.vocabulary[token_id])


def _joined(tok: Tokenizer, pair: tuple[int, int]) -> str:
    if -1 in pair:
        return "?"
    return visible(join([tok.vocabulary[part] for part in pair]))


def _note(found: Ranking, rule: str | None) -> str:
    words = f"{count(found.different, 'different pair')}."
    if found.upcoming is None:
        return words + " This is the last step: nothing more was learned."
    if not found.top:
        return words + " The next merge does not occur in this text."
    if found.tied:
        others = "1 other pair" if found.tied == 1 else f"{found.tied:,} other pairs"
        return (
            f"{words} The next merge ties with {others} at {found.top:,}; "
            f"{'its rank in the file decides' if rule is None else f'{RULES[rule]} is taken'}."
        )
    return words


def merges(tok: Tokenizer, upto: int, query: str = "") -> pd.DataFrame:
    """The merges of ranks below ``upto`` whose token or number matches the query, newest first.

    Columns: step, left, right, token, id, count, replaced.
    """
    rows = []
    wanted = query.strip().lower()
    for rank in range(upto - 1, -1, -1):
        merge = tok.merges[rank]
        token = visible(merge.token)
        plain = token.replace("·", " ").lower()
        if (
            wanted
            and wanted not in token.lower()
            and wanted not in plain
            and wanted != str(rank + 1)
        ):
            continue
        rows.append(
            {
                "step": rank + 1,
                "left": visible(tok.vocabulary[merge.left]),
                "right": visible(tok.vocabulary[merge.right]),
                "token": token,
                "id": merge.id,
                "count": merge.count,
                "replaced": merge.replacements,
            }
        )
    columns = ["step", "left", "right", "token", "id", "count", "replaced"]
    return pd.DataFrame(rows, columns=columns)
