"""Where two trainings part, in words: the first merges that differ, and why."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from bpeviz.engine.base import Symbol
from bpeviz.engine.studies.comparing import Choice, Parting, parting

from .compare import Side
from .glyphs import visible
from .tables import RULES


def parted(first: Side, second: Side) -> Parting:
    """Where the two trainings part."""
    return _parting(first.corpus, second.corpus)


_parting = lru_cache(maxsize=8)(parting)


def parting_html(found: Parting, first: Side, second: Side, cause: str = "") -> str:
    """The parting as HTML: one sentence with both merges, and why. Everything is escaped."""
    return (
        f'<div class="parting"><p class="lead">{_lead(found)}</p>'
        f"<p>{_why(found, first, second, cause)}</p></div>"
    )


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
