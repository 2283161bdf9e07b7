"""The peers that the benchmarks run beside, on the same text and with the same pattern."""

from __future__ import annotations

from collections.abc import Callable

import bpeviz
from tests.engine import reference

PATTERN = reference.GPT4


def ours(text: str, merges: int, mode: str) -> object:
    return bpeviz.train(text, mode=mode, num_merges=merges)


def naive(text: str, merges: int, mode: str) -> object:
    chunks = reference.chunks(text) if mode == "regex" else [text]
    sequences = [list(chunk.encode()) for chunk in chunks]
    return reference.train(sequences, merges, lambda left, right, rank: 256 + rank)


def hf(text: str, merges: int, mode: str) -> object:
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    if mode == "regex":
        split = pre_tokenizers.Split(Regex(PATTERN), "isolated")
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
    else:
        tokenizer.pre_tokenizer = byte_level
    trainer = trainers.BpeTrainer(
        vocab_size=256 + merges,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([text], trainer)
    return tokenizer


def rust(text: str, merges: int, mode: str) -> object:
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    pattern = PATTERN if mode == "regex" else r"(?s:.+)"
    tokenizer.train_from_iterator([text], 256 + merges, pattern=pattern)
    return tokenizer


def easy(text: str, merges: int, mode: str) -> object:
    import bpeasy

    pattern = PATTERN if mode == "regex" else r"(?s:.+)"
    return bpeasy.train_bpe(iter([text]), pattern, 64, 256 + merges)


TRAINERS: dict[str, Callable[[str, int, str], object]] = {
    "HF tokenizers": hf,
    "rustbpe": rust,
    "bpeasy": easy,
    "naive": naive,
}
