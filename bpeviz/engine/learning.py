"""The learner: the most frequent pair is merged, again and again.

It works on sequences that training has prepared, or that the merges of an earlier tokenizer have made
already, and gives ids and symbols to the tokens that it makes. The counting is in ``pairs``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .base import join
from .forest import Rule
from .letters import BYTE_ORDER
from .pairs import PairTable
from .tokenizer import Tokenizer

TIE_BREAKS = ("first-seen", "smallest-ids", "largest-symbols", "huggingface")


# Byte -> its place when bytes are ordered by their letters.
_LETTER_PLACES = {byte: place for place, byte in enumerate(BYTE_ORDER)}


class Learner:
    """Learns merges beyond those of a tokenizer, from weighted sequences of its codes.

    ``rules`` holds the merges of the tokenizer, then those that are learned; ``next_id`` is the id
    that the next one gets.
    """

    def __init__(
        self, start: Tokenizer, sequences: Iterable[str], weights: Iterable[int], tie_break: str
    ) -> None:
        forest = start.forest
        self.rules: list[Rule] = list(start.rules)
        self._in_characters = start.base.in_characters
        self._show = start.base.show
        self._ids = dict(forest.ids)
        self._symbols = {code: forest.symbol(code) for code in forest.ids}
        self._next_code = 1 + ord(max(forest.ids, default=chr(0)))
        self.next_id = start.next_id
        order = {
            "first-seen": None,
            "smallest-ids": lambda pair: (self._ids[pair[0]], self._ids[pair[1]]),
            "huggingface": lambda pair: tuple(map(self._place, pair)),
            "largest-symbols": lambda pair: tuple(map(self._descending, pair)),
        }[tie_break]
        self._table = PairTable(sequences, weights, order)

    def _descending(self, code: str) -> tuple[int, ...]:
        """A key that is smaller the larger the symbol is; "ab" is larger than "a"."""
        symbol = self._show(self._symbols[code])
        units = symbol if isinstance(symbol, bytes) else map(ord, symbol)
        return *(-unit for unit in units), 1

    def _place(self, code: str) -> int:
        """The id that Hugging Face's trainer gives: bytes in the order of their letters."""
        in_bytes = not self._in_characters and ord(code) < 256
        return _LETTER_PLACES[ord(code)] if in_bytes else self._ids[code]

    def learn(
        self, num_merges: int, min_count: int, progress: Callable[[int, int], object] | None
    ) -> None:
        """Merge the best pair again and again."""
        for done in range(1, num_merges + 1):
            pair = self._table.best()
            if pair is None or self._table.counts[pair] < min_count:
                break
            self._merge(pair, self._table.counts[pair])
            if progress is not None and progress(done, num_merges) is False:
                break

    def merge_ids(self, left: int, right: int) -> None:
        """Apply a default merge, whether or not the corpus holds the pair."""
        pair = chr(left) + chr(right)
        self._merge(pair, self._table.counts.get(pair, 0))

    def _merge(self, pair: str, count: int) -> None:
        left, right = pair[0], pair[1]
        new, self._next_code = chr(self._next_code), self._next_code + 1
        # No other merge spells this symbol: what becomes one token has been merged inside by the
        # same merges wherever it stands, since none of them reached over its ends.
        self._symbols[new] = join((self._symbols[left], self._symbols[right]))
        self._ids[new], self.next_id = self.next_id, self.next_id + 1
        replaced = self._table.merge(pair, new) if count else 0
        self.rules.append((self._ids[left], self._ids[right], self._ids[new], count, replaced))
