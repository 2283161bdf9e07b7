"""Parts of a tokenizer.json that stand by themselves: vocabulary, merges, added tokens, warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import FormatError
from ..pretokenization import AddedToken
from .files import checked, shown
from .pre_tokenizers import Plan, refused

# All of them are looked for at every place of a text.
_MOST_ADDED = 20_000


def vocabulary_of(model: dict[str, Any]) -> dict[str, int]:
    """The vocabulary: token -> id; FormatError for an id that is none, or given twice."""
    vocabulary = checked(model, "vocab", dict, "model")
    seen: dict[int, str] = {}
    for token, number in vocabulary.items():
        if type(number) is not int or not 0 <= number < 2**32:
            raise FormatError(
                f"The token {shown(token)} has the id {shown(number)}; ids are whole numbers "
                f"from 0 to {2**32 - 1:,}."
            )
        if seen.setdefault(number, token) != token:
            raise FormatError(
                f"The tokens {shown(seen[number])} and {shown(token)} have the same id {number}."
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
                f"Merge {number} of 'model.merges' is {shown(entry)}; it should name two tokens."
            )
        yield f"Merge {number}", parts[0], parts[1]


def added_tokens_of(
    entries: Any, vocabulary: Mapping[str, int], warnings: list[str]
) -> list[AddedToken]:
    """The added tokens; one that the vocabulary lacks takes the next free id, as in the library."""
    tokens: dict[str, AddedToken] = {}
    if isinstance(entries, list) and len(entries) > _MOST_ADDED:
        raise refused(f"has more than {_MOST_ADDED:,} added tokens")
    for entry in entries if isinstance(entries, list) else []:
        if not isinstance(entry, dict):
            raise FormatError(f"An added token is {shown(entry)}, not an object.")
        content = checked(entry, "content", str, "added_tokens")
        if not content or content in tokens:
            continue
        expected = vocabulary.get(content)
        if expected is None:
            largest = max((token.id for token in tokens.values()), default=-1)
            expected = max(len(vocabulary), largest + 1)
        if expected != entry.get("id"):
            warnings.append(
                f"The file gives the added token {shown(content)} the id {shown(entry.get('id'))}; "
                f"it has {expected}, as in the program of this format."
            )
        tokens[content] = AddedToken(
            content,
            expected,
            special=bool(entry.get("special")),
            normalized=bool(entry.get("normalized")),
            single_word=bool(entry.get("single_word")),
            lstrip=bool(entry.get("lstrip")),
            rstrip=bool(entry.get("rstrip")),
        )
    if any(t.rstrip for t in tokens.values()) and any(t[0].isspace() for t in tokens):
        raise refused("has added tokens that begin with white space and others that swallow it")
    return list(tokens.values())


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
    expected = ("ByteLevel",) if plan.byte_level else ("BPEDecoder", "Fuse", None)
    if kind not in expected:
        warnings.append(
            f"The file's decoder ({kind or 'none'}) may put texts together in another way than "
            "here. Ids are not affected."
        )
    return warnings
