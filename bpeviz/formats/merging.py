"""From merges that name tokens to merges that name ids, as several formats need it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..engine.base import UNKNOWN
from ..engine.errors import FormatError
from ..engine.letters import bytes_to_letters, letters_to_bytes
from .files import shown
from .loaded import FileBase

Progress = Callable[[int, int], object]
Rule = tuple[int, int, int, None, None]
# How many merges are read between two reports of progress.
_STRIDE = 5000
# Merges, or tokens: one code point stands for one inside, so there can be no more.
MOST_MERGES = 1_000_000
# Added tokens; published files have up to some 7,000.
MOST_ADDED = 100_000


def rules_of(
    merges: Iterable[tuple[str, str, str]],
    total: int,
    vocabulary: Mapping[str, int],
    progress: Progress | None = None,
) -> list[Rule]:
    """Merges as (where, left, right) with ``where`` for messages; all tokens by id.

    >>> rules_of([("Line 2", "a", "b")], 1, {"a": 0, "b": 1, "ab": 2})
    [(0, 1, 2, None, None)]
    """
    check_number(total)
    rules: list[Rule] = []
    for where, left, right in merges:
        try:
            rules.append(
                (vocabulary[left], vocabulary[right], vocabulary[left + right], None, None)
            )
        except KeyError as error:
            raise FormatError(
                f"{where}, {shown(left)} + {shown(right)}, needs the token {shown(error.args[0])}, "
                "which the vocabulary lacks. The two parts of the tokenizer do not belong together."
            ) from None
        report(len(rules), total, progress)
    return rules


def check_number(total: int) -> None:
    """FormatError when there are more merges than can be told apart."""
    if total > MOST_MERGES:
        raise FormatError(f"The file has {total:,} merges; at most {MOST_MERGES:,} can be shown.")


def check_added_number(total: int) -> None:
    """FormatError when there are more added tokens than there is room for."""
    if total > MOST_ADDED:
        raise FormatError(
            f"The file has {total:,} added tokens; at most {MOST_ADDED:,} can be shown, far more than "
            "any published tokenizer has."
        )


def report(done: int, total: int, progress: Progress | None) -> None:
    """Tell how far the reading is, now and then."""
    if progress is not None and (done % _STRIDE == 0 or done == total):
        progress(done, total)


def last_of_each(rules: list[Rule], warnings: list[str], *, first: bool = False) -> list[Rule]:
    """Of a pair that is listed more than once the last rank counts (or the first), with a warning.

    >>> warnings = []
    >>> last_of_each([(0, 1, 2, None, None), (1, 1, 3, None, None), (0, 1, 2, None, None)], warnings)
    [(1, 1, 3, None, None), (0, 1, 2, None, None)]
    >>> warnings
    ['1 merge is listed twice; as in the program of this format, the last place counts.']
    """
    seen: set[tuple[int, int]] = set()
    kept = []
    for rule in rules if first else reversed(rules):
        if rule[:2] not in seen:
            seen.add(rule[:2])
            kept.append(rule)
    repeated = len(rules) - len(kept)
    if not repeated:
        return rules
    number = "1 merge is" if repeated == 1 else f"{repeated} merges are"
    warnings.append(
        f"{number} listed twice; as in the program of this format, the "
        f"{'first' if first else 'last'} place counts."
    )
    return kept if first else kept[::-1]


def letter_base(vocabulary: Mapping[str, int], warnings: list[str]) -> FileBase:
    """The 256 bytes with the ids of their letters; what is missing is warned of."""
    symbols = tuple(bytes([b]) for b in range(256))
    ids = tuple(vocabulary.get(bytes_to_letters(s), UNKNOWN) for s in symbols)
    warn_of_missing(ids, warnings)
    return FileBase(symbols, ids)


def warn_of_missing(ids: tuple[int, ...], warnings: list[str]) -> None:
    """Say how many of the 256 bytes a tokenizer lacks."""
    lacking = ids.count(UNKNOWN)
    if lacking:
        warnings.append(
            f"{lacking} of 256 bytes are missing from this tokenizer, so some texts cannot be "
            "encoded. They are shown as unknown here; its own program may drop them silently."
        )


def token_bytes(letters: str) -> bytes:
    """The bytes of a token written in letters; other text, such as that of a special, in UTF-8."""
    try:
        return letters_to_bytes(letters)
    except KeyError:
        return letters.encode("utf-8", "replace")
