"""The base vocabulary: what a text is made of before the first merge.

Inside the engine every token is one character, ``chr(code)``, and a text is a string of codes (see
``pairs``). This module converts text to the codes of base symbols. Byte and regex mode have 256 of
them, the bytes; character mode has an alphabet and, unless it is switched off, an end-of-word
marker. The marker is kept apart from the text's own characters: it is written ``END``, a surrogate,
which no repaired text contains, and only takes the shape that the user chose when it is shown.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from .errors import SettingsError, UnknownSymbolError
from .text import repair

END = "\ud800"
# Separates sequences that are joined into one string; it is part of no merge.
SEPARATOR = chr(0x10FFFF)
# The id of a symbol that neither the base vocabulary nor training knows.
UNKNOWN = -1

Symbol = bytes | str


def join(parts: Sequence[Symbol]) -> Symbol:
    """Join one or more parts into one symbol.

    >>> join([b"lo", b"w"]), join(["lo", "w"])
    (b'low', 'low')
    """
    # A tokenizer has either bytes or characters, which the type of a symbol cannot say.
    return type(parts[0])().join(parts)  # type: ignore[arg-type]


def as_bytes(symbol: Symbol) -> bytes:
    """The symbol of a tokenizer of bytes."""
    assert isinstance(symbol, bytes)
    return symbol


def as_text(symbol: Symbol) -> str:
    """The symbol of a tokenizer of characters."""
    assert isinstance(symbol, str)
    return symbol


@dataclass(frozen=True)
class Base:
    """The base symbols in the order of their codes, and their ids.

    Ids below zero mark symbols outside the base vocabulary: a training corpus may hold characters
    that the alphabet lacks, and merges may be made of them, but they cannot be encoded.
    """

    symbols: tuple[Symbol, ...]
    ids: tuple[int, ...]
    marker: str | None = None
    joined: bool = False
    in_characters: bool = False

    @property
    def unknown_id(self) -> int:
        """The id given to symbols outside the base vocabulary when they are kept."""
        return UNKNOWN

    @property
    def entries(self) -> Mapping[int, Symbol]:
        """The vocabulary before the first merge, by id, as symbols of the engine."""
        pairs = zip(self.ids, self.symbols, strict=True)
        return {i: symbol for i, symbol in pairs if i != UNKNOWN}

    @cached_property
    def code_of(self) -> dict[Symbol, str]:
        """The code of each symbol."""
        return {symbol: chr(code) for code, symbol in enumerate(self.symbols)}

    @cached_property
    def vocabulary(self) -> dict[int, Symbol]:
        """The symbols that can be encoded, by id.

        >>> character_base("lowercase", ["ab"], "_", False).vocabulary[26]
        '_'
        """
        pairs = zip(self.ids, self.symbols, strict=True)
        return {i: self.show(s) for i, s in sorted(pairs, key=lambda p: p[0]) if i >= 0}

    @cached_property
    def _inside(self) -> frozenset[Symbol]:
        return frozenset(s for s, i in zip(self.symbols, self.ids, strict=True) if i >= 0)

    def show(self, symbol: Symbol) -> Symbol:
        """The symbol as the user sees it: with the marker in the shape that was chosen."""
        return symbol.replace(END, self.marker or "") if isinstance(symbol, str) else symbol

    def units(self, chunk: str) -> list[Symbol]:
        """The base symbols of a chunk (byte, regex mode) or word (character mode).

        >>> character_base("lowercase", ["ab"], "_", False).units("ab") == ["a", "b", END]
        True
        """
        if not self.in_characters:
            return [bytes([b]) for b in chunk.encode("utf-8")]
        if self.joined:
            return [*chunk[:-1], chunk[-1] + END] if chunk else []
        return [*chunk, END] if self.marker is not None else list(chunk)

    def codes(
        self, chunk: str | bytes, unknown_codes: Mapping[Symbol, str] = MappingProxyType({})
    ) -> str:
        """The codes of a chunk; ``unknown_codes`` has those of symbols that the base lacks.

        >>> byte_base().codes("é") == "\\xc3\\xa9"
        True
        >>> base = character_base("lowercase", ["ab"], "_", False)
        >>> [ord(code) for code in base.codes("ab")]
        [0, 1, 26]
        """
        if isinstance(chunk, bytes):
            return chunk.decode("latin-1")
        if not self.in_characters:
            return chunk.encode("utf-8").decode("latin-1")
        code_of = self.code_of
        return "".join([code_of.get(u) or unknown_codes[u] for u in self.units(chunk)])

    def text_of(self, symbols: Iterable[Symbol]) -> str:
        """The text of some symbols; invalid UTF-8 becomes U+FFFD.

        >>> byte_base().text_of([b"\\xc3", b"\\xa9", b"\\xc3"])
        'é�'
        """
        if self.in_characters:
            return "".join(map(as_text, symbols)).replace(END, " ").removesuffix(" ")
        return b"".join(map(as_bytes, symbols)).decode("utf-8", errors="replace")

    def missing(self, chunks: Iterable[str]) -> set[Symbol]:
        """The base symbols of the chunks that cannot be encoded.

        >>> sorted(character_base("lowercase", [], "_", False).missing(["The", "man."]))
        ['.', 'T']
        """
        if len(self._inside) == 256 and not self.in_characters:
            return set()
        missing: set[Symbol] = set()
        if self.in_characters and not self.joined:
            missing.update(*chunks)
        else:
            missing.update(*map(self.units, chunks))
        return missing - self._inside


def byte_base(observed: Iterable[str] | None = None) -> Base:
    """The 256 bytes, each with its value as id; with ``observed`` texts only the bytes in them.

    >>> len(byte_base().vocabulary), len(byte_base(["hello"]).vocabulary)
    (256, 4)
    """
    symbols = tuple(bytes([b]) for b in range(256))
    if observed is None:
        return Base(symbols, tuple(range(256)))
    seen = set().union(*(text.encode("utf-8") for text in observed))
    return Base(symbols, tuple(b if b in seen else UNKNOWN for b in range(256)))


def character_base(
    alphabet: str | Iterable[str] | None,
    words: Iterable[str],
    marker: str | None,
    joined: bool,
) -> Base:
    """The base vocabulary of character mode: an alphabet, then the end-of-word marker.

    Characters of the words that a fixed alphabet lacks get ids below ``UNKNOWN``. An empty marker
    counts as no marker.
    """
    if marker is not None and not isinstance(marker, str):
        raise SettingsError(f"The end-of-word symbol is {marker!r}; give text, or None for none.")
    marker = marker or None
    if joined and marker is None:
        raise SettingsError("A joined end-of-word needs a marker: give one, or do not join it.")
    words = list(words)
    seen = sorted(set().union(*words)) if words else []
    letters = seen if alphabet in (None, "observed") else _letters(alphabet)
    if marker is None:
        inside: list[str] = letters
        met = seen
    elif not joined:
        inside, met = [*letters, END], seen
    elif alphabet in (None, "observed"):
        inside = letters + [c + END for c in sorted({word[-1] for word in words if word})]
        met = []
    else:
        inside = letters + [c + END for c in letters]
        met = seen + sorted({word[-1] + END for word in words if word})
    known = set(inside)
    outside = [c for c in met if c not in known]
    ids = [*range(len(inside)), *range(UNKNOWN - 1, UNKNOWN - 1 - len(outside), -1)]
    return Base(tuple(inside + outside), tuple(ids), marker, joined, in_characters=True)


def _letters(alphabet: str | Iterable[str]) -> list[str]:
    if alphabet == "lowercase":
        return list(string.ascii_lowercase)
    if alphabet == "latin-1":
        return [chr(code) for code in range(256)]
    if not isinstance(alphabet, Iterable):
        raise _no_letter(alphabet)
    letters = list(dict.fromkeys(alphabet))
    for letter in letters:
        if not isinstance(letter, str) or len(letter) != 1 or repair(letter) != letter:
            raise _no_letter(letter)
    # A set has no order of its own, and ids must not differ from run to run.
    return sorted(letters) if isinstance(alphabet, (set, frozenset)) else letters


def _no_letter(value: object) -> SettingsError:
    return SettingsError(
        f"An alphabet is made of single characters, and {value!r} is not one. "
        "Give the characters themselves, or 'lowercase', 'latin-1' or 'observed'."
    )


def unknown_symbol(base: Base, chunk: str, start: int) -> UnknownSymbolError:
    """The error for a chunk that holds a symbol outside the base vocabulary.

    ``start`` is where the chunk begins in the text, in characters (for bytes: in bytes).
    """
    missing = base.missing([chunk])
    at, symbol = next((i, u) for i, u in enumerate(base.units(chunk)) if u in missing)
    if isinstance(symbol, bytes):
        whole = chunk[len(chunk.encode("utf-8")[:at].decode("utf-8", "ignore"))]
        what = f"The byte {symbol.hex().upper()} at byte {start + at}, of the character {whole!r},"
        way_out = "train with all 256 bytes, which know every text"
    else:
        what = f"The character {symbol[0]!r} (U+{ord(symbol[0]):04X}) at position {start + at}"
        way_out = "use byte mode, which knows every text"
        if symbol.endswith(END):
            what += ", as the last of a word,"
    return UnknownSymbolError(
        f"{what} is not in the base vocabulary. Train with the observed alphabet on a text that "
        f"holds it, or {way_out}.",
        symbol=base.show(symbol),
        position=start + at,
    )
