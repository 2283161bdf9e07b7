"""Hugging Face's normalizers: what happens to a text before it is cut.

Those that depend on tables which are not here are refused by name.
"""

from __future__ import annotations

from typing import Any

import regex

from ..engine.errors import FormatError, PatternError
from ..engine.text import NORMAL_FORMS
from .dialects import from_oniguruma, matches_nothing
from .file_cut import NormalForm, Normalizer
from .files import checked, shown
from .pieces import SPACE
from .text_changes import ByCharacter, Prepend, Replace, lowercase, without_mark
from .unicode_versions import NOT_NORMALIZED

_REFUSED = {
    "BertNormalizer": "BERT's own normalizer",
    "Precompiled": "a table of SentencePiece's (Precompiled)",
    "Nmt": "SentencePiece's rules for translation (Nmt)",
}


def read_normalizers(data: Any) -> tuple[Normalizer, ...]:
    """Read the ``normalizer`` part of a tokenizer.json.

    >>> forms = [{"type": "NFKC"}, {"type": "NFD"}]
    >>> [change.form for change in read_normalizers({"type": "Sequence", "normalizers": forms})]
    ['NFKD']
    """
    found: list[Normalizer] = []
    for part in flat(data, "normalizers"):
        new = _read(part)
        if isinstance(new, NormalForm) and found and isinstance(found[-1], NormalForm):
            new = _both(found.pop(), new)
        found.append(new)
    return tuple(found)


def _both(first: Normalizer, second: NormalForm) -> NormalForm:
    """Two normal forms in sequence are one."""
    assert isinstance(first, NormalForm)
    compatible = "K" if "K" in first.form + second.form else ""
    return NormalForm(f"NF{compatible}{second.form[-1]}", second.exceptions)


def _read(part: dict[str, Any]) -> Normalizer:
    kind = part["type"]
    if kind in NORMAL_FORMS:
        return NormalForm(kind, NOT_NORMALIZED)
    if kind == "Lowercase":
        return ByCharacter(lowercase, "lower case")
    if kind == "StripAccents":
        return ByCharacter(without_mark, "marks are taken off")
    if kind == "Prepend":
        return Prepend(checked(part, "prepend", str, "normalizer"))
    if kind == "Replace":
        return _replace(part)
    if kind == "Strip":
        return _strip(part)
    raise refused(f"uses {_REFUSED.get(kind, f'the normalizer {shown(kind)}')}")


def _replace(part: dict[str, Any]) -> Replace:
    pattern, new = (
        pattern_of(part.get("pattern")),
        checked(part, "content", str, "normalizer"),
    )
    if matches_nothing(pattern):
        raise refused("replaces an empty stretch of text (Replace)")
    if pattern == r"\ " and new == SPACE:
        return Replace(" ", SPACE, f"spaces are written as {SPACE}")
    return Replace(pattern, new, f"{shown(pattern)} is replaced by {shown(new)}")


def _strip(part: dict[str, Any]) -> Replace:
    left, right = part.get("strip_left", True), part.get("strip_right", True)
    ends = [r"\A\s+"] * bool(left) + [r"(?<!\s)\s+\Z"] * bool(right)
    return Replace("|".join(ends) or "(?!)", "", "white space at the ends is taken off")


# --- for other parts of the file, too -----------------------------------------------------------


def flat(data: Any, key: str) -> list[dict[str, Any]]:
    """The parts of a sequence, however nested, in order."""
    if data is None:
        return []
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise FormatError(
            f"A part of the file is {shown(data)}, where a type should be named. Download it again."
        )
    if data["type"] != "Sequence":
        return [data]
    parts = checked(data, key, list)
    return [one for part in parts for one in flat(part, key)]


def refused(what: str) -> FormatError:
    """The error for a tokenizer with a part that is not known here."""
    return FormatError(
        f"The tokenizer {what}, which cannot be shown exactly here, so it is not opened."
    )


# Those in use have fewer than 1,000 characters; far longer ones take minutes to compile.
LONGEST_PATTERN = 20_000


def pattern_of(data: Any) -> str:
    """The pattern of a Split or a Replace: a String, or a Regex."""
    if isinstance(data, dict) and any(len(str(v)) > LONGEST_PATTERN for v in data.values()):
        raise refused(f"uses a pattern of more than {LONGEST_PATTERN:,} characters")
    if isinstance(data, dict) and isinstance(data.get("String"), str) and data["String"]:
        return str(regex.escape(data["String"]))
    if isinstance(data, dict) and isinstance(data.get("Regex"), str):
        try:
            return from_oniguruma(data["Regex"])
        except PatternError as error:
            raise FormatError(f"The pattern cannot be shown exactly. {error}") from None
    raise FormatError(
        f"A pattern of the file is {shown(data)}; it should be a String or a Regex. Download the file "
        "again."
    )
