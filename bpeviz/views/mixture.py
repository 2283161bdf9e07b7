"""Two facts about normal forms, worked out on one small Yorùbá text.

NFC does not save Yorùbá, because ẹ́ has no code point of its own; and what costs tokens is a text in
another form than the tokenizer was trained on, not the form itself.
"""

from __future__ import annotations

from functools import cache
from html import escape

import pandas as pd

import bpeviz
from bpeviz import normalize

from .compare import code_points, crossed_html

WORD = "ọ̀rẹ́"
PHRASE = "ọ̀rẹ́ mi ọ̀rẹ́ rẹ ọ̀rẹ́ wa ọ̀rẹ́"
FORMS = ("NFC", "NFD")
PATTERN = "gpt2"
NUM_MERGES = 8


@cache
def pieces(form: str, word: str = WORD) -> tuple[str, ...]:
    """The chunks into which the gpt2 pattern cuts a word in a normal form.

    >>> [len(piece) for piece in pieces("NFC")], [len(piece) for piece in pieces("NFD")]
    ([1, 1, 2, 1], [1, 2, 2, 2])
    """
    return tuple(bpeviz.split(normalize(word, form), PATTERN))


@cache
def costs(mode: str) -> pd.DataFrame:
    """Tokens of the phrase in each form, by the form that was trained on: rows NFC, NFD.

    >>> costs("regex").values.tolist()
    [['NFC', 24, 50], ['NFD', 56, 23]]
    """
    texts = {form: normalize(PHRASE, form) for form in FORMS}
    rows = []
    for form in FORMS:
        tok = bpeviz.train(texts[form], mode=mode, num_merges=NUM_MERGES, pattern=PATTERN)
        rows.append([form, *(len(tok.encode(text)) for text in texts.values())])
    return pd.DataFrame(rows, columns=["trained on", *(f"text in {form}" for form in FORMS)])


def pieces_html() -> str:
    """The word in both forms, cut by the pattern, with the code points of each piece."""
    rows = []
    for form in FORMS:
        boxes = "".join(
            f'<span class="piece"><bdi>{escape(_shown(piece))}</bdi>'
            f"<small>{code_points(piece)}</small></span>"
            for piece in pieces(form)
        )
        rows.append(f'<p class="pieces"><b>{form}</b>{boxes}</p>')
    return "".join(rows)


def _shown(piece: str) -> str:
    """A combining mark alone is shown on a dotted circle."""
    return piece if piece[0].isalpha() else f"◌{piece}"


def costs_html(mode: str) -> str:
    """The costs as a small table; the text in the form that was trained on is set in bold."""
    return crossed_html(costs(mode))
