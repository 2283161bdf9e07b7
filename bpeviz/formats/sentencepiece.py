"""SentencePiece's .model, as far as it is BPE. Reads only.

The file is a protocol buffer: pieces with scores, what is done to a text first, and how the model was
trained. Two neighbours are merged when their texts together are a piece, the one with the highest
score first, and of equal ones the leftmost; so the scores are ranks, and as in rank files each piece
has one pair. Pieces of the user's own are found in the text before all that.

Source: google/sentencepiece 0.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from ..engine.errors import FormatError
from ..engine.special_tokens import Finder
from ..engine.tokenizer import Tokenizer
from . import loaded
from .added_tokens import AddedToken, Lookup, Stretch, find_added
from .charsmap import Charsmap
from .files import shown
from .loaded import FileCut
from .merging import Progress, Rule, check_added_number, report
from .pieces import SPACE, base_of, word_splits
from .protobuf import Value, damaged, fields
from .rank_pairs import last_cut
from .ranks import check_work
from .text_changes import Edit, TextChange

NAME = "SentencePiece .model"
# The largest BPE model in use, Gemma 3's, has 262,144.
_MOST_PIECES = 500_000
_NORMAL, _UNKNOWN, _CONTROL, _OWN, _UNUSED, _BYTE = 1, 2, 3, 4, 5, 6
_OTHER_MODELS = {
    1: "Unigram, which chooses the likeliest of all ways to cut a text",
    3: "words, which are looked up whole",
    4: "characters, which are not merged",
}


def recognised(data: bytes) -> bool:
    r"""Whether some bytes begin as such a file does: with a piece that has a text.

    >>> recognised(b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02"), recognised(b"\n\na b\n")
    (True, False)
    """
    return data[:1] == b"\n" and len(data) > 2 and data[2:3] == b"\n" and data[1] not in b"\n\r"


@dataclass(frozen=True)
class Model:
    """What the file says, as far as it is needed."""

    pieces: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    types: list[int] = field(default_factory=list)
    kind: int = 1
    falls_back: bool = False
    suffix: bool = False
    charsmap: Charsmap = field(default_factory=Charsmap)
    dummy_prefix: bool = True
    one_space: bool = True
    escaped: bool = True

    def of_type(self, kind: int) -> dict[str, int]:
        """The pieces of a type, with their ids."""
        return {
            p: i for i, (p, t) in enumerate(zip(self.pieces, self.types, strict=True)) if t == kind
        }


def parse(data: bytes) -> Model:
    """Read the protocol buffer."""
    pieces: list[tuple[str, float, int]] = []
    said: dict[str, Value] = {}
    names = {2: {3: "kind", 24: "suffix", 35: "falls_back"},
             3: {2: "charsmap", 3: "dummy_prefix", 4: "one_space", 5: "escaped"}}  # fmt: skip
    for number, value in fields(data):
        if number in (1, 2, 3) and not isinstance(value, bytes):
            raise damaged()
        if number == 1:
            pieces.append(_piece(_bytes(value)))
            if len(pieces) > _MOST_PIECES:
                raise FormatError(
                    f"The file has more than {_MOST_PIECES:,} pieces, far more than any BPE model has."
                )
        elif number in names:
            parts = {names[number].get(key, ""): part for key, part in fields(_bytes(value))}
            said |= {name: part for name, part in parts.items() if name}
    kind = said.pop("kind", 1)
    charsmap = Charsmap(_bytes(said.pop("charsmap", b"")))
    charsmap.check()
    texts, scores, types = map(list, zip(*pieces, strict=True)) if pieces else ([], [], [])
    flags = {name: bool(part) for name, part in said.items()}
    return Model(texts, scores, types, int(_number(kind)), charsmap=charsmap, **flags)


def _bytes(value: Value) -> bytes:
    if not isinstance(value, bytes):
        raise damaged()
    return value


def _number(value: Value) -> float:
    if isinstance(value, bytes):
        raise damaged()
    return value


def _piece(message: bytes) -> tuple[str, float, int]:
    parts = dict(fields(message))
    try:
        text = _bytes(parts.get(1, b"")).decode("utf-8")
    except UnicodeDecodeError:
        raise damaged() from None
    return text, _number(parts.get(2, 0.0)), int(_number(parts.get(3, _NORMAL)))


def read(data: bytes, progress: Progress | None = None) -> Tokenizer:
    """Read a .model; FormatError for what is not BPE or cannot be shown exactly."""
    model = parse(data)
    _check(model)
    normal = model.of_type(_NORMAL)
    own = model.of_type(_OWN)
    check_added_number(len(own))
    byte_ids = _byte_ids(model) if model.falls_back else {}
    if model.falls_back and len(byte_ids) < 256:
        raise FormatError(
            f"The file has {len(byte_ids)} of the 256 bytes that unknown characters fall back to. "
            "Download it again."
        )
    rules, ties, lone = _merges(model, normal, progress)
    unknown = next(iter(model.of_type(_UNKNOWN).values()))
    base = base_of(
        normal,
        byte_ids,
        others={
            p: i
            for i, p in enumerate(model.pieces)
            if p not in normal and i not in byte_ids.values()
        },
        unknown=unknown,
        fused=True,
        prefix=model.dummy_prefix,
        made=[rule[2] for rule in rules],
    )
    change = Normalizer(model.charsmap, model.dummy_prefix, model.one_space, tuple(own))
    warnings = [f"Before any merge {change.says}."]
    if lone:
        warnings.append(f"Pieces that no merge makes, so that they are never used: {lone}.")
    return loaded.tokenizer(
        base,
        rules,
        SentencePieceCut(
            splits=word_splits(normal),
            normalizers=(change,),
            specials=tuple(AddedToken(p, i, special=False) for p, i in own.items()),
        ),
        ties=ties,
        warnings=warnings,
    )


def _check(model: Model) -> None:
    if not model.pieces:
        raise FormatError("The file holds no pieces, so it is no model of SentencePiece.")
    if model.kind != 2:
        other = _OTHER_MODELS.get(model.kind, "of a kind that is not known here")
        raise FormatError(
            f"This is a SentencePiece model of {other}. It has no merges, so there is nothing to "
            "step through here."
        )
    if len(set(model.pieces)) < len(model.pieces):
        twice = Counter(model.pieces).most_common(1)[0][0]
        raise FormatError(f"The piece {shown(twice)} stands there twice. Download the file again.")
    if len(model.of_type(_UNKNOWN)) != 1:
        raise FormatError("The file has no piece for unknown text, or several. Download it again.")
    for wrong, what in (
        (bool(model.of_type(_UNUSED)), "has pieces that are marked as unused"),
        (model.suffix, "puts the space behind words (treat_whitespace_as_suffix)"),
        (not model.escaped, "does not write spaces as ▁ (escape_whitespaces)"),
    ):
        if wrong:
            raise FormatError(
                f"The model {what}, which cannot be shown exactly here, so it is not opened."
            )


def _byte_ids(model: Model) -> dict[int, int]:
    try:
        return {int(piece[3:5], 16): i for piece, i in model.of_type(_BYTE).items()}
    except ValueError:
        raise damaged() from None


def _merges(
    model: Model, normal: dict[str, int], progress: Progress | None
) -> tuple[list[Rule], dict[int, int], int]:
    """The merges by score, which of them are as good as another, and how many pieces none makes."""
    score = {piece: model.scores[number] for piece, number in normal.items() if len(piece) > 1}
    long = sorted(score, key=lambda piece: (-score[piece], len(piece)))
    check_work(long)
    ranks: dict[str, int] = {}
    for rank, (before, piece) in enumerate(pairwise(["", *long])):
        same = before and score[before] == score[piece]
        ranks[piece] = ranks[before] if same else rank
    rules: list[Rule] = []
    ties: dict[int, int] = {}
    first: dict[int, int] = {}
    for done, piece in enumerate(long, 1):
        cut = last_cut(piece, ranks.get)
        left, right = normal.get(piece[:cut]), normal.get(piece[cut:])
        if cut and left is not None and right is not None:
            best = first.setdefault(ranks[piece], len(rules))
            if best < len(rules):
                ties[len(rules)] = best
            rules.append((left, right, normal[piece], None, None))
        report(done, len(long), progress)
    return rules, ties, len(long) - len(rules)


# --- before any merge ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Normalizer(TextChange):
    """What the library does to a text: its table of replacements, spaces, a ▁ in front.

    >>> Normalizer(Charsmap(), True, True, ())("  to  be ")
    '▁to▁be'
    """

    charsmap: Charsmap
    dummy_prefix: bool
    one_space: bool
    kept: tuple[str, ...]

    @cached_property
    def _own(self) -> Finder:
        return Finder(self.kept)

    @property
    def says(self) -> str:  # type: ignore[override]
        parts = ["characters are replaced by the model's own table"] if self.charsmap.data else []
        parts += ["spaces at the ends and double ones fall away"] if self.one_space else []
        parts += ["▁ is put in front"] if self.dummy_prefix else []
        return ", ".join([*parts, "spaces are written as ▁"])

    def edits(self, text: str) -> Iterator[Edit]:
        found = self._spaced(text) if self.one_space else list(self._replaced(text))
        at = 0
        for i, (start, end, new) in enumerate(found):
            if at < start:
                yield at, start, ""
            if i == 0 and self.dummy_prefix:
                yield start, start, SPACE
            new = new.replace(" ", SPACE)
            if new != text[start:end]:
                yield start, end, new
            at = end
        if at < len(text):
            yield at, len(text), ""

    def without_prefix(self) -> Normalizer:
        return replace(self, dummy_prefix=False)

    def _spaced(self, text: str) -> list[Edit]:
        """The text without spaces at its ends, one between words."""
        kept: list[Edit] = []
        after_space = True
        for start, end, new in self._replaced(text):
            shorter = new.lstrip(" ") if after_space else new
            if shorter:
                after_space = shorter.endswith(" ")
                kept.append((start, end, shorter))
        # At the end the library takes a ▁ of the text itself for a space.
        while kept and kept[-1][2].endswith((" ", SPACE)):
            start, end, new = kept.pop()
            if shorter := new.rstrip(" " + SPACE):
                kept.append((start, end, shorter))
        return kept

    def _replaced(self, text: str) -> Iterator[Edit]:
        """Each stretch of the text, in order, and what the table makes of it."""
        data = text.encode("utf-8")
        at = place = 0
        while at < len(text):
            piece = text[at : self._own.end(text, at)]
            found = None if piece else self.charsmap.longest(data, place)
            if found:
                source, new = (
                    data[place : place + found[0]].decode("utf-8"),
                    found[1].decode("utf-8"),
                )
            else:
                source = new = piece or text[at]
            yield at, at + len(source), new
            at += len(source)
            place += len(source.encode("utf-8"))


@dataclass(frozen=True)
class SentencePieceCut(FileCut):
    """Pieces of the user's own are found in the text after all that changes it."""

    def _stretches(self, document: str, special: str) -> Iterator[tuple[str | None, list[Stretch]]]:
        yield document, list(find_added(self.normalized(document), self._own, special))

    @cached_property
    def _own(self) -> Lookup:
        return Lookup({token.text: token for token in self.specials})
