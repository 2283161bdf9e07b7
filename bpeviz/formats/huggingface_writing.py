"""Hugging Face's tokenizer.json: writing.

Byte and regex mode become a Split and ByteLevel. Character mode has no ByteLevel: a joined
end-of-word is the model's suffix; one of its own becomes a space behind each word, put there by the
normalizer, since no other token can hold a space then.
"""

from __future__ import annotations

import json
from typing import Any

from ..engine.base import END, UNKNOWN, as_text
from ..engine.errors import FormatError
from ..engine.tokenizer import Tokenizer
from . import loaded, word_ends
from .added_tokens import AddedToken
from .files import shown
from .gpt2 import letter_vocabulary
from .pre_tokenizers import Plan, covers_everything, write_pre_tokenizer


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write a tokenizer.json; FormatError for what it cannot hold.

    >>> import bpeviz, json
    >>> files = write(bpeviz.train("low low", num_merges=1))
    >>> json.loads(files["tokenizer.json"])["model"]["merges"]
    [['l', 'o']]
    """
    if loaded.order_matters(tok):
        raise FormatError(
            "Merges of this tokenizer are not in the order in which they are made, which Hugging "
            "Face's library treats in another way. Save it in the format that it came from."
        )
    parts = _character_parts(tok) if tok.mode == "character" else _byte_parts(tok)
    data = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added(token) for token in loaded.cut_of(tok).specials],
        "normalizer": parts["normalizer"],
        "pre_tokenizer": parts["pre_tokenizer"],
        "post_processor": None,
        "decoder": parts["decoder"],
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": _unk_token(tok),
            "continuing_subword_prefix": None,
            "end_of_word_suffix": parts.get("suffix"),
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": bool(loaded.whole_chunks(tok)),
            "vocab": parts["vocab"],
            "merges": parts["merges"],
        },
    }
    return {"tokenizer.json": json.dumps(data, ensure_ascii=False, indent=1).encode("utf-8")}


def _added(token: AddedToken) -> dict[str, Any]:
    return {
        "id": token.id,
        "content": token.text,
        "single_word": token.single_word,
        "lstrip": token.lstrip,
        "rstrip": token.rstrip,
        "normalized": token.normalized,
        "special": token.special,
    }


def _unk_token(tok: Tokenizer) -> str | None:
    unknown = tok.vocabulary.get(tok.base.unknown_id)
    return unknown.decode("utf-8", "replace") if isinstance(unknown, bytes) else unknown


def _normal_form(tok: Tokenizer) -> dict[str, Any] | None:
    return {"type": tok.normalization} if tok.normalization else None


# --- bytes --------------------------------------------------------------------------------------


def _byte_parts(tok: Tokenizer) -> dict[str, Any]:
    vocabulary = letter_vocabulary(tok)
    letters = {number: token for token, number in vocabulary.items()}
    cut = loaded.cut_of(tok)
    if loaded.whole_chunks(tok):
        _check_whole(tok)
        _leave_out_added(tok, vocabulary)
    plan = Plan(list(cut.splits), True, list(cut.byte_splits))
    return {
        "normalizer": _normal_form(tok),
        "pre_tokenizer": write_pre_tokenizer(plan),
        "decoder": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": False,
            "use_regex": False,
        },
        "vocab": vocabulary,
        "merges": [[letters[merge.left], letters[merge.right]] for merge in tok.merges],
    }


def _check_whole(tok: Tokenizer) -> None:
    """``ignore_merges`` holds for the whole vocabulary, so no other token may be a chunk."""
    whole = loaded.whole_chunks(tok)
    made = {merge.id for merge in tok.merges} | set(tok.special_tokens.values())
    for number, token in tok.vocabulary.items():
        if len(token) > 1 and number not in made and token not in whole:
            raise FormatError(
                f"Hugging Face's library would make the token {number} of a chunk that equals it, and "
                "here it is never made. Save it in the format that it came from."
            )


def _leave_out_added(tok: Tokenizer, vocabulary: dict[str, int]) -> None:
    """Under ``ignore_merges`` an added token in the vocabulary would be found as a chunk, too.

    Outside of it the library numbers added tokens itself.
    """
    made = {merge.id for merge in tok.merges} | set(tok.base.ids)
    whole = {number for _, number in loaded.whole_chunks(tok).values()}
    outside = [t for t in tok.cut.specials if t.id not in made and t.id not in whole]
    for token in outside:
        del vocabulary[token.text]
    for number, token in enumerate(outside, len(vocabulary)):
        if token.id != number:
            raise FormatError(
                f"Hugging Face's library would give the added token {shown(token.text)} another id "
                f"than {token.id}. Save it in the format that it came from."
            )


# --- characters ---------------------------------------------------------------------------------


def _character_parts(tok: Tokenizer) -> dict[str, Any]:
    separate = tok.end_of_word is not None and not tok.end_of_word_joined
    end = _end_of_word(tok)
    written = _written(tok, end, separate)
    # Merges of characters outside of the base vocabulary never happen.
    merges = [
        [written[merge.left], written[merge.right]]
        for merge in tok.merges
        if merge.left >= 0 and merge.right >= 0
    ]
    form = _normal_form(tok)
    decoder = {"type": "BPEDecoder", "suffix": end} if end else {"type": "Fuse"}
    return {
        "normalizer": word_ends.normalizer(form) if separate else form,
        "pre_tokenizer": _word_splits(tok, separate),
        "decoder": word_ends.decoder(str(tok.end_of_word)) if separate else decoder,
        "suffix": end if tok.end_of_word_joined else None,
        "vocab": {token: number for number, token in written.items()},
        "merges": merges,
    }


def _written(tok: Tokenizer, end: str, separate: bool) -> dict[int, str]:
    """Each token by its id, as the file has it; no two of them alike."""
    written = {i: as_text(tok.raw_symbol(i)).replace(END, end) for i in sorted(tok.vocabulary)}
    if separate:
        # A space of the alphabet stands in no word.
        written = {i: token for i, token in written.items() if tok.raw_symbol(i) != " "}
    numbers: dict[str, int] = {}
    for number, token in written.items():
        if numbers.setdefault(token, number) != number:
            raise FormatError(
                f"The tokens {numbers[token]} and {number} are both written {shown(token)} in "
                "this format. Choose another end-of-word symbol and train again."
            )
    return written


def _end_of_word(tok: Tokenizer) -> str:
    """How the end of a word is written: as a space where it is a symbol of its own."""
    if tok.end_of_word is None:
        return ""
    if not tok.end_of_word_joined:
        return " "
    texts = {as_text(tok.raw_symbol(number)) for number in tok.vocabulary}
    clash = any(t.endswith(END) and t.replace(END, tok.end_of_word) in texts for t in texts)
    return " " if clash else tok.end_of_word


def _word_splits(tok: Tokenizer, separate: bool) -> dict[str, Any]:
    cut = loaded.cut_of(tok)
    if separate:
        if not cut.words:
            raise FormatError(
                "Hugging Face's format cannot hold both this way of cutting words and an "
                "end-of-word that is a symbol of its own. Save it as subword-nmt codes."
            )
        return word_ends.PRE_TOKENIZER
    if not cut.words:
        return write_pre_tokenizer(Plan(list(cut.splits), False, []))
    pattern = {"Regex": word_ends.WHITE_SPACE + "+"}
    return {"type": "Split", "pattern": pattern, "behavior": "Removed", "invert": False}


def notes(tok: Tokenizer) -> list[str]:
    """What a tokenizer.json does not hold, or holds in another shape."""
    found, cut = [], loaded.cut_of(tok)
    older = any(isinstance(n, loaded.NormalForm) and n.exceptions for n in cut.normalizers)
    if tok.normalization and not older:
        found.append(
            "Hugging Face's library normalizes by an older Unicode, so characters that came into it "
            "since 2017 can differ."
        )
    if tok.mode == "character":
        if tok.base.unknown_id == UNKNOWN:
            found.append(
                "Hugging Face's library drops characters outside of the base vocabulary silently; "
                "here they are an error or shown as unknown."
            )
        if _end_of_word(tok) == " ":
            found.append("The end of a word is written as a space there. Ids are the same.")
        if any(merge.left < 0 or merge.right < 0 for merge in tok.merges):
            found.append("Merges of characters outside of the alphabet are left out.")
    elif UNKNOWN in tok.base.ids:
        found.append(
            "Some of the 256 bytes are missing, and Hugging Face's library drops them silently."
        )
    elif any(s.pattern and not covers_everything(s.pattern) for s in cut.splits):
        found.append(
            "The split pattern is written in the library's own kind of regular expression."
        )
    return found
