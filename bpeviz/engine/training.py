"""Training: from a corpus to a Tokenizer.

The algorithm is short: count all pairs, merge the most frequent, repeat. What varies is what the
corpus is made of. In byte mode it is the bytes of each document; in regex mode the bytes of each
chunk that the split pattern gives; in character mode the characters of each word and the end-of-word
marker. Equal chunks are trained on once, weighted by how often they occur. The counting itself is
in ``pairs``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import total_ordering
from itertools import pairwise
from typing import Any

import regex

from .base import Base, byte_base, character_base, join
from .checks import texts_of, tokens_of, whole_number
from .collector import at_rest
from .errors import PatternError, SettingsError
from .pairs import PairTable
from .patterns import chunk_counts, compile_pattern
from .text import normalize, repair
from .tokenizer import Tokenizer

MODES = ("character", "byte", "regex")
TIE_BREAKS = ("first-seen", "smallest-ids", "largest-symbols")
Rule = tuple[int, int, int, int | None, int | None]


def train(
    corpus: str | Iterable[str],
    mode: str = "regex",
    num_merges: int = 500,
    *,
    vocab_size: int | None = None,
    pattern: str = "gpt4",
    normalization: str | None = None,
    alphabet: str | Iterable[str] | None = None,
    end_of_word: str | None = "_",
    end_of_word_joined: bool = False,
    default_tokens: Sequence[str] = (),
    special_tokens: Sequence[str] = (),
    tie_break: str = "first-seen",
    min_count: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Tokenizer:
    """Learn merges from a corpus and return the Tokenizer.

    ``num_merges`` counts learned merges beyond those of the default tokens; training stops early
    when no pair is left, or none with ``min_count``. ``vocab_size`` in its place: base vocabulary
    + default merges + learned merges. ``special_tokens`` are cut out of the corpus first and get
    the ids after the last merge. ``progress(done, asked)`` is called at each merge; when it
    returns False, training ends with what it has learned.

    >>> tok = train("low lower newest newest newest widest widest widest widest low low low low",
    ...             mode="character", num_merges=4, alphabet="lowercase")
    >>> [(m.token, m.count) for m in tok.merges]
    [('es', 7), ('est', 7), ('est_', 7), ('lo', 6)]

    Raises SettingsError, CorpusError or PatternError. Source: Sennrich et al. (2016), section 3.2.
    """
    num_merges, vocab_size, min_count = _numbers(num_merges, vocab_size, min_count)
    default_tokens = tokens_of(default_tokens, "Default tokens")
    special_tokens = tokens_of(special_tokens, "Special tokens")
    _check(mode, tie_break, default_tokens, special_tokens)
    documents = _prepared(texts_of(corpus), normalization)
    defaults = _prepared(default_tokens, normalization)
    parts = _at_specials(documents, _prepared(special_tokens, normalization))
    weights = _chunk_weights(parts, mode, pattern)
    if mode == "character":
        base = character_base(alphabet, weights, end_of_word, end_of_word_joined)
    else:
        base = _bytes(alphabet, [*documents, *defaults])
    if vocab_size is not None:
        num_merges = _merges_for(vocab_size, base, alphabet, len(create_default_merges(defaults)))
    with at_rest():
        learner = _Learner(base, weights, tie_break)
        for pair in create_default_merges(defaults):
            learner.merge_ids(*pair)
        default_count = len(learner.rules)
        learner.learn(num_merges, vocab_size, min_count, progress)
        following = len(base.vocabulary) if mode == "character" else 256 + len(learner.rules)
        return Tokenizer(
            mode,
            base,
            learner.rules,
            pattern=pattern if mode == "regex" else None,
            normalization=normalization,
            special_tokens={text: following + i for i, text in enumerate(special_tokens)},
            default_count=default_count,
        )


def base_size(
    corpus: str | Iterable[str],
    mode: str = "regex",
    *,
    normalization: str | None = None,
    alphabet: str | Iterable[str] | None = None,
    end_of_word: str | None = "_",
    end_of_word_joined: bool = False,
    default_tokens: Sequence[str] = (),
) -> int:
    """The number of tokens that ``train`` has before it learns: base vocabulary + default merges.

    >>> base_size("low"), base_size("low", default_tokens=["lo"]), base_size("low", "character")
    (256, 257, 4)

    Raises SettingsError or CorpusError. Source: as ``train``.
    """
    documents = _prepared(texts_of(corpus), normalization)
    defaults = _prepared(default_tokens, normalization)
    if mode == "character":
        words = [word for document in documents for word in document.split()]
        return len(character_base(alphabet, words, end_of_word, end_of_word_joined).vocabulary)
    base = _bytes(alphabet, [*documents, *defaults])
    return len(base.vocabulary) + len(create_default_merges(defaults))


def create_default_merges(strings: Iterable[str]) -> dict[tuple[int, int], int]:
    """Return the merges, pair -> id, that build each string from its UTF-8 bytes, left to right.

    Merges made for earlier strings are used again where they fit.

    >>> create_default_merges([" at", " how"])
    {(32, 97): 256, (256, 116): 257, (32, 104): 258, (258, 111): 259, (259, 119): 260}

    Source: the first of the documents that this engine follows (Ogun 2024).
    """
    merges: dict[tuple[int, int], int] = {}
    for string in tokens_of(strings, "Default tokens"):
        ids = list(string.encode("utf-8"))
        while len(ids) > 1:
            places = {pair: i for i, pair in reversed(list(enumerate(pairwise(ids))))}
            pair = next((p for p in merges if p in places), None)
            if pair is None:
                pair = (ids[0], ids[1])
                merges[pair] = 256 + len(merges)
            at = places[pair]
            ids[at : at + 2] = [merges[pair]]
    return merges


def _numbers(
    num_merges: int, vocab_size: int | None, min_count: int
) -> tuple[int, int | None, int]:
    num_merges = whole_number(num_merges, "The number of merges")
    if num_merges < 0:
        raise SettingsError(
            f"The number of merges cannot be negative ({num_merges}). Give 0 or more."
        )
    if vocab_size is not None:
        vocab_size = whole_number(vocab_size, "The size of the vocabulary")
        if vocab_size < 0:
            raise SettingsError(
                f"The size of the vocabulary cannot be negative ({vocab_size}). Give more."
            )
    min_count = whole_number(min_count, "The minimum count")
    if min_count < 1:
        raise SettingsError(f"The minimum count is {min_count}; it must be 1 or more.")
    return num_merges, vocab_size, min_count


def _check(
    mode: str, tie_break: str, default_tokens: Sequence[str], special_tokens: Sequence[str]
) -> None:
    if mode not in MODES:
        raise SettingsError(f"There is no mode {mode!r}. Choose one of {', '.join(MODES)}.")
    if tie_break not in TIE_BREAKS:
        raise SettingsError(f"There is no tie rule {tie_break!r}. Choose: {', '.join(TIE_BREAKS)}.")
    if mode == "character" and (default_tokens or special_tokens):
        raise SettingsError(
            "Default and special tokens are made of bytes: use byte or regex mode for them."
        )
    if "" in special_tokens:
        raise SettingsError("A special token cannot be empty. Take the empty one out.")


def _prepared(texts: Iterable[str], normalization: str | None) -> list[str]:
    normalize("", normalization)  # A wrong form is refused also where there is no text.
    return [normalize(repair(text), normalization) for text in texts]


def _at_specials(documents: list[str], special_tokens: Sequence[str]) -> list[str]:
    if not special_tokens:
        return documents
    longest_first = sorted(special_tokens, key=len, reverse=True)
    pattern = regex.compile("|".join(map(regex.escape, longest_first)))
    return [part for document in documents for part in pattern.split(document) if part]


def _chunk_weights(parts: list[str], mode: str, pattern: str) -> dict[str, int]:
    """The distinct words, chunks or documents with their frequencies, in order of appearance."""
    if mode == "byte":
        return Counter(part for part in parts if part)
    if mode == "regex":
        if pattern == "":
            raise PatternError("The split pattern is empty. Choose one, or use byte mode.")
        compile_pattern(pattern)
        if len(parts) == 1:
            return chunk_counts(parts[0], pattern)
    weights: Counter[str] = Counter()
    for part in parts:
        weights.update(part.split() if mode == "character" else chunk_counts(part, pattern))
    return weights


def _bytes(alphabet: object, texts: list[str]) -> Base:
    if alphabet not in (None, "observed"):
        raise SettingsError(
            "In byte and regex mode the alphabet is None (all bytes) or 'observed'."
        )
    return byte_base(texts if alphabet == "observed" else None)


def _merges_for(vocab_size: int, base: Base, alphabet: object, defaults: int) -> int:
    size = len(base.vocabulary)
    if vocab_size < size and not base.in_characters and alphabet is None:
        raise SettingsError(
            f"A vocabulary of {vocab_size} is too small: the 256 bytes alone are 256 tokens. "
            "Ask for 256 or more."
        )
    return max(0, vocab_size - size - defaults)


@total_ordering
class _Descending:
    """A key that sorts the other way round."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Descending) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: _Descending) -> bool:
        return other.value < self.value


class _Learner:
    """Learns merges on a pair table, and gives ids and symbols to the codes."""

    def __init__(self, base: Base, weights: dict[str, int], tie_break: str) -> None:
        self.base = base
        self.rules: list[Rule] = []
        self._symbols = list(base.symbols)
        self._ids = list(base.ids)
        self._next_id = len(base.vocabulary) if base.in_characters else 256
        order = {
            "first-seen": None,
            "smallest-ids": lambda pair: (self._ids[ord(pair[0])], self._ids[ord(pair[1])]),
            "largest-symbols": lambda pair: _Descending(tuple(map(self._shown, pair))),
        }[tie_break]
        self._table = PairTable(map(base.codes, weights), weights.values(), order)

    def _shown(self, code: str) -> object:
        return self.base.show(self._symbols[ord(code)])

    def learn(
        self,
        num_merges: int,
        vocab_size: int | None,
        min_count: int,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        """Merge the best pair again and again."""
        done = 0
        while done < num_merges or (vocab_size is not None and self._next_id < vocab_size):
            pair = self._table.best()
            if pair is None or self._table.counts[pair] < min_count:
                break
            self._merge(pair, self._table.counts[pair])
            done += 1
            if progress is not None and progress(done, max(done, num_merges)) is False:
                break

    def merge_ids(self, left: int, right: int) -> None:
        """Apply a default merge, whether or not the corpus holds the pair."""
        pair = chr(left) + chr(right)
        self._merge(pair, self._table.counts.get(pair, 0))

    def _merge(self, pair: str, count: int) -> None:
        left, right = map(ord, pair)
        new = len(self._symbols)
        # No other merge spells this symbol: what becomes one token has been merged inside by the
        # same merges wherever it stands, since none of them reached over its ends.
        self._symbols.append(join((self._symbols[left], self._symbols[right])))
        self._ids.append(self._next_id)
        self._next_id += 1
        replaced = self._table.merge(pair, chr(new)) if count else 0
        self.rules.append((self._ids[left], self._ids[right], self._ids[new], count, replaced))
