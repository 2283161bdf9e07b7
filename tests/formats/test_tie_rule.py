"""The tie rule "huggingface": the merges of the library's own trainer, in the same order."""

import json

import pytest

import bpeviz
from tests.formats import texts

tokenizers = pytest.importorskip("tokenizers")


def trained_there(text, pattern, num_merges):
    """The merges that the library learns, in letters."""
    cut = bpeviz.formats.dumps(bpeviz.train("", num_merges=0, pattern=pattern), "huggingface")
    tokenizer = tokenizers.Tokenizer.from_str(cut["tokenizer.json"].decode())
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=256 + num_merges,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([text], trainer)
    return json.loads(tokenizer.to_str())["model"]["merges"]


def trained_here(text, pattern, num_merges):
    tok = bpeviz.train(text, pattern=pattern, num_merges=num_merges, tie_break="huggingface")
    return json.loads(bpeviz.formats.dumps(tok, "huggingface")["tokenizer.json"])["model"]["merges"]


@pytest.mark.parametrize("pattern", ["gpt2", "gpt4", "qwen3.5"])
@pytest.mark.parametrize("name", texts.samples())
def test_300_merges_equal_those_of_the_trainer(name, pattern):
    text = texts.samples()[name]
    assert trained_here(text, pattern, 300) == trained_there(text, pattern, 300)


def test_bytes_are_ordered_by_their_letters_and_not_by_their_values():
    # A space is the letter U+0120, behind all that prints; its value, 32, is before them.
    text = "a b"
    smallest = bpeviz.train(text, mode="byte", num_merges=1, tie_break="smallest-ids")
    library = bpeviz.train(text, mode="byte", num_merges=1, tie_break="huggingface")
    assert [smallest.merges[0].token, library.merges[0].token] == [b" b", b"a "]
