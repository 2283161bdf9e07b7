"""Tokenizer: what training, or a file, gives. It encodes, decodes and traces.

A Tokenizer holds a base vocabulary, the merges in the order of their ranks, and what happens to a
text before any merge: normal form, special tokens, pre-tokenization. It never changes.

Encoding is tracing: ``encode(text, step)`` asks the Trace of the text for its ids at that step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import regex

from .base import END, UNKNOWN, Base, Symbol, unknown_symbol
from .errors import BPEError, CorpusError, SettingsError
from .patterns import split
from .segmentation import Forest, Merger, take_whole
from .text import normalize, repair
from .trace import Trace


class Merge(NamedTuple):
    """One merge: the tokens ``left`` and ``right`` become the token ``id``.

    ``count`` is how often the pair stood in the corpus when it was merged (overlapping, as pairs
    are counted), ``replacements`` how many were made (fewer in runs such as "aaa"). Both are None
    when the tokenizer was read from a file.
    """

    left: int
    right: int
    id: int
    token: Symbol
    count: int | None = None
    replacements: int | None = None


class Vocabulary(dict[int, Symbol]):
    """Token by id. Symbols that only the training corpus held (ids below -1) can be looked up,
    but are not in it: they cannot be encoded."""

    def __init__(self, inside: Mapping[int, Symbol], outside: Mapping[int, Symbol]) -> None:
        super().__init__(inside)
        self.outside = dict(outside)

    def __missing__(self, token_id: int) -> Symbol:
        return self.outside[token_id]

    def __reduce__(self) -> tuple:
        return (Vocabulary, (dict(self), self.outside))


class Tokenizer:
    """Base vocabulary, merges, and how a text is cut before merging.

    Get one from ``bpeviz.train`` or ``bpeviz.load``.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low lower", mode="byte", num_merges=2)
    >>> tok.merges[0]
    Merge(left=108, right=111, id=256, token=b'lo', count=3, replacements=3)
    >>> tok.encode("slow"), tok.decode([115, 257])
    ([115, 257], 'slow')
    """

    def __init__(
        self,
        mode: str,
        base: Base,
        merges: Sequence[tuple[int, int, int, int | None, int | None]],
        *,
        pattern: str | None = None,
        normalization: str | None = None,
        special_tokens: Mapping[str, int] | None = None,
        whole_chunks: Mapping[bytes, tuple[int, int]] | None = None,
        extra_tokens: Mapping[int, Symbol] | None = None,
        word_pattern: str | None = None,
        prefix_space: bool = False,
        in_order: bool = False,
        default_count: int = 0,
        warnings: Sequence[str] = (),
    ) -> None:
        """``merges``: (left, right, id, count, replacements) by rank; ids must be known by then.

        ``whole_chunks``: bytes -> (step, id) of chunks that are one token though no merge makes
        them; ``extra_tokens``: id -> token, in the vocabulary but never produced here.
        ``word_pattern``: what a word is in character mode (None: ``str.split``). ``in_order``:
        the merges are applied once each in their order, as training did, not by lowest rank; the
        two differ only where two merges spell the same symbol.
        """
        self.mode = mode
        self.base = base
        self.pattern = pattern
        self.normalization = normalization
        self.special_tokens = dict(special_tokens or {})
        self.word_pattern = word_pattern
        self.prefix_space = prefix_space
        self.default_count = default_count
        self.warnings = list(warnings)
        self._whole = {b.decode("latin-1"): v for b, v in (whole_chunks or {}).items()}
        self._build(merges, in_order, extra_tokens or {})

    def _build(
        self,
        merges: Sequence[tuple[int, int, int, int | None, int | None]],
        in_order: bool,
        extra: Mapping[int, Symbol],
    ) -> None:
        base = self.base
        codes = {i: chr(code) for code, i in enumerate(base.ids)}
        symbols: dict[str, Symbol] = {chr(code): s for code, s in enumerate(base.symbols)}
        ids = {chr(code): i for code, i in enumerate(base.ids)}
        trees: dict[str, tuple[int, str, str]] = {}
        pairs, products, done = [], [], []
        for rank, (left, right, token_id, count, replacements) in enumerate(merges):
            a, b = codes[left], codes[right]
            new = codes.setdefault(token_id, chr(len(base.symbols) + rank))
            if new not in ids:
                ids[new], trees[new], symbols[new] = (
                    token_id,
                    (rank + 1, a, b),
                    symbols[a] + symbols[b],
                )
            pairs.append(a + b)
            products.append(new)
            token = base.show(symbols[new])
            done.append(Merge(left, right, token_id, token, count, replacements))
        self.merges: tuple[Merge, ...] = tuple(done)
        self._merger = Merger(pairs, products, in_order=in_order)
        self._special_codes = {}
        for j, (text, token_id) in enumerate(self.special_tokens.items()):
            code = self._special_codes[text] = chr(len(base.symbols) + len(merges) + j)
            ids[code], symbols[code] = token_id, text.encode("utf-8")
        self._forest = Forest(ids, symbols, trees)
        self._raw = {i: symbols[c] for c, i in ids.items() if i != UNKNOWN} | dict(extra)
        self.vocabulary = Vocabulary(
            {i: base.show(s) for i, s in self._raw.items() if i >= 0},
            {i: base.show(s) for i, s in self._raw.items() if i < 0},
        )

    @property
    def end_of_word(self) -> str | None:
        """The end-of-word marker as it is shown (character mode)."""
        return self.base.marker

    @property
    def end_of_word_joined(self) -> bool:
        """Whether the marker and the last character of a word are one base symbol."""
        return self.base.joined

    # --- encoding -----------------------------------------------------------------------------

    def encode(
        self,
        text: str,
        step: int | None = None,
        *,
        special: str = "text",
        unknown: str = "error",
    ) -> list[int]:
        """Return the ids of a text under the first ``step`` merges (all by default).

        >>> import bpeviz
        >>> tok = bpeviz.train("aaab", mode="byte", num_merges=1)
        >>> tok.encode("aaab"), tok.encode("aaab", step=0)
        ([256, 97, 98], [97, 97, 97, 98])

        Raises a BPEError for a step that does not exist, and as ``trace`` does.
        """
        trace = self.trace(text, special=special, unknown=unknown)
        return trace.ids(len(self.merges) if step is None else step)

    def trace(
        self,
        text: str | Iterable[str],
        *,
        special: str = "text",
        unknown: str = "error",
        separator: str = "\n",
    ) -> Trace:
        """Return the Trace of a text, or of documents (no pair crosses two of them).

        ``special``: special tokens in the text are ordinary "text", are matched as "special"
        (longest first), or "refuse" the text. ``unknown``: a symbol outside the base vocabulary
        is an "error" (UnknownSymbolError), or "keep" shows it with a negative id. ``separator``
        is put between documents, for display only.
        """
        documents = [text] if isinstance(text, str) else list(text)
        documents = [self._prepared(document) for document in documents]
        gaps, chunks = self._cut(documents, special, separator)
        forest = self._forest
        if self.mode == "character" or not self._merger.proper or self._whole:
            forest = forest.copy()
        codes = self._codes(chunks, unknown, forest, separator.join(documents))
        final = self._merger.segment(codes.values(), forest)
        for chunk in codes.values():
            whole = self._whole.get(chunk)
            if whole is not None:
                final[chunk] = take_whole(final[chunk], *whole, forest)
        gaps = _gaps_in_symbols(gaps, chunks, codes)
        return Trace(
            self, separator.join(documents), [final[codes[c]] for c in chunks], gaps, forest
        )

    def _prepared(self, document: str) -> str:
        document = normalize(repair(document), self.normalization)
        if self.prefix_space and document and not document[0].isspace():
            return " " + document
        return document

    def _cut(
        self, documents: list[str], special: str, separator: str
    ) -> tuple[list[tuple[int, str]], list[str]]:
        """Cut documents into chunks, and note the text that belongs to none: (chunk index, text)."""
        if special not in ("text", "special", "refuse"):
            raise SettingsError(f"special is 'text', 'special' or 'refuse', not {special!r}.")
        gaps: list[tuple[int, str]] = []
        chunks: list[str] = []
        for number, document in enumerate(documents):
            if number and separator:
                gaps.append((len(chunks), separator))
            for part, is_special in self._at_specials(document, special):
                if is_special:
                    # A chunk that starts with END is the code of a special token itself.
                    chunks.append(END + self._special_codes[part])
                elif self.mode == "character":
                    for gap, word in _words(part, self.word_pattern):
                        if gap:
                            gaps.append((len(chunks), gap))
                        if word:
                            chunks.append(word)
                elif self.mode == "regex":
                    chunks.extend(split(part, self.pattern or "gpt4"))
                elif part:
                    chunks.append(part)
        return gaps, chunks

    def _at_specials(self, document: str, special: str) -> Iterator[tuple[str, bool]]:
        if special == "text" or not self.special_tokens:
            yield document, False
            return
        longest_first = sorted(self.special_tokens, key=len, reverse=True)
        pattern = "(" + "|".join(map(regex.escape, longest_first)) + ")"
        for i, part in enumerate(regex.split(pattern, document)):
            if i % 2 and special == "refuse":
                raise CorpusError(
                    f"The text holds the special token {part!r}. Take it out, or say whether "
                    "special tokens are to be read as text or as special."
                )
            if part:
                yield part, bool(i % 2)

    def _codes(self, chunks: list[str], unknown: str, forest: Forest, text: str) -> dict[str, str]:
        """The base codes of each distinct chunk."""
        distinct = dict.fromkeys(chunks)
        ordinary = [chunk for chunk in distinct if not chunk.startswith(END)]
        missing = self.base.missing(ordinary)
        aliens: dict[Symbol, str] = {}
        if missing and unknown == "keep":
            lacking = (s for s in missing if s not in self.base.code_of)
            aliens = {s: forest.add_alien(s) for s in sorted(lacking)}
        elif missing:
            raise self._unknown_error(chunks, missing, text)
        codes = {chunk: self.base.codes(chunk, aliens) for chunk in ordinary}
        return codes | {chunk: chunk[1:] for chunk in distinct if chunk.startswith(END)}

    def _unknown_error(self, chunks: list[str], missing: set[Symbol], text: str) -> BPEError:
        at = 0
        for chunk in chunks:
            if chunk.startswith(END):
                continue
            at = text.index(chunk, at)
            if not missing.isdisjoint(self.base.units(chunk)):
                start = at if self.base.in_characters else len(text[:at].encode("utf-8"))
                return unknown_symbol(self.base, chunk, start)
            at += len(chunk)
        raise AssertionError("no chunk holds a missing symbol")

    # --- decoding -----------------------------------------------------------------------------

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of some ids; incomplete UTF-8 becomes U+FFFD.

        In character mode each end of a word becomes a space, but for the last.

        >>> import bpeviz
        >>> tok = bpeviz.train("é", mode="byte", num_merges=0)
        >>> tok.decode([195, 169]), tok.decode([195])
        ('é', '�')

        Raises a BPEError that names an id which does not exist.
        """
        parts = []
        for token_id in ids:
            part = self._raw.get(token_id)
            if part is None:
                raise BPEError(
                    f"There is no token with the id {token_id}. Ids of this tokenizer are in "
                    f"0 to {max(self.vocabulary, default=0)}."
                )
            parts.append(part)
        if self.base.in_characters:
            return "".join(parts).replace(END, " ").removesuffix(" ")
        return b"".join(parts).decode("utf-8", errors="replace")

    def save(self, path: str, format: str) -> None:
        """Write the tokenizer in a file format: see ``bpeviz.engine.formats``."""
        from .formats import save

        save(self, path, format)


def _words(text: str, pattern: str | None) -> Iterator[tuple[str, str]]:
    """Yield (white space before, word), and at the end (white space, "")."""
    at = 0
    words = text.split() if pattern is None else regex.findall(pattern, text)
    for word in words:
        start = text.index(word, at)
        yield text[at:start], word
        at = start + len(word)
    yield text[at:], ""


def _gaps_in_symbols(
    gaps: list[tuple[int, str]], chunks: list[str], codes: Mapping[str, str]
) -> list[tuple[int, str]]:
    """Turn the chunk index of each gap into the index of a base symbol; join gaps that touch."""
    if not gaps:
        return []
    starts = [0]
    for chunk in chunks:
        starts.append(starts[-1] + len(codes[chunk]))
    joined: dict[int, str] = {}
    for index, text in gaps:
        joined[starts[index]] = joined.get(starts[index], "") + text
    return list(joined.items())
