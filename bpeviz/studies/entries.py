"""Entries of a vocabulary: every token with its history, and ways to find some of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from unicodedata import category

import regex

from ..engine.base import END, Symbol
from ..engine.errors import BPEError, PatternError
from ..engine.expansion import LARGEST, expanded_size
from ..engine.tokenizer import Tokenizer
from .pasted_ids import read_ids

_LONGEST_QUERY = 500
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*")


class Entry(NamedTuple):
    """A token of the vocabulary.

    ``step``: at which it was learned (0: a base symbol, or special). ``parts``: ids of its left
    and right part, or None. ``made``: how many of it training made; None where that is unknown.
    """

    id: int
    symbol: Symbol
    step: int
    parts: tuple[int, int] | None
    made: int | None

    @property
    def length(self) -> int:
        """Bytes, or in character mode characters."""
        return len(self.symbol)

    @property
    def data(self) -> bytes:
        """The token as UTF-8."""
        symbol = self.symbol
        return symbol if isinstance(symbol, bytes) else symbol.encode("utf-8", "replace")


def entries(tok: Tokenizer, base_counts: Mapping[int, int] | None = None) -> list[Entry]:
    """Return the entries of a vocabulary in order of their ids.

    ``base_counts``: how often each base symbol stood in the training corpus, where it is known.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low", mode="byte", num_merges=2)
    >>> entries(tok)[-1]
    Entry(id=257, symbol=b'low', step=2, parts=(256, 119), made=2)
    """
    learned: dict[int, Entry] = {}
    for rank, merge in enumerate(tok.merges):
        known = learned.get(merge.id)
        made = merge.replacements
        if known is None:
            learned[merge.id] = Entry(
                merge.id, merge.token, rank + 1, (merge.left, merge.right), made
            )
        elif made is not None:
            # In character mode two merges can spell one token.
            learned[merge.id] = known._replace(made=(known.made or 0) + made)
    counts = base_counts if base_counts is not None else {}
    return [
        learned.get(i)
        or Entry(i, symbol, 0, None, None if base_counts is None else counts.get(i, 0))
        for i, symbol in sorted(tok.vocabulary.items())
    ]


def longest(found: Iterable[Entry], count: int = 5) -> list[Entry]:
    """Return the longest learned tokens; of equally long ones the older come first.

    >>> import bpeviz
    >>> [e.symbol for e in longest(entries(bpeviz.train("low low", mode="byte", num_merges=3)), 2)]
    [b'low ', b'low']
    """
    learned = [entry for entry in found if entry.step]
    return sorted(learned, key=lambda entry: -entry.length)[:count]


# --- what a token looks like --------------------------------------------------------------------


def text_of(symbol: Symbol) -> str | None:
    """The text of a token; None where its bytes are not whole characters.

    >>> text_of(b"\\xc3"), text_of("low_")
    (None, 'low_')
    """
    if isinstance(symbol, str):
        return symbol
    try:
        return symbol.decode("utf-8")
    except UnicodeDecodeError:
        return None


def is_partial(entry: Entry) -> bool:
    """Whether its bytes are not whole characters."""
    return text_of(entry.symbol) is None


def has_leading_space(entry: Entry) -> bool:
    """Whether it begins with white space and goes on with something else."""
    text = text_of(entry.symbol) or ""
    return text[:1].isspace() and not text.isspace()


def starts_with_mark(entry: Entry) -> bool:
    """Whether it begins with a combining mark, torn from its letter.

    >>> starts_with_mark(Entry(256, "\\u0300".encode(), 1, (204, 128), 1))
    True
    """
    text = text_of(entry.symbol) or ""
    return bool(text) and category(text[0]).startswith("M")


def word_test(tok: Tokenizer, corpus: str) -> Callable[[Entry], bool]:
    """Return a test for tokens that are a whole word of a corpus, with or without a space before.

    A word is a run of letters, marks and digits; in character mode what ``str.split`` gives.

    >>> import bpeviz
    >>> tok = bpeviz.train("low lower", num_merges=9)
    >>> [e.symbol for e in entries(tok) if word_test(tok, "low lower")(e)]
    [b'low', b' low', b' lower']
    """
    if not tok.base.in_characters:
        words = set(_WORD.findall(corpus))
        return lambda entry: (text_of(entry.symbol) or "").removeprefix(" ") in words
    end = END if tok.end_of_word is not None else ""
    raw = {word + end for word in corpus.split()}
    return lambda entry: tok.raw_symbol(entry.id) in raw


# --- search -------------------------------------------------------------------------------------


def search(found: Sequence[Entry], kind: str, query: str, timeout: float = 1.0) -> list[Entry]:
    """Return the entries that match a query, in their order; all of them for an empty one.

    ``kind``: "text" (anywhere in the token, large and small letters alike), "hex" (bytes,
    ``C3 A9``), "id" (one or more) or "regex" (anywhere in its text; U+FFFD for parts of
    characters). ``timeout`` in seconds is for all tokens together.

    >>> import bpeviz
    >>> some = entries(bpeviz.train("low low", mode="byte", num_merges=2))
    >>> [e.id for e in search(some, "text", "LO")], [e.id for e in search(some, "hex", "6c6f")]
    ([256, 257], [256, 257])
    >>> [e.id for e in search(some, "id", "97, 257")], [e.id for e in search(some, "regex", "w$")]
    ([97, 257], [119, 257])

    Raises a BPEError for a query that is not of its kind, and for a regex that runs away.
    """
    if not query:
        return list(found)
    if kind == "text":
        wanted = query.casefold()
        return [e for e in found if wanted in _shown(e).casefold()]
    if kind == "hex":
        data = _hex(query)
        return [e for e in found if data in e.data]
    if kind == "id":
        ids = set(_ids(query))
        return [e for e in found if e.id in ids]
    return _by_regex(found, query, timeout)


def _shown(entry: Entry) -> str:
    symbol = entry.symbol
    return symbol if isinstance(symbol, str) else symbol.decode("utf-8", "replace")


def _hex(query: str) -> bytes:
    try:
        return bytes.fromhex(query.replace("0x", " ").replace("\\x", " "))
    except ValueError:
        raise BPEError(
            f"{query!r} is not a row of bytes in hex. Write two digits 0-9, A-F for each, "
            "for example C3 A9."
        ) from None


def _ids(query: str) -> list[int]:
    ids, wrong = read_ids(query)
    if wrong:
        raise BPEError(f"{wrong[0]!r} is not an id. Write whole numbers, for example 97, 256.")
    return ids


def _by_regex(found: Sequence[Entry], query: str, timeout: float) -> list[Entry]:
    if len(query) > _LONGEST_QUERY:
        raise PatternError(
            f"The regex is longer than {_LONGEST_QUERY} characters. Make it shorter."
        )
    if expanded_size(query) > LARGEST:
        raise PatternError("The regex repeats too much. Lower the counts in braces.")
    try:
        pattern = regex.compile(query, cache_pattern=False)
    except regex.error as error:
        raise PatternError(
            f"The regex does not compile: {error.msg} at position {error.pos}. Correct it there.",
            position=error.pos,
        ) from None
    except (RecursionError, OverflowError, MemoryError, ValueError):
        raise PatternError(
            "The regex is too deeply nested or too large. Make it simpler."
        ) from None
    deadline = time.monotonic() + timeout
    matching = []
    try:
        for entry in found:
            # A timeout of zero would be none at all.
            left = max(1e-3, deadline - time.monotonic())
            if pattern.search(_shown(entry), timeout=left):
                matching.append(entry)
            if time.monotonic() > deadline:
                raise TimeoutError
    except TimeoutError:
        raise PatternError(
            f"The regex ran longer than {timeout:g} seconds and was stopped. Look for nested "
            "repeats such as (a+)+ and make them simpler."
        ) from None
    return matching
