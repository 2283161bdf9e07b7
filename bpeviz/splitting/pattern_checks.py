r"""What can be wrong with a split pattern, and which marks it separates from their letters.

Marks (accents, vowel signs) are not matched by ``\p{L}``, so many patterns separate a letter from
its marks. This module finds such cuts and checks custom patterns.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from ..engine.errors import PatternError
from ..engine.patterns import compile_pattern, spans, split

__all__ = ["TornMark", "problems", "torn_marks"]


@dataclass(frozen=True)
class TornMark:
    """A mark that begins a chunk, cut from the letter that stands before it.

    `chunk` is the index of the chunk, `mark` all marks it begins with, `letter` what they belong to.
    """

    chunk: int
    mark: str
    letter: str


# Characters that attach to the letter before them: marks, and the vowels of Thai and Lao that follow
# their consonant, which Unicode counts as letters.
_MARKS = regex.compile(r"[\p{M}\u0E30\u0E32\u0E33\u0E45\u0EB0\u0EB2\u0EB3\uFF9E\uFF9F]+")
_LAST = regex.compile(r"[^\p{M}\p{Cc}\p{Zl}\p{Zp}]\p{M}*\Z")


def torn_marks(chunks: Iterable[str]) -> list[TornMark]:
    r"""Find the marks that a split separated from their letters.

    >>> [(torn.chunk, ascii(torn.mark)) for torn in torn_marks(["re\u0323", "\u0301"])]
    [(1, "'\\u0301'")]
    >>> torn_marks(["\u0301", "a", "b"])
    []
    """
    found, before = [], ""
    for index, chunk in enumerate(chunks):
        marks = _MARKS.match(chunk)
        letter = _LAST.search(before) if marks else None
        if marks and letter:
            found.append(TornMark(index, marks.group(), letter.group()))
        before = (before + chunk)[-32:]
    return found


def problems(pattern: str, sample: str = "", timeout: float = 1.0) -> list[str]:
    r"""What is wrong with a pattern, each as a sentence; an empty list if nothing is.

    `sample` is a text that it is tried on, for at most `timeout` seconds.

    >>> problems("gpt4", "We're 2!")
    []
    >>> problems(r"\p{L}*", "")
    ['The pattern can match nothing at all. Such a match makes no chunk, it only cuts; use + in place of * unless that is meant.']
    """
    try:
        compiled = compile_pattern(pattern)
    except PatternError as error:
        return [str(error)]
    found = list(_static_problems(compiled))
    try:
        found += _sample_problems(compiled, pattern, sample, timeout)
        _probe(compiled, sample, timeout)
    except (TimeoutError, PatternError):
        found.append(
            "The pattern runs away: on some texts it takes ever longer. Look for nested repeats "
            "such as (a+)+ and make them simpler or possessive, as in a++."
        )
    return found


def _static_problems(compiled: regex.Pattern) -> Iterator[str]:
    if compiled.groups:
        yield (
            "The pattern has a group that captures. It makes no difference here; other programs "
            "return only what the group holds, so write (?:...) in place of (...)."
        )


def _sample_problems(
    compiled: regex.Pattern, pattern: str, sample: str, timeout: float
) -> Iterator[str]:
    matches = compiled.finditer(sample, timeout=timeout)
    if any(m.start() == m.end() for m in matches) or compiled.fullmatch("", timeout=timeout):
        yield (
            "The pattern can match nothing at all. Such a match makes no chunk, it only cuts; use + "
            "in place of * unless that is meant."
        )
    lost = [(start, end) for start, end, match in spans(sample, pattern, timeout) if match is None]
    if lost:
        start, end = lost[0]
        count = sum(end - start for start, end in lost)
        yield (
            f"The pattern leaves {count} character{'s' * (count > 1)} of the text uncovered, first "
            f"{sample[start : min(end, start + 20)]!r} at position {start}. Such stretches become "
            r"chunks of their own. To cover them, add an alternative at the end: |\s+ (white space) "
            "or |. (any character)."
        )


def _probe(compiled: regex.Pattern, sample: str, timeout: float) -> None:
    """Match long runs with an odd end, on which nested repeats backtrack exponentially (TimeoutError)."""
    seen = dict.fromkeys([*"a 1!\n", *split(sample[:200], r"\X")])
    for unit in list(seen)[:12]:
        compiled.findall(unit * 2000 + "\x00", timeout=timeout / 4)
