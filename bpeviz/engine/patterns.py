r"""Split patterns: how a text is cut into chunks before any pair is merged.

A pattern is a regular expression in the syntax of the `regex` package; its matches are the chunks.
What it does not match is kept too, as a chunk of its own, so the chunks always join to the text.
"""

from collections import Counter
from functools import lru_cache

import regex

from bpeviz.engine.errors import PatternError

__all__ = ["PATTERNS", "chunk_counts", "compile_pattern", "resolve", "split"]

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
    "gpt4-marks": (
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{M}\p{N}]?+[\p{L}\p{M}]+|(?:\p{N}\p{M}*+){1,3}"""
        r"""| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"""
    ),
}


def resolve(name_or_regex: str) -> str:
    """The regular expression of a named pattern; anything else is taken as an expression itself.

    >>> resolve("qwen") == PATTERNS["qwen"]
    True
    """
    return PATTERNS.get(name_or_regex, name_or_regex)


@lru_cache(maxsize=64)
def compile_pattern(name_or_regex: str) -> regex.Pattern:
    """Compile a named pattern or an expression; PatternError with a position if it is not one."""
    try:
        return regex.compile(resolve(name_or_regex))
    except regex.error as error:
        raise PatternError(
            f"The split pattern does not compile: {error.msg} at position {error.pos}. Correct it "
            "there, or choose a named pattern.",
            position=error.pos,
        ) from None


def split(text: str, pattern: str = "gpt4", timeout: float | None = None) -> list[str]:
    """Cut a text into chunks; they join to the text again, and none is empty.

    >>> split("Hello world9119", "gpt2")
    ['Hello', ' world', '9119']
    """
    compiled = compile_pattern(pattern)
    try:
        if not compiled.groups:
            chunks = compiled.findall(text, timeout=timeout)
            if sum(map(len, chunks)) == len(text):
                return chunks if all(chunks) else [chunk for chunk in chunks if chunk]
        return _split_carefully(text, compiled, timeout)
    except TimeoutError:
        raise PatternError(
            f"The split pattern ran longer than {timeout:g} seconds. Look for nested repeats, "
            "such as (a+)+, and make them possessive (a++) or simpler."
        ) from None


def _split_carefully(text: str, compiled: regex.Pattern, timeout: float | None) -> list[str]:
    chunks, end = [], 0
    for match in compiled.finditer(text, timeout=timeout):
        if match.start() > end:
            chunks.append(text[end : match.start()])
        if match.end() > match.start():
            chunks.append(match.group())
        end = max(end, match.end())
    if end < len(text):
        chunks.append(text[end:])
    return chunks


def chunk_counts(text: str, pattern: str = "gpt4", timeout: float | None = None) -> dict[str, int]:
    """How often each distinct chunk occurs, in the order of first appearance.

    >>> chunk_counts("to be or not to be", "gpt2")
    {'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}
    """
    return dict(Counter(split(text, pattern, timeout)))
