"""The split pattern of a file that holds none: guessed, and said to be a guess.

The numbers of tokens of published files are known. Of other files the tokens themselves tell: no
chunk under the pattern that they were learned with is shorter than a token.
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

# Tokens without special tokens -> the pattern of the published files that have so many.
_PUBLISHED = {
    50256: "gpt2",
    50257: "gpt2",
    50280: "gpt2",
    100256: "cl100k",
    199998: "o200k",
    200000: "o200k",
    128000: "llama3",
    151643: "qwen",
    248044: "qwen3.5",
}
# With fewer tokens a kind of token can be missing by chance.
_TELLING = 5_000
_DIGITS = regex.compile(r"[0-9]+")
_MARK_IN_WORD = regex.compile(r"\p{L}\p{M}")


def guess(tokens: Iterable[bytes], default: str) -> str:
    """The name of the pattern that fits a vocabulary without special tokens.

    >>> guess([b"a", b"b"], "cl100k"), guess(map(str.encode, map(str, range(50_280))), "cl100k")
    ('cl100k', 'gpt2')
    """
    tokens = list(tokens)
    if len(tokens) in _PUBLISHED:
        return _PUBLISHED[len(tokens)]
    if len(tokens) < _TELLING:
        return default
    text = "\n".join(token.decode("utf-8", "replace") for token in tokens)
    digits = max(map(len, _DIGITS.findall(text)), default=0)
    marks = _MARK_IN_WORD.search(text) is not None
    if digits > 3:
        return "gpt2"
    if digits > 1:
        return "o200k" if marks else "cl100k"
    return "qwen3.5" if marks else "qwen"


def said(pattern: str, holder: str) -> str:
    """The warning that a pattern is a guess; ``holder``: what does not say how it cuts."""
    return (
        f"{holder} does not say how it cuts a text. {pattern!r} is a guess, chosen from the tokens; "
        "choose another pattern if that is not right."
    )
