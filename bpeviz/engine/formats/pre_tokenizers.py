"""Hugging Face's pre-tokenizers and normalizers as splits, and back.

Whatever changes the text other than a normal form, or cuts it in a way that is not known here, is
refused by name: a tokenizer that is nearly right would be wrong without a sign.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import regex

from ..errors import FormatError, PatternError
from ..patterns import PATTERNS
from ..splits import SPACE_BEFORE, Split
from ..text import NORMAL_FORMS
from .dialects import from_oniguruma, to_oniguruma
from .files import checked, shown

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
# The library normalizes by Unicode 9 and leaves alone what came later: these are the blocks and
# characters since, as far as they have a decomposition or a combining class.
NOT_NORMALIZED = (
    "\u07fd\u0897-\u089f\u08ca-\u08d3\u09fe\u0c3c\u0cf3\u0d3b\u0d3c\u0eba\u0ece\u1715\u1abf-\u1aff"
    "\u1df6-\u1dfa\u31ef\u32ff\ua7f1-\ua7f4\ua82c\uab69\U000105c0-\U000105ff"
    "\U00010780-\U000107bf\U00010d24-\U00010d27\U00010d40-\U00010d8f\U00010e80-\U00010eff"
    "\U00010f30-\U00010faf\U00011070\U0001133b\U00011380-\U000113ff\U0001145e"
    "\U00011800-\U0001184f\U00011900-\U000119ff\U00011a34\U00011a47\U00011a99"
    "\U00011d40-\U00011daf\U00011f00-\U00011f5f\U00016100-\U0001613f\U00016d40-\U00016d7f"
    "\U00016ff0\U00016ff1\U0001ccd6-\U0001ccf9\U0001e030-\U0001e08f\U0001e100-\U0001e14f"
    "\U0001e290-\U0001e2ff\U0001e4d0-\U0001e4ff\U0001e5d0-\U0001e5ff\U0001f16c"
    "\U0001fbf0-\U0001fbf9"
)
_WORDS = r"\w+|[^\w\s]+"
WHOLE_TEXT = r"(?s:.+)"
# Those in use have fewer than 1,000 characters; far longer ones take minutes to compile.
LONGEST_PATTERN = 20_000
_BEHAVIORS = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged-with-previous",
    "MergedWithNext": "merged-with-next",
    "Contiguous": "contiguous",
}


class Plan(NamedTuple):
    """What a pre-tokenizer does: splits, then perhaps bytes as letters, then splits of those."""

    splits: list[Split]
    byte_level: bool
    byte_splits: list[Split]


def read_pre_tokenizer(data: Any) -> Plan:
    """Read the ``pre_tokenizer`` part of a tokenizer.json.

    >>> read_pre_tokenizer({"type": "ByteLevel", "add_prefix_space": False, "use_regex": True})
    Plan(splits=[Split(pattern='gpt2', behavior='isolated', invert=False)], byte_level=True, \
byte_splits=[])
    """
    splits: list[Split] = []
    byte_splits: list[Split] = []
    byte_level = False
    for part in _flat(data, "pretokenizers"):
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
    return Plan(splits, byte_level, byte_splits)


def _flat(data: Any, key: str) -> list[dict[str, Any]]:
    """The parts of a sequence, however nested, in order."""
    if data is None:
        return []
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise FormatError(f"A part of the file is {shown(data)}, where a type should be named.")
    if data["type"] != "Sequence":
        return [data]
    parts = checked(data, key, list)
    return [one for part in parts for one in _flat(part, key)]


def refused(what: str) -> FormatError:
    """The error for a tokenizer with a part that is not known here."""
    return FormatError(
        f"The tokenizer {what}, which cannot be shown exactly here, so it is not opened."
    )


def _splits_of(part: dict[str, Any], byte_level: bool) -> list[Split]:
    kind = part["type"]
    if kind == "Digits":
        one_by_one = part.get("individual_digits", False)
        return [Split(r"\p{N}", "isolated" if one_by_one else "contiguous")]
    if kind == "Split":
        split = Split(_pattern(part.get("pattern")), _behavior(part), bool(part.get("invert")))
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


def _pattern(data: Any) -> str:
    if isinstance(data, dict) and any(len(str(v)) > LONGEST_PATTERN for v in data.values()):
        raise refused(f"uses a split pattern of more than {LONGEST_PATTERN:,} characters")
    if isinstance(data, dict) and isinstance(data.get("String"), str) and data["String"]:
        return regex.escape(data["String"])
    if isinstance(data, dict) and isinstance(data.get("Regex"), str):
        try:
            return from_oniguruma(data["Regex"])
        except PatternError as error:
            raise FormatError(f"The pre-tokenizer cannot be shown exactly. {error}") from None
    raise FormatError(f"The pattern of a Split is {shown(data)}; it should be a String or a Regex.")


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


def read_normalizer(data: Any) -> str | None:
    """The normal form that a ``normalizer`` part gives, or None.

    >>> read_normalizer({"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "NFD"}]})
    'NFKD'
    """
    compatible = form = ""
    for part in _flat(data, "normalizers"):
        if part["type"] not in NORMAL_FORMS:
            raise refused(f"uses the normalizer {shown(part['type'])}")
        form = part["type"][-1]
        compatible = "K" if "K" in part["type"] else compatible
    return f"NF{compatible}{form}" if form else None


def covers_everything(pattern: str) -> bool:
    """Whether it is known that a pattern leaves nothing of a text out."""
    return pattern in PATTERNS or pattern == WHOLE_TEXT
