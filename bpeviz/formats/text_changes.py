"""What a file does to a text before it is cut: each a function from text to text that can be aligned.

A change says in a word what it does (``says``), for whoever looks at such a tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import regex

from ..engine.alignment import Alignment, Change, changed
from ..engine.patterns import compile_pattern, runaway, seconds_for
from .unicode_versions import NOT_STRIPPED, SMALL_LETTERS, as_in_unicode_16

# A stretch of a text, from its start to its end, and what it becomes.
Edit = tuple[int, int, str]


class TextChange:
    """A change, made of edits in the order of the text; what they leave out stays."""

    says: str = ""

    def edits(self, text: str) -> Iterator[Edit]:
        """What is replaced, and by what."""
        raise NotImplementedError

    def __call__(self, text: str) -> str:
        parts, at = [], 0
        for start, end, new in self.edits(text):
            parts += [text[at:start], new]
            at = end
        return "".join([*parts, text[at:]])

    def alignment(self, text: str) -> Alignment:
        """Align the changed text with the text as it is."""
        return changed(len(text), _moved(self.edits(text)))

    def without_prefix(self) -> TextChange:
        """The change, but that nothing is put in front of a text."""
        return self


def _moved(edits: Iterable[Edit]) -> Iterator[Change]:
    """The edits that change how many characters there are: the others stay where they are."""
    for start, end, new in edits:
        size = end - start
        if size != len(new):
            yield Change(start, end, ((0, size),) * len(new))


@dataclass(frozen=True)
class ByCharacter(TextChange):
    """Each character becomes what a function makes of it.

    >>> change = ByCharacter(lowercase, "lower case")
    >>> change("ΑΣ İ"), change.alignment("İa").starts
    ('ασ i̇', [0, 0, 1])
    """

    function: Callable[[str], str]
    says: str = ""

    def edits(self, text: str) -> Iterator[Edit]:
        new = {c: self.function(c) for c in set(text)}
        for i, c in enumerate(text):
            if new[c] != c:
                yield i, i + 1, new[c]


def lowercase(character: str) -> str:
    """A character in lower case, whatever stands around it.

    >>> "".join(map(lowercase, "ΑΣ"))
    'ασ'
    """
    return character.translate(SMALL_LETTERS).lower()


# Two letters were marks when the library's table was made.
_MARK = regex.compile(rf"(?![{NOT_STRIPPED}])\p{{M}}|[\u1cf2\u1cf3]")


def without_mark(character: str) -> str:
    """A character, or nothing for a mark.

    >>> ByCharacter(without_mark)("e\\u0301")
    'e'
    """
    return "" if _MARK.match(character) else character


@dataclass(frozen=True)
class Prepend(TextChange):
    """A text is put in front, unless there is nothing.

    ``once``: nor where it is already. ``at_start``: only at the start of a document, and not behind
    an added token.

    >>> Prepend("▁")("so"), Prepend("▁")(""), Prepend("▁").alignment("so").starts
    ('▁so', '', [0, 0, 1])
    """

    front: str
    once: bool = False
    at_start: bool = False

    @property
    def says(self) -> str:  # type: ignore[override]
        return f"{self.front} is put in front" + (" of the first word" if self.at_start else "")

    def edits(self, text: str) -> Iterator[Edit]:
        if text and not (self.once and text.startswith(self.front)):
            yield 0, 0, self.front

    def without_prefix(self) -> Prepend:
        return replace(self, front="")


@dataclass(frozen=True)
class Replace(TextChange):
    """Each match of a pattern becomes a text.

    >>> Replace(" ", "▁")("to be"), Replace(" +", "").alignment("a  b").starts
    ('to▁be', [0, 3])
    """

    pattern: str
    new: str
    says: str = ""

    def edits(self, text: str) -> Iterator[Edit]:
        known, timeout = as_in_unicode_16(text), seconds_for(self.pattern)
        try:
            for match in compile_pattern(self.pattern).finditer(known, timeout=timeout):
                yield *match.span(), self.new
        except (TimeoutError, MemoryError):
            raise runaway(timeout) from None
