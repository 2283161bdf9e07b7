"""What tokenizer files have and a training does not give, as the engine's Tokenizer takes it.

A file may list a token for all unknown characters and tokens that nothing makes (``FileBase``), cut
a text in its own way (``FileCut``) and merge in its own way (``FileMerging``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..engine.base import UNKNOWN, Base, Symbol
from ..engine.errors import FormatError
from ..engine.forest import Rule
from ..engine.pretokenization import PlainCut
from ..engine.segmentation import MergeInOrder, Segment
from ..engine.tokenizer import Tokenizer
from .added_tokens import AddedToken
from .file_cut import FileCut, NormalForm
from .file_merging import FileMerging, are_in_order
from .splits import Split

# There are 1,114,112 code points, and a text needs some for itself.
_MOST_TOKENS = 1_000_000

__all__ = [
    "FileBase",
    "FileCut",
    "FileMerging",
    "NormalForm",
    "cut_of",
    "in_creation_order",
    "order_matters",
    "tokenizer",
    "whole_chunks",
]


@dataclass(frozen=True)
class FileBase(Base):
    """Base symbols with the id that unknown ones get, and tokens that nothing makes, by id."""

    unknown: int = UNKNOWN
    extra: Mapping[int, Symbol] = field(default_factory=dict, compare=False)

    @property
    def unknown_id(self) -> int:
        return self.unknown

    @property
    def entries(self) -> Mapping[int, Symbol]:
        return {**self.extra, **super().entries}


def tokenizer(
    base: Base,
    rules: Sequence[Rule],
    cut: FileCut,
    *,
    whole_chunks: Mapping[bytes, tuple[int, int]] | None = None,
    every_occurrence: bool = False,
    ties: Mapping[int, int] = MappingProxyType({}),
    warnings: Sequence[str] = (),
) -> Tokenizer:
    """Make the Tokenizer of a file; see ``FileMerging``."""
    _check_number(base, rules, cut)
    in_order = are_in_order(rules)
    segment: Segment = MergeInOrder()
    if ties:
        segment = FileMerging(in_order=False, ties=dict(ties))
    elif whole_chunks or not in_order:
        whole = {data.decode("latin-1"): found for data, found in (whole_chunks or {}).items()}
        segment = FileMerging(in_order, every_occurrence, whole)
    return Tokenizer(base, rules, cut, segment, warnings=warnings)


def _check_number(base: Base, rules: Sequence[Rule], cut: FileCut) -> None:
    """FormatError when there are more tokens than can be told apart: each is a code point inside."""
    others = len(base.symbols) + len(cut.specials)
    if others + 3 * len(rules) > _MOST_TOKENS:
        number = others + len({token for rule in rules for token in rule[:3]} - set(base.ids))
        if number > _MOST_TOKENS:
            raise FormatError(
                f"The file names {number:,} tokens; at most {_MOST_TOKENS:,} can be shown, far more than "
                "any published tokenizer has."
            )


def cut_of(tok: Tokenizer) -> FileCut:
    """How a tokenizer cuts a text, as files say it.

    >>> import bpeviz
    >>> cut_of(bpeviz.train("low low", num_merges=1, pattern="gpt2")).splits
    (Split(pattern='gpt2', behavior='isolated', invert=False),)
    """
    cut = tok.cut
    if isinstance(cut, FileCut):
        return cut
    return FileCut(
        () if cut.pattern is None else (Split(cut.pattern),),
        normalizers=() if cut.normalization is None else (NormalForm(cut.normalization),),
        specials=tuple(AddedToken(token.text, token.id) for token in cut.specials),
        words=isinstance(cut, PlainCut) and cut.words,
    )


def in_creation_order(tok: Tokenizer) -> bool:
    """Whether each merge is made of tokens that are older than it, as after training."""
    return not isinstance(tok.segment, FileMerging) or tok.segment.in_order


def order_matters(tok: Tokenizer) -> bool:
    """Whether ids depend on merging a pair in a whole chunk before the next rank is looked for."""
    return not in_creation_order(tok) and getattr(tok.segment, "every_occurrence", False)


def whole_chunks(tok: Tokenizer) -> dict[bytes, tuple[int, int]]:
    """Chunks that are one token whatever merges make of them: bytes -> (step, id)."""
    if not isinstance(tok.segment, FileMerging):
        return {}
    return {codes.encode("latin-1"): found for codes, found in tok.segment.whole_chunks.items()}
