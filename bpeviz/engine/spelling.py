"""Spelling: a text as people type it, with all its marks, with some, or with none.

In many languages people leave marks out: tone marks first, then all. They also type marks that look
like the right ones. Marks are classified by their canonical combining class (Unicode Standard, 4.3),
which says where a mark is placed, not by a list of letters. A class does not say what a mark means:
the breve of й is placed above, as a tone mark is.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import regex

from .alignment import Alignment, Span, by_runs, of_form, unchanged
from .errors import SettingsError
from .text import normalize

#: What a spelling is, by its name.
SPELLINGS = {
    "dots": "without what stands above: tone marks go, dots below stay",
    "bare": "without any mark",
    "mended": "with the marks that were meant in place of those that look like them",
}

#: Classes of marks above a letter: attached, to the left, above, to the right, over two letters.
_ABOVE = frozenset({214, 228, 230, 232, 234})
#: Classes of all other marks that a letter can be written without: those laid over it, points of
#: Hebrew, Arabic and Syriac, tone marks of Thai and Lao, and marks beside and below. Not among them
#: are the nukta, the virama, the voicing of kana and vowel signs: without them it is another letter.
_OTHER = frozenset({1, *range(10, 37), 107, 122, *range(200, 255)}) - _ABOVE

_TAKEN_OFF = {"dots": _ABOVE, "bare": _ABOVE | _OTHER}
#: The grave and acute accents that normal forms replace as well.
_EQUAL = {"\u0340": "\u0300", "\u0341": "\u0301"}
#: The line and the macron below, typed for a dot.
_LINES, _DOT = ("\u0329", "\u0331"), "\u0323"
_DOTTED = frozenset("eosEOS")
_MARKED = regex.compile(r"\P{M}\p{M}+")


def respell(text: str, how: str | None) -> tuple[str, dict[str, int]]:
    """Return a text in another spelling, and how often each mark was taken off or replaced.

    ``how``: "dots" takes off what stands above a letter, tone marks among them; "bare" takes off all
    marks; "mended" puts a dot below e, o and s where a line or a macron was typed for it, and the
    usual grave and acute in place of U+0340 and U+0341. None leaves the text as it is.

    >>> respell("\\u1ecd\\u0300r\\u1eb9\\u0301", "dots")
    ('ọrẹ', {'̀': 1, '́': 1})
    >>> respell("\\u1ecd\\u0300r\\u1eb9\\u0301", "bare")[0]
    'ore'
    >>> text, marks = respell("o\\u0329\\u0340 n\\u0331", "mended")
    >>> text == "o\\u0323\\u0300 n\\u0331", marks == {"\\u0329": 1, "\\u0340": 1}
    (True, True)
    >>> respell("é", "plain")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.SettingsError: There is no spelling 'plain'. Choose dots, bare, mended or none.

    Letters stay composed or taken apart, as they were. Source of the habit, for Yorùbá: Orife (2018).
    """
    _check(how)
    if how is None or text.isascii():
        return text, {}
    if how == "mended":
        return _mended(text)
    table = _table(text, how)
    count = Counter(text)
    marks: Counter[str] = Counter()
    for char in table:
        for mark in _taken_off(char, how):
            marks[mark] += count[char]
    return text.translate({ord(char): after for char, after in table.items()}), dict(marks)


def _check(how: str | None) -> None:
    if how is not None and how not in SPELLINGS:
        known = ", ".join(SPELLINGS)
        raise SettingsError(f"There is no spelling {how!r}. Choose {known} or none.")


def of_spelling(text: str, how: str | None) -> Alignment:
    """Align a text in another spelling. A removed mark belongs to the character before it.

    >>> of_spelling("o\\u0300k", "dots")
    Alignment(starts=[0, 2], ends=[2, 3], source_length=3)
    """
    if how in (None, "mended") or text.isascii():
        return unchanged(len(text))
    table = _table(text, str(how))
    gone = {char for char, after in table.items() if not after}

    def spans(run: str) -> tuple[Span, ...]:
        found: list[Span] = []
        for i, char in enumerate(run):
            if char not in gone:
                found += [(i, i + 1)] * len(table.get(char, char))
            elif found:
                found[-1] = (found[-1][0], i + 1)
        return tuple(found)

    return by_runs(text, gone, table.keys() - gone, spans)


def written(text: str, how: str | None, form: str | None) -> str:
    """Return a text in a spelling and then in a normal form.

    >>> written("o\\u0323\\u0300", "dots", "NFC")
    'ọ'
    """
    return normalize(respell(text, how)[0], form)


def of_written(text: str, how: str | None, form: str | None) -> Alignment:
    """Align a text in a spelling and then in a normal form.

    >>> of_written("o\\u0323\\u0300", "dots", "NFC").ends
    [3]
    """
    return of_spelling(text, how).then(of_form(respell(text, how)[0], form))


# --- marks taken off ------------------------------------------------------------------------------


def _table(text: str, how: str) -> dict[str, str]:
    """Map each character of a text that loses a mark to what it becomes."""
    return {char: _without(char, how) for char in dict.fromkeys(text) if _taken_off(char, how)}


@lru_cache(maxsize=4096)
def _taken_off(char: str, how: str) -> str:
    """The marks of a character that a spelling leaves out."""
    classes = _TAKEN_OFF[how]
    apart = unicodedata.normalize("NFD", char)
    return "".join(mark for mark in apart if unicodedata.combining(mark) in classes)


@lru_cache(maxsize=4096)
def _without(char: str, how: str) -> str:
    classes = _TAKEN_OFF[how]
    apart = unicodedata.normalize("NFD", char)
    kept = (mark for mark in apart if unicodedata.combining(mark) not in classes)
    return unicodedata.normalize("NFC", "".join(kept))


# --- marks replaced -------------------------------------------------------------------------------


def _mended(text: str) -> tuple[str, dict[str, int]]:
    marks = {mark: text.count(mark) for mark in _EQUAL if mark in text}
    for mark, meant in _EQUAL.items():
        text = text.replace(mark, meant)
    lines: Counter[str] = Counter()
    if any(line in text for line in _LINES):
        text = "".join(_dotted(text, lines))
    return text, marks | dict(lines)


def _dotted(text: str, lines: Counter[str]) -> Iterator[str]:
    """The text, in parts, with dots for the lines below e, o and s; the lines are counted."""
    end = 0
    for match in _MARKED.finditer(text):
        letter = match.group()
        typed = [line for line in _LINES if line in letter]
        apart = unicodedata.normalize("NFD", letter[0])
        if not typed or apart[0] not in _DOTTED or _DOT in apart + letter:
            continue
        yield text[end : match.start()]
        for line in typed:
            lines[line] += letter.count(line)
            letter = letter.replace(line, _DOT)
        yield letter
        end = match.end()
    yield text[end:]
