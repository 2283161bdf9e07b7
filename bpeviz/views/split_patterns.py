"""Views of the page Splits: coloured chunks, alternatives in words, tables.

A chunk's colour and number tell the alternative that matched it. Everything from a user is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from html import escape
from itertools import islice

import pandas as pd

from bpeviz.splitting.cuts import Cut

from . import palette
from .glyphs import visible
from .tokens import more

#: Chunks that are drawn; a table has all.
DRAWN = 800
_RULES = """
.sp-line{font:1rem/2.15 var(--bpe-mono);white-space:pre-wrap;overflow-wrap:anywhere;
 max-height:24rem;overflow-y:auto;padding:.1rem .15rem}
.sp-c{border-radius:3px;padding:2px 2px 3px;margin:0 1.5px;unicode-bidi:isolate;
 box-decoration-break:clone;-webkit-box-decoration-break:clone;
 box-shadow:inset 0 0 0 1px light-dark(#0002,#fff3)}
.sp-c::after{content:'\\2060' attr(data-by);font:.62rem/1 ui-monospace,monospace;vertical-align:-.45em;
 opacity:.8;padding-inline-start:2px}
.sp-c.diff{box-shadow:inset 0 -3px 0 light-dark(#0e1116,#fff)}
.sp-c.lost{background:light-dark(#fff,#12141a);color:light-dark(#a4001d,#ff9aa8);
 box-shadow:inset 0 0 0 1.5px currentColor}
.sp-c.torn{border-inline-start:3px dashed light-dark(#c2002f,#ff8095);border-start-start-radius:0;
 border-end-start-radius:0}
.sp-key{display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;font-size:.85rem;opacity:.9;margin:0}
.sp-key .sp-c{font:.85rem/1.4 var(--bpe-mono)}
.sp-alts{list-style:none;margin:0!important;padding:0!important;font-size:.9rem}
.sp-alts li{display:grid;grid-template-columns:1.7rem 1fr max-content;gap:.1rem .6rem;
 padding:.4rem 0;margin:0;align-items:baseline;
 border-bottom:1px solid color-mix(in srgb,currentColor 14%,transparent)}
.sp-alts b{font:600 .8rem/1.5 var(--bpe-mono);text-align:center;border-radius:3px;
 box-shadow:inset 0 0 0 1px light-dark(#0002,#fff3)}
.sp-alts code{grid-column:2/4;font:.78rem/1.5 var(--bpe-mono);white-space:pre-wrap;
 overflow-wrap:anywhere;background:none;padding:0;color:inherit;opacity:.78}
.sp-alts u{text-decoration:none;border-radius:2px;
 background:color-mix(in srgb,currentColor 24%,transparent)}
.sp-alts i{font-style:normal;font-variant-numeric:tabular-nums;white-space:nowrap}
.sp-alts .none i{opacity:.65}
.sp-facts{margin:0;font-size:.92rem;line-height:1.55}
.sp-facts strong{font-variant-numeric:tabular-nums}
.sp-wrong{font:.9rem/1.5 var(--bpe-mono);white-space:pre;overflow-x:auto;margin:0;
 padding:.4rem .6rem;border-radius:4px;color:light-dark(#a4001d,#ff9aa8);
 box-shadow:inset 0 0 0 1px currentColor}
"""


def css() -> str:
    """The styles of this module's HTML; those of ``tokens`` are needed as well."""
    return f"<style>{_RULES}</style>"


# --- the chunks ---------------------------------------------------------------------------------


def chunks_html(found: Cut, differing: Collection[int] = (), limit: int = DRAWN) -> str:
    """The chunks in a line, coloured and numbered by the alternative that matched."""
    parts, last, shade = [], -1, 0
    for i, chunk in enumerate(found.chunks[:limit]):
        by = -1 if chunk.alternative is None else chunk.alternative % palette.HUES
        shade = 1 - shade if by == last else 0
        last = by
        parts.append(_chunk(found, i, shade, i in differing))
    left_out = more(len(found.chunks) - limit)
    opening = '<div class="sp-line" dir="auto" tabindex="0" role="group" aria-label="Chunks">'
    return f"{opening}{''.join(parts)}{left_out}</div>"


def _chunk(found: Cut, i: int, shade: int, differs: bool) -> str:
    chunk = found.chunks[i]
    by, name = "lost", "sp-c lost"
    if chunk.alternative is not None:
        by = str(chunk.alternative + 1)
        name = f"sp-c bpe-{chunk.alternative % palette.HUES}{shade}"
    name += " diff" * differs + " torn" * (i in found.torn)
    # The number stands behind the sign for the last line end, the line itself ends after both.
    ends = chunk.text.endswith("\n")
    shown = escape(visible(chunk.text).replace("↵", "↵\n").removesuffix("\n"))
    title = escape(f"chunk {i + 1:,}: {found.why(i)}")
    behind = "<br>" if ends else "<wbr>"
    return f'<bdi class="{name}" data-by="{by}" title="{title}">{shown}</bdi>{behind}'


def key_html() -> str:
    """What the signs on the chunks mean."""
    return (
        '<p class="sp-key"><span>Colour and number: the alternative that matched</span>'
        '<span><bdi class="sp-c diff">underlined</bdi> only this pattern has this chunk</span>'
        '<span><bdi class="sp-c torn">dashed edge</bdi> a mark torn from its letter</span>'
        '<span><bdi class="sp-c lost">framed</bdi> matched by nothing</span></p>'
    )


def staged_html(name: str, found: Cut, differing: Collection[int]) -> str:
    """A pattern's name, its numbers and its chunks, as a presentation view."""
    return (
        f'<div class="stage-words"><b>{escape(name)}</b></div>'
        f"{facts_html(found, len(differing))}{chunks_html(found, differing)}"
    )


def facts_html(found: Cut, differing: int | None) -> str:
    """How many chunks there are, how many the other side lacks, are torn or lost."""
    n = len(found.chunks)
    parts = [f"<strong>{n:,}</strong> chunk{'s' * (n != 1)}"]
    if differing is not None:
        parts.append(
            f"<strong>{differing:,}</strong> not on the other side" if differing else "same cuts"
        )
    torn, lost = len(found.torn), sum(len(chunk.text) for chunk in found.lost)
    parts.append(f"<strong>{torn:,}</strong> torn mark{'s' * (torn != 1)}" if torn else "none torn")
    if lost:
        parts.append(f"<strong>{lost:,}</strong> character{'s' * (lost != 1)} matched by nothing")
    return f'<p class="sp-facts">{" · ".join(parts)}</p>'


def lost_sentence(found: Cut) -> str:
    """What happens to the text that the pattern does not cover; empty if it covers all.

    >>> from bpeviz.splitting.cuts import cut
    >>> lost_sentence(cut("so? no!", r"[a-z]+"))[:52]
    '3 characters match no alternative (in 2 places). Lib'
    """
    if not found.lost:
        return ""
    count, places = sum(len(chunk.text) for chunk in found.lost), len(found.lost)
    what = "1 character matches" if count == 1 else f"{count:,} characters match"
    where = "" if places == 1 else f" (in {places:,} places)"
    return (
        f"{what} no alternative{where}. Libraries that take only the matches, as re.findall and "
        "tiktoken do, lose them without a word. Here each such stretch is kept as a chunk of its "
        "own, framed."
    )


# --- the alternatives ---------------------------------------------------------------------------


def alternatives_html(found: Cut) -> str:
    """The alternatives in the order they are tried: in words, as expressions, with their counts."""
    counts = Counter(chunk.alternative for chunk in found.chunks)
    items = [
        f'<li class="{"" if counts[i] else "none"}"><b class="bpe-{i % palette.HUES}0">{i + 1}</b>'
        f"<span>{escape(one.meaning)}</span><i>{_times(counts[i])}</i>"
        f"<code>{_source(one.source)}</code></li>"
        for i, one in enumerate(found.alternatives)
    ]
    if found.lost:
        items.append(
            '<li><b class="sp-c lost">–</b><span>No alternative: matched by nothing.</span>'
            f"<i>{_times(counts[None])}</i></li>"
        )
    return f'<ol class="sp-alts">{"".join(items)}</ol>'


def _source(expression: str) -> str:
    return escape(expression).replace(" ", "<u> </u>") or "(nothing)"


def _times(count: int) -> str:
    return f"{count:,}×" if count else "unused"


def wrong_html(pattern: str, position: int | None) -> str:
    """A pattern that does not compile, with a sign under the place."""
    if position is None:
        return ""
    line = " ".join(pattern.splitlines()) if "\n" in pattern else pattern
    return f'<pre class="sp-wrong">{escape(line)}\n{" " * position}▲</pre>'


# --- tables -------------------------------------------------------------------------------------


def frame(
    found: Cut, differing: Collection[int] = (), *, only: str = "all", limit: int | None = None
) -> pd.DataFrame:
    """The chunks, one a row; ``only``: "all", "differing", "torn" or "lost".

    Columns: n (from 1), chunk, from, to (characters), alternative (from 1), meaning, other pattern
    ("differs" or ""), torn mark.
    """
    wanted = {
        "all": lambda i: True,
        "differing": lambda i: i in differing,
        "torn": lambda i: i in found.torn,
        "lost": lambda i: found.chunks[i].alternative is None,
    }[only]
    indices = islice(filter(wanted, range(len(found.chunks))), limit)
    rows = [_row(found, i, i in differing) for i in indices]
    names = ("n", "chunk", "from", "to", "alternative", "meaning", "other pattern", "torn mark")
    return pd.DataFrame(rows, columns=list(names))


def _row(found: Cut, i: int, differs: bool) -> tuple[object, ...]:
    chunk, torn = found.chunks[i], found.torn.get(i)
    which = chunk.alternative
    meaning = "Nothing matches" if which is None else found.alternatives[which].meaning
    number = "none" if which is None else str(which + 1)
    mark = f"{visible(torn.mark)} from {visible(torn.letter)}" if torn else ""
    return (
        *(i + 1, visible(chunk.text), chunk.start, chunk.end, number, meaning),
        *("differs" if differs else "", mark),
    )


def torn_frame(found: Cut) -> pd.DataFrame:
    """The torn marks, those alike in one row, the most frequent first.

    Columns: mark, code points, torn from, how often.

    >>> from bpeviz.splitting.cuts import cut
    >>> torn_frame(cut("re\\u0323\\u0301 be\\u0323\\u0301", "gpt2")).values.tolist()
    [['◌̣́', 'U+0323 U+0301', 'e', 2]]
    """
    counts = Counter((one.mark, one.letter) for one in found.torn.values())
    rows = [
        (visible(mark), " ".join(f"U+{ord(c):04X}" for c in mark), visible(letter), n)
        for (mark, letter), n in counts.most_common()
    ]
    return pd.DataFrame(rows, columns=["mark", "code points", "torn from", "how often"])
