"""Views of the page Unicode: counts, findings, code points; the rest is in
``lens_diagram`` and ``normal_forms``."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

import pandas as pd

from bpeviz.engine.measures import changed_characters
from bpeviz.engine.text import unicode_versions
from bpeviz.unicode.characters import CATEGORIES, CodePoint
from bpeviz.unicode.finding import Finding
from bpeviz.unicode.layers import Layers

from .glyphs import visible
from .normal_forms import code_points_of

#: Places of one finding that are quoted.
_QUOTED = 4
_RULES = """
.ul-facts{margin:0;font-size:.95rem;line-height:1.6;font-variant-numeric:tabular-nums}
.ul-find{font-size:.92rem;line-height:1.5}
.ul-find p{margin:0}.ul-find b{font-weight:600}
.ul-find ul{list-style:none;margin:.2rem 0!important;padding:0!important;display:flex;
 flex-wrap:wrap;gap:.15rem 1.1rem}
.ul-find li{margin:0;font-size:.85rem}
.ul-find bdi{font-family:var(--bpe-mono)}
.ul-find mark{background:light-dark(#ffd9de,#6d1a2b);color:inherit;border-radius:3px;padding:0 2px}
"""


def css() -> str:
    """The styles of this module's HTML; those of ``tokens`` are needed as well."""
    return f"<style>{_RULES}</style>"


def versions_sentence() -> str:
    """Which Unicode the parts of the program know."""
    versions = unicode_versions()
    return (
        f"Names, categories and normal forms are those of Unicode {versions['unicodedata']} "
        f"(Python's unicodedata); graphemes and split patterns those of Unicode "
        f"{versions['regex']} (the package regex)."
    )


# --- the text as a whole ------------------------------------------------------------------------


def facts_html(layers: Layers, step: int) -> str:
    """How long the text is in each layer, and how many characters token borders cut."""
    counts = [
        (len(layers.graphemes), "grapheme"),
        (len(layers.trace.text), "code point"),
        (layers.starts[-1], "byte"),
        (layers.trace.token_counts[step], "token"),
    ]
    words = ", ".join(f"<b>{n:,}</b> {word}{'s' * (n != 1)}" for n, word in counts)
    return f'<p class="ul-facts">{words} at step {step:,}. {_cut_words(layers, step)}</p>'


def _cut_words(layers: Layers, step: int) -> str:
    cut, broken = layers.cut_counts[step], layers.broken_counts[step]
    if not cut:
        return "No token border lies inside a grapheme."
    deep = f" and {broken:,} code point{'s' * (broken != 1)}" if broken else ""
    never = sum(whole > layers.trace.steps for whole in layers.whole_from)
    stay = f" {never:,} of the graphemes stay{'s' * (never == 1)} cut to the last step." * bool(
        never
    )
    return f"Token borders cut through <b>{cut:,}</b> grapheme{'s' * (cut != 1)}{deep}.{stay}"


def right_to_left(text: str) -> bool:
    """Whether a text has letters that are written from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in set(text))


def changed_sentence(typed: str, seen: str, form: str | None) -> str:
    """What happened to the text before it was encoded; empty if nothing did.

    >>> changed_sentence("o\\u0300", "\\u00f2", "NFC")[:75]
    'Before encoding, NFC changed 2 code points: 2 became 1. The tokens below ar'
    """
    if typed == seen:
        return ""
    if form is None:
        return (
            "Before encoding, surrogates were replaced by U+FFFD: they cannot be written as UTF-8."
        )
    n = changed_characters(typed, form)
    return (
        f"Before encoding, {form} changed {n:,} code point{'s' * (n != 1)}: {len(typed):,} became "
        f"{len(seen):,}. The tokens below are those of the changed text; the sidebar's normal form "
        "does it."
    )


# --- what is odd --------------------------------------------------------------------------------


def finding_html(finding: Finding, text: str) -> str:
    """What is odd, where (the first places, each in its surroundings), and what to do."""
    quoted = "".join(f"<li>{_place(text, *place)}</li>" for place in finding.places[:_QUOTED])
    more = finding.count - _QUOTED
    if more > 0:
        quoted += f"<li>and {more:,} more</li>"
    return (
        f'<div class="ul-find"><p><b>{escape(finding.kind.capitalize())}, {finding.count:,}×.</b> '
        f"{escape(_shown(finding.what))}</p><ul>{quoted}</ul>"
        f"<p><b>Fix:</b> {escape(finding.suggestion)}</p></div>"
    )


def _shown(sentence: str) -> str:
    """A sentence that may quote a text: nothing in it stays invisible."""
    return visible(sentence).replace("·", " ")


def _place(text: str, start: int, end: int) -> str:
    before, inside, after = text[max(0, start - 8) : start], text[start:end], text[end : end + 8]
    long = "…" * (len(inside) > 12)
    return (
        f"at {start:,}: <bdi>{escape(visible(before))}<mark>{escape(visible(inside[:12]))}{long}"
        f"</mark>{escape(_behind(after))}</bdi>"
    )


def _behind(after: str) -> str:
    # A mark behind the place belongs to it, so it needs no circle of its own.
    return visible(after).removeprefix("◌")


def findings_frame(found: Sequence[Finding], text: str) -> pd.DataFrame:
    """Every place of every finding, one a row.

    Columns: kind, from, to (code points), characters, code points, what, fix, by itself ("yes" if a
    button can do it).
    """
    rows = [
        (one.kind, start, end, visible(text[start:end]), code_points_of(text[start:end]),
         _shown(one.what), one.suggestion, "yes" if one.fix else "no")
        for one in found
        for start, end in one.places
    ]  # fmt: skip
    columns = ["kind", "from", "to", "characters", "code points", "what", "fix", "by itself"]
    return pd.DataFrame(rows, columns=columns)


# --- code points --------------------------------------------------------------------------------


def points_frame(
    layers: Layers, step: int, first: int = 0, count: int = 1000, most: int | None = None
) -> pd.DataFrame:
    """The code points of ``count`` graphemes from ``first``, ``most`` in all, one a row.

    Columns: position, character, code point, name, category, in words, bytes, grapheme (from 1),
    tokens (ids at the step).
    """
    shown = layers.window(first, count, most)
    ids: dict[int, int] = {}
    if shown:
        for token in layers.tokens(step, shown[0].byte_start, shown[-1].byte_end):
            ids |= dict.fromkeys(range(token.start, token.end), token.id)
    rows = []
    for number, grapheme in enumerate(shown, first + 1):
        at = grapheme.byte_start
        for point in grapheme.code_points:
            end = at + len(point.bytes)
            over = dict.fromkeys(ids[byte] for byte in range(at, end) if byte in ids)
            rows.append((*_point_cells(point), number, " ".join(map(str, over))))
            at = end
    columns = ["position", "character", "code point", "name", "category", "in words", "bytes"]
    return pd.DataFrame(rows, columns=[*columns, "grapheme", "tokens"])


def _point_cells(point: CodePoint) -> tuple[object, ...]:
    category = point.category
    return (
        *(point.position, visible(point.char), point.label, point.name),
        *(category, CATEGORIES[category], point.bytes.hex(" ").upper()),
    )
