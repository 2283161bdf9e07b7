"""Tokenizers whose training went on, exported and read by the programs of the formats."""

import pytest

import bpeviz
from bpeviz.formats import dumps
from tests.formats import libraries, texts

# What the first training is given, and what the second is given besides.
BYTES = {
    "same pattern": ({"pattern": "gpt4"}, {}),
    "another pattern": ({"pattern": "gpt2"}, {"pattern": "gpt4"}),
    "across words": ({"pattern": "gpt2"}, {"mode": "byte"}),
    "bytes": ({"mode": "byte"}, {}),
    "default tokens": ({"default_tokens": [" the", "ing"]}, {}),
    "special tokens": ({"special_tokens": ["<|end|>"]}, {}),
}


def continued(first, second):
    english, yoruba = (texts.samples()[name] for name in ("english.txt", "yoruba.txt"))
    start = bpeviz.train(english, num_merges=150, **first).at(120)
    got = bpeviz.train(yoruba, num_merges=150, start=start, **second)
    assert got.seams == (120,)
    return got


def same(tok, encode):
    every = [*texts.samples().values(), *(texts.random_text(150, seed) for seed in range(20))]
    for text in every:
        assert tok.encode(text) == encode(text), text


@pytest.mark.parametrize("name", BYTES)
def test_huggingface_and_tiktoken_read_them(name):
    tok = continued(*BYTES[name])
    pattern = bpeviz.PATTERNS.get(tok.pattern, tok.pattern) or "(?s:.+)"
    same(tok, libraries.huggingface(dumps(tok, "huggingface")))
    same(tok, libraries.tiktoken(dumps(tok, "tiktoken"), pattern))


@pytest.mark.parametrize("name", [name for name in BYTES if name != "special tokens"])
def test_minbpe_reads_them(name):
    tok = continued(*BYTES[name])
    same(tok, libraries.minbpe(dumps(tok, "minbpe")))


def test_minbpe_has_no_ids_behind_special_tokens():
    with pytest.raises(bpeviz.FormatError):
        dumps(continued(*BYTES["special tokens"]), "minbpe")


def test_gpt2_reads_them():
    tok = continued({"pattern": "gpt2"}, {})
    same(tok, libraries.gpt2(dumps(tok, "gpt2")))


def test_subword_nmt_and_huggingface_read_those_of_characters():
    tok = continued(
        {"mode": "character", "end_of_word": "</w>", "end_of_word_joined": True},
        {"alphabet": "observed"},
    )
    encode = libraries.huggingface(dumps(tok, "huggingface"))
    join = libraries.subword_nmt(dumps(tok, "subword-nmt"))
    for line in texts.samples()["yoruba.txt"].splitlines():
        ids = tok.encode(line)
        assert ids == encode(line)
        pieces = [tok.vocabulary[i] for i in ids]
        said = [p.removesuffix("</w>") if p.endswith("</w>") else f"{p}@@" for p in pieces]
        assert " ".join(said) == " ".join(join(line).split())
