"""Ranks in JSON: Mistral's tekken.json, and the encoders of tiktoken's npm packages."""

import base64
import json
from itertools import pairwise

import pytest

import bpeviz
from bpeviz.formats.recognising import format_of
from tests.formats import libraries, texts

BYTES = [bytes([b]) for b in range(256)]
PATTERN = bpeviz.PATTERNS["o200k"]


def learned(num_merges=200):
    tok = bpeviz.train(texts.samples()["multilingual.txt"], pattern="o200k", num_merges=num_merges)
    return [*BYTES, *(m.token for m in tok.merges)]


def tekken(tokens, size, specials=3, **more):
    entries = [
        {"rank": i, "token_bytes": base64.b64encode(t).decode(), "token_str": None}
        for i, t in enumerate(tokens)
    ]
    config = {
        "pattern": PATTERN,
        "num_vocab_tokens": len(tokens),
        "default_vocab_size": size,
        "default_num_special_tokens": specials,
        "version": "v3",
    }
    return {"config": config, "vocab": entries, **more}


def npm(tokens, first=5, cuts=(100,)):
    written = [base64.b64encode(t).decode() for t in tokens]
    borders = [0, *cuts, len(tokens)]
    lines = [f"! {first + a} {' '.join(written[a:b])}" for a, b in pairwise(borders)]
    specials = {"<EOT>": 0, "<META>": 1}
    return {"pat_str": PATTERN, "special_tokens": specials, "bpe_ranks": "\n".join(lines)}


def data(value):
    return json.dumps(value).encode()


def test_tekken_counts_only_the_default_size_and_puts_special_tokens_first():
    tokens = learned()
    named = [{"rank": i, "token_str": f"<s{i}>", "is_control": True} for i in range(3)]
    file = data(tekken(tokens, size=3 + 400, special_tokens=named))
    assert format_of(file.decode()) == "tekken"
    tok = bpeviz.load(file)
    encode = libraries.tiktoken({"x": _lines(tokens[:400])}, PATTERN)
    for text in texts.all_texts():
        assert tok.encode(text) == [3 + i for i in encode(text)]
    assert len(tok.vocabulary) == 403 and len(tok.merges) == 144
    assert tok.special_tokens == {"<s0>": 0, "<s1>": 1, "<s2>": 2}
    assert tok.encode("<s1>a", special="special") == [1, 3 + 97]
    assert not tok.warnings


def test_tekken_without_the_names_of_its_special_tokens():
    tok = bpeviz.load(data(tekken(learned(20), size=300, specials=30)))
    assert tok.encode("a") == [30 + 97] and "the first 30 ids" in tok.warnings[0]


def test_tekken_as_mistral_has_it():
    library = pytest.importorskip("mistral_common.tokens.tokenizers.tekken")
    path = library.Path(library.__file__).parents[2] / "data" / "tekken_240911.json"
    if not path.is_file():
        pytest.skip("this version of the library comes without the file")
    tok, theirs = bpeviz.load(path), library.Tekkenizer.from_file(path)
    for text in texts.all_texts():
        assert tok.encode(text) == theirs.encode(text, bos=False, eos=False)


def test_the_json_of_npm():
    tokens = learned()
    file = data(npm(tokens))
    assert format_of(file.decode()) == "tiktoken-js"
    tok = bpeviz.load(file)
    encode = libraries.tiktoken({"x": _lines(tokens, 5)}, PATTERN)
    for text in texts.all_texts():
        assert tok.encode(text) == encode(text)
    assert tok.pattern == "o200k" and tok.special_tokens == {"<EOT>": 0, "<META>": 1}
    plain = npm(tokens) | {"bpe_ranks": _lines(tokens, 5).decode()}
    assert bpeviz.load(data(plain)).encode("the cat") == tok.encode("the cat")


def _lines(tokens, first=0):
    return b"".join(base64.b64encode(t) + f" {first + i}\n".encode() for i, t in enumerate(tokens))


def test_ids_of_the_published_file_of_claude():
    folder = texts.SHARED / "tokenizers"
    if not (folder / "claude.tiktoken-js.json").is_file():
        pytest.skip("the published tokenizer files are not beside the project")
    known = json.loads((texts.SHARED / "cases" / "file_ids.json").read_text("utf-8"))
    tok = bpeviz.load(folder / "claude.tiktoken-js.json")
    for name, ids in known["files"]["claude.tiktoken-js.json"].items():
        assert tok.encode(known["texts"][name]) == ids


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"bpe_ranks": "! 5 YQ== !!"}, "rank 6 has '!!', which is not base64"),
        ({"bpe_ranks": "! 5 YQ== YQ=="}, "rank 6 is b'a', as that of the rank 5"),
        ({"bpe_ranks": "! 5 YQ==\n! 5 Yg=="}, "have the same rank 5"),
        ({"bpe_ranks": "! x YQ=="}, "should be a ! with the first rank"),
        ({"bpe_ranks": "", "special_tokens": {}}, "no tokens"),
        ({"special_tokens": {"<x>": 7}}, "'<x>' has the id 7"),
        ({"special_tokens": {"<x>": -1}}, "'<x>' has the id -1"),
        ({"special_tokens": None}, "special_tokens"),
        ({"pat_str": "(["}, "does not compile"),
        ({"pat_str": "a" * 20_001}, "20,000"),
    ],
)
def test_bad_files_of_npm(change, why):
    with pytest.raises(bpeviz.BPEError, match=why):
        bpeviz.load(data(npm([b"a", b"b", b"ab"], cuts=()) | change))


@pytest.mark.parametrize(
    ("size", "specials", "change", "why"),
    [
        (300, 3, {}, "does not fit together"),
        (2, 3, {}, "does not fit together"),
        (6, 3, {"special_tokens": [{"rank": 4, "token_str": "<x>"}]}, "'<x>' has the id 4"),
        (6, 3, {"special_tokens": ["<x>"]}, "special token of the file is '<x>'"),
        (6, 3, {"vocab": [{"rank": 9, "token_bytes": "YQ=="}] * 3}, "rank 9 does not fit"),
        (6, 3, {"vocab": [{"rank": 1, "token_bytes": "YQ=="}, 1, 2]}, "token 1 of 'vocab' is 1"),
        (6, 3, {"vocab": [{"rank": 1, "token_bytes": 2}] * 3}, "token_bytes"),
    ],
)
def test_bad_tekken_files(size, specials, change, why):
    with pytest.raises(bpeviz.FormatError, match=why):
        bpeviz.load(data(tekken([b"a", b"b", b"ab"], size, specials) | change))


# --- guesses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "pattern"),
    [
        (50_256, "gpt2"),
        (50_280, "gpt2"),
        (100_256, "cl100k"),
        (199_998, "o200k"),
        (200_000, "o200k"),
        (128_000, "llama3"),
        (151_643, "qwen"),
        (248_044, "qwen3.5"),
    ],
)
def test_patterns_of_published_files_are_known_by_their_number_of_tokens(number, pattern):
    # Tokens of no two others: all but the bytes are whole chunks.
    pairs = [bytes([a, b]) for a in range(256) for b in range(256)]
    triples = [bytes([a]) + pair for a in range(3) for pair in pairs]
    tok = bpeviz.load(_lines([*BYTES, *pairs, *triples][:number]))
    assert tok.pattern == pattern and "is a guess" in tok.warnings[0]


@pytest.mark.parametrize(
    ("tokens", "pattern"),
    [
        (["2026"], "gpt2"),
        (["202", "don"], "cl100k"),
        (["202", "ọ̀"], "o200k"),
        (["don"], "qwen"),
        (["ọ̀"], "qwen3.5"),
    ],
)
def test_other_files_tell_by_their_tokens(tokens, pattern):
    pairs = [bytes([a, b]) for a in range(128, 150) for b in range(256)]
    tok = bpeviz.load(_lines(dict.fromkeys([*BYTES, *pairs, *map(str.encode, tokens)])))
    assert tok.pattern == pattern


def test_merges_without_a_pattern_are_warned_of_as_ranks_are():
    tok = bpeviz.train(texts.samples()["english.txt"], pattern="qwen", num_merges=50)
    files = bpeviz.formats.dumps(tok, "gpt2")
    again = bpeviz.load({"merges.txt": files["vocab.bpe"], "vocab.json": files["encoder.json"]})
    assert again.pattern == "gpt2" and "is a guess" in again.warnings[0]
    assert not bpeviz.load(files["vocab.bpe"], pattern="qwen").warnings


# --- refused by name ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (b'"bpe_simple_vocab_16e6.txt#version: 0.2\ni n\nt h\n', "CLIP"),
        ("#version: 0.2\ni n\nÃ ©\nf Ã©</w>\n".encode(), "CLIP"),
        (b"[PAD]\n[unused0]\n[unused1]\n[UNK]\nthe\n", "WordPiece"),
        (b"1 '\\x00' 1\n2 '\\x01' 1\n3 ' the' 4\n", "RWKV"),
        (b'{"tokenizer_class": "LlamaTokenizer"}', "Choose the file tokenizer.json"),
    ],
)
def test_refused_by_name(source, why):
    with pytest.raises(bpeviz.FormatError, match=why):
        bpeviz.load(source)


def test_a_vocabulary_with_ends_of_words_is_refused():
    files = {"merges.txt": b"#version: 0.2\nl o\n", "vocab.json": b'{"l":0,"o":1,"lo":2,"o</w>":3}'}
    with pytest.raises(bpeviz.FormatError, match="ends of words"):
        bpeviz.load(files)
