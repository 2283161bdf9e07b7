"""Every character there is: in files it has the class that it has in the file's own program."""

import json
from base64 import b64encode

import pytest
import regex

import bpeviz
from bpeviz.formats import problems
from bpeviz.formats.loaded import FileCut
from bpeviz.formats.normalizers import read_normalizers
from bpeviz.formats.pre_tokenizers import read_pre_tokenizer
from bpeviz.formats.unicode_versions import NOT_ASSIGNED
from tests.formats.test_huggingface import added, byte_level, load, reference

tokenizers = pytest.importorskip("tokenizers")
tiktoken = pytest.importorskip("tiktoken")

CHARACTERS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
# What came into Unicode lately or changed there, and a character of each hundred others.
DOUBTFUL = regex.findall(f"[{NOT_ASSIGNED}\\u0295]", "".join(CHARACTERS))
SOME = DOUBTFUL[::7] + DOUBTFUL[:900] + CHARACTERS[:0x600] + CHARACTERS[0x600::101] + ["\u0295"]
CLASSES = [
    r"\p{L}", r"\p{Lu}", r"\p{Ll}", r"\p{Lt}", r"\p{Lm}", r"\p{Lo}", r"\p{M}", r"\p{N}", r"\p{P}",
    r"\p{S}", r"\s", r"[^\s\p{L}\p{N}]", r"\p{Han}", r"[\u0800-\u4e00]", r"\w", r"\d",
]  # fmt: skip
PARTS = [
    {"type": "Whitespace"},
    {"type": "WhitespaceSplit"},
    {"type": "BertPreTokenizer"},
    {"type": "Punctuation", "behavior": "Isolated"},
    {"type": "Digits", "individual_digits": True},
    *(
        {"type": "Split", "pattern": {"Regex": one}, "behavior": "Isolated", "invert": False}
        for one in CLASSES
    ),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: str(part.get("pattern", part["type"])))
def test_pre_tokenizers(part):
    data = json.dumps({"model": {"type": "BPE", "vocab": {}, "merges": []}, "pre_tokenizer": part})
    cut = tokenizers.Tokenizer.from_str(data).pre_tokenizer.pre_tokenize_str
    here = FileCut(tuple(read_pre_tokenizer(part).splits), by_unicode_16=True)
    different = [
        text
        for text in (f"a{character}b" for character in SOME)
        if next(here.parts(text, "text")).chunks != [piece for piece, _ in cut(text)]
    ]
    assert not different


@pytest.mark.parametrize("pattern", CLASSES)
def test_ranks(pattern):
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256}
    lines = (b"%s %d\n" % (b64encode(token), rank) for token, rank in ranks.items())
    tok = bpeviz.load(b"".join(lines), pattern=pattern)
    library = tiktoken.Encoding(
        "test", pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
    ).encode_ordinary
    text = "a".join(SOME)
    assert tok.encode(text) == library(text)


@pytest.mark.parametrize(
    "kind", ["Lowercase", "StripAccents", "NFC", "NFD", "NFKC", "NFKD", "Strip"]
)
def test_normalizers(kind):
    part = {"type": kind} | ({"strip_left": True, "strip_right": True} if kind == "Strip" else {})
    (change,) = read_normalizers(part)
    library = getattr(tokenizers.normalizers, kind)().normalize_str
    assert not [c for c in [*SOME, *DOUBTFUL] if change(c) != library(c)]


@pytest.mark.parametrize("flag", ["single_word", "lstrip", "rstrip"])
def test_added_tokens_beside_them(flag):
    data = byte_level(added_tokens=[added("<x>", 256, **{flag: True})])
    tok, library = load(data), reference(data)
    assert not [c for c in SOME if tok.encode(f"{c}<x>{c}") != library(f"{c}<x>{c}")]


def test_replacements():
    part = {"type": "Replace", "pattern": {"Regex": r"\p{L}+|[\p{P}\p{S}]"}, "content": "x"}
    (change,) = read_normalizers(part)
    data = json.dumps({"model": {"type": "BPE", "vocab": {}, "merges": []}, "normalizer": part})
    library = tokenizers.Tokenizer.from_str(data).normalizer.normalize_str
    assert not [c for c in SOME if change(f"a{c}b") != library(f"a{c}b")]


def test_a_range_with_a_character_that_is_not_assigned_there():
    part = {
        "type": "Split",
        "pattern": {"Regex": "[ࠀ-一]+"},
        "behavior": "Isolated",
        "invert": False,
    }
    cut = FileCut(tuple(read_pre_tokenizer(part).splits), by_unicode_16=True)
    (pieces,) = cut.parts("a\u088f\u08a0b", "text")
    assert pieces.chunks == ["a", "\u088f\u08a0", "b"]


def test_what_is_trained_on_them_is_noted():
    tok = bpeviz.train("\u20c1\u20c1 \u20c1\u20c1", num_merges=9)
    for format in ("huggingface", "tiktoken"):
        assert any("'\\u20c1' came into Unicode after" in note for note in problems(tok, format))
    assert not any("Unicode" in note for note in problems(tok, "minbpe"))
    assert not any("Unicode" in note for note in problems(bpeviz.train("é é"), "tiktoken"))
