"""Views of the Compare page: two sides as numbers and as tables of merges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape

import pandas as pd

from bpeviz import Trace
from bpeviz.engine.base import Symbol
from bpeviz.engine.measures import Sizes, changed_characters, per, sizes, word_costs
from bpeviz.studies.comparing import Twin, twins

from .glyphs import visible
from .spelling import spelled

#: By what tokens are divided: key -> name of the curve. The last one misleads across forms.
MEASURES = {
    "graphemes": "tokens per grapheme",
    "characters": "tokens per character of the NFC form",
    "bytes": "tokens per byte of the original",
    "own": "tokens per byte after normalization",
}

FERTILITY, WHOLE = "Tokens per word (fertility)", "Share of words that are one token"
#: What the two say, and from where.
OF_WORDS = (
    "Words are runs between white space of the text as it was given. Tokens per word: all tokens for "
    "each word of the text, called fertility (Ács 2019; Rust et al. 2021). A word is one token if one "
    "token alone touches it and no other word; white space may belong to it."
)

# Pages ask again at every step.
_sizes = lru_cache(maxsize=32)(sizes)
_changed = lru_cache(maxsize=32)(changed_characters)
_twins = lru_cache(maxsize=16)(twins)


@dataclass(frozen=True)
class Side:
    """One side: its title, the trace of the shown text, that text before normalization, the trace
    of the whole corpus, and the tie rule.

    ``from_file``: whether its tokenizer was read from a file, not trained here. ``slider``: the
    steps of the slider where that moves both sides by the share of their merges, else 0.
    """

    title: str
    trace: Trace
    original: str
    corpus: Trace
    rule: str = "first-seen"
    from_file: bool = False
    slider: int = 0

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes of the original text, the same whatever the normal form."""
        return _sizes(self.original)

    @cached_property
    def changed(self) -> int:
        """How many characters of the original text normalization changed."""
        tok = self.trace.tokenizer
        return _changed(self.original, tok.normalization, tok.spelling)

    @cached_property
    def own_bytes(self) -> int:
        return len(self.trace.text.encode("utf-8"))

    def size(self, measure: str) -> int:
        """By what to divide the tokens for one of the MEASURES."""
        if measure == "own":
            return self.own_bytes
        name = {"characters": "nfc_characters"}.get(measure, measure)
        return getattr(self.sizes, name)

    def at(self, step: int) -> int:
        """The step of this side when the slider is at ``step``: the same, or the same share."""
        if self.slider:
            return (2 * step * self.trace.steps + self.slider) // (2 * self.slider)
        return min(step, self.trace.steps)

    def tokens(self, step: int) -> int:
        """The number of tokens where the slider is at ``step``."""
        return self.trace.token_counts[self.at(step)]


def normalized(side: Side) -> str:
    """What normalization did to the shown text, in a sentence."""
    words = _normalized(side)
    # A side can be called by its form or spelling, with which the sentence begins.
    return words if words.startswith(side.title) else f"{side.title}: {words}"


def _normalized(side: Side) -> str:
    form, total = side.trace.tokenizer.normalization, side.sizes.characters
    if how := side.trace.tokenizer.spelling:
        after = f" Then {form} changed {side.changed:,} characters." if form else ""
        return f"{spelled(side.original, how)}{after}"
    if form is None:
        return f"nothing was normalized; {total:,} characters as they were typed."
    if not side.changed:
        return f"{form} changed none of {total:,} characters."
    return (
        f"{form} changed {side.changed:,} of {total:,} characters; "
        f"now there are {len(side.trace.text):,}."
    )


def numbers(first: Side, second: Side, step: int) -> pd.DataFrame:
    """The numbers of both sides at a step; columns: what, first, second, difference (text).

    The ratios divide by sizes of the original text, so they can be compared across normal forms.
    """
    rows: list[tuple[str, float, float]] = [("Tokens", first.tokens(step), second.tokens(step))]
    for key, name in MEASURES.items():
        one, two = (per(side.tokens(step), side.size(key)) for side in (first, second))
        rows.append((name.capitalize().replace("nfc", "NFC"), one, two))
    left, right = (word_costs(side.trace, side.at(step)) for side in (first, second))
    rows.append((FERTILITY, left.tokens_per_word, right.tokens_per_word))
    rows.append((WHOLE, left.whole_share, right.whole_share))
    for name, of in _FACTS.items():
        rows.append((name, of(first), of(second)))
    frame = pd.DataFrame(rows, columns=["what", "first", "second"], dtype=object)
    frame["difference"] = [difference(a, b) for _, a, b in rows]
    return frame


_FACTS: dict[str, Callable[[Side], int]] = {
    "Graphemes of the original": lambda side: side.sizes.graphemes,
    "Characters of the original": lambda side: side.sizes.characters,
    "Characters that normalization changed": lambda side: side.changed,
    "Characters after normalization": lambda side: len(side.trace.text),
    "Bytes of the original": lambda side: side.sizes.bytes,
    "Bytes after normalization": lambda side: side.own_bytes,
    "Merges learned": lambda side: side.trace.steps,
}


def difference(first: float, second: float) -> str:
    """How the second number differs from the first, in per cent.

    >>> difference(200, 150), difference(2, 2), difference(0, 3)
    ('−25.0%', 'equal', '')
    """
    if first == second:
        return "equal"
    if not first:
        return ""
    return f"{(second - first) / first * 100:+.1f}%".replace("-", "−")


def numbers_html(frame: pd.DataFrame, titles: Sequence[str]) -> str:
    """The numbers as a table that a phone can show; everything is escaped."""
    head = "".join(f'<th scope="col">{escape(t)}</th>' for t in ["", *titles, "Difference"])
    lines = []
    for row in frame.itertuples(index=False):
        cells = "".join(f"<td>{_number(n)}</td>" for n in (row.first, row.second))
        doubtful = ' class="doubtful"' if row.what.endswith("after normalization") else ""
        lines.append(
            f'<tr{doubtful}><th scope="row">{escape(row.what)}</th>{cells}'
            f"<td>{escape(row.difference)}</td></tr>"
        )
    return f'<table class="numbers"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3f}"


def why_not_bytes(first: Side, second: Side) -> str:
    """Why tokens per byte mislead, with the sizes of the texts at hand."""
    words = (
        "Tokens per byte alone mislead across normal forms: é is 2 bytes in NFC and 3 in NFD, so "
        "the longer spelling divides by more and looks cheaper at the same number of tokens."
    )
    if first.own_bytes == second.own_bytes or first.original != second.original:
        return words
    return (
        f"{words} Here the same text has {first.own_bytes:,} bytes on the left and "
        f"{second.own_bytes:,} on the right."
    )


# --- merges ---------------------------------------------------------------------------------------


def only(side: Side, other: Side, step: int) -> pd.DataFrame:
    """The merges up to a step that the other side never makes, in order.

    Columns: step, pair, token, count, there (what the other side has instead), code points.
    """
    tok = side.trace.tokenizer
    found = _twins(tok, other.trace.tokenizer)
    rows = [
        {
            "step": rank + 1,
            "pair": f"{visible(tok.vocabulary[merge.left])} + {visible(tok.vocabulary[merge.right])}",
            "token": visible(merge.token),
            "count": merge.count,
            "there": _there(twin),
            "code points": code_points(merge.token),
        }
        for rank, (merge, twin) in enumerate(zip(tok.merges[: side.at(step)], found, strict=False))
        if twin.merge is None
    ]
    columns = ["step", "pair", "token", "count", "there", "code points"]
    return pd.DataFrame(rows, columns=columns)


def _there(twin: Twin) -> str:
    if twin.token is not None:
        return f"of other parts, step {twin.token + 1:,}"
    if twin.text is not None:
        return f"other code points, step {twin.text + 1:,}"
    return "never"


def code_points(token: Symbol) -> str:
    """What a token is made of: code points, or hex where its bytes are no whole characters.

    >>> code_points("ọ".encode()), code_points(b"\\xe1\\xbb")
    ('U+1ECD', 'bytes E1 BB')
    """
    if isinstance(token, str):
        text = token
    else:
        try:
            text = token.decode("utf-8")
        except UnicodeDecodeError:
            return f"bytes {token.hex(' ').upper()}"
    return " ".join(f"U+{ord(char):04X}" for char in text)


# --- each on the other's text ---------------------------------------------------------------------


def crossed(
    traces: Sequence[Sequence[Trace]], titles: Sequence[str], steps: Sequence[int]
) -> pd.DataFrame:
    """Tokens of both texts under both tokenizers, a row a tokenizer; ``traces``: 2 rows of 2.

    ``steps``: the step of each tokenizer.
    """
    rows = [[trace.token_counts[k] for trace in row] for row, k in zip(traces, steps, strict=True)]
    frame = pd.DataFrame(rows, columns=[f"on the text: {title}" for title in titles])
    frame.insert(0, "trained on", list(titles))
    return frame


def crossed_html(frame: pd.DataFrame) -> str:
    """The table of ``crossed`` as HTML; each tokenizer on its own text is set in bold."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in frame.columns)
    lines = []
    for i, (title, *counts) in enumerate(frame.itertuples(index=False, name=None)):
        shown = [f"<b>{n:,}</b>" if i == j else f"{n:,}" for j, n in enumerate(counts)]
        cells = "".join(f"<td>{cell}</td>" for cell in shown)
        lines.append(f'<tr><th scope="row">{escape(title)}</th>{cells}</tr>')
    return f'<table class="numbers"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
