"""Base vocabulary and merges of tokenizers whose pieces are text: SentencePiece's, and their kin.

A piece is a text with spaces written as ▁. What is not among them is unknown, or falls back to its
bytes, which are pieces of their own, ``<0x00>`` to ``<0xFF>``. With bytes among them all symbols are
bytes: a character is one base symbol of one to four bytes, and a byte of an unknown one is another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import regex

from ..engine.base import UNKNOWN, Symbol, as_bytes, as_text
from ..engine.errors import FormatError
from ..engine.tokenizer import Tokenizer
from .files import shown
from .loaded import FileBase, FileCut
from .splits import Split

SPACE = "▁"
# Across the start of a word no merge reaches, where no piece has a ▁ behind another character.
WORDS = Split(f"{SPACE}+[^{SPACE}]*|[^{SPACE}]+")
_BYTE = regex.compile(r"<0x([0-9A-F]{2})>")
_INSIDE = regex.compile(f"[^{SPACE}]{SPACE}")


@dataclass(frozen=True)
class PieceBase(FileBase):
    """Characters, with bytes for unknown ones or without.

    ``fallback``: the bytes that there are for an unknown character. ``fused``: unknown characters beside each
    other are one symbol. ``prefix``: a ▁ at the start of a text is not part of it.

    >>> base = PieceBase((b"a", b"\\xc3", b"\\xa9"), (0, 1, 2), fallback=frozenset(range(256)))
    >>> base.units("aé")
    [b'a', b'\\xc3', b'\\xa9']
    >>> PieceBase(("a",), (0,), in_characters=True, fused=True).units("axya")
    ['a', 'xy', 'a']
    """

    fallback: frozenset[int] = frozenset()
    fused: bool = False
    prefix: bool = True

    def units(self, chunk: str) -> list[Symbol]:
        known = self.code_of
        units: list[Symbol] = []
        fuse = False
        for character in chunk:
            symbol: Symbol = character if self.in_characters else character.encode("utf-8")
            if symbol in known:
                units.append(symbol)
                fuse = False
            elif self.fallback.issuperset(data := character.encode("utf-8")):
                units += [bytes([byte]) for byte in data]
                fuse = False
            elif fuse:
                units[-1] += symbol  # type: ignore[operator]
            else:
                units.append(symbol)
                fuse = self.fused
        return units

    def codes(
        self, chunk: str | bytes, unknown_codes: Mapping[Symbol, str] = MappingProxyType({})
    ) -> str:
        assert isinstance(chunk, str)
        known = self.code_of
        return "".join([known.get(unit) or unknown_codes[unit] for unit in self.units(chunk)])

    def missing(self, chunks: Iterable[str]) -> set[Symbol]:
        return set().union(*map(self.units, chunks)) - self.code_of.keys()

    def text_of(self, symbols: Iterable[Symbol]) -> str:
        if self.in_characters:
            text = "".join(map(as_text, symbols))
        else:
            text = b"".join(map(as_bytes, symbols)).decode("utf-8", errors="replace")
        text = text.replace(SPACE, " ")
        return text.removeprefix(" ") if self.prefix else text


def without_prefix(tok: Tokenizer) -> Tokenizer:
    """The tokenizer, but that it puts nothing in front of a text; itself where it never does.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low", num_merges=1)
    >>> without_prefix(tok) is tok
    True
    """
    if not isinstance(tok.cut, FileCut) or (cut := tok.cut.without_prefix()) == tok.cut:
        return tok
    bare = tok.with_cut(cut)
    if isinstance(tok.base, PieceBase):
        bare.base = replace(tok.base, prefix=False)
    return bare


def bytes_in(pieces: Mapping[str, int]) -> dict[int, int]:
    """The ids of the pieces that are bytes, by byte.

    >>> bytes_in({"<0x0A>": 13, "a": 14})
    {10: 13}
    """
    found = {_BYTE.fullmatch(piece): number for piece, number in pieces.items()}
    return {int(match[1], 16): number for match, number in found.items() if match}


def base_of(
    pieces: Mapping[str, int],
    byte_ids: Mapping[int, int],
    *,
    unknown: int = UNKNOWN,
    fused: bool = False,
    prefix: bool = True,
    made: Iterable[int] = (),
    others: Mapping[str, int] = MappingProxyType({}),
) -> PieceBase:
    """The base of some pieces, text -> id; ``byte_ids``: byte -> id where unknown text is bytes.

    ``made``: the ids of what merges make; ``others``: texts that are no pieces of a text.

    >>> base = base_of({"a": 5, "é": 6, "aé": 7}, {}, made=[7])
    >>> base.symbols, base.ids, base.in_characters
    (('a', 'é'), (5, 6), True)
    """
    in_characters = not byte_ids

    def symbol(text: str) -> Symbol:
        return text if in_characters else text.encode("utf-8")

    base = {symbol(piece): number for piece, number in pieces.items() if len(piece) == 1}
    extra = {number: symbol(piece) for piece, number in pieces.items() if len(piece) != 1}
    extra |= {number: symbol(text) for text, number in others.items()}
    for byte, number in byte_ids.items():
        extra[number] = bytes([byte])
        # A byte that is a character with a piece of its own is never fallen back to.
        base.setdefault(bytes([byte]), number)
    used = {*made, *base.values()}
    return PieceBase(
        tuple(base),
        tuple(base.values()),
        in_characters=in_characters,
        unknown=unknown,
        extra={number: token for number, token in extra.items() if number not in used},
        fallback=frozenset(byte_ids),
        fused=fused,
        prefix=prefix,
    )


def word_splits(pieces: Iterable[str]) -> tuple[Split, ...]:
    """The split before each word, where no piece reaches over one; else none.

    >>> word_splits(["▁a", "a▁"]), len(word_splits(["▁", "▁a", "▁▁"]))
    ((), 1)
    """
    known = set(pieces)
    reaching = any(_INSIDE.search(piece) for piece in known)
    return () if reaching or SPACE not in known else (WORDS,)


def check_rules_leave_bytes(
    rules: Iterable[tuple[object, ...]], byte_ids: Mapping[int, int]
) -> None:
    """Raise FormatError where merges make, or are made of, the pieces that are bytes."""
    numbers = set(byte_ids.values())
    for rule in rules:
        if numbers.intersection(rule[:3]):
            raise FormatError(
                f"The merge {shown(rule[:2])} is one of the bytes that unknown characters fall back "
                "to, which cannot be shown exactly here, so the tokenizer is not opened."
            )
