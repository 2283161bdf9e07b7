"""Trouble reports of other tokenizers, continued: what training, encoding and files make of them.

The numbers are those of the collection of cases; ``test_cases_parity`` has the first part.
"""

import json
import time

import pytest

import bpeviz
from bpeviz.engine.letters import bytes_to_letters
from bpeviz.engine.text import NORMAL_FORMS
from tests.formats import libraries


def tokens(tok, text, **options):
    trace = tok.trace(text, **options)
    return trace.tokens(trace.steps)


def test_c01_a_run_is_counted_with_overlap_in_characters_too():
    # minbpe, tiktoken, rustbpe, Hugging Face and subword-nmt agree: mm stands 4 times, pq 3 times.
    tok = bpeviz.train("mmmmmpqpqpq", mode="character", num_merges=1, tie_break="largest-symbols")
    assert [(m.token, m.count, m.replacements) for m in tok.merges] == [("mm", 4, 2)]
    counts = tok.trace("mmmmmpqpqpq").pair_counts(0)
    v = tok.vocabulary
    assert {v[a] + v[b]: n for (a, b), n in counts.items()} == {
        "mm": 4, "mp": 1, "pq": 3, "qp": 2, "q_": 1,
    }  # fmt: skip


@pytest.mark.parametrize("pattern", ["gpt2", "gpt4", "cl100k", "o200k"])
@pytest.mark.parametrize(
    "text",
    [
        "one\ntwo\n\nthree",  # C11
        "\r\n\r\nx",  # C59
        "a  b\n\n\tc ",  # C85
        "a \x1cb a \x85b",  # C57
        "a\u00a0\u00a0b \ufeffhi",  # C60
    ],
)
def test_c11_c57_c59_c60_c85_white_space_comes_back(text, pattern):
    tok = bpeviz.train(text, pattern=pattern, num_merges=20)
    for step in range(len(tok.merges) + 1):
        assert tok.decode(tok.encode(text, step)) == text


def test_c16_gpt4_and_cl100k_are_two_patterns():
    assert bpeviz.split("a\n ", "gpt4") == ["a", "\n", " "]
    assert bpeviz.split("a\n ", "cl100k") == ["a", "\n "]
    trained = bpeviz.train("a\n \n ", pattern="cl100k", num_merges=9)
    assert trained.pattern == "cl100k" and b"\n " in [m.token for m in trained.merges]


def test_c37_special_tokens_of_a_file():
    tok = bpeviz.load(b"minbpe v1\n\n1\n<|e|> 257\n104 101\n")
    assert tok.encode("a<|e|>b") == [97, 60, 124, 101, 124, 62, 98]
    assert tok.encode("a<|e|>b", special="special") == [97, 257, 98]
    with pytest.raises(bpeviz.CorpusError, match=r"special token '<\|e\|>'\. Take it out"):
        tok.encode("a<|e|>b", special="refuse")


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", 17),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", 18),
        ("\u2764\ufe0f", 6),
    ],
)
@pytest.mark.parametrize("form", [None, *NORMAL_FORMS])
@pytest.mark.parametrize("pattern", ["gpt2", "gpt4"])
def test_c55_joiners_and_selectors_survive_every_form(text, size, form, pattern):
    assert len(text.encode()) == size
    for mode in ("byte", "regex"):
        tok = bpeviz.train(text * 2, mode=mode, normalization=form, pattern=pattern, num_merges=9)
        assert tok.decode(tok.encode(text)) == text


def test_c66_a_newline_in_a_merge():
    # In bytes it is a letter of vocab.bpe; in characters words are cut at it, so no merge holds it.
    tok = bpeviz.train("a\n\na\n\na\n\n", mode="byte", num_merges=2)
    assert [m.token for m in tok.merges] == [b"a\n", b"a\n\n"]
    files = bpeviz.formats.dumps(tok, "gpt2")
    assert files["vocab.bpe"].decode() == "#version: 0.2\na Ċ\naĊ Ċ\n"
    again = bpeviz.load(
        files["vocab.bpe"], "gpt2", pattern="(?s:.+)", encoder=files["encoder.json"]
    )
    assert tokens(again, "a\n\n") == [b"a\n\n"]
    words = bpeviz.train("a\n\na\n\n", mode="character", num_merges=9)
    assert [m.token for m in words.merges] == ["a_"]
    with pytest.raises(bpeviz.FormatError, match=r"tokenizer\.json"):
        bpeviz.formats.dumps(words, "gpt2")


def test_c72_a_file_that_the_library_trained_without_all_bytes():
    tokenizers = pytest.importorskip("tokenizers")
    peer = tokenizers.Tokenizer(tokenizers.models.BPE())
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=300, show_progress=False)
    peer.train_from_iterator(["cat hat"], trainer)
    tok = bpeviz.load(peer.to_str().encode())
    lost = 256 - len({t for t in tok.vocabulary.values() if len(t) == 1})
    assert lost == 251 and any("251 of 256 bytes" in warning for warning in tok.warnings)
    assert peer.encode("café hat").tokens == ["c", "a", "Ġhat"]
    assert tokens(tok, "café hat", unknown="keep") == [
        b"c", b"a", b"f", b"\xc3", b"\xa9", b" hat",
    ]  # fmt: skip
    with pytest.raises(bpeviz.UnknownSymbolError, match="'f'"):
        tok.encode("café hat")


def test_c74_a_space_in_front():
    before = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    data = {"version": "1.0", "added_tokens": [], "pre_tokenizer": before, "model": {"type": "BPE"}}
    letters = [bytes_to_letters(bytes([b])) for b in range(256)]
    merges = [("h", "i"), ("Ġ", "hi"), ("y", "o"), ("Ġ", "yo")]
    symbols = [*letters, *map("".join, merges)]
    data["model"] |= {"vocab": {s: i for i, s in enumerate(symbols)}, "merges": merges}
    content = json.dumps(data).encode()
    tok = bpeviz.load(content)
    assert tokens(tok, "hi yo") == [b" hi", b" yo"]
    assert tok.encode("hi yo") == libraries.huggingface({"tokenizer.json": content})("hi yo")


def test_c77_a_pattern_that_is_wrong_is_named_with_its_position():
    with pytest.raises(bpeviz.PatternError, match="position 2") as caught:
        bpeviz.train("hi yo hi", pattern="([")
    assert caught.value.position == 2
    groups = bpeviz.train("hi yo hi", pattern=r"(\p{L}+)|(\s+)", num_merges=1)
    assert tokens(groups, "hi yo hi") == [b"hi", b" ", b"y", b"o", b" ", b"hi"]


def test_c79_a_long_run_takes_no_long_time():
    tok = bpeviz.train("^^^^", mode="byte", num_merges=2)
    began = time.process_time()
    trace = tok.trace("^" * 100_000)
    assert list(trace.token_counts) == [100_000, 50_000, 25_000]
    assert len(trace.ids(2)) == 25_000 and trace.pair_counts(0) == {(94, 94): 99_999}
    assert time.process_time() - began < 2
