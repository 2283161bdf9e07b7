"""Views of the normal forms of a text: cards, what they change, words spelled in several ways."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from html import escape

import pandas as pd

from bpeviz.engine.measures import sizes
from bpeviz.engine.text import NORMAL_FORMS, graphemes, normal_forms, rewrites
from bpeviz.unicode.characters import invisible
from bpeviz.unicode.word_spellings import SpelledWord

from .glyphs import visible

AS_TYPED = "as typed"
#: Code points of a text from which a card quotes its first graphemes.
_QUOTED = 400
_RULES = """
.ul-forms{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr))}
.ul-forms section{display:flex;flex-direction:column;border-radius:6px;padding:.6rem .8rem;min-width:0;
 box-shadow:inset 0 0 0 1px light-dark(#0003,#fff4)}
.ul-forms h4{font-size:.95rem;margin:0;padding:0;display:flex;justify-content:space-between;
 gap:.5rem;flex-wrap:wrap;align-items:baseline}
.ul-forms h4 span{font-weight:400;font-size:.78rem}
.ul-forms .changed{box-shadow:inset 0 0 0 2px light-dark(#3b4cc0,#93a4ff)}
.ul-forms p{margin:.3rem 0;font-size:1.15rem;line-height:1.5;overflow-wrap:anywhere}
.ul-forms code{display:block;font:.72rem/1.5 var(--bpe-mono);background:none;color:inherit;
 padding:0;opacity:.85;overflow-wrap:anywhere}
.ul-forms dl{display:grid;grid-template-columns:1fr auto;gap:0 .5rem;margin:auto 0 0!important;
 padding:.4rem 0 0!important;font-size:.85rem;font-variant-numeric:tabular-nums}
.ul-forms dt{font-weight:400}.ul-forms dd{margin:0;text-align:end;font-weight:600}
"""


def css() -> str:
    """The styles of this module's HTML; those of ``tokens`` are needed as well."""
    return f"<style>{_RULES}</style>"


# --- normal forms -------------------------------------------------------------------------------


def forms_frame(text: str) -> pd.DataFrame:
    """The text as typed and in the four normal forms, one a row.

    Columns: form, code points, bytes, graphemes, equals (the other rows that are the same text).

    >>> frame = forms_frame("\\ufb01\\u1eb9")
    >>> frame[["form", "code points", "equals"]].values.tolist()[:3]
    [['as typed', 2, 'NFC'], ['NFC', 2, 'as typed'], ['NFD', 3, '']]
    """
    texts = {AS_TYPED: text} | normal_forms(text)
    rows = []
    for form, spelled in texts.items():
        size = sizes(spelled)
        same = [other for other, it in texts.items() if it == spelled and other != form]
        rows.append([form, size.characters, size.bytes, size.graphemes, ", ".join(same)])
    columns = ["form", "code points", "bytes", "graphemes", "equals"]
    return pd.DataFrame(rows, columns=columns)


def with_tokens(frame: pd.DataFrame, tokens: Mapping[str, int]) -> pd.DataFrame:
    """The table of ``forms_frame`` with the number of tokens in each form."""
    counted = frame.copy()
    counted.insert(4, "tokens", [tokens[form] for form in frame["form"]])
    return counted


def forms_html(text: str, frame: pd.DataFrame) -> str:
    """A card for each row of ``forms_frame``, with or without tokens."""
    # Only the start of the text is quoted.
    texts = {AS_TYPED: text[:_QUOTED]} | normal_forms(text[:_QUOTED])
    cards = [_card(row, texts[row["form"]]) for row in frame.to_dict("records")]
    return f'<div class="ul-forms">{"".join(cards)}</div>'


def _card(row: Mapping[str, object], spelled: str) -> str:
    form = str(row["form"])
    same = str(row["equals"])
    if form == AS_TYPED:
        state = "equals no form" if not same else f"= {same}"
    else:
        state = "same as typed" if AS_TYPED in same else "differs"
    counts = "".join(
        f"<dt>{name}</dt><dd>{row[name]:,}</dd>"
        for name in ("code points", "bytes", "graphemes", "tokens")
        if name in row
    )
    shown = graphemes(spelled)
    excerpt = escape("".join(map(face, shown[:24]))) + "…" * (len(shown) > 24)
    points = " ".join(f"U+{ord(c):04X}" for c in spelled[:10]) + " …" * (len(spelled) > 10)
    return (
        f'<section class="{"changed" if state == "differs" else ""}">'
        f"<h4>{form}<span>{state}</span></h4>"
        f'<p dir="auto"><bdi>{excerpt}</bdi></p><code>{points}</code><dl>{counts}</dl></section>'
    )


def face(grapheme: str) -> str:
    """A grapheme as people see it: what joins its parts stays unseen, what is nothing else is named.

    >>> face("👩\\u200d👧") == "👩\\u200d👧", face("\\u200b"), face("\\u0301") == "◌\\u0301"
    (True, '⟨U+200B⟩', True)
    """
    if invisible(grapheme[0]) or grapheme[0] in " \t\n":
        return visible(grapheme)
    return "◌" * unicodedata.category(grapheme[0]).startswith("M") + grapheme


def equal_sentence(text: str) -> str:
    """Which of the five spellings of a text are the same.

    >>> equal_sentence("\\ufb01\\u1eb9")
    '4 different texts: as typed = NFC; NFD; NFKC; NFKD.'
    >>> equal_sentence("abc")
    'The text as typed and its four normal forms are all the same.'
    """
    groups: dict[str, list[str]] = {}
    for form, spelled in ({AS_TYPED: text} | normal_forms(text)).items():
        groups.setdefault(spelled, []).append(form)
    if len(groups) == 1:
        return "The text as typed and its four normal forms are all the same."
    return f"{len(groups)} different texts: {'; '.join(map(' = '.join, groups.values()))}."


def rewrites_frame(text: str) -> pd.DataFrame:
    """The graphemes that normal forms change, one a row.

    Columns: form, before, its code points, after, its code points, count.
    """
    rows = [
        (form, *_shown(one.before), *_shown(one.after), one.count)
        for form in NORMAL_FORMS
        for one in rewrites(text, form)
    ]
    columns = ["form", "before", "code points before", "after", "code points after", "count"]
    return pd.DataFrame(rows, columns=columns)


def _shown(text: str) -> tuple[str, str]:
    return visible(text), code_points_of(text)


def code_points_of(text: str) -> str:
    """The code points of a text by number, as in U+1ECD U+0300."""
    return " ".join(f"U+{ord(char):04X}" for char in text)


def spellings_frame(
    words: Sequence[SpelledWord], tokens: Mapping[str, Sequence[int]]
) -> pd.DataFrame:
    """Words that the text spells in several ways, one spelling a row.

    ``tokens``: the ids of each spelling. Columns: word (NFC), spelling, how often, tokens, ids.
    """
    rows = [
        (visible(one.word), code_points_of(spelled), n, len(tokens[spelled]),
         " ".join(map(str, tokens[spelled])))
        for one in words
        for spelled, n in one.spellings
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["word", "code points", "how often", "tokens", "ids"])
