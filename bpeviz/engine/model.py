"""Model: base vocabulary, merges, pre-tokenization and segmentation, as trained or read from a file.

A Model is described, shortened and saved here, and decodes ids. ``tokenizer`` adds encoding.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Self

from .base import UNKNOWN, Base, Symbol
from .checks import whole_number
from .errors import BPEError, SettingsError
from .forest import Forest, Rule
from .pretokenization import Cut
from .segmentation import MergeInOrder, Segment
from .vocabulary import Merge, Vocabulary


class Model:
    """Base vocabulary, merges in the order of their ranks, a way to cut and a way to merge.

    ``forest`` holds the same merges as trees of codes. A model is immutable.
    """

    def __init__(
        self,
        base: Base,
        merges: Sequence[Rule],
        cut: Cut,
        segment: Segment | None = None,
        *,
        default_count: int = 0,
        seams: Sequence[int] = (),
        warnings: Sequence[str] = (),
    ) -> None:
        """``merges``: (left, right, id, count, replacements) by rank.

        Without ``segment`` each merge has to make a new token of older ones. The first
        ``default_count`` merges are those of default tokens; ``seams`` are the steps at which
        training went on from an earlier tokenizer; ``warnings`` are messages to users.
        """
        self.base = base
        self.cut = cut
        self.segment = segment or MergeInOrder()
        self.default_count = default_count
        self.seams = tuple(seams)
        self.warnings = list(warnings)
        self.forest = Forest(base, merges, cut.specials)
        self.merges = tuple(
            Merge(left, right, i, base.show(self.forest.symbol(new)), count, replacements)
            for (left, right, i, count, replacements), new in zip(
                merges, self.forest.products, strict=True
            )
        )
        self._enter_vocabulary()

    def _enter_vocabulary(self) -> None:
        forest = self.forest
        made = {merge.id: forest.symbol(forest.code_of[merge.id]) for merge in self.merges}
        codes = forest.special_codes.values()
        special = {forest.ids[code]: forest.symbols[code] for code in codes}
        # An added token may share an id: merges, pairs and decoding then use the other token.
        self._symbols = {**special, **self.base.entries, **made}
        shown = {i: self.base.show(symbol) for i, symbol in self._symbols.items()}
        self.vocabulary = Vocabulary(
            {i: symbol for i, symbol in shown.items() if i >= 0},
            {i: symbol for i, symbol in shown.items() if i < UNKNOWN},
        )

    # --- the settings, as they were asked for -------------------------------------------------

    @property
    def mode(self) -> str:
        """What is merged: "character", "byte" (of whole texts) or "regex" (bytes of chunks)."""
        if self.base.in_characters:
            return "character"
        return "byte" if self.cut.pattern is None else "regex"

    @property
    def pattern(self) -> str | None:
        """The split pattern, as a name or a regular expression (regex mode)."""
        return self.cut.pattern if self.mode == "regex" else None

    @property
    def normalization(self) -> str | None:
        """The normal form that a text is put into first."""
        return self.cut.normalization

    @property
    def spelling(self) -> str | None:
        """The spelling that a text is put into before that: see ``respell``."""
        return self.cut.spelling

    @property
    def special_tokens(self) -> dict[str, int]:
        """The ids of the special tokens."""
        return {token.text: token.id for token in self.cut.specials}

    @property
    def end_of_word(self) -> str | None:
        """The end-of-word marker as it is shown (character mode)."""
        return self.base.marker

    @property
    def end_of_word_joined(self) -> bool:
        """Whether the marker and the last character of a word are one base symbol."""
        return self.base.joined

    # --- tokenizers derived from this one -----------------------------------------------------

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The merges without their tokens, as they were given."""
        return tuple((m.left, m.right, m.id, m.count, m.replacements) for m in self.merges)

    @property
    def next_id(self) -> int:
        """The first free id after all others; ids below 256 are reserved for bytes."""
        last: int = max(self.vocabulary, default=-1)
        return 1 + (last if self.base.in_characters else max(255, last))

    def at(self, n: int) -> Self:
        """The tokenizer with its first ``n`` merges.

        >>> import bpeviz
        >>> tok = bpeviz.train("low low lower", mode="byte", num_merges=2)
        >>> tok.at(1).encode("low"), len(tok.at(1).vocabulary)
        ([256, 119], 257)

        Raises a SettingsError if there are fewer merges.
        """
        if not 0 <= whole_number(n, "The number of merges") <= len(self.merges):
            raise SettingsError(f"This tokenizer has {len(self.merges)} merges, not {n}.")
        short = copy.copy(self)
        short.merges, short.forest = self.merges[:n], self.forest.first_merges(n)
        short.segment = self.segment.at(n)
        short.default_count = min(n, self.default_count)
        short.seams = tuple(seam for seam in self.seams if seam < n)
        short._enter_vocabulary()
        return short

    def with_cut(self, cut: Cut) -> Self:
        """The tokenizer with another way to cut, of the same special tokens."""
        other = copy.copy(self)
        other.cut = cut
        return other

    # --- from ids to text, and into files -----------------------------------------------------

    def raw_symbol(self, token_id: int) -> Symbol:
        """A token with the end-of-word marker as END, apart from the text's own characters."""
        return self._symbols[token_id]

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of some ids; incomplete UTF-8 becomes U+FFFD.

        In character mode every end of word but the last becomes a space.

        >>> import bpeviz
        >>> tok = bpeviz.train("é", mode="byte", num_merges=0)
        >>> tok.decode([195, 169]), tok.decode([195])
        ('é', '�')

        Raises a BPEError that names an id which does not exist.
        """
        symbols = []
        for token_id in ids:
            symbol = self._symbols.get(token_id)
            if symbol is None:
                raise BPEError(
                    f"There is no token with the id {token_id}. Ids of this tokenizer are in "
                    f"0 to {max(self.vocabulary, default=0)}."
                )
            symbols.append(symbol)
        return self.base.text_of(symbols)

    def save(self, path: str | PathLike[str], format: str) -> None:
        """Write the tokenizer in a file format: see ``bpeviz.formats``.

        ``format``: "huggingface", "tiktoken", "minbpe", "gpt2", "subword-nmt" or "csv". Raises
        FormatError when the format cannot hold it.

        >>> import bpeviz, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     bpeviz.train("low low", num_merges=1).save(f"{folder}/low.model", "minbpe")
        ...     bpeviz.load(f"{folder}/low.model").merges[0].token
        b'lo'
        """
        if format not in writers:
            known = ", ".join(writers)
            raise SettingsError(f"There is no format {format!r}. Choose one of {known}.")
        writers[format](self, path)


# Format name -> function that writes a tokenizer to a path. ``bpeviz.formats`` registers its
# writers; the engine knows no formats.
writers: dict[str, Callable[..., None]] = {}
