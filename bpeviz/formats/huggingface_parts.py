"""Parts of a tokenizer.json that stand by themselves: vocabulary, merges, added tokens, warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..engine.errors import FormatError
from .added_tokens import AddedToken
from .files import checked, shown
from .merging import MOST_MERGES, check_added_number
from .normalizers import refused
from .pre_tokenizers import Plan

_FLAGS = ("special", "normalized", "single_word", "lstrip", "rstrip")
_OF_PIECES = ("Metaspace", "Replace", "ByteFallback", "Fuse", "Strip")


def vocabulary_of(model: dict[str, Any]) -> dict[str, int]:
    """The vocabulary: token -> id; FormatError for an id that is none, or given twice."""
    vocabulary: dict[str, int] = checked(model, "vocab", dict, "model")
    if len(vocabulary) > MOST_MERGES:
        raise FormatError(
            f"The vocabulary has {len(vocabulary):,} tokens; at most {MOST_MERGES:,} can be shown."
        )
    seen: dict[int, str] = {}
    for token, number in vocabulary.items():
        if type(number) is not int or not 0 <= number < 2**32:
            raise FormatError(
                f"The token {shown(token)} has the id {shown(number)}; ids are whole numbers "
                f"from 0 to {2**32 - 1:,}. Download the file again."
            )
        if seen.setdefault(number, token) != token:
            raise FormatError(
                f"The tokens {shown(seen[number])} and {shown(token)} have the same id {number}, so a "
                "text of ids would have two meanings. Download the file again."
            )
    return vocabulary


def merges_of(entries: list[Any]) -> Iterator[tuple[str, str, str]]:
    """The merges as (where, left, right), whichever way they are written.

    >>> list(merges_of(["a b", ["c", "d"]]))
    [('Merge 1', 'a', 'b'), ('Merge 2', 'c', 'd')]
    """
    for number, entry in enumerate(entries, 1):
        parts = entry
        if isinstance(entry, str):
            if entry.startswith("#version"):
                continue
            parts = entry.split(" ")
        if not isinstance(parts, list) or [type(part) for part in parts] != [str, str]:
            raise FormatError(
                f"Merge {number} of 'model.merges' is {shown(entry)}; it should name two tokens. Where "
                "one of them holds a space, write a list of two."
            )
        yield f"Merge {number}", parts[0], parts[1]


def added_tokens_of(
    entries: Any, vocabulary: Mapping[str, int], warnings: list[str]
) -> list[AddedToken]:
    """The added tokens, with the ids that the library gives.

    One that the vocabulary lacks is numbered from the vocabulary's size on, whatever ids are in it;
    versions up to 0.22 went on from the largest one.
    """
    following, taken = len(vocabulary), set(vocabulary.values())
    tokens: dict[str, AddedToken] = {}
    entries = entries if isinstance(entries, list) else []
    check_added_number(len(entries))
    for entry in entries:
        if not isinstance(entry, dict):
            raise FormatError(
                f"An added token is {shown(entry)}; it should be an object with a content and an id. "
                "Download the file again."
            )
        content = checked(entry, "content", str, "added_tokens")
        if not content:
            continue
        flags = {name: bool(entry.get(name)) for name in _FLAGS}
        if content in tokens:
            if tokens[content] != AddedToken(content, tokens[content].id, **flags):
                raise refused(f"lists the added token {shown(content)} twice, in two ways")
            continue
        expected = vocabulary.get(content)
        if expected is None:
            expected, following = following, following + 1
        if expected != entry.get("id"):
            warnings.append(
                f"The file gives the added token {shown(content)} the id {shown(entry.get('id'))}; "
                f"it has {expected}, as in the newest version of its program."
            )
        if content not in vocabulary and expected in taken:
            warnings.append(
                f"The added token {shown(content)} shares the id {expected} with another token, as in "
                "the newest version of its program; decoded here, the id gives the other token."
            )
        tokens[content] = AddedToken(content, expected, **flags)
    return list(tokens.values())


def check_added(added: Sequence[AddedToken], texts: Mapping[AddedToken, str]) -> None:
    """FormatError for added tokens whose ways the library mixes up.

    ``texts``: what the normalizer makes of those that are looked for behind it.
    """
    for token, text in texts.items():
        if not text:
            raise refused(
                f"has an added token, {shown(token.text)}, that its normalizer takes away"
            )
    by_id: dict[int, str] = {}
    for token in added:
        if by_id.setdefault(token.id, token.text) != token.text:
            raise refused(
                f"gives the id {token.id} to two added tokens, {shown(by_id[token.id])} and "
                f"{shown(token.text)}"
            )
    begin_with_space = any(texts.get(token, token.text)[0].isspace() for token in added)
    if begin_with_space and any(token.rstrip for token in added):
        raise refused("has added tokens that begin with white space and others that swallow it")


def alike(texts: Mapping[AddedToken, str]) -> list[str]:
    """In sentences, which added tokens are one text once it is normalized."""
    seen: dict[str, str] = {}
    said = []
    for token, text in texts.items():
        first = seen.setdefault(text, token.text)
        if first != token.text:
            said.append(
                f"The added tokens {first!a} and {token.text!a} are one text after it is "
                f"normalized. The last one, {token.text!a}, is taken here; the file's program takes "
                "either."
            )
    return said


def display_warnings(data: dict[str, Any], plan: Plan) -> list[str]:
    """What the file asks for that is not done here, in sentences."""
    warnings = []
    parts = data.get("post_processor")
    if isinstance(parts, dict):
        processors = parts.get("processors", [parts])
        known = processors if isinstance(processors, list) else []
        kinds = [part.get("type") for part in known if isinstance(part, dict)]
        if any(kind != "ByteLevel" for kind in kinds):
            warnings.append(
                "The file adds special tokens around each text (post_processor). They are not part "
                "of the text and are left out here."
            )
    for key in ("truncation", "padding"):
        if data.get(key):
            warnings.append(f"The file asks for {key} of long or short texts; none is done here.")
    decoder = data.get("decoder")
    kind = decoder.get("type") if isinstance(decoder, dict) else None
    # Those of pieces end in texts of spaces and bytes, as decoding does here.
    expected = ("ByteLevel",) if plan.byte_level else ("BPEDecoder", "Fuse", None, *_OF_PIECES)
    if isinstance(decoder, dict) and kind == "Sequence":
        kinds = [
            part.get("type") for part in decoder.get("decoders") or [] if isinstance(part, dict)
        ]
        kind = next((one for one in kinds if one not in _OF_PIECES), "Fuse")
    if kind not in expected:
        warnings.append(
            f"The file's decoder ({kind or 'none'}) may put texts together in another way than "
            "here. Ids are not affected."
        )
    return warnings
