"""Where two trainings part: the first merges that differ, in letters; bytes and reasons apart."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from html import escape
from typing import Any

from bpeviz import Trace
from bpeviz.engine.base import Symbol
from bpeviz.studies.comparing import Choice, Parting, parting

from .compare import Side
from .glyphs import pieces, visible
from .tables import RULES


def parted(first: Side, second: Side) -> Parting:
    """Where the two trainings part."""
    return _parting(first.corpus, second.corpus)


_parting = lru_cache(maxsize=8)(parting)


def parting_words(found: Parting, first: Side, second: Side, cause: str = "") -> dict[str, Any]:
    """The parting for the browser, as escaped HTML.

    ``lead``: one sentence, in letters; ``reasons``: the merges by their bytes, and why each side
    made its own, "" where there is nothing more to say; ``step``: where they part, 0 for nowhere.
    """
    if not (found.first and found.second):
        parts = bool(found.first or found.second)
        return {"lead": _lead(found), "reasons": "", "step": found.agreed + 1 if parts else 0}
    step = found.agreed + 1
    sides = zip((first, second), (found.first, found.second), strict=True)
    one, two = ((escape(side.title), _in_letters(merge, side.corpus)) for side, merge in sides)
    lead = f"They part at merge {step:,}: <b>{one[0]}</b> makes {one[1]}, <b>{two[0]}</b> {two[1]}."
    reasons = f"<p>{_lead(found)}</p>"
    if not (first.from_file or second.from_file):
        reasons += f"<p>{_why(found, first, second, cause)}</p>"
    return {"lead": lead, "reasons": reasons, "step": step}


# --- in letters -----------------------------------------------------------------------------------

_MOST_NAMED = 3
_NUMBERS = {1: "first byte", 2: "first two bytes", 3: "first three bytes"}


def _in_letters(choice: Choice, corpus: Trace) -> str:
    """What a merge makes, for somebody who reads letters and no bytes."""
    token = choice.token
    if isinstance(token, str):
        return f"{chip(token)} of {_pair(choice)}"
    found = pieces(token)
    if all(isinstance(piece, str) for piece in found):
        text = token.decode("utf-8")
        if len(text) == 1:
            return _letter(text, "" if unicodedata.combining(text) else " from its bytes")
        return f"{chip(token)} of {_pair(choice)}"
    return " and ".join(
        chip(piece) if isinstance(piece, str) else _bytes_of(piece, corpus) for piece in found
    )


def _letter(char: str, more: str = "") -> str:
    """A character by itself: a mark by its name, which is read more easily.

    >>> _letter("\\u0300"), _letter("\\u1ecd", " from its bytes")
    ('the grave accent', '<code class="chip"><bdi>ọ</bdi></code> from its bytes')
    """
    name = unicodedata.name(char, "")
    if name.startswith("COMBINING "):
        return f"the {name.removeprefix('COMBINING ').lower()}"
    return chip(char) + more


def _bytes_of(some: bytes, corpus: Trace) -> str:
    """Of which characters of the corpus these bytes are a part, the most frequent first."""
    counted = _characters(corpus)
    begin = [char for char in counted if char.encode("utf-8", "replace").startswith(some)]
    within = [char for char in counted if some in char.encode("utf-8", "replace")]
    what = f"the {_NUMBERS[len(some)]}" if begin and len(some) in _NUMBERS else "a part"
    chars = begin or within
    if not chars:
        return chip(some)
    named = [_letter(char) for char in chars[:_MOST_NAMED]]
    if len(chars) > _MOST_NAMED:
        return f"{what} of {', '.join(named)} and others"
    last = f" and {named[-1]}" if len(named) > 1 else named[-1]
    return f"{what} of {', '.join(named[:-1])}{last}"


@lru_cache(maxsize=4)
def _characters(corpus: Trace) -> tuple[str, ...]:
    return tuple(char for char, _ in Counter(corpus.text).most_common())


# --- by their bytes -------------------------------------------------------------------------------


def _lead(found: Parting) -> str:
    one, two = found.first, found.second
    if not found.agreed and one and two:
        return f"They part at the first merge: {_against(one, two)}"
    agree = f"They agree on <b>{found.agreed:,}</b> {_merges(found.agreed)}"
    if one is None and two is None and not found.agreed:
        return "Neither side has a merge, so there is nothing to part."
    if one is None and two is None:
        return f"{agree}: the two trainings are the same."
    if one is None or two is None:
        more, ended = ("right", "left") if one is None else ("left", "right")
        rest = "".join(_merge(choice) for choice in (one, two) if choice)
        return f"{agree}; then the {ended} has no more, and the {more} goes on with {rest}."
    return f"{agree}; then {_against(one, two)}"


def _against(one: Choice, two: Choice) -> str:
    return f"{_merge(one)} on the left against {_merge(two)} on the right."


def _merges(count: int) -> str:
    return "merge" if count == 1 else "merges"


def _merge(choice: Choice) -> str:
    return f"{_pair(choice)} → {chip(choice.token)}"


def _pair(choice: Choice) -> str:
    return f"{chip(choice.left)} + {chip(choice.right)}"


def chip(symbol: Symbol) -> str:
    """A token in a sentence, as HTML.

    >>> chip(b"<b>")
    '<code class="chip"><bdi>&lt;b&gt;</bdi></code>'
    """
    return f'<code class="chip"><bdi>{escape(visible(symbol))}</bdi></code>'


def _why(found: Parting, first: Side, second: Side, cause: str) -> str:
    sides = (
        (first, found.first, found.second, found.tied[0]),
        (second, found.second, found.first, found.tied[1]),
    )
    said = [_reason(side, mine, other, tied) for side, mine, other, tied in sides]
    unknown = [other for _, mine, other, _ in sides if mine and other and not other.there]
    if cause and unknown:
        said.append(escape(cause))
    return " ".join(filter(None, said))


def _reason(side: Side, mine: Choice | None, other: Choice | None, tied: bool) -> str:
    title = f"<b>{escape(side.title)}</b>"
    if mine is None:
        return ""
    if mine.default:
        return f"{title}: a merge of a default token, made before anything is counted."
    if other is None:
        return f"{title} counted it {_times(mine.here)}."
    if tied:
        return f"{title} counted both {_times(mine.here)}; of ties it takes {RULES[side.rule]}."
    there = f"and {_pair(other)} {_times(other.there)}"
    return f"{title} counted {_pair(mine)} {_times(mine.here)} {there}."


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count:,} times")
