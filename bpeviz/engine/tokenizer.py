"""The two nouns: a Tokenizer, and its Trace of a text, at all steps at once.

BPE only ever merges. So the segmentation after k merges is a refinement of the final one, and each
boundary between two neighbouring base symbols has ONE number: the step at which it disappears.
From that number and the merges everything else follows without encoding again: the tokens at step
k (cut where the boundary is still there), how many they are at every step (a cumulative histogram),
when a token was born (the largest number inside it), what the next merge will do (the boundaries
whose number is k+1). Encoding is tracing, too: it asks for the ids at one step.

Inside, a Trace keeps the final tokens of each chunk as codes (see ``pairs``) and takes them apart
with ``str.translate``, which needs milliseconds for a megabyte.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise

from .aligned_source import aligned_source
from .alignment import Alignment, unchanged
from .base import SEPARATOR, Symbol
from .base_codes import base_codes
from .checks import texts_of, whole_number
from .counting import weighted_pairs
from .errors import SettingsError
from .model import Model
from .offsets import offsets
from .pair_histories import PairHistories
from .pretokenization import pieces


class Tokenizer(Model):
    """What ``bpeviz.train`` and ``bpeviz.load`` give: it encodes, decodes and traces.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low lower", mode="byte", num_merges=2)
    >>> tok.merges[0]
    Merge(left=108, right=111, id=256, token=b'lo', count=3, replacements=3)
    >>> tok.encode("slow"), tok.decode([115, 257])
    ([115, 257], 'slow')
    """

    def encode(
        self, text: str, step: int | None = None, *, special: str = "text", unknown: str = "error"
    ) -> list[int]:
        """Return the ids of a text under the first ``step`` merges (all by default).

        >>> import bpeviz
        >>> tok = bpeviz.train("aaab", mode="byte", num_merges=1)
        >>> tok.encode("aaab"), tok.encode("aaab", step=0)
        ([256, 97, 98], [97, 97, 97, 98])

        Raises a BPEError for a step that does not exist, and as ``trace`` does.
        """
        trace = self.trace(text, special=special, unknown=unknown)
        return trace.ids(trace.steps if step is None else step)

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
        return Trace(self, texts_of(text), special, unknown, separator)


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
        self, tokenizer: Tokenizer, texts: Sequence[str], special: str, unknown: str, separator: str
    ) -> None:
        """Cut the texts, and merge each distinct chunk; all else is read off that."""
        self.tokenizer = tokenizer
        self.steps = len(tokenizer.merges)
        self.source = separator.join(texts)
        self._cutting = (tokenizer.cut, texts, special, separator)
        found = pieces(*self._cutting)
        self.text = found.text
        self._gaps = found.gaps
        self.forest = tokenizer.forest.child()
        codes = base_codes(tokenizer.base, found, unknown, self.forest)
        final = tokenizer.segment(codes.values(), self.forest)
        self._chunks = [final[codes[chunk]] for chunk in found.chunks]
        self._final = "".join(self._chunks)

    # --- the tokens at a step -----------------------------------------------------------------

    def codes(self, step: int) -> str:
        """The tokens at a step as codes, a character each: equal tokens have equal codes.

        What a code stands for is in ``forest``. Two codes may share an id, as those of unknown
        characters do.

        >>> import bpeviz
        >>> trace = bpeviz.train("banana", mode="byte", num_merges=1).trace("banana")
        >>> trace.codes(0), [trace.forest.symbol(code) for code in trace.codes(1)]
        ('banana', [b'b', b'an', b'an', b'a'])
        """
        self._check(step)
        return self.forest.at(self._final, step)

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
        return list(map(self.forest.ids.__getitem__, self.codes(step)))

    def tokens(self, step: int) -> list[Symbol]:
        """Return the tokens at a step: bytes, or in character mode strings.

        >>> import bpeviz
        >>> tok = bpeviz.train("low low", mode="character", num_merges=1)
        >>> tok.trace("low").tokens(1)
        ['lo', 'w', '_']
        """
        codes, show = self.codes(step), self.tokenizer.base.show
        shown = {code: show(self.forest.symbol(code)) for code in set(codes)}
        return list(map(shown.__getitem__, codes))

    # --- counts -------------------------------------------------------------------------------

    @cached_property
    def weights(self) -> dict[str, int]:
        """How often each distinct chunk, as its final codes, stands in the text."""
        return Counter(self._chunks)

    @cached_property
    def _inner(self) -> dict[str, list[int]]:
        """For each final token, and what it is made of, the numbers of the boundaries inside."""
        return self.forest.inner(set(self._final))

    @cached_property
    def token_counts(self) -> Sequence[int]:
        """The number of tokens at each step: K+1 ints, never rising.

        >>> import bpeviz
        >>> bpeviz.train("banana", mode="byte", num_merges=2).trace("banana").token_counts
        [6, 4, 3]
        """
        ended = [0] * (self.steps + 1)
        symbols = 0
        for code, n in Counter(self._final).items():
            inside = self._inner[code]
            symbols += n * (len(inside) + 1)
            for step in inside:
                ended[step] += n
        return [symbols - gone for gone in accumulate(ended)]

    def pair_counts(self, step: int) -> dict[tuple[int, int], int]:
        """Count the adjacent pairs at a step as training does: overlapping, within chunks.

        In order of first appearance, so that ``max`` gives the pair that "first-seen" chooses.

        >>> import bpeviz
        >>> trace = bpeviz.train("aaab", mode="byte", num_merges=1).trace("aaab")
        >>> trace.pair_counts(0), trace.pair_counts(1)
        ({(97, 97): 2, (97, 98): 1}, {(256, 97): 1, (97, 98): 1})
        """
        self._check(step)
        joined = self.forest.at(SEPARATOR.join(self.weights), step)
        return weighted_pairs(joined, self.weights.values(), self.forest.ids)

    def pair_history(self, left: int, right: int) -> list[int]:
        """Return how often a pair of tokens stands in the text at each step: K+1 ints.

        >>> import bpeviz
        >>> trace = bpeviz.train("aaab", mode="byte", num_merges=2).trace("aaab")
        >>> trace.pair_history(97, 97), trace.pair_history(256, 97)
        ([2, 0, 0], [0, 1, 0])
        """
        return self._histories.of(left, right)

    @cached_property
    def _histories(self) -> PairHistories:
        return PairHistories(self.weights, self.forest, self.steps)

    # --- boundaries and places ----------------------------------------------------------------

    @cached_property
    def boundaries(self) -> Sequence[int]:
        """The number of each boundary: n-1 ints, K+1 for one that never disappears.

        The boundary behind symbol i is there at step k while ``boundaries[i] > k``.

        >>> import bpeviz
        >>> list(bpeviz.train("banana", mode="byte", num_merges=2).trace("banana").boundaries)
        [2, 1, 3, 1, 3]
        """
        never = [self.steps + 1]
        block = {code: array("i", found + never).tobytes() for code, found in self._inner.items()}
        return array("i", b"".join([block[code] for code in self._final]))[:-1]

    @cached_property
    def chunks(self) -> list[tuple[int, int]]:
        """The chunks (words, documents) as ranges (start, end) of base symbols.

        >>> import bpeviz
        >>> bpeviz.train("to be", num_merges=0).trace("to be").chunks
        [(0, 2), (2, 5)]
        """
        sizes = {c: sum(len(self._inner[code]) + 1 for code in c) for c in self.weights}
        ends = list(accumulate([sizes[chunk] for chunk in self._chunks]))
        return list(zip([0, *ends], ends, strict=False))

    @cached_property
    def gaps(self) -> list[tuple[int, str]]:
        """What stands in the text and in no token, as (index of the base symbol behind it, text).

        >>> import bpeviz
        >>> bpeviz.train("", "character", 0).trace("to  be", unknown="keep").gaps
        [(3, '  ')]
        """
        starts = [0, *(end for _, end in self.chunks)] if self._gaps else []
        joined: dict[int, str] = {}
        for index, text in self._gaps:
            joined[starts[index]] = joined.get(starts[index], "") + text
        return list(joined.items())

    @cached_property
    def places(self) -> tuple[list[int], list[int]]:
        """Where each base symbol starts in ``text`` and where it ends, in characters."""
        return offsets([self.forest.symbols[code] for code in self.codes(0)], self.gaps)

    def spans(self, step: int) -> list[tuple[int, int]]:
        """Return where each token stands in ``text``: (start, end) in characters.

        Tokens that share a character, each with some of its bytes, share its span.

        >>> import bpeviz
        >>> bpeviz.train("", mode="byte", num_merges=0).trace("i é").spans(0)
        [(0, 1), (1, 2), (2, 3), (2, 3)]
        """
        self._check(step)
        starts, ends = self.places
        cuts = [i for i, number in enumerate(self.boundaries, 1) if number > step]
        tokens = pairwise([0, *cuts, len(starts)] if starts else [])
        return [(starts[first], ends[end - 1]) for first, end in tokens]

    @cached_property
    def alignment(self) -> Alignment:
        """Where each character of ``text`` comes from in ``source``.

        >>> import bpeviz
        >>> tok = bpeviz.train("", num_merges=0, normalization="NFD")
        >>> tok.trace("s\\u1ecd").alignment.changes()
        [(1, 3, 1, 2)]
        """
        same = self.text == self.source
        return unchanged(len(self.text)) if same else aligned_source(*self._cutting)

    def source_spans(self, step: int) -> list[tuple[int, int]]:
        """Return where each token stands in ``source``, the text as it was given, in characters.

        A token that begins or ends inside a character of the source has the whole character. So two
        neighbours that overlap are cut inside a character (or inside marks that changed places).

        >>> import bpeviz
        >>> tok = bpeviz.train("", mode="byte", num_merges=0, normalization="NFC")
        >>> tok.trace("o\\u0323!").source_spans(0)
        [(0, 2), (0, 2), (0, 2), (2, 3)]
        """
        return [self.alignment.span(start, end) for start, end in self.spans(step)]
