r"""Split patterns taken apart: their alternatives, in words, and which of them made a chunk.

A split pattern is a list of alternatives, tried from the left at every place of the text: the first
that matches makes the chunk. So a pattern is understood one alternative at a time.
"""

from dataclasses import dataclass
from functools import lru_cache
from time import monotonic

import regex

from ..engine.errors import PatternError
from ..engine.patterns import compile_pattern, resolve, runaway, seconds_for, spans
from .pattern_words import meaning
from .scanner import Element, elements

__all__ = ["Alternative", "Chunk", "alternatives", "explain", "matched_alternative"]


@dataclass(frozen=True)
class Alternative:
    """One alternative of a pattern: its expression, and in words what it matches."""

    source: str
    meaning: str


@dataclass(frozen=True)
class Chunk:
    """A chunk of a text: its place, and the index of the alternative that made it.

    `alternative` is None for a stretch that no alternative covers.
    """

    text: str
    start: int
    end: int
    alternative: int | None


def alternatives(pattern: str) -> list[str]:
    r"""The top-level alternatives of a pattern, as expressions, in the order they are tried.

    Bars inside groups, sets, escapes and comments do not count. A pattern that is one plain group,
    ``(?:...)``, is opened first.

    >>> alternatives(r" ?\p{L}+|[|x]|(a|b)|\|")
    [' ?\\p{L}+', '[|x]', '(a|b)', '\\|']
    >>> alternatives("(?:a|b)")
    ['a', 'b']
    """
    return [part for part, _ in _parts(pattern)]


def _parts(pattern: str) -> list[tuple[str, bool]]:
    """The alternatives, and whether white space is ignored (verbose syntax) where each ends."""
    source = resolve(pattern)
    nested = bool(compile_pattern(pattern).flags & regex.V1)
    found = list(elements(source, nested))
    while source.startswith("(?:") and _first_close(found) == len(source) - 1:
        source = source[3:-1]
        found = list(elements(source, nested))
    parts, start = [], 0
    for element in found:
        if element.kind == "end" or (element.kind == "bar" and not element.depth):
            parts.append((source[start : element.start], element.verbose))
            start = element.start + 1
    return parts


def _first_close(found: list[Element]) -> int:
    """Where the first group of the pattern closes."""
    return next((s.start for s in found if s.kind == "close" and not s.depth), -1)


def matched_alternative(
    text: str, pattern: str = "gpt4", timeout: float | None = None
) -> list[Chunk]:
    r"""The chunks of a text, each with the index of the alternative that made it.

    >>> [(c.text, c.alternative) for c in matched_alternative("We're 2!", "gpt4")]
    [('We', 1), ("'re", 0), (' ', 6), ('2', 2), ('!', 3)]
    >>> [(c.text, c.alternative) for c in matched_alternative("a-1", r"\d|\p{L}")]
    [('a', 1), ('-', None), ('1', 0)]
    """
    marked = _marked(pattern)
    names = {f"bpeviz{i}": i for i in range(len(alternatives(pattern)))}
    chunks = []
    for start, end, match in spans(text, marked or pattern, timeout):
        which = names.get(match.lastgroup or "") if match else None
        if match and which is None:
            return _tried(text, pattern, timeout)
        chunks.append(Chunk(text[start:end], start, end, which))
    return chunks


_REFERENCE = regex.compile(r"\\g<[-+]?\d|\\[1-9]|\(\?\([^?]|\(\?\|")


@lru_cache(maxsize=32)
def _marked(pattern: str) -> str | None:
    """The pattern with an empty named group at the end of each alternative: the one that took part
    tells the alternative. None where more groups would change the meaning of numbered ones."""
    if _REFERENCE.search(resolve(pattern)):
        return None
    # A comment of the verbose syntax ends at the end of the line.
    marked = (part + "\n" * verbose for part, verbose in _parts(pattern))
    source = "|".join(f"{part}(?P<bpeviz{i}>)" for i, part in enumerate(marked))
    try:
        return source if compile_pattern(source) else None
    except PatternError:
        return None


def _tried(text: str, pattern: str, timeout: float | None) -> list[Chunk]:
    """The slow way: at each chunk, try every alternative with the others switched off."""
    parts = alternatives(pattern)
    switched = [
        compile_pattern("|".join(part if i == k else f"(?!){part}" for i, part in enumerate(parts)))
        for k in range(len(parts))
    ]
    timeout = seconds_for(pattern, timeout)
    deadline = None if timeout is None else monotonic() + timeout
    chunks = []
    for start, end, match in spans(text, pattern, timeout):
        try:
            which = _first_hit(switched, text, (start, end), deadline) if match else None
        except TimeoutError:
            raise runaway(timeout) from None
        chunks.append(Chunk(text[start:end], start, end, which))
    return chunks


def _first_hit(
    options: list[regex.Pattern], text: str, place: tuple[int, int], deadline: float | None
) -> int | None:
    start, end = place
    for index, option in enumerate(options):
        # All tries of a text share one bound: a timeout of zero would mean none.
        left = None if deadline is None else max(0.001, deadline - monotonic())
        hit = option.match(text, start, timeout=left)
        if hit and hit.end() == end:
            return index
    return None


def explain(pattern: str) -> list[Alternative]:
    r"""Each alternative of a pattern with its meaning in words.

    >>> explain("gpt2")[7]
    Alternative(source=' ?\\p{L}+', meaning='Letters, with the one space before them if there is one.')
    >>> explain("cat|c.t")[0].meaning
    'Exactly “cat”.'
    >>> explain("cat|c.t")[1].meaning
    'As the expression says.'
    """
    return [Alternative(part, meaning(part)) for part in alternatives(pattern)]
