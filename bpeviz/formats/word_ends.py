r"""An end-of-word symbol of its own, in a tokenizer.json: there it is a space behind each word.

The format knows only a suffix of a word's last character. So the normalizer puts one space behind
each word, the last one too, and the pre-tokenizer leaves it with its word; no other token can hold a
space then. How the symbol is shown is kept in the decoder, where other programs do not look.
"""

from __future__ import annotations

from typing import Any, NamedTuple

# White space as ``str.split`` counts it.
WHITE_SPACE = r"[\s\x1c-\x1f]"
_STEPS = [
    {"type": "Replace", "pattern": {"Regex": pattern}, "content": content}
    for pattern, content in (
        (rf"\A{WHITE_SPACE}+", ""),
        (rf"{WHITE_SPACE}+", " "),
        (r"(?<=[^ ])\z", " "),
    )
]
# A word and its space. The JavaScript library cuts by a pattern as the other one does, but not so
# that matches are merged with what is before them, which is how earlier files say it.
PRE_TOKENIZER: dict[str, Any] = {
    "type": "Split",
    "pattern": {"Regex": "[^ ]+ "},
    "behavior": "Isolated",
    "invert": False,
}
_EARLIER = PRE_TOKENIZER | {"pattern": {"String": " "}, "behavior": "MergedWithPrevious"}
WRITTEN = " "
_KEY = "end_of_word"
_USUAL = "_"


class WordEnds(NamedTuple):
    """How the end-of-word symbol is shown, and the normalizer without what writes it."""

    marker: str
    normalizer: dict[str, Any] | None


def normalizer(form: dict[str, Any] | None) -> dict[str, Any]:
    """A normal form, if any, and then a space behind each word."""
    return {"type": "Sequence", "normalizers": [*([form] if form else []), *_STEPS]}


def decoder(marker: str) -> dict[str, Any]:
    """Spaces between words, none at the end; and how the symbol is shown."""
    return {"type": "BPEDecoder", "suffix": WRITTEN, _KEY: marker}


def recognised(data: dict[str, Any]) -> WordEnds | None:
    """What a file with spaces as ends of words says; None for other files.

    >>> data = {"normalizer": normalizer(None), "pre_tokenizer": PRE_TOKENIZER, "decoder": decoder("#")}
    >>> recognised(data), recognised({"normalizer": None})
    (WordEnds(marker='#', normalizer=None), None)
    """
    steps = data.get("normalizer")
    steps = steps.get("normalizers") if isinstance(steps, dict) else None
    known_splits = data.get("pre_tokenizer") in (PRE_TOKENIZER, _EARLIER)
    if not known_splits or not isinstance(steps, list):
        return None
    if steps[-3:] != _STEPS:
        return None
    known = data.get("decoder")
    marker = known.get(_KEY) if isinstance(known, dict) else None
    form = {"type": "Sequence", "normalizers": steps[:-3]} if steps[:-3] else None
    return WordEnds(marker if isinstance(marker, str) and marker else _USUAL, form)
