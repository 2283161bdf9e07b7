"""Pre-tokenization: everything that happens to a text before the first merge.

In this order: added tokens are cut out, the rest is normalized, perhaps given a space in front, and
cut into chunks (byte, regex mode) or words (character mode). What belongs to no chunk, such as the
white space between words, is a *gap*: it stays in the text and gives no token.

Training needs one split pattern. Tokenizer files may hold several in sequence, patterns whose
matches are thrown away, added tokens that swallow the space beside them, and splits of the bytes
themselves; all of that is here so that a file means the same as in its own program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import regex

from .base import END
from .errors import CorpusError, SettingsError
from .letters import bytes_to_letters, letters_to_bytes
from .patterns import compile_pattern, runaway, seconds_for, split
from .text import normalize, repair

BEHAVIORS = ("isolated", "removed", "merged-with-previous", "merged-with-next", "contiguous")
Span = tuple[int, int]


class Split(NamedTuple):
    """One way of cutting: a pattern (a name or an expression) and what becomes of its matches.

    "isolated" makes each match a piece and each stretch between two matches, too; "removed" drops
    the matches; the others join a match to the piece before it, after it, or to its neighbours of
    the same kind. ``invert`` swaps the matches and what lies between them.
    """

    pattern: str
    behavior: str = "isolated"
    invert: bool = False


@dataclass(frozen=True)
class AddedToken:
    """A token that is found in the text itself, before everything else.

    ``special``: only where special tokens are switched on. ``normalized``: it is looked for after
    normalization. ``single_word``: not inside a word. ``lstrip``, ``rstrip``: white space on that
    side disappears.
    """

    text: str
    id: int
    special: bool = True
    normalized: bool = True
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False


class Stretch(NamedTuple):
    """A part of a text: an added token, or what stands between; white space that a token swallows
    is not kept."""

    text: str
    token: AddedToken | None = None
    kept: bool = True


class Pieces(NamedTuple):
    """A text cut up: its chunks, and the gaps as (index of the chunk behind it, text).

    A chunk that starts with END is made of codes already: an added token, or bytes.
    """

    text: str
    chunks: list[str]
    gaps: list[tuple[int, str]]


def pieces(text: str, splits: Sequence[Split]) -> list[tuple[str, bool]]:
    """Cut a text by several splits in sequence; False marks a piece that is dropped.

    >>> pieces("so what?", [Split(r"\\s", "removed"), Split(r"\\?")])
    [('so', True), (' ', False), ('what', True), ('?', True)]
    >>> pieces("a-b-c", [Split("-", "merged-with-next")])
    [('a', True), ('-b', True), ('-c', True)]
    """
    parts = [(text, True)]
    for way in splits:
        parts = [
            new
            for part, kept in parts
            for new in (_split_once(part, way) if kept else [(part, False)])
        ]
    return parts


def _split_once(text: str, way: Split) -> list[tuple[str, bool]]:
    if way.behavior == "isolated":
        return [(chunk, True) for chunk in split(text, way.pattern)]
    spans = [(span, found != way.invert) for span, found in _matches(text, way.pattern)]
    kept = [(span, not (way.behavior == "removed" and found)) for span, found in spans]
    if way.behavior == "merged-with-previous":
        kept = _merged(spans)
    elif way.behavior == "merged-with-next":
        mirrored = [((-end, -start), found) for (start, end), found in reversed(spans)]
        kept = [((-end, -start), True) for (start, end), _ in reversed(_merged(mirrored))]
    elif way.behavior == "contiguous":
        kept = _contiguous(spans)
    return [(text[start:end], keep) for (start, end), keep in kept if end > start]


def _matches(text: str, pattern: str) -> Iterator[tuple[Span, bool]]:
    """The matches of a pattern (True) and the stretches between them (False), in order."""
    end, last = 0, -1
    timeout = seconds_for(pattern)
    for match in _ending(compile_pattern(pattern).finditer(text, timeout=timeout), timeout):
        start, stop = match.span()
        if start == stop == last:
            continue
        if start > end:
            yield (end, start), False
        yield (start, stop), True
        end = last = stop
    if end < len(text):
        yield (end, len(text)), False


def _ending(matches: Iterator[regex.Match], timeout: float | None) -> Iterator[regex.Match]:
    """Turn a timeout on the way into a PatternError."""
    try:
        yield from matches
    except (TimeoutError, MemoryError):
        raise runaway(timeout) from None


def _merged(spans: list[tuple[Span, bool]]) -> list[tuple[Span, bool]]:
    """Join each match to what comes before it, but not a match to a match."""
    joined: list[tuple[Span, bool]] = []
    after_match = False
    for (start, end), found in spans:
        if found and not after_match and joined:
            joined[-1] = ((joined[-1][0][0], end), True)
        else:
            joined.append(((start, end), True))
        after_match = found
    return joined


def _contiguous(spans: list[tuple[Span, bool]]) -> list[tuple[Span, bool]]:
    joined: list[tuple[Span, bool]] = []
    after_match = False
    for (start, end), found in spans:
        if found == after_match and joined:
            joined[-1] = ((joined[-1][0][0], end), True)
        else:
            joined.append(((start, end), True))
        after_match = found
    return joined


@dataclass(frozen=True)
class Pretokenizer:
    """How a tokenizer cuts a text. ``code_of`` gives the code of each added token.

    Without ``splits`` a whole text is one chunk, or in character mode its words are what
    ``str.split`` gives. ``prefix_space``: a text that does not start with a space gets one.
    ``byte_splits`` cut further, between the bytes written as letters (see ``letters``).
    ``untouched``: characters that normalization leaves as they are, as the inside of a set.
    """

    in_characters: bool = False
    splits: tuple[Split, ...] = ()
    byte_splits: tuple[Split, ...] = ()
    normalization: str | None = None
    prefix_space: bool = False
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
                    chunks.append(END + code_of[token.text])
                else:
                    part = self._prefixed(part)
                    self._chunk(part, chunks, gaps)
                texts.append(part)
        return Pieces("".join(texts), chunks, gaps)

    def _prefixed(self, part: str) -> str:
        return " " + part if self.prefix_space and not part.startswith(" ") else part

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

    def _chunk(self, part: str, chunks: list[str], gaps: list[tuple[int, str]]) -> None:
        if self.in_characters and not self.splits:
            for gap, word in _words(part):
                if gap:
                    gaps.append((len(chunks), gap))
                if word:
                    chunks.append(word)
            return
        if all(way.behavior == "isolated" for way in self.splits):
            found = [part] if part else []
            for way in self.splits:
                found = [new for chunk in found for new in split(chunk, way.pattern)]
            chunks.extend(self._byte_chunks(found) if self.byte_splits else found)
            return
        for piece, kept in pieces(part, self.splits):
            if kept:
                chunks.extend(self._byte_chunks([piece]) if self.byte_splits else [piece])
            else:
                gaps.append((len(chunks), piece))

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


_IN_WORD = regex.compile(r"\w")
_SPACES_BEFORE = regex.compile(r"(?r)\s*")
_SPACES_AFTER = regex.compile(r"\s*")


def find_added(text: str, tokens: Mapping[str, AddedToken], special: str) -> Iterator[Stretch]:
    """Find added tokens, given by the text to look for, leftmost and longest first.

    >>> tokens = {"<mask>": AddedToken("<mask>", 4, lstrip=True)}
    >>> [(s.text, s.kept) for s in find_added("a <mask>b", tokens, "special")]
    [('a', True), (' ', False), ('<mask>', True), ('b', True)]
    """
    unused = special == "text" and all(token.special for token in tokens.values())
    longest_first = [] if unused else sorted(tokens, key=len, reverse=True)
    pattern = "|".join(map(regex.escape, longest_first))
    end = 0
    for match in regex.finditer(pattern, text) if pattern else ():
        token = tokens[match.group()]
        start, stop = match.span()
        if start < end or not _fits(text, start, stop, token):
            continue
        if token.special and special == "text":
            continue
        if token.special and special == "refuse":
            raise CorpusError(
                f"The text holds the special token {token.text!r}. Take it out, or say whether "
                "special tokens are to be read as text or as special."
            )
        before = _SPACES_BEFORE.match(text, end, start).start() if token.lstrip else start
        after = _SPACES_AFTER.match(text, stop).end() if token.rstrip else stop
        cuts = [(end, before, None, True), (before, start, None, False)]
        cuts += [(start, stop, token, True), (stop, after, None, False)]
        yield from (Stretch(text[i:j], found, kept) for i, j, found, kept in cuts if i < j)
        end = after
    if end < len(text):
        yield Stretch(text[end:])


def _fits(text: str, start: int, stop: int, token: AddedToken) -> bool:
    """Whether a token that must not stand inside a word does not."""
    beside = text[max(start - 1, 0) : start] + text[stop : stop + 1]
    return not (token.single_word and _IN_WORD.search(beside))
