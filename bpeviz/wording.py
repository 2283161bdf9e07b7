"""Numbers, lists and tokens inside sentences."""

from __future__ import annotations

from collections.abc import Sequence


def rate(number: float) -> str:
    """A rate such as tokens a byte, with two significant digits.

    >>> rate(0.254), rate(1), rate(0.00114), rate(0)
    ('0.25', '1.00', '0.0011', '0.00')
    """
    return f"{number:.2g}" if 0 < number < 0.1 else f"{number:.2f}"


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun.

    >>> count(1, "token"), count(1200, "token"), count(0, "entry", "entries")
    ('1 token', '1,200 tokens', '0 entries')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def bare(token: bytes | str) -> str:
    """A token as text; bytes that are not whole characters become U+FFFD.

    >>> bare(b"caf\\xc3")
    'caf�'
    """
    return token if isinstance(token, str) else token.decode("utf-8", errors="replace")
