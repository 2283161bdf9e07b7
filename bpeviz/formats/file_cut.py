"""How a file cuts a text: added tokens, what changes a text, splits in sequence, splits of bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import regex

from ..engine.alignment import Alignment, Change, changed, joined, of_form, of_spaces, unchanged
from ..engine.errors import SettingsError
from ..engine.letters import bytes_to_letters, letters_to_bytes
from ..engine.patterns import split
from ..engine.pieces import Chunk, Pieces, gap, words
from ..engine.text import normalize
from .added_tokens import AddedToken, Lookup, Stretch, find_added
from .splits import SPACE_BEFORE, Split, pieces
from .text_changes import TextChange
from .unicode_versions import as_in_unicode_16


class Normalizer(Protocol):
    """What changes a text before it is cut. It is pickled, and compared by its fields."""

    def __call__(self, text: str) -> str:
        """The text as it becomes."""

    def alignment(self, text: str) -> Alignment:
        """Where each character of what the text becomes comes from."""


@dataclass(frozen=True)
class NormalForm:
    """A normal form of Unicode; ``exceptions`` are left alone, given as the inside of a set.

    >>> NormalForm("NFKC", exceptions="\\ua7f2")("\\ufb01\\ua7f2") == "fi\\ua7f2"
    True
    """

    form: str
    exceptions: str = ""

    def __call__(self, text: str) -> str:
        return "".join(normalize(*part) for part in self._parts(text))

    def alignment(self, text: str) -> Alignment:
        return joined(of_form(*part) for part in self._parts(text))

    def _parts(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Stretches of the text, and the normal form of each."""
        if not self.exceptions or text.isascii():
            yield text, self.form
            return
        for i, part in enumerate(regex.split(f"([{self.exceptions}]+)", text)):
            yield part, None if i % 2 else self.form


@dataclass(frozen=True)
class FileCut:
    """Added tokens, what changes a text, splits in sequence, and splits of bytes as letters.

    Without ``splits`` a text is one chunk or, with ``words``, its words are the chunks.
    ``by_unicode_16``: the file's program has the characters and classes of Unicode 16.

    >>> cut = FileCut((Split(" ", "removed"), Split("-")))
    >>> [(part.chunks, part.gaps) for part in cut.parts("to-be or", "text")]
    [(['to', '-', 'be', 'or'], [(3, ' ')])]
    """

    splits: tuple[Split, ...] = ()
    byte_splits: tuple[Split, ...] = ()
    normalizers: tuple[Normalizer, ...] = ()
    specials: tuple[AddedToken, ...] = ()
    words: bool = False
    by_unicode_16: bool = False

    @property
    def pattern(self) -> str | None:
        return next((way.pattern for way in self.splits if way.pattern), None)

    @property
    def normalization(self) -> str | None:
        return next((one.form for one in self.normalizers if isinstance(one, NormalForm)), None)

    @property
    def spelling(self) -> None:
        """No file says how a text is spelled."""

    @property
    def prefix_space(self) -> bool:
        """Whether spaces are put before a text or its pieces."""
        return SPACE_BEFORE in self.splits

    def with_pattern(self, pattern: str | None) -> FileCut:
        splits = () if pattern is None else (Split(pattern),)
        return replace(self, splits=splits, byte_splits=())

    def with_form(self, form: str | None, spelling: str | None = None) -> FileCut:
        if spelling is not None:
            raise SettingsError("A tokenizer file has no spelling. Respell the texts before.")
        kept = [one for one in self.normalizers if not isinstance(one, NormalForm)]
        return replace(self, normalizers=(*kept, *([NormalForm(form)] if form else [])))

    def without_prefix(self) -> FileCut:
        """The cut, but that nothing is put in front of a text or its pieces."""
        changes = [
            one.without_prefix() if isinstance(one, TextChange) else one for one in self.normalizers
        ]
        splits = tuple(way for way in self.splits if way != SPACE_BEFORE)
        return replace(self, splits=splits, normalizers=tuple(changes))

    def normalized(self, text: str, at_start: bool = True) -> str:
        """The text after all that changes it; ``at_start``: a document begins with it."""
        for change in self._changes(at_start):
            text = change(text)
        return text

    def _changes(self, at_start: bool) -> tuple[Normalizer, ...]:
        if at_start:
            return self.normalizers
        return tuple(one for one in self.normalizers if not getattr(one, "at_start", False))

    def parts(self, document: str, special: str) -> Iterator[Pieces]:
        for _, stretches in self._stretches(document, special):
            for text, token, kept in stretches:
                if token is not None:
                    yield Pieces(token.text, [token])
                elif kept:
                    yield self._chunked(text)
                else:
                    yield gap(text)

    def alignment(self, document: str, special: str) -> Alignment:
        found = enumerate(self._stretches(document, special))
        return joined(self._aligned(*stretch, number == 0) for number, stretch in found)

    def _stretches(self, document: str, special: str) -> Iterator[tuple[str | None, list[Stretch]]]:
        """The added tokens, and the text between them, before and after it is normalized."""
        early, late = self._lookups
        for number, stretch in enumerate(find_added(document, early, special)):
            if stretch.token is None and stretch.kept:
                text = stretch.text
                yield text, list(find_added(self.normalized(text, number == 0), late, special))
            else:
                yield None, [stretch]

    @cached_property
    def _lookups(self) -> tuple[Lookup, Lookup]:
        """The added tokens to look for before a text is normalized, and those after."""
        # Of two tokens that are one text after normalization the last counts.
        late = {self.normalized(t.text): t for t in self.specials if t.normalized}
        return Lookup({t.text: t for t in self.specials if not t.normalized}), Lookup(late)

    def _aligned(self, text: str | None, stretches: list[Stretch], at_start: bool) -> Alignment:
        """Align a part of a document with the stretches that it became."""
        if text is None:
            return unchanged(len(stretches[0].text))
        aligned = unchanged(len(text))
        for change in self._changes(at_start):
            aligned, text = aligned.then(change.alignment(text)), change(text)
        return aligned.then(joined(map(self._aligned_stretch, stretches)))

    def _aligned_stretch(self, stretch: Stretch) -> Alignment:
        text, token, kept = stretch
        size = len(text)
        if token is not None and token.text != text:
            return changed(size, [Change(0, size, ((0, size),) * len(token.text))])
        if token is None and kept and self.prefix_space:
            return of_spaces(text, self._chunked(text).text)
        return unchanged(size)

    def _chunked(self, text: str) -> Pieces:
        if self.words:
            return words(text)
        known = as_in_unicode_16(text) if self.by_unicode_16 else text
        if all(way.behavior == "isolated" for way in self.splits):
            kept = [known]
            for way in self.splits:
                kept = [new for chunk in kept for new in split(chunk, way.pattern)]
            if known != text:
                kept = _as_given(text, known, kept)
            return Pieces(text, self._byte_chunks(kept))
        found: list[Chunk] = []
        gaps = []
        cut = pieces(known, self.splits)
        if known != text:
            given = _as_given(text, known, [piece for piece, _ in cut])
            cut = list(zip(given, (is_kept for _, is_kept in cut), strict=True))
        for piece, is_kept in cut:
            if is_kept:
                found += self._byte_chunks([piece])
            else:
                gaps.append((len(found), piece))
        return Pieces("".join(piece for piece, _ in cut), found, gaps)

    def _byte_chunks(self, chunks: list[str]) -> Sequence[Chunk]:
        """Cut chunks further, between their bytes written as letters (see ``letters``)."""
        if not self.byte_splits:
            return chunks
        found: list[Chunk] = []
        for chunk in chunks:
            cut = pieces(bytes_to_letters(chunk.encode("utf-8")), self.byte_splits)
            found += [chunk] if len(cut) == 1 else [letters_to_bytes(piece) for piece, _ in cut]
        return found


def _as_given(text: str, known: str, cut: list[str]) -> list[str]:
    """The pieces of ``known`` in the characters of ``text``, which stand at the same places.

    >>> _as_given("so be", "SO BE", [" SO", " BE"])
    [' so', ' be']
    """
    given, at = [], 0
    for piece in cut:
        # A piece that does not stand there begins with a space that was put before it.
        before = "" if known.startswith(piece, at) else piece[0]
        end = at + len(piece) - len(before)
        given.append(before + text[at:end])
        at = end
    return given
