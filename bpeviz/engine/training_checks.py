"""Argument validation of training: unknown settings, and settings that exclude each other."""

from __future__ import annotations

from collections.abc import Sequence

from .continuing import UNSET, Unset
from .errors import SettingsError
from .learning import TIE_BREAKS
from .tokenizer import Tokenizer

MODES = ("character", "byte", "regex")


def check_training(
    mode: str | Unset,
    tie_break: str,
    default_tokens: Sequence[str],
    special_tokens: Sequence[str],
    start: Tokenizer | None,
) -> None:
    """Raise a SettingsError for an invalid mode, tie rule or combination of tokens.

    >>> check_training("byte", "first-seen", [], ["<s>"], None)
    """
    if mode not in (*MODES, UNSET):
        raise SettingsError(f"There is no mode {mode!r}. Choose one of {', '.join(MODES)}.")
    if tie_break not in TIE_BREAKS:
        raise SettingsError(f"There is no tie rule {tie_break!r}. Choose: {', '.join(TIE_BREAKS)}.")
    if mode == "character" and (default_tokens or special_tokens):
        raise SettingsError(
            "Default and special tokens are made of bytes: use byte or regex mode for them."
        )
    if "" in special_tokens:
        raise SettingsError("A special token cannot be empty. Take the empty one out.")
    if start is not None and (default_tokens or special_tokens):
        raise SettingsError(
            "Default and special tokens are those of the tokenizer that training goes on from. "
            "Give them to its own training."
        )


def check_vocabulary_size(size: int, initial: Tokenizer) -> None:
    """Raise a SettingsError for a vocabulary smaller than the 256 bytes.

    >>> import bpeviz
    >>> check_vocabulary_size(256, bpeviz.train("", num_merges=0))
    """
    if size < len(initial.base.vocabulary) == 256 and not initial.base.in_characters:
        raise SettingsError(
            f"A vocabulary of {size} is too small: the 256 bytes alone are 256 tokens. "
            "Ask for 256 or more."
        )
