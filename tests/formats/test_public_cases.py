"""Trouble reports of other programs' pages about files, with their right values, in GPT-2's numbering.

The other cases of the collection are in ``test_round_trips``, ``test_traces``, ``test_rank_json`` and
``test_published_shapes``.
"""

import bpeviz
from bpeviz.engine.letters import BYTE_ORDER, bytes_to_letters
from tests.formats.test_huggingface import added, file, load
from tests.formats.test_published_shapes import byte_level, pre, split

LETTERS = [bytes_to_letters(bytes([byte])) for byte in BYTE_ORDER]


def gpt2_like(merges=(), **parts):
    tokens = [*LETTERS, *map("".join, merges)]
    vocab = {token: number for number, token in enumerate(tokens)}
    return load(file(vocab=vocab, merges=list(map(list, merges)), **parts))


def test_r27_numbers_are_cut_from_the_right():
    splits = [split(r"\p{N}+"), split(r"(?=(\d{3})+(?!\d))")]
    tok = gpt2_like([("1", "2")], pre_tokenizer=pre(*splits, byte_level()))
    assert tok.encode("a 1234567 12") == [64, 220, 16, 17, 18, 19, 20, 21, 22, 220, 256]


def test_r30_of_two_added_tokens_that_are_one_text_the_last_counts():
    composed, decomposed = "\u1eb9\u0301", "e\u0323\u0301"
    tokens = [added(composed, 256, normalized=True), added(decomposed, 257, normalized=True)]
    tok = gpt2_like(pre_tokenizer=byte_level(), normalizer={"type": "NFC"}, added_tokens=tokens)
    assert tok.encode(f"a{composed} {decomposed}b") == [64, 257, 220, 257, 65]


def test_r47_each_unknown_character_is_drawn_as_itself():
    vocab = {"<unk>": 0, "a": 1, "b": 2, "c": 3, "ab": 4}
    parts = {"unk_token": "<unk>", "pre_tokenizer": {"type": "Whitespace"}}
    tok = load(file(vocab=vocab, merges=[["a", "b"]], **parts))
    trace = tok.trace("axbycab zab", unknown="keep")
    assert trace.tokens(1) == ["a", "x", "b", "y", "c", "ab", "z", "ab"]
    assert [trace.text[start:end] for start, end in trace.spans(1)] == trace.tokens(1)


def test_r65_a_special_token_that_would_become_a_byte_is_refused_in_words():
    tok = bpeviz.train("a b a b", alphabet="observed", special_tokens=["0"], num_merges=1)
    (problem,) = bpeviz.formats.problems(tok, "huggingface")
    assert problem == (
        "The file would be read as another tokenizer: b'0' (id 257) would be in its base vocabulary, "
        "where this tokenizer has no such symbol. Save it in another format."
    )
