"""Trace: one text under one tokenizer, at all steps at once.

BPE only ever merges. So the segmentation after k merges is a refinement of the final one, and each
boundary between two neighbouring base symbols has ONE number: the step at which it disappears.
From that number and the merges everything else follows without encoding again: the tokens at step
k (cut where the boundary is still there), how many they are at every step (a cumulative histogram),
when a token was born (the largest number inside it), what the next merge will do (the boundaries
whose number is k+1).

Inside, a Trace keeps the final tokens of each distinct chunk as codes (see ``pairs``) and takes
them apart with ``str.translate``, which needs milliseconds for a megabyte.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, TypeVar

from .base import SEPARATOR, Symbol
from .checks import whole_number
from .counting import weighted_pairs
from .errors import SettingsError
from .offsets import offsets
from .segmentation import Forest

if TYPE_CHECKING:
    from .tokenizer import Tokenizer

T = TypeVar("T")


class Trace:
    """One text under one tokenizer, at every step 0..K.

    Made by ``Tokenizer.trace``. n is the number of base symbols of the text, K of merges.

    >>> import bpeviz
    >>> trace = bpeviz.train("banana", mode="byte", num_merges=2).trace("banana")
    >>> [trace.tokens(k) for k in (0, 2)]
    [[b'b', b'a', b'n', b'a', b'n', b'a'], [b'ban', b'an', b'a']]
    >>> list(trace.boundaries), list(trace.token_counts)
    ([2, 1, 3, 1, 3], [6, 4, 3])
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        text: str,
        chunks: list[str],
        gaps: list[tuple[int, str]],
        forest: Forest,
    ) -> None:
        """``chunks``: the codes of the final tokens of each chunk; see ``gaps`` for the rest."""
        self.tokenizer = tokenizer
        self.text = text
        self.steps = len(tokenizer.merges)
        self.gaps = gaps
        self._chunks = chunks
        self._forest = forest

    # --- the tokens at a step -----------------------------------------------------------------

    @cached_property
    def _final(self) -> str:
        return "".join(self._chunks)

    def _tokens(self, step: int, of: Callable[[str], T]) -> list[T]:
        """What ``of`` says of the code of each token at a step; each code is asked once."""
        self._check(step)
        final = set(self._final)
        table = self._forest.table(final, step)
        codes = {token: table.get(ord(token), token) for token in final}
        said = {code: of(code) for code in set("".join(codes.values()))}
        parts = {token: [said[code] for code in codes[token]] for token in final}
        return list(chain.from_iterable(map(parts.__getitem__, self._final)))

    def _check(self, step: int) -> None:
        if not 0 <= whole_number(step, "The step") <= self.steps:
            raise SettingsError(
                f"There is no step {step}: this tokenizer has the steps 0 to {self.steps}."
            )

    def ids(self, step: int) -> list[int]:
        """Return the ids of the tokens at a step: ``tok.encode(text, step)``.

        >>> import bpeviz
        >>> bpeviz.train("banana", mode="byte", num_merges=2).trace("banana").ids(1)
        [98, 256, 256, 97]
        """
        return self._tokens(step, self._forest.ids.__getitem__)

    def tokens(self, step: int) -> list[Symbol]:
        """Return the tokens at a step: bytes, or in character mode strings.

        >>> import bpeviz
        >>> tok = bpeviz.train("low low", mode="character", num_merges=1)
        >>> tok.trace("low").tokens(1)
        ['lo', 'w', '_']
        """
        show, symbol = self.tokenizer.base.show, self._forest.symbol
        return self._tokens(step, lambda code: show(symbol(code)))

    @property
    def symbols(self) -> list[int]:
        """The ids of the n base symbols.

        >>> import bpeviz
        >>> bpeviz.train("ab", mode="byte", num_merges=1).trace("ab").symbols
        [97, 98]
        """
        return self.ids(0)

    # --- counts -------------------------------------------------------------------------------

    @cached_property
    def _weights(self) -> dict[str, int]:
        """How often each distinct chunk (as final codes) stands in the text."""
        return Counter(self._chunks)

    @cached_property
    def _inner(self) -> dict[str, list[int]]:
        """For each final token the numbers of the boundaries inside it."""
        memo: dict[str, list[int]] = {}
        return {code: self._forest.inner(code, memo) for code in set(self._final)}

    @cached_property
    def token_counts(self) -> Sequence[int]:
        """The number of tokens at each step: K+1 ints, never rising.

        >>> import bpeviz
        >>> bpeviz.train("banana", mode="byte", num_merges=2).trace("banana").token_counts
        [6, 4, 3]
        """
        ended = [0] * (self.steps + 2)
        symbols = 0
        for code, n in Counter(self._final).items():
            inside = self._inner[code]
            symbols += n * (len(inside) + 1)
            for step in inside:
                ended[step] += n
        return [symbols - gone for gone in accumulate(ended[: self.steps + 1])]

    def pair_counts(self, step: int) -> dict[tuple[int, int], int]:
        """Count the adjacent pairs at a step as training does: overlapping, within chunks.

        In order of first appearance, so that ``max`` gives the pair that "first-seen" chooses.

        >>> import bpeviz
        >>> trace = bpeviz.train("aaab", mode="byte", num_merges=1).trace("aaab")
        >>> trace.pair_counts(0), trace.pair_counts(1)
        ({(97, 97): 2, (97, 98): 1}, {(256, 97): 1, (97, 98): 1})
        """
        self._check(step)
        table = self._forest.table(set(self._final), step)
        joined = SEPARATOR.join(self._weights).translate(table)
        return weighted_pairs(joined, self._weights.values(), self._forest.ids)

    def pair_history(self, left: int, right: int) -> list[int]:
        """Return how often a pair of tokens stands in the text at each step: K+1 ints.

        >>> import bpeviz
        >>> trace = bpeviz.train("aaab", mode="byte", num_merges=2).trace("aaab")
        >>> trace.pair_history(97, 97), trace.pair_history(256, 97)
        ([2, 0, 0], [0, 1, 0])
        """
        change = [0] * (self.steps + 2)
        a, b = self._base_codes(left), self._base_codes(right)
        codes, numbers, starts, weights = self._distinct
        at = codes.find(a + b) if a and b else -1
        while at >= 0:
            # The pair is there from the birth of both tokens until one of three boundaries goes.
            middle, end = at + len(a), at + len(a) + len(b)
            born_a = max(numbers[at + 1 : middle], default=0)
            born_b = max(numbers[middle + 1 : end], default=0)
            first, last = max(born_a, born_b), min(numbers[at], numbers[middle], numbers[end])
            if first < last and self._is(left, born_a) and self._is(right, born_b):
                weight = weights[bisect_right(starts, at) - 1]
                change[first] += weight
                change[last] -= weight
            at = codes.find(a + b, at + 1)
        return list(accumulate(change[: self.steps + 1]))

    @cached_property
    def _distinct(self) -> tuple[str, Sequence[int], list[int], list[int]]:
        """The distinct chunks in one string of base codes; before each code its boundary's number;
        where each chunk starts, and how often it stands in the text."""
        never = self.steps + 1
        chunks = list(self._weights)
        codes = SEPARATOR.join(chunks).translate(self._forest.table(set(self._final), 0))
        numbers = array("i")
        starts = []
        for chunk in chunks:
            starts.append(len(numbers))
            for code in chunk:
                numbers.append(never)
                numbers.extend(self._inner[code])
            numbers.append(never)
        return codes, numbers, starts, list(self._weights.values())

    def _base_codes(self, token_id: int) -> str:
        """The base codes of a token that stands in the text at some step, else ""."""
        code = next((c for c, i in self._forest.ids.items() if i == token_id), None)
        return "" if code is None else self._forest.at(code, 0)

    def _is(self, token_id: int, born: int) -> bool:
        """Whether a token with this birth step and the same symbols has this id."""
        return born == 0 or self.tokenizer.merges[born - 1].id == token_id

    def count(self, token_id: int, step: int) -> int:
        """Return how often a token stands in the text at a step.

        >>> import bpeviz
        >>> trace = bpeviz.train("banana", mode="byte", num_merges=1).trace("banana")
        >>> trace.count(97, 0), trace.count(97, 1)
        (3, 1)
        """
        return self.ids(step).count(token_id)

    # --- boundaries and places ----------------------------------------------------------------

    @cached_property
    def boundaries(self) -> Sequence[int]:
        """The number of each boundary: n-1 ints, K+1 for one that never disappears.

        The boundary behind symbol i is there at step k while ``boundaries[i] > k``.

        >>> import bpeviz
        >>> list(bpeviz.train("banana", mode="byte", num_merges=2).trace("banana").boundaries)
        [2, 1, 3, 1, 3]
        """
        never = self.steps + 1
        block = {
            code: array("i", [*inside, never]).tobytes() for code, inside in self._inner.items()
        }
        numbers = array("i", b"".join([block[code] for code in self._final]))
        return numbers[:-1]

    @cached_property
    def chunks(self) -> list[tuple[int, int]]:
        """The chunks (words, documents) as ranges (start, end) of base symbols.

        >>> import bpeviz
        >>> bpeviz.train("to be", num_merges=0).trace("to be").chunks
        [(0, 2), (2, 5)]
        """
        sizes = {
            chunk: sum(len(self._inner[code]) + 1 for code in chunk) for chunk in self._weights
        }
        ends = list(accumulate([sizes[chunk] for chunk in self._chunks]))
        return list(zip([0, *ends], ends, strict=False))

    @cached_property
    def pinned(self) -> list[tuple[int, int, int, int]]:
        """Tokens that no merge makes: (start, end, step, id), in base symbols, from ``step`` on.

        Only tokenizers read from a file can have them.

        >>> import bpeviz
        >>> ranks = b"YQ== 0\\nYg== 1\\nYWI= 2\\nYmFi 3\\n"  # a, b, ab, bab
        >>> bpeviz.load(ranks, pattern="gpt2").trace("bab").pinned
        []
        >>> ranks = b"YQ== 0\\nYg== 1\\nYWI= 2\\nYmJi 3\\n"  # a, b, ab, bbb
        >>> bpeviz.load(ranks, pattern="gpt2").trace("bbb").pinned
        [(0, 3, 1, 3)]
        """
        odd = self._odd_codes
        if not odd:
            return []
        found, start = [], 0
        for code in self._final:
            end = start + len(self._inner[code]) + 1
            if code in odd:
                found.append((start, end, odd[code], self._forest.ids[code]))
            start = end
        return found

    @cached_property
    def _odd_codes(self) -> dict[str, int]:
        """Final codes with an id that their last merge does not explain, and their step."""
        merges, trees, ids = self.tokenizer.merges, self._forest.trees, self._forest.ids
        return {
            code: trees[code][0]
            for code in set(self._final)
            if code in trees and merges[trees[code][0] - 1].id != ids[code]
        }

    @cached_property
    def _places(self) -> tuple[list[int], list[int]]:
        symbol, codes = self._forest.symbols, self._forest.at
        units = [symbol[code] for final in self._final for code in codes(final, 0)]
        return offsets(units, self.gaps)

    def spans(self, step: int) -> list[tuple[int, int]]:
        """Return where each token stands in ``text``: (start, end) in characters.

        Tokens that share a character, each with some of its bytes, share its span.

        >>> import bpeviz
        >>> bpeviz.train("", mode="byte", num_merges=0).trace("i é").spans(0)
        [(0, 1), (1, 2), (2, 3), (2, 3)]
        """
        self._check(step)
        starts, ends = self._places
        spans, first = [], 0
        for i, number in enumerate([*self.boundaries, self.steps + 1] if starts else []):
            if number > step:
                spans.append((starts[first], ends[i]))
                first = i + 1
        return spans
