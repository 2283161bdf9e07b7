"""Pre-tokenization: everything that happens to a text before the first merge.

In this order: added tokens are cut out, the rest is normalized, perhaps given a space in front, and
cut into chunks (byte, regex mode) or words (character mode). What belongs to no chunk, such as the
white space between words, is a *gap*: it stays in the text and gives no token.

Training needs one split pattern. Tokenizer files may hold several in sequence, patterns whose
matches are thrown away, added tokens that swallow the space beside them, and splits of the bytes
themselves; all of that is here so that a file means the same as in its own program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import regex

from .added_tokens import AddedToken, Stretch, find_added
from .base import END
from .errors import SettingsError
from .letters import bytes_to_letters, letters_to_bytes
from .patterns import split
from .splits import SPACE_BEFORE, Split, pieces
from .text import normalize, repair

__all__ = ["AddedToken", "Pieces", "Pretokenizer", "Split"]


class Pieces(NamedTuple):
    """A text cut up: its chunks, and the gaps as (index of the chunk behind it, text).

    A chunk that starts with END is made of codes already: an added token, or bytes.
    """

    text: str
    chunks: list[str]
    gaps: list[tuple[int, str]]


@dataclass(frozen=True)
class Pretokenizer:
    """How a tokenizer cuts a text. ``code_of`` gives the code of each added token.

    Without ``splits`` a whole text is one chunk, or in character mode its words are what
    ``str.split`` gives.
    ``byte_splits`` cut further, between the bytes written as letters (see ``letters``).
    ``untouched``: characters that normalization leaves as they are, as the inside of a set.
    """

    in_characters: bool = False
    splits: tuple[Split, ...] = ()
    byte_splits: tuple[Split, ...] = ()
    normalization: str | None = None
    added: tuple[AddedToken, ...] = ()
    untouched: str = ""

    def cut(
        self, documents: Iterable[str], special: str, separator: str, code_of: dict[str, str]
    ) -> Pieces:
        """Cut documents into chunks; the separator stands between them as a gap."""
        if special not in ("text", "special", "refuse"):
            raise SettingsError(f"special is 'text', 'special' or 'refuse', not {special!r}.")
        texts: list[str] = []
        chunks: list[str] = []
        gaps: list[tuple[int, str]] = []
        for number, document in enumerate(documents):
            if number and separator:
                gaps.append((len(chunks), separator))
                texts.append(separator)
            for part, token, kept in self._stretches(repair(document), special):
                if not kept:
                    gaps.append((len(chunks), part))
                elif token is not None:
                    # The text as the token has it: its normal form was looked for, perhaps.
                    part = token.text
                    chunks.append(END + code_of[part])
                else:
                    part = self._chunk(part, chunks, gaps)
                texts.append(part)
        return Pieces("".join(texts), chunks, gaps)

    @property
    def prefix_space(self) -> bool:
        """Whether spaces are put before a text or its pieces."""
        return SPACE_BEFORE in self.splits

    def normalized(self, text: str) -> str:
        """A text in the normal form.

        >>> Pretokenizer(normalization="NFKC", untouched="\ua7f2").normalized("\ufb01\ua7f2")
        'fi\ua7f2'
        """
        if not self.untouched or self.normalization is None or text.isascii():
            return normalize(text, self.normalization)
        parts = regex.split(f"([{self.untouched}]+)", text)
        return "".join(
            part if i % 2 else normalize(part, self.normalization) for i, part in enumerate(parts)
        )

    def _stretches(self, document: str, special: str) -> Iterator[Stretch]:
        """The added tokens, and the text between them, normalized."""
        early = {token.text: token for token in self.added if not token.normalized}
        late = {self.normalized(token.text): token for token in self.added if token.normalized}
        for stretch in find_added(document, early, special):
            if stretch.token is None and stretch.kept:
                yield from find_added(self.normalized(stretch.text), late, special)
            else:
                yield stretch

    def _chunk(self, part: str, chunks: list[str], gaps: list[tuple[int, str]]) -> str:
        """Cut a part into chunks; return it with the spaces that came before pieces."""
        if self.in_characters and not self.splits:
            for gap, word in _words(part):
                if gap:
                    gaps.append((len(chunks), gap))
                if word:
                    chunks.append(word)
            return part
        if all(way.behavior == "isolated" for way in self.splits):
            found = [part] if part else []
            for way in self.splits:
                found = [new for chunk in found for new in split(chunk, way.pattern)]
            chunks.extend(self._byte_chunks(found) if self.byte_splits else found)
            return part
        found_pieces = pieces(part, self.splits)
        for piece, kept in found_pieces:
            if kept:
                chunks.extend(self._byte_chunks([piece]) if self.byte_splits else [piece])
            else:
                gaps.append((len(chunks), piece))
        return "".join(piece for piece, _ in found_pieces)

    def _byte_chunks(self, chunks: list[str]) -> Iterator[str]:
        for chunk in chunks:
            found = pieces(bytes_to_letters(chunk.encode("utf-8")), self.byte_splits)
            if len(found) == 1:
                yield chunk
            else:
                for letters, _ in found:
                    yield END + letters_to_bytes(letters).decode("latin-1")


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Yield (white space before, word), and at the end (white space, "").

    A word ends where ``str.split`` sees white space: at all that Unicode calls so, the no-break
    space and the line separator among them, and at U+001C to U+001F. subword-nmt ends words at
    plain spaces only, Hugging Face's ``WhitespaceSplit`` not at U+001C to U+001F.

    >>> [word for _, word in _words("a\u00a0b c\u2028d e\u001cf")]
    ['a', 'b', 'c', 'd', 'e', 'f', '']
    """
    at = 0
    for word in text.split():
        start = text.index(word, at)
        yield text[at:start], word
        at = start + len(word)
    yield text[at:], ""
