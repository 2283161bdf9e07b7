"""Hugging Face's tokenizer.json, as far as it is BPE: reading.

The file says everything: vocabulary, merges, normalizer, pre-tokenizer, added tokens. With ByteLevel
among the pre-tokenizers it works on bytes written as letters; without, on characters, whose last in
a word may carry a suffix. Parts that change what comes out and are not known here are refused.

Writing is in ``huggingface_writing``. Source: the library ``tokenizers``, 0.23.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from ..engine.base import END, UNKNOWN, Base
from ..engine.errors import FormatError
from ..engine.tokenizer import Tokenizer
from . import loaded, word_ends
from .added_tokens import AddedToken
from .file_cut import Normalizer
from .files import checked, json_of, shown
from .huggingface_parts import (
    added_tokens_of,
    alike,
    check_added,
    display_warnings,
    merges_of,
    vocabulary_of,
)
from .loaded import FileBase, FileCut, NormalForm
from .merging import Progress, Rule, last_of_each, letter_base, rules_of, token_bytes
from .normalizers import read_normalizers, refused
from .pieces import SPACE, base_of, bytes_in, check_rules_leave_bytes, word_splits
from .pre_tokenizers import Plan, read_pre_tokenizer
from .splits import Split
from .text_changes import ByCharacter, Prepend, Replace, without_mark

NAME = "Hugging Face tokenizer.json"
_OTHER_MODELS = {
    "Unigram": "chooses the likeliest of all ways to cut a text",
    "WordPiece": "takes the longest token that fits, again and again,",
    "WordLevel": "looks whole words up",
}
_DROPPED = (
    "Characters that this tokenizer does not know are shown as unknown here; its own program drops "
    "them silently and merges what stands around them."
)


def read(text: str, progress: Progress | None = None) -> Tokenizer:
    """Read a tokenizer.json; FormatError for what is not BPE or cannot be shown exactly."""
    data = json_of(text)
    if not isinstance(data, dict) or not isinstance(data.get("model"), dict):
        raise FormatError(
            "The JSON has no part 'model', so it is not a tokenizer.json. Choose another file."
        )
    model = data["model"]
    _check_model(model)
    ends = word_ends.recognised(data)
    plan = Plan([], False, []) if ends else read_pre_tokenizer(data.get("pre_tokenizer"))
    changes = read_normalizers(ends.normalizer if ends else data.get("normalizer")) + plan.changes
    vocabulary = vocabulary_of(model)
    warnings = display_warnings(data, plan)
    entries = checked(model, "merges", list, "model")
    rules = rules_of(merges_of(entries), len(entries), vocabulary, progress)
    rules = last_of_each(rules, warnings)
    added = added_tokens_of(data.get("added_tokens"), vocabulary, warnings)
    if plan.changes and any(token.normalized for token in added):
        raise refused("looks for added tokens between its normalizer and Metaspace")
    texts = {t: FileCut(normalizers=changes).normalized(t.text) for t in added if t.normalized}
    check_added(added, texts)
    if any(getattr(change, "at_start", False) for change in changes) and _shortens(changes):
        raise refused(
            "changes the start of a text before Metaspace marks it (prepend_scheme first)"
        )
    warnings += alike(texts)
    warnings[:0] = _said(changes)
    make: Callable[..., Tokenizer] = partial(_in_characters, ends)
    if plan.byte_level:
        make = _byte_level
    elif model.get("byte_fallback") or model.get("fuse_unk") or _spaced(changes):
        make = _of_pieces
    return make(
        model,
        vocabulary,
        rules,
        plan,
        warnings,
        normalizers=changes,
        specials=tuple(added),
    )


# --- the parts ----------------------------------------------------------------------------------


def _check_model(model: dict[str, Any]) -> None:
    kind = model.get("type", "BPE" if "merges" in model else None)
    if isinstance(kind, str) and kind in _OTHER_MODELS:
        raise FormatError(
            f"The tokenizer is a {kind} model, not BPE: it {_OTHER_MODELS[kind]} and has no merges, so "
            "there is nothing to step through here."
        )
    if kind != "BPE":
        raise refused(f"is a {shown(kind)} model, not BPE")
    if model.get("dropout"):
        raise refused("drops merges at random (dropout)")
    if model.get("continuing_subword_prefix"):
        raise refused("marks tokens inside a word (continuing_subword_prefix)")


def _said(changes: tuple[Normalizer, ...]) -> list[str]:
    """In a sentence, what happens to a text first, where it is more than a normal form."""
    if all(isinstance(change, NormalForm) for change in changes):
        return []
    said = [getattr(change, "says", "") or getattr(change, "form", "") for change in changes]
    return [f"Before any merge a text is changed: {', '.join(said)}."]


def _shortens(changes: tuple[Normalizer, ...]) -> bool:
    """Whether a change can leave out the start of a text, or make it anew."""
    return any(
        (isinstance(change, Replace) and change.pattern != " ")
        or (isinstance(change, ByCharacter) and change.function is without_mark)
        for change in changes
    )


def _spaced(changes: tuple[Normalizer, ...]) -> bool:
    return any(isinstance(change, Replace) and change.new == SPACE for change in changes)


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
    if plan.byte_splits and UNKNOWN in base.ids:
        raise refused("splits between bytes and lacks some of them")
    tokens = {number: token_bytes(token) for token, number in vocabulary.items()}
    whole = _whole_chunks(tokens, rules) if model.get("ignore_merges") else {}
    return loaded.tokenizer(
        replace(
            base,
            unknown=_unknown_id(model, vocabulary, UNKNOWN in base.ids),
            extra=_without_products(tokens, rules, base),
        ),
        rules,
        FileCut(tuple(plan.splits), tuple(plan.byte_splits), by_unicode_16=True, **settings),
        whole_chunks=whole,
        warnings=warnings,
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
        raise FormatError(
            f"The unk_token {shown(token)} is not in the vocabulary, so unknown characters have no id. "
            "Add it there, or download the file again."
        )
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


# --- pieces -------------------------------------------------------------------------------------


def _of_pieces(
    model: dict[str, Any],
    vocabulary: dict[str, int],
    rules: list[Rule],
    plan: Plan,
    warnings: list[str],
    normalizers: tuple[Normalizer, ...],
    specials: tuple[AddedToken, ...],
) -> Tokenizer:
    """With spaces as ▁, and perhaps with bytes for unknown characters."""
    for part in ("ignore_merges", "end_of_word_suffix"):
        if model.get(part):
            raise refused(f"has both byte_fallback or fuse_unk and {part}")
    byte_ids = bytes_in(vocabulary) if model.get("byte_fallback") else {}
    check_rules_leave_bytes(rules, byte_ids)
    if 0 < len(byte_ids) < 256 and model.get("unk_token") is not None:
        raise refused("falls back to bytes, lacks some of them, and has an unk_token")
    unknown = _unknown_id(model | {"fuse_unk": False}, vocabulary, len(byte_ids) < 256)
    if unknown == UNKNOWN and len(byte_ids) < 256:
        warnings.append(_DROPPED)
    base = base_of(
        {token: number for token, number in vocabulary.items() if number not in byte_ids.values()},
        byte_ids,
        unknown=unknown,
        fused=bool(model.get("fuse_unk")),
        prefix=any(isinstance(change, Prepend) for change in normalizers),
        made=[rule[2] for rule in rules],
    )
    splits = tuple(plan.splits)
    if splits in ((), (Split(r"\ ", "merged-with-previous"),)) and _spaced(normalizers):
        # No space is left to split at.
        splits = word_splits(vocabulary)
    cut = FileCut(splits, normalizers=normalizers, specials=specials, by_unicode_16=True)
    return loaded.tokenizer(base, rules, cut, warnings=warnings)


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
        warnings.append(_DROPPED)
    return loaded.tokenizer(
        replace(base, unknown=unknown, extra=_without_products(tokens, rules, base)),
        rules,
        FileCut(tuple(plan.splits), words=ends is not None, by_unicode_16=True, **settings),
        warnings=warnings,
    )


def _marked(token: str, suffix: str) -> str:
    if suffix and token.endswith(suffix) and token != suffix:
        return token.removesuffix(suffix) + END
    return token


def _character_base(tokens: Mapping[int, str], marker: str | None, *, joined: bool) -> FileBase:
    units = {
        i: t
        for i, t in tokens.items()
        if (len(t) == 1 and (t != END or not joined)) or (joined and len(t) == 2 and t[1] == END)
    }
    return FileBase(tuple(units.values()), tuple(units), marker, joined=joined, in_characters=True)
