"""Tokenizer: what training, or a file, gives. It encodes, decodes and traces.

A Tokenizer holds a base vocabulary, the merges in the order of their ranks, and what happens to a
text before any merge: normal form, special tokens, pre-tokenization. It never changes.

Encoding is tracing: ``encode(text, step)`` asks the Trace of the text for its ids at that step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike

from .assembly import Merge, Rule, Vocabulary, assemble
from .base import END, UNKNOWN, Base, Symbol, as_bytes, as_text, unknown_symbol
from .checks import texts_of
from .errors import BPEError, SettingsError
from .forest import Forest
from .pretokenization import AddedToken, Pretokenizer, Split
from .segmentation import Merger, take_whole
from .trace import Trace

__all__ = ["Merge", "Rule", "Tokenizer", "Vocabulary"]


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
        merges: Sequence[Rule],
        *,
        pattern: str | None = None,
        splits: Sequence[Split] = (),
        byte_splits: Sequence[Split] = (),
        normalization: str | None = None,
        untouched: str = "",
        special_tokens: Mapping[str, int] | None = None,
        added_tokens: Sequence[AddedToken] = (),
        whole_chunks: Mapping[bytes, tuple[int, int]] | None = None,
        extra_tokens: Mapping[int, Symbol] | None = None,
        unknown_id: int = UNKNOWN,
        all_at_once: bool = False,
        default_count: int = 0,
        warnings: Sequence[str] = (),
    ) -> None:
        """``merges``: (left, right, id, count, replacements) by rank.

        ``pattern`` cuts a text into chunks, or ``splits`` do, in sequence (see ``Pretokenizer``).
        ``whole_chunks``: bytes -> (step, id) of chunks that are one token whatever merges make of
        them; ``extra_tokens``: id -> token, in the vocabulary but not made here. ``unknown_id`` is
        what a symbol outside the base vocabulary gets when it is kept. ``all_at_once``: a
        pair is merged in the whole chunk before the lowest rank is looked for again, which matters
        only where a merge is made of symbols that later merges make.
        """
        self.mode = mode
        self.base = base
        self.default_count = default_count
        self.warnings = list(warnings)
        self.unknown_id = unknown_id
        if mode == "regex" and not splits:
            splits = [Split(pattern or "gpt4")]
        added = [AddedToken(text, i) for text, i in (special_tokens or {}).items()]
        self.pretokenizer = Pretokenizer(
            base.in_characters,
            tuple(splits),
            tuple(byte_splits),
            normalization,
            (*added, *added_tokens),
            untouched,
        )
        self._whole = {b.decode("latin-1"): v for b, v in (whole_chunks or {}).items()}
        parts = assemble(base, merges, self.added_tokens, extra_tokens or {})
        self.merges = parts.merges
        self._merger = Merger(parts.pairs, parts.products, all_at_once=all_at_once)
        self._forest = parts.forest
        self._added_codes = parts.added_codes
        self._raw = parts.symbols
        self.vocabulary = Vocabulary(
            {i: base.show(s) for i, s in self._raw.items() if i >= 0},
            {i: base.show(s) for i, s in self._raw.items() if i < 0},
        )

    @property
    def pattern(self) -> str | None:
        """The split pattern, as a name or a regular expression (regex mode)."""
        if self.mode != "regex":
            return None
        return next(split.pattern for split in self.pretokenizer.splits if split.pattern)

    @property
    def normalization(self) -> str | None:
        """The normal form that a text is put into first."""
        return self.pretokenizer.normalization

    @normalization.setter
    def normalization(self, form: str | None) -> None:
        self.pretokenizer = replace(self.pretokenizer, normalization=form)

    @property
    def added_tokens(self) -> tuple[AddedToken, ...]:
        """The tokens that are found in the text itself, with their settings."""
        return self.pretokenizer.added

    @property
    def special_tokens(self) -> dict[str, int]:
        """The ids of the added tokens, special or not."""
        return {token.text: token.id for token in self.pretokenizer.added}

    @property
    def proper(self) -> bool:
        """Whether each merge is made of symbols that are older than it, as after training."""
        return self._merger.proper

    @property
    def all_at_once(self) -> bool:
        """Whether a pair is merged in the whole chunk before the lowest rank is looked for again."""
        return self._merger.all_at_once

    @property
    def whole_chunks(self) -> dict[bytes, tuple[int, int]]:
        """Chunks that are one token whatever merges make of them: bytes -> (step, id)."""
        return {codes.encode("latin-1"): value for codes, value in self._whole.items()}

    def raw_symbol(self, token_id: int) -> Symbol:
        """A token with the end-of-word marker as END, apart from the text's own characters."""
        return self._raw[token_id]

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

        >>> import bpeviz
        >>> tok = bpeviz.train("low low", mode="character", num_merges=1)
        >>> tok.trace("lost", unknown="keep").tokens(1)
        ['lo', 's', 't', '_']
        """
        if unknown not in ("error", "keep"):
            raise SettingsError(f"unknown is 'error' or 'keep', not {unknown!r}. Choose one.")
        documents = texts_of(text)
        cut = self.pretokenizer.cut(documents, special, separator, self._added_codes)
        forest = self._forest
        if self._changes_forest:
            forest = forest.copy()
        codes = self._codes(cut.chunks, unknown, forest, cut.text)
        final = self._merger.segment(codes.values(), forest)
        for chunk, whole in self._whole_in(codes.values()):
            final[chunk] = take_whole(final[chunk], *whole, forest)
        gaps = _gaps_in_symbols(cut.gaps, cut.chunks, codes)
        return Trace(self, cut.text, [final[codes[c]] for c in cut.chunks], gaps, forest)

    @property
    def _changes_forest(self) -> bool:
        """Whether a text can bring symbols and merge trees of its own."""
        odd = self.base.in_characters or not self._merger.proper
        return odd or bool(self._whole) or self.unknown_id != UNKNOWN

    def _whole_in(self, chunks: Iterable[str]) -> list[tuple[str, tuple[int, int]]]:
        if not self._whole:
            return []
        return [(chunk, self._whole[chunk]) for chunk in set(chunks) if chunk in self._whole]

    def _codes(self, chunks: list[str], unknown: str, forest: Forest, text: str) -> dict[str, str]:
        """The base codes of each distinct chunk."""
        distinct = dict.fromkeys(chunks)
        ordinary = [chunk for chunk in distinct if not chunk.startswith(END)]
        missing = self.base.missing(ordinary)
        aliens: dict[Symbol, str] = {}
        if missing and unknown == "keep":
            lacking = (s for s in missing if s not in self.base.code_of)
            aliens = {s: forest.add_alien(s) for s in sorted(lacking)}
            if self.unknown_id != UNKNOWN:
                known = self.base.code_of
                forest.ids |= {known.get(s) or aliens[s]: self.unknown_id for s in missing}
        elif missing:
            raise self._unknown_error(chunks, missing, text)
        codes = {chunk: self.base.codes(chunk, aliens) for chunk in ordinary}
        return codes | {chunk: chunk[1:] for chunk in distinct if chunk.startswith(END)}

    def _unknown_error(self, chunks: list[str], missing: set[Symbol], text: str) -> BPEError:
        at = 0
        added = {END + code: token for token, code in self._added_codes.items()}
        for chunk in chunks:
            if chunk in added:
                at = text.index(added[chunk], at) + len(added[chunk])
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
            return "".join(map(as_text, parts)).replace(END, " ").removesuffix(" ")
        return b"".join(map(as_bytes, parts)).decode("utf-8", errors="replace")

    def save(self, path: str | PathLike[str], format: str) -> None:
        """Write the tokenizer in a file format: see ``bpeviz.engine.formats``.

        ``format``: "huggingface", "tiktoken", "minbpe", "gpt2", "subword-nmt" or "csv". Raises
        FormatError when the format cannot hold it.

        >>> import bpeviz, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     bpeviz.train("low low", num_merges=1).save(f"{folder}/low.model", "minbpe")
        ...     bpeviz.load(f"{folder}/low.model").merges[0].token
        b'lo'
        """
        from .formats import save

        save(self, path, format)


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
