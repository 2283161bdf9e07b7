"""Hugging Face's pre-tokenizers as splits, and back.

Whatever changes the text other than a normal form, or cuts it in a way that is not known here, is
refused by name: a tokenizer that is nearly right would be wrong without a sign.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import regex

from ..engine.errors import FormatError, PatternError
from ..engine.patterns import PATTERNS
from .dialects import to_oniguruma
from .file_cut import Normalizer
from .files import checked, shown
from .normalizers import flat, pattern_of, refused
from .pieces import SPACE
from .splits import SPACE_BEFORE, Split
from .text_changes import Prepend, Replace
from .unicode_versions import NUMBERS_SINCE

# Punctuation as the library counts it: of an early Unicode, with the signs of ASCII.
_LATER = (
    "\u061d\u09fd\u0a76\u0c77\u0c84\u1b4e\u1b4f\u1b7d-\u1b7f\u2e43-\u2e4f\u2e52-\u2e5d\u2e60-\u2e63"
    "\U00010d6e\U00010ead\U00010ed0\U00010f55-\U00010f59\U00010f86-\U00010f89\U000113d4\U000113d5"
    "\U000113d7\U000113d8\U0001144b-\U0001144f\U0001145a\U0001145b\U0001145d\U00011660-\U0001166c"
    "\U000116b9\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c"
    "\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70\U00011c71"
    "\U00011ef7\U00011ef8\U00011f43-\U00011f4f\U00011fff\U00012ff1\U00012ff2\U00016d6d-\U00016d6f"
    "\U00016e97-\U00016e9a\U00016fe2\U0001e5ff\U0001e95e\U0001e95f"
)
_PUNCTUATION = rf"(?![{_LATER}])[\p{{P}}$+<=>^`|~\u166d\U000111c9]"
_WORDS = r"\w+|[^\w\s]+"
_NUMBER = rf"[\p{{N}}{NUMBERS_SINCE}]"
WHOLE_TEXT = r"(?s:.+)"
_BEHAVIORS = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged-with-previous",
    "MergedWithNext": "merged-with-next",
    "Contiguous": "contiguous",
}


class Plan(NamedTuple):
    """What a pre-tokenizer does: splits, then perhaps bytes as letters, then splits of those.

    ``changes``: what it does to the text before all that.
    """

    splits: list[Split]
    byte_level: bool
    byte_splits: list[Split]
    changes: tuple[Normalizer, ...] = ()


def read_pre_tokenizer(data: Any) -> Plan:
    """Read the ``pre_tokenizer`` part of a tokenizer.json.

    >>> read_pre_tokenizer({"type": "ByteLevel", "add_prefix_space": False, "use_regex": True})
    Plan(splits=[Split(pattern='gpt2', behavior='isolated', invert=False)], byte_level=True, \
byte_splits=[], changes=())
    """
    splits: list[Split] = []
    byte_splits: list[Split] = []
    byte_level = False
    changes: tuple[Normalizer, ...] = ()
    for number, part in enumerate(flat(data, "pretokenizers")):
        if part["type"] == "Metaspace":
            if number:
                raise refused("uses Metaspace after another pre-tokenizer")
            changes, splits = _metaspace(part)
            continue
        if part["type"] != "ByteLevel":
            (byte_splits if byte_level else splits).extend(_splits_of(part, byte_level))
            continue
        if byte_level:
            raise refused("uses two ByteLevel pre-tokenizers in one sequence")
        byte_level = True
        if part.get("add_prefix_space", True):
            splits.append(SPACE_BEFORE)
        if part.get("use_regex", True):
            splits.append(Split("gpt2"))
    return Plan(splits, byte_level, byte_splits, changes)


def _metaspace(part: dict[str, Any]) -> tuple[tuple[Normalizer, ...], list[Split]]:
    """Spaces written as ▁, one more in front, and perhaps a cut before each."""
    if part.get("replacement", SPACE) != SPACE:
        raise refused(f"writes spaces as {shown(part['replacement'])} (Metaspace)")
    prefixed = "always" if part.get("add_prefix_space", True) else "never"
    scheme = part.get("prepend_scheme", prefixed)
    if scheme not in ("always", "first", "never"):
        raise refused(f"uses the prepend_scheme {shown(scheme)}")
    changes: list[Normalizer] = [Replace(" ", SPACE, f"spaces are written as {SPACE}")]
    if scheme != "never":
        changes.append(Prepend(SPACE, once=True, at_start=scheme == "first"))
    cut = [Split(SPACE, "merged-with-next")] if part.get("split", True) else []
    return tuple(changes), cut


def _splits_of(part: dict[str, Any], byte_level: bool) -> list[Split]:
    kind = part["type"]
    if kind == "Digits":
        one_by_one = part.get("individual_digits", False)
        return [Split(_NUMBER, "isolated" if one_by_one else "contiguous")]
    if kind == "Split":
        split = Split(pattern_of(part.get("pattern")), _behavior(part), bool(part.get("invert")))
        if byte_level and split.behavior == "removed":
            raise refused("uses a Split that removes bytes")
        return [split]
    if kind == "Punctuation":
        return [Split(_PUNCTUATION, _behavior(part))]
    if byte_level:
        raise refused(f"uses the pre-tokenizer {shown(kind)} after ByteLevel")
    if kind == "Whitespace":
        return [Split(_WORDS, "removed", invert=True)]
    if kind == "WhitespaceSplit":
        return [Split(r"\s", "removed")]
    if kind == "BertPreTokenizer":
        return [Split(r"\s", "removed"), Split(_PUNCTUATION)]
    if kind == "CharDelimiterSplit":
        return [Split(regex.escape(checked(part, "delimiter", str)), "removed")]
    raise refused(f"uses the pre-tokenizer {shown(kind)}")


def _behavior(part: dict[str, Any]) -> str:
    behavior = part.get("behavior", "Isolated")
    if not isinstance(behavior, str) or behavior not in _BEHAVIORS:
        raise refused(f"uses the split behavior {shown(behavior)}")
    return _BEHAVIORS[behavior]


def write_pre_tokenizer(plan: Plan) -> dict[str, Any]:
    """The ``pre_tokenizer`` part of a tokenizer.json; FormatError for what it cannot say."""
    splits, spaced, by_gpt2 = list(plan.splits), False, False
    if plan.byte_level:
        by_gpt2 = splits[-1:] == [Split("gpt2")]
        splits = splits[:-1] if by_gpt2 else splits
        spaced = splits[-1:] == [SPACE_BEFORE]
        splits = splits[:-1] if spaced else splits
    if SPACE_BEFORE in splits:
        raise FormatError(
            "Hugging Face's format cannot put a space before the text and then use this split "
            "pattern. Save it in another format."
        )
    parts = [_written(split) for split in splits]
    if plan.byte_level:
        parts.append(_byte_level(spaced, by_gpt2))
    parts += [_written(split) for split in plan.byte_splits]
    return parts[0] if len(parts) == 1 else {"type": "Sequence", "pretokenizers": parts}


def _byte_level(prefix_space: bool, use_regex: bool) -> dict[str, Any]:
    return {
        "type": "ByteLevel",
        "add_prefix_space": prefix_space,
        "trim_offsets": False,
        "use_regex": use_regex,
    }


def _written(split: Split) -> dict[str, Any]:
    behavior = next(name for name, same in _BEHAVIORS.items() if same == split.behavior)
    try:
        pattern = to_oniguruma(split.pattern)
    except PatternError as error:
        raise FormatError(f"The format cannot hold the split pattern. {error}") from None
    return {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": behavior,
        "invert": split.invert,
    }


def covers_everything(pattern: str) -> bool:
    """Whether it is known that a pattern leaves nothing of a text out."""
    return pattern in PATTERNS or pattern == WHOLE_TEXT
