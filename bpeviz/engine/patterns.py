r"""Split patterns: how a text is cut into chunks before any pair is merged.

A pattern is a regular expression in the syntax of the `regex` package; its matches are the chunks.
What it does not match is kept too, as a chunk of its own, so the chunks always join to the text.
What a pattern is made of is in `anatomy`; what can be wrong with one, in `pattern_checks`.
"""

from collections import Counter
from collections.abc import Iterator

import regex

from bpeviz.engine.cache import SizedCache
from bpeviz.engine.errors import PatternError
from bpeviz.engine.expansion import LARGEST, expanded_size

__all__ = ["PATTERNS", "chunk_counts", "compile_pattern", "resolve", "spans", "split"]

# The published spellings: "gpt2" from the GPT-2 release, "gpt4" as minbpe and this program's source
# documents print it, "cl100k" and "o200k" as tiktoken 0.14 has them, "llama3", "qwen" (up to
# Qwen 3) and "qwen3.5" from the tokenizer files of these models. "gpt4-marks" is our own: "gpt4" with
# marks kept at their letter, as "qwen3.5" keeps them.
PATTERNS: dict[str, str] = {
    "gpt2": r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
    "gpt4": (
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}"""
        r"""| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"""
    ),
    "cl100k": (
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"""
        r"""| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
    ),
    "o200k": (
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"""
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
        r"""|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"""
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
        r"""|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
    "llama3": (
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"""
        r"""| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
    "qwen": (
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"""
        r"""| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
    "qwen3.5": (
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"""
        r"""| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
    "gpt4-marks": (
        r"""'(?i:[sdmt]|ll|ve|re)(?!\p{M})|[^\r\n\p{L}\p{M}\p{N}]?+[\p{L}\p{M}]+|(?:\p{N}\p{M}*+){1,3}"""
        r"""| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"""
    ),
}


def resolve(name_or_regex: str) -> str:
    r"""The regular expression of a named pattern; anything else is taken as an expression itself.

    >>> resolve("qwen") == PATTERNS["qwen"]
    True
    >>> resolve(r"\w+")
    '\\w+'
    """
    return PATTERNS.get(name_or_regex, name_or_regex)


# A recursion that makes no progress takes all the memory there is before any timeout.
_CALL = regex.compile(r"(?<!\\)(?:\\\\)*\(\?(?:R|[-+]?\d+|&[^)]+|P>[^)]+)\)")
_IGNORED = regex.compile(r"\s+|#.*")
#: Compiled patterns by their source, all together of so many nodes. The package's own cache is not
#: bounded by size, and it notes each pattern that it ever compiled until it is purged.
_compiled: SizedCache[regex.Pattern] = SizedCache(10 * LARGEST, regex.purge)


def compile_pattern(name_or_regex: str) -> regex.Pattern:
    r"""Compile a named pattern or any regular expression.

    >>> compile_pattern(r"\w+").findall("to be")
    ['to', 'be']
    >>> compile_pattern("([")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.PatternError: The split pattern does not compile: ... at position 2. ...
    >>> compile_pattern("(a{1000}){5000}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.PatternError: The split pattern repeats too much: ...
    """
    if not isinstance(name_or_regex, str):
        raise PatternError(
            f"The split pattern is {name_or_regex!r}, and not text. Give a name or a regular expression."
        )
    found = _compiled.get(name_or_regex)
    if found is None:
        source = resolve(name_or_regex)
        size = expanded_size(source)
        if size > LARGEST:
            raise _too_large(source)
        found = _compile(source)
        _compiled.put(name_or_regex, found, size)
    return found


def _too_large(source: str) -> PatternError:
    if len(source) > LARGEST:
        return PatternError(
            f"The split pattern has {len(source):,} characters; {LARGEST:,} are allowed. Shorten it, "
            "or choose a named pattern."
        )
    return PatternError(
        f"The split pattern repeats too much: written out it has more than {LARGEST:,} parts, since "
        "counts inside counts multiply. Lower the counts in braces, or use + in place of them."
    )


def _compile(source: str) -> regex.Pattern:
    try:
        compiled = regex.compile(source, cache_pattern=False)
    except regex.error as error:
        raise PatternError(
            f"The split pattern does not compile: {error.msg} at position {error.pos}. Correct it "
            "there, or choose a named pattern.",
            position=error.pos,
        ) from None
    except (RecursionError, OverflowError, MemoryError, ValueError):
        raise PatternError(
            "The split pattern does not compile: it is too deeply nested or too large. Make it "
            "simpler, or choose a named pattern."
        ) from None
    plain = _IGNORED.sub("", source) if compiled.flags & regex.VERBOSE else source
    if _CALL.search(source) or _CALL.search(plain):
        raise PatternError(
            "The split pattern calls a group or itself, as (?R) or (?1) do. Such a pattern may never "
            "end: write out what is called."
        )
    if compiled.flags & regex.REVERSE:
        raise PatternError(
            "The flag (?r) makes the split pattern search from the end. Chunks are cut from the "
            "start: take the flag out."
        )
    return compiled


_limit: float | None = None


def limit_seconds(seconds: float | None) -> None:
    """Limit the time that any pattern but a named one may take on a text, in this process.

    For servers, where patterns come from users and from files; None means no limit. A
    `timeout` given to a function takes precedence.
    """
    global _limit
    _limit = seconds


def seconds_for(pattern: str, timeout: float | None = None) -> float | None:
    """The time limit of a pattern: the given one, else the limit of this process.

    >>> seconds_for("gpt2") is None, seconds_for("a+", 2.0)
    (True, 2.0)
    """
    return timeout if timeout is not None or pattern in PATTERNS else _limit


def split(text: str, pattern: str = "gpt4", timeout: float | None = None) -> list[str]:
    r"""Cut a text into chunks; they join to the text again, and none is empty.

    An empty match makes no chunk; it cuts what is not matched, as in Hugging Face's tokenizers.
    `timeout` in seconds stops a pattern that takes too long (PatternError).

    >>> split("Hello world9119", "gpt2")
    ['Hello', ' world', '9119']
    >>> split("1234567 tokens", "gpt4")
    ['123', '456', '7', ' tokens']
    >>> split("so? no!", r"\p{L}+")
    ['so', '? ', 'no', '!']
    >>> split("camelCase", "(?<=[a-z])(?=[A-Z])")
    ['camel', 'Case']
    """
    compiled = compile_pattern(pattern)
    timeout = seconds_for(pattern, timeout)
    try:
        chunks = [] if compiled.groups else compiled.findall(text, timeout=timeout)
        # Matches never overlap, so equal lengths prove that nothing is left out.
        if sum(map(len, chunks)) == len(text):
            return chunks if all(chunks) else [chunk for chunk in chunks if chunk]
        return [text[start:end] for start, end, _ in _cut(text, compiled, timeout)]
    except (TimeoutError, MemoryError):
        raise runaway(timeout) from None


def spans(
    text: str, pattern: str = "gpt4", timeout: float | None = None
) -> list[tuple[int, int, regex.Match | None]]:
    r"""Each chunk as (start, end, match); the match is None where the pattern covers nothing.

    >>> [(start, end, bool(match)) for start, end, match in spans("no!", r"\p{L}+")]
    [(0, 2, True), (2, 3, False)]
    """
    timeout = seconds_for(pattern, timeout)
    try:
        return list(_cut(text, compile_pattern(pattern), timeout))
    except (TimeoutError, MemoryError):
        raise runaway(timeout) from None


def chunk_counts(text: str, pattern: str = "gpt4", timeout: float | None = None) -> dict[str, int]:
    """How often each distinct chunk occurs, in the order of first appearance.

    >>> chunk_counts("to be or not to be", "gpt2")
    {'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}
    """
    counts: Counter[str] = Counter()
    for part in _parts(text, pattern):
        counts.update(split(part, pattern, timeout))
    return dict(counts)


_PART = 1 << 20
_SAFE_CUT = regex.compile(r"(?<=\p{Ll}) (?=\p{Ll})")


def _parts(text: str, pattern: str) -> Iterator[str]:
    """Yield a long text in parts, so that its chunks are never all in memory at once.

    Every named pattern ends a chunk between a lowercase letter and " x", whatever the context: no
    chunk crosses such a place, and no look-ahead sees past it. Other patterns may not.
    """
    start = 0
    while pattern in PATTERNS and len(text) - start > _PART:
        place = _SAFE_CUT.search(text, start + _PART)
        if place is None:
            break
        yield text[start : place.start()]
        start = place.start()
    yield text[start:] if start else text


def _cut(
    text: str, compiled: regex.Pattern, timeout: float | None
) -> Iterator[tuple[int, int, regex.Match | None]]:
    end = 0
    for match in compiled.finditer(text, timeout=timeout):
        start, stop = match.span()
        if start > end:
            yield end, start, None
        if stop > start:
            yield start, stop, match
        end = stop
    if end < len(text):
        yield end, len(text), None


def runaway(timeout: float | None) -> PatternError:
    """The error for a pattern that was stopped."""
    limit = f"ran longer than {timeout:g} seconds" if timeout else "needed too much memory"
    return PatternError(
        f"The split pattern {limit} and was stopped. Look for "
        "nested repeats such as (a+)+ and make them simpler or possessive, as in a++."
    )
