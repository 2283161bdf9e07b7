r"""Split patterns taken apart: their alternatives, in words, and which of them made a chunk.

A split pattern is a list of alternatives, tried from the left at every place of the text: the first
that matches makes the chunk. So a pattern is understood one alternative at a time.
"""

from dataclasses import dataclass
from functools import lru_cache
from time import monotonic

import regex

from ..errors import PatternError
from ..patterns import compile_pattern, resolve, runaway, seconds_for, spans
from .pattern_words import meaning

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
    ends, closing = _scan(source, nested)
    while source.startswith("(?:") and closing == len(source) - 1:
        source = source[3:-1]
        ends, closing = _scan(source, nested)
    starts = [0, *(end + 1 for end, _ in ends)]
    return [
        (source[start:end], verbose) for start, (end, verbose) in zip(starts, ends, strict=False)
    ]


_GROUP_FLAGS = regex.compile(r"\(\?([a-zA-Z01]*)(?:-([a-zA-Z]+))?([:)])")


def _scan(source: str, nested: bool) -> tuple[list[tuple[int, bool]], int]:
    """Where each alternative ends, with the state of the verbose syntax there; and the place of the
    bracket that closes the first one (or -1). `nested`: sets may stand in sets (version 1)."""
    ends: list[tuple[int, bool]] = []
    # One entry for each open group. The flag (?x) holds from its place to the end of its group.
    verbose = [False]
    closing, at = -1, 0
    while at < len(source):
        char = source[at]
        if char == "\\":
            at += 1
        elif char == "[":
            at = _set_end(source, at, nested)
        elif source.startswith("(?#", at):
            at = _index(source, ")", at)
        elif char == "#" and verbose[-1]:
            at = _index(source, "\n", at)
        elif char == "(":
            at = _open(source, at, verbose)
        elif char == ")" and len(verbose) > 1:
            verbose.pop()
            if len(verbose) == 1 and closing < 0:
                closing = at
        elif char == "|" and len(verbose) == 1:
            ends.append((at, verbose[0]))
        at += 1
    return [*ends, (len(source), verbose[0])], closing


def _open(source: str, at: int, verbose: list[bool]) -> int:
    """Enter a group: note whether it ignores white space; return its place, or that of its end."""
    match = _GROUP_FLAGS.match(source, at)
    on = verbose[-1]
    if match:
        on = ("x" in match[1]) or (on and "x" not in (match[2] or ""))
        if match[3] == ")":
            verbose[-1] = on
            return match.end() - 1
    verbose.append(on)
    return at


def _set_end(source: str, at: int, nested: bool) -> int:
    """The index of the bracket that closes the set opened at `at`."""
    at += 1
    at += source.startswith("^", at)
    if source.startswith("]", at):
        at += 1
    while at < len(source) and source[at] != "]":
        posix = regex.compile(r"\[:\^?\w+:\]").match(source, at)
        if posix:
            at = posix.end()
        elif source[at] == "[" and nested:
            at = _set_end(source, at, nested) + 1
        else:
            at += 2 if source[at] == "\\" else 1
    return at


def _index(source: str, char: str, at: int) -> int:
    found = source.find(char, at)
    return len(source) if found < 0 else found


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
    'What the expression itself says.'
    """
    return [Alternative(part, meaning(part)) for part in alternatives(pattern)]
