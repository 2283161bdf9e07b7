"""Alignment: where each character of a text comes from in its source, the text as it was given.

A normal form changes single characters and short runs of marks, and leaves everything else as it is.
So an alignment is a list of changes: stretches of the source that became more or fewer characters.
Between two changes, characters correspond one to one.

Normalization can reorder marks (by combining class), but spans here stay in order: the source of a
character runs from the first source character that contributes to it or to anything after it, to
the last that contributes to it or to anything before it. Hence starts and ends never decrease, and
a boundary between two characters of the text has a single position in the source exactly when one
ends where the other starts. Otherwise it lies inside a source character, or inside a reordered run.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from itertools import accumulate
from typing import NamedTuple

import regex

from .text import SURROGATES, normalize

Span = tuple[int, int]


class Change(NamedTuple):
    """A stretch of the source, and where in it each character that it became comes from."""

    start: int
    end: int
    spans: Sequence[Span]


class Alignment(NamedTuple):
    """The start and end in the source of each character of a text, and the length of the source."""

    starts: Sequence[int]
    ends: Sequence[int]
    source_length: int

    def span(self, start: int, end: int) -> Span:
        """Where a stretch of the text stands in the source.

        >>> aligned = of_form("so\\u0323", "NFC")
        >>> aligned.span(0, 1), aligned.span(0, 2), aligned.span(2, 2)
        ((0, 1), (0, 3), (3, 3))
        """
        if start < end:
            return self.starts[start], self.ends[end - 1]
        at = self.ends[start - 1] if start else 0
        return at, at

    def then(self, later: Alignment) -> Alignment:
        """The alignment of a text that was changed twice: by this one, then by ``later``.

        >>> of_form("\\ufb01", "NFKD").then(unchanged(2)).starts
        [0, 0]
        """
        if isinstance(later.starts, range):
            return self
        if isinstance(self.starts, range):
            return later
        spans = [self.span(*span) for span in zip(later.starts, later.ends, strict=True)]
        return Alignment([s for s, _ in spans], [e for _, e in spans], self.source_length)

    def changes(self) -> list[tuple[int, int, int, int]]:
        """Return the stretches that do not correspond one to one, as (start, end) in the text and
        in the source, each as short as possible.

        >>> of_form("a\\u1ecd\\u0300b", "NFD").changes()
        [(1, 3, 1, 2)]
        >>> unchanged(3).changes(), Alignment([], [], 2).changes()
        ([], [(0, 0, 0, 2)])
        """
        if isinstance(self.starts, range):
            return []
        found = []
        start, source = 0, 0
        size = len(self.starts)
        for end in range(1, size + 1):
            reached = self.ends[end - 1]
            following = self.starts[end] if end < size else self.source_length
            if following < reached:
                continue
            if (end - start, reached - source) != (1, 1) or self.starts[start] != source:
                found.append((start, end, source, reached))
            if following > reached:
                found.append((end, end, reached, following))
            start, source = end, following
        if not size and self.source_length:
            found.append((0, 0, 0, self.source_length))
        return found


def unchanged(length: int) -> Alignment:
    """The alignment of a text that equals its source.

    >>> unchanged(3)
    Alignment(starts=range(0, 3), ends=range(1, 4), source_length=3)
    """
    return Alignment(range(length), range(1, length + 1), length)


def changed(length: int, changes: Iterable[Change]) -> Alignment:
    """The alignment of a text in which some stretches became other characters.

    >>> changed(4, [Change(1, 3, ((0, 2),))])
    Alignment(starts=[0, 1, 3], ends=[1, 3, 4], source_length=4)
    """
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for start, end, spans in changes:
        starts.extend(range(at, start))
        ends.extend(range(at + 1, start + 1))
        starts.extend([start + first for first, _ in spans])
        ends.extend([start + last for _, last in spans])
        at = end
    if not at and not starts:
        return unchanged(length)
    starts.extend(range(at, length))
    ends.extend(range(at + 1, length + 1))
    return Alignment(starts, ends, length)


def joined(parts: Iterable[Alignment]) -> Alignment:
    """The alignment of parts that stand one after the other.

    >>> joined([unchanged(1), of_form("\\ufb01", "NFKC")])
    Alignment(starts=[0, 1, 1], ends=[1, 2, 2], source_length=2)
    """
    found = list(parts)
    if all(isinstance(part.starts, range) for part in found):
        return unchanged(sum(part.source_length for part in found))
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for part in found:
        starts.extend([at + start for start in part.starts])
        ends.extend([at + end for end in part.ends])
        at += part.source_length
    return Alignment(starts, ends, at)


def of_repair(text: str) -> Alignment:
    """Align the result of ``repair``: the two halves of a surrogate pair become one character.

    >>> of_repair("a\\ud83d\\udc4db").ends
    [1, 3, 4]
    """
    if text.isascii():
        return unchanged(len(text))
    pairs = [match.span() for match in SURROGATES.finditer(text) if len(match.group()) == 2]
    return changed(len(text), [Change(start, end, ((0, 2),)) for start, end in pairs])


def of_spaces(text: str, spaced: str) -> Alignment:
    """Align a text into which spaces were inserted.

    >>> of_spaces("a bc", " a b c").starts
    [0, 0, 1, 2, 3, 3]
    """
    at = 0
    changes = []
    for char in spaced if len(spaced) > len(text) else "":
        if text[at : at + 1] == char:
            at += 1
        else:
            changes.append(Change(at, at, ((0, 0),)))
    return changed(len(text), changes)


def by_runs(
    text: str,
    joining: Collection[str],
    changing: Collection[str],
    spans: Callable[[str], Sequence[Span] | None],
) -> Alignment:
    """Align a text in which single characters and runs change, each independently.

    A run is a character and all ``joining`` characters after it; ``changing`` characters also change
    on their own. ``spans`` gives the source of each character of the new run, or None if it is
    unchanged.

    >>> by_runs("a-b", "-", "", lambda run: [(0, 2)])
    Alignment(starts=[0, 2], ends=[2, 3], source_length=3)
    """
    runs = regex.compile(f"(?s).?{_any_of(joining)}+|{_any_of(changing)}")
    found = ((run, spans(run.group())) for run in runs.finditer(text))
    changes = (Change(run.start(), run.end(), new) for run, new in found if new is not None)
    return changed(len(text), changes)


def _any_of(characters: Iterable[str]) -> str:
    """A regular expression that matches any of the characters; it never matches if there are none."""
    inside = "".join(f"\\U{ord(char):08x}" for char in characters)
    return f"[{inside}]" if inside else "(?!)"


# --- normal forms ---------------------------------------------------------------------------------


def of_form(text: str, form: str | None) -> Alignment:
    """Align the normal form of a text.

    A run extends from one character that starts a new composition to the next, and is aligned as a
    whole. Time is linear in the text, apart from sorting long runs of marks.

    >>> of_form("o\\u0300\\u0323", "NFC").starts, of_form("o\\u0300\\u0323", "NFC").ends
    ([0, 1], [3, 3])
    >>> of_form("\\u1ecd\\u0300", "NFD").changes()
    [(0, 2, 0, 1)]
    """
    if form is None or text.isascii():
        return unchanged(len(text))
    characters = set(text)
    joining = set(filter(_joins, characters))
    changing = {char for char in characters if normalize(char, form) != char}
    return by_runs(text, joining, changing, partial(_spans, form=form))


@lru_cache(maxsize=4096)
def _joins(char: str) -> bool:
    """Whether a character can be reordered before, or composed with, the character before it."""
    first = unicodedata.normalize("NFKD", char)[0]
    return bool(unicodedata.combining(first)) or first in _seconds()


@lru_cache(maxsize=1)
def _seconds() -> frozenset[str]:
    """The characters of class 0 that compose with the one before them, such as Hangul vowels.

    They are the second characters of canonical decompositions into two. No character beyond the
    first two planes decomposes into two.
    """
    found = {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    for code in range(0x20000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            found.add(chr(int(parts[1], 16)))
    return frozenset(char for char in found if not unicodedata.combining(char))


def _spans(run: str, form: str) -> tuple[Span, ...] | None:
    """The source of each character of a run in a normal form; None where nothing changes."""
    return _short_spans(run, form) if len(run) <= 8 else _spans_of(run, form)


@lru_cache(maxsize=4096)
def _short_spans(run: str, form: str) -> tuple[Span, ...] | None:
    return _spans_of(run, form)


def _spans_of(run: str, form: str) -> tuple[Span, ...] | None:
    units = _decomposed(run, form.replace("C", "D"))
    if form.endswith("C"):
        units = _composed(units)
    if "".join(char for char, _, _ in units) == run:
        return None
    starts = list(accumulate((start for _, start, _ in reversed(units)), min))[::-1]
    ends = list(accumulate((end for _, _, end in units), max))
    return tuple(zip(starts, ends, strict=True))


Unit = tuple[str, int, int]


def _decomposed(run: str, form: str) -> list[Unit]:
    """The decomposition of a run in canonical order, with the source of each character."""
    units = [(c, i, i + 1) for i, char in enumerate(run) for c in normalize(char, form)]
    ordered: list[Unit] = []
    marks: list[Unit] = []
    for unit in units:
        if unicodedata.combining(unit[0]):
            marks.append(unit)
        else:
            ordered += sorted(marks, key=_class)
            ordered.append(unit)
            marks = []
    return ordered + sorted(marks, key=_class)


def _class(unit: Unit) -> int:
    return unicodedata.combining(unit[0])


def _composed(units: list[Unit]) -> list[Unit]:
    """Compose characters as UAX 15 says: a mark composes with the last character of class 0,
    unless a mark of the same or a higher class blocks it."""
    out: list[Unit] = []
    starter, blocked = -1, -1
    for char, start, end in units:
        order = unicodedata.combining(char)
        if starter >= 0 and blocked < order:
            before, first, last = out[starter]
            if composite := _composite(before, char):
                out[starter] = (composite, min(first, start), max(last, end))
                continue
        if not order:
            starter = len(out)
        out.append((char, start, end))
        blocked = order if order else -1
    return out


@lru_cache(maxsize=4096)
def _composite(first: str, second: str) -> str:
    """The single character that two compose to, or ""."""
    together = unicodedata.normalize("NFC", first + second)
    return together if len(together) == 1 else ""
