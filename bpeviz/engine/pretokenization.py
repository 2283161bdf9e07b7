"""Pre-tokenization: everything that happens to a text before the first merge.

A text is put into its spelling and normal form, special tokens are cut out, and the rest is cut into chunks
(byte, regex mode) or words (character mode). What belongs to no chunk, such as the white space
between words, is a *gap*: it stays in the text and gives no token.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

from .alignment import Alignment, Change, changed
from .errors import SettingsError
from .patterns import split
from .pieces import Chunk, Pieces, Special, gap, words
from .special_tokens import find_longest, special_in_text
from .spelling import of_written, written
from .text import repair


class Cut(Protocol):
    """A way to cut a text."""

    @property
    def pattern(self) -> str | None:
        """The split pattern, as a name or a regular expression; None where there is none."""

    @property
    def normalization(self) -> str | None:
        """The normal form that a text is put into first."""

    @property
    def spelling(self) -> str | None:
        """The spelling that a text is put into before that: see ``spelling``."""

    @property
    def specials(self) -> Sequence[Special]:
        """The special tokens."""

    def parts(self, document: str, special: str) -> Iterator[Pieces]:
        """Cut a document, put into its normal form; parts of it in order."""

    def alignment(self, document: str, special: str) -> Alignment:
        """Where the text of the parts comes from in the document."""

    def with_pattern(self, pattern: str | None) -> Cut:
        """The same way to cut, but by one split pattern, or by none."""

    def with_form(self, form: str | None, spelling: str | None = None) -> Cut:
        """The same way to cut, of texts in another normal form and spelling, or as they stand."""


@dataclass(frozen=True)
class PlainCut:
    """The way to cut of all trained tokenizers.

    Without a pattern a whole text is one chunk or, with ``words``, its words are the chunks.

    >>> cut = PlainCut(pattern="gpt2", specials=(Special("<s>", 300),))
    >>> [part.chunks for part in cut.parts("to be<s>!", "special")]
    [['to', ' be'], [Special(text='<s>', id=300)], ['!']]
    """

    pattern: str | None = None
    words: bool = False
    normalization: str | None = None
    specials: tuple[Special, ...] = ()
    spelling: str | None = None

    def parts(self, document: str, special: str) -> Iterator[Pieces]:
        text, end = written(document, self.spelling, self.normalization), 0
        for start, stop, token in self._specials_in(text, special):
            yield self._chunked(text[end:start])
            yield Pieces(token.text, [token])
            end = stop
        yield self._chunked(text[end:])

    def alignment(self, document: str, special: str) -> Alignment:
        aligned = of_written(document, self.spelling, self.normalization)
        text = written(document, self.spelling, self.normalization)
        # A special token keeps its own text, although its normal form was searched for.
        changes = [
            Change(start, stop, ((0, stop - start),) * len(token.text))
            for start, stop, token in self._specials_in(text, special)
            if token.text != text[start:stop]
        ]
        return aligned.then(changed(len(text), changes))

    def _specials_in(self, text: str, special: str) -> Iterator[tuple[int, int, Special]]:
        """The special tokens in a text in its normal form, as (start, end, token)."""
        how = self.spelling, self.normalization
        tokens = {written(token.text, *how): token for token in self.specials}
        for start, stop in find_longest(text, tokens) if special != "text" else ():
            token = tokens[text[start:stop]]
            if special == "refuse":
                raise special_in_text(token.text)
            yield start, stop, token

    def _chunked(self, text: str) -> Pieces:
        if self.words:
            return words(text)
        whole = [text] if text else []
        return Pieces(text, whole if self.pattern is None else split(text, self.pattern))

    def with_pattern(self, pattern: str | None) -> PlainCut:
        return replace(self, pattern=pattern)

    def with_form(self, form: str | None, spelling: str | None = None) -> PlainCut:
        return replace(self, normalization=form, spelling=spelling)


def pieces(cut: Cut, documents: Iterable[str], special: str, separator: str) -> Pieces:
    """Cut documents into pieces; the separator between them is a gap.

    >>> pieces(PlainCut(words=True), ["to  be", "or"], "text", "/")
    Pieces(text='to  be/or', chunks=['to', 'be', 'or'], gaps=[(1, '  '), (2, '/')])
    """
    if special not in ("text", "special", "refuse"):
        raise SettingsError(f"special is 'text', 'special' or 'refuse', not {special!r}.")
    texts: list[str] = []
    chunks: list[Chunk] = []
    gaps: list[tuple[int, str]] = []
    for number, document in enumerate(documents):
        between = [gap(separator)] if number and separator else []
        for text, new, inside in chain(between, cut.parts(repair(document), special)):
            gaps += [(len(chunks) + i, one) for i, one in inside]
            texts.append(text)
            chunks.extend(new)
    return Pieces("".join(texts), chunks, gaps)
