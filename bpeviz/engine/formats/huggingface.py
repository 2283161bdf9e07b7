"""Hugging Face's tokenizer.json, as far as it is BPE: reading.

The file says everything: vocabulary, merges, normalizer, pre-tokenizer, added tokens. With ByteLevel
among the pre-tokenizers it works on bytes written as letters; without, on characters, whose last in
a word may carry a suffix. Parts that change what comes out and are not known here are refused.

Writing is in ``huggingface_writing``. Source: the library ``tokenizers``, 0.23.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from ..base import END, UNKNOWN, Base
from ..errors import FormatError
from ..pretokenization import Split
from ..tokenizer import Tokenizer
from . import word_ends
from .files import checked, json_of, shown
from .huggingface_parts import added_tokens_of, display_warnings, merges_of, vocabulary_of
from .merging import Progress, Rule, last_of_each, letter_base, rules_of, token_bytes
from .pre_tokenizers import (
    NOT_NORMALIZED,
    WHOLE_TEXT,
    Plan,
    read_normalizer,
    read_pre_tokenizer,
    refused,
)

NAME = "Hugging Face tokenizer.json"


def read(text: str, progress: Progress | None = None) -> Tokenizer:
    """Read a tokenizer.json; FormatError for what is not BPE or cannot be shown exactly."""
    data = json_of(text)
    if not isinstance(data, dict) or not isinstance(data.get("model"), dict):
        raise FormatError("The JSON has no part 'model', so it is not a tokenizer.json.")
    model = data["model"]
    _check_model(model)
    ends = word_ends.recognised(data)
    plan = Plan([], False, []) if ends else read_pre_tokenizer(data.get("pre_tokenizer"))
    form = read_normalizer(ends.normalizer if ends else data.get("normalizer"))
    vocabulary = vocabulary_of(model)
    warnings = display_warnings(data, plan)
    entries = checked(model, "merges", list, "model")
    rules = rules_of(merges_of(entries), len(entries), vocabulary, progress)
    rules = last_of_each(rules, warnings)
    added = added_tokens_of(data.get("added_tokens"), vocabulary, warnings)
    make = _byte_level if plan.byte_level else partial(_in_characters, ends)
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
        raise refused(f"is a {kind} model, not BPE")
    if model.get("dropout"):
        raise refused("drops merges at random (dropout)")
    if model.get("byte_fallback"):
        raise refused("falls back to bytes for unknown characters (byte_fallback)")
    if model.get("continuing_subword_prefix"):
        raise refused("marks tokens inside a word (continuing_subword_prefix)")


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
        raise refused("has an end_of_word_suffix after bytes")
    base = letter_base(vocabulary, warnings)
    unknown = _unknown_id(model, vocabulary, UNKNOWN in base.ids)
    if plan.byte_splits and UNKNOWN in base.ids:
        raise refused("splits between bytes and lacks some of them")
    tokens = {number: token_bytes(token) for token, number in vocabulary.items()}
    whole = _whole_chunks(tokens, rules) if model.get("ignore_merges") else {}
    return Tokenizer(
        "regex" if any(split.pattern for split in plan.splits) else "byte",
        base,
        rules,
        splits=plan.splits,
        byte_splits=plan.byte_splits,
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
    token = checked(model, "unk_token", (str, type(None)), "model")
    if not needed or token is None:
        return UNKNOWN
    if token not in vocabulary:
        raise FormatError(f"The unk_token {shown(token)} is not in the vocabulary.")
    if model.get("fuse_unk"):
        raise refused("makes one token of several unknown characters (fuse_unk)")
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
        raise refused("has no merges, only whole words")
    return whole


# --- characters ---------------------------------------------------------------------------------


def _in_characters(
    ends: word_ends.WordEnds | None,
    model: dict[str, Any],
    vocabulary: dict[str, int],
    rules: list[Rule],
    plan: Plan,
    warnings: list[str],
    **settings: Any,
) -> Tokenizer:
    if model.get("ignore_merges"):
        raise refused("takes whole words from its vocabulary (ignore_merges) in characters")
    suffix = checked(model, "end_of_word_suffix", (str, type(None)), "model") or ""
    if ends:
        tokens = {i: token.replace(word_ends.WRITTEN, END) for token, i in vocabulary.items()}
        base = _character_base(tokens, ends.marker, joined=False)
    else:
        tokens = {number: _marked(token, suffix) for token, number in vocabulary.items()}
        base = _character_base(tokens, suffix or None, joined=bool(suffix))
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
        splits=() if ends else plan.splits or [Split(WHOLE_TEXT)],
        extra_tokens=_without_products(tokens, rules, base),
        unknown_id=unknown,
        warnings=warnings,
        **settings,
    )


def _marked(token: str, suffix: str) -> str:
    if suffix and token.endswith(suffix) and token != suffix:
        return token.removesuffix(suffix) + END
    return token


def _character_base(tokens: Mapping[int, str], marker: str | None, *, joined: bool) -> Base:
    units = {
        i: t
        for i, t in tokens.items()
        if (len(t) == 1 and (t != END or not joined)) or (joined and len(t) == 2 and t[1] == END)
    }
    return Base(tuple(units.values()), tuple(units), marker, joined=joined, in_characters=True)
