"""Hugging Face's tokenizer.json, as far as it is BPE: reading.

The file says everything: vocabulary, merges, normalizer, pre-tokenizer, added tokens. With ByteLevel
among the pre-tokenizers it works on bytes written as letters; without, on characters, whose last in
a word may carry a suffix. Parts that change what comes out and are not known here are refused.

Writing is in ``huggingface_writing``. Source: the library ``tokenizers``, 0.23.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ..base import END, UNKNOWN, Base
from ..errors import FormatError
from ..pretokenization import AddedToken, Split
from ..tokenizer import Tokenizer
from .files import checked, json_of, shown
from .merging import Progress, Rule, last_of_each, letter_base, rules_of, token_bytes
from .splitting import NOT_NORMALIZED, WHOLE_TEXT, Plan, read_normalizer, read_pre_tokenizer

NAME = "Hugging Face tokenizer.json"


def read(text: str, progress: Progress | None = None) -> Tokenizer:
    """Read a tokenizer.json; FormatError for what is not BPE or cannot be shown exactly."""
    data = json_of(text)
    if not isinstance(data, dict) or not isinstance(data.get("model"), dict):
        raise FormatError("The JSON has no part 'model', so it is not a tokenizer.json.")
    model = data["model"]
    _check_model(model)
    plan = read_pre_tokenizer(data.get("pre_tokenizer"))
    form = read_normalizer(data.get("normalizer"))
    vocabulary = _vocabulary(model)
    warnings = _display_warnings(data, plan)
    entries = checked(model, "merges", list, "model")
    rules = rules_of(_merges(entries), len(entries), vocabulary, progress)
    rules = last_of_each(rules, warnings)
    added = _added_tokens(data.get("added_tokens"), vocabulary, warnings)
    make = _byte_level if plan.byte_level else _in_characters
    return make(
        model,
        vocabulary,
        rules,
        plan,
        warnings,
        normalization=form,
        untouched=NOT_NORMALIZED,
        added_tokens=added,
    )


# --- the parts ----------------------------------------------------------------------------------


def _check_model(model: dict[str, Any]) -> None:
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise _refused(f"is a {kind} model, not BPE")
    if model.get("dropout"):
        raise _refused("drops merges at random (dropout)")
    if model.get("byte_fallback"):
        raise _refused("falls back to bytes for unknown characters (byte_fallback)")
    if model.get("continuing_subword_prefix"):
        raise _refused("marks tokens inside a word (continuing_subword_prefix)")


def _refused(what: str) -> FormatError:
    return FormatError(
        f"The tokenizer {what}, which cannot be shown exactly here, so it is not opened."
    )


def _vocabulary(model: dict[str, Any]) -> dict[str, int]:
    vocabulary = checked(model, "vocab", dict, "model")
    seen: dict[int, str] = {}
    for token, number in vocabulary.items():
        if type(number) is not int or not 0 <= number < 2**32:
            raise FormatError(
                f"The token {shown(token)} has the id {shown(number)}; ids are whole numbers from 0."
            )
        if seen.setdefault(number, token) != token:
            raise FormatError(
                f"The tokens {shown(seen[number])} and {shown(token)} have the same id {number}."
            )
    return vocabulary


def _merges(entries: list[Any]) -> Iterator[tuple[str, str, str]]:
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


def _added_tokens(
    entries: Any, vocabulary: Mapping[str, int], warnings: list[str]
) -> list[AddedToken]:
    """The added tokens; one that the vocabulary lacks takes the next free id, as in the library."""
    tokens: dict[str, AddedToken] = {}
    for entry in entries or []:
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
        raise _refused("has added tokens that begin with white space and others that swallow it")
    return list(tokens.values())


def _display_warnings(data: dict[str, Any], plan: Plan) -> list[str]:
    warnings = []
    parts = data.get("post_processor")
    if isinstance(parts, dict):
        kinds = [p.get("type") for p in parts.get("processors", [parts]) if isinstance(p, dict)]
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


# --- bytes --------------------------------------------------------------------------------------


def _byte_level(
    model: dict[str, Any],
    vocabulary: dict[str, int],
    rules: list[Rule],
    plan: Plan,
    warnings: list[str],
    **settings: Any,
) -> Tokenizer:
    if model.get("end_of_word_suffix"):
        raise _refused("has an end_of_word_suffix after bytes")
    base = letter_base(vocabulary, warnings)
    unknown = _unknown_id(model, vocabulary, UNKNOWN in base.ids)
    if plan.byte_splits and UNKNOWN in base.ids:
        raise _refused("splits between bytes and lacks some of them")
    tokens = {number: token_bytes(token) for token, number in vocabulary.items()}
    whole = _whole_chunks(tokens, rules) if model.get("ignore_merges") else {}
    return Tokenizer(
        "regex" if plan.splits else "byte",
        base,
        rules,
        splits=plan.splits,
        byte_splits=plan.byte_splits,
        prefix_space=plan.prefix_space,
        whole_chunks=whole,
        extra_tokens=_without_products(tokens, rules, base),
        unknown_id=unknown,
        warnings=warnings,
        **settings,
    )


def _without_products(
    tokens: Mapping[int, bytes | str], rules: list[Rule], base: Base
) -> dict[int, bytes | str]:
    made = {rule[2] for rule in rules}
    made.update(base.ids)
    return {number: token for number, token in tokens.items() if number not in made}


def _unknown_id(model: dict[str, Any], vocabulary: Mapping[str, int], needed: bool) -> int:
    """The id of the token for unknown symbols; where it cannot occur it does not matter."""
    token = model.get("unk_token")
    if not needed or token is None:
        return UNKNOWN
    if token not in vocabulary:
        raise FormatError(f"The unk_token {shown(token)} is not in the vocabulary.")
    if model.get("fuse_unk"):
        raise _refused("makes one token of several unknown characters (fuse_unk)")
    return vocabulary[token]


def _whole_chunks(tokens: Mapping[int, bytes], rules: list[Rule]) -> dict[bytes, tuple[int, int]]:
    """Under ``ignore_merges`` a chunk that is a token is that token, whatever merges make of it.

    It is there from the step of its own merge on, or else of the merges with a lower id.
    """
    steps: dict[int, int] = {}
    for step, rule in enumerate(rules, 1):
        steps.setdefault(rule[2], step)
    ids = [rule[2] for rule in rules]
    ordered = all(a <= b for a, b in pairwise(ids))
    whole = {}
    for number, token in tokens.items():
        if len(token) > 1:
            default = max(1, bisect_left(ids, number)) if ordered else len(rules)
            whole[token] = (steps.get(number, default), number)
    if whole and not rules:
        raise _refused("has no merges, only whole words")
    return whole


# --- characters ---------------------------------------------------------------------------------


def _in_characters(
    model: dict[str, Any],
    vocabulary: dict[str, int],
    rules: list[Rule],
    plan: Plan,
    warnings: list[str],
    **settings: Any,
) -> Tokenizer:
    if model.get("ignore_merges"):
        raise _refused("takes whole words from its vocabulary (ignore_merges) in characters")
    suffix = model.get("end_of_word_suffix") or ""
    tokens = {number: _marked(token, suffix) for token, number in vocabulary.items()}
    base = _character_base(tokens, suffix)
    unknown = _unknown_id(model, vocabulary, True)
    if unknown == UNKNOWN:
        warnings.append(
            "Characters that this tokenizer does not know are shown as unknown here; its own "
            "program drops them silently."
        )
    return Tokenizer(
        "character",
        base,
        rules,
        splits=plan.splits or [Split(WHOLE_TEXT)],
        extra_tokens=_without_products(tokens, rules, base),
        unknown_id=unknown,
        warnings=warnings,
        **settings,
    )


def _marked(token: str, suffix: str) -> str:
    if suffix and token.endswith(suffix) and token != suffix:
        return token.removesuffix(suffix) + END
    return token


def _character_base(tokens: Mapping[int, str], suffix: str) -> Base:
    units = {i: t for i, t in tokens.items() if len(t.removesuffix(END)) == 1 and t != END}
    return Base(
        tuple(units.values()),
        tuple(units),
        suffix or None,
        joined=bool(suffix),
        in_characters=True,
    )
