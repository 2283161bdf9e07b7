"""Each export, read by the program that the format belongs to, gives the same ids."""

import random

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats import FORMATS, dumps, problems, save
from bpeviz.formats.unicode_versions import NOT_NORMALIZED
from tests.formats import libraries, texts
from tests.formats.joining import joined

BYTES = {
    "byte": {"mode": "byte"},
    "gpt2": {"pattern": "gpt2"},
    "gpt4": {"pattern": "gpt4"},
    "cl100k": {"pattern": "cl100k"},
    "o200k": {"pattern": "o200k"},
    "llama3": {"pattern": "llama3"},
    "qwen": {"pattern": "qwen"},
    "marks": {"pattern": "gpt4-marks"},
    "own pattern": {"pattern": r"(\p{L}+)|(\d)"},
    "possessive": {"pattern": r"\p{N}{1,3}+|\w++ |.$"},
    "defaults": {"default_tokens": [" the", "ing"], "pattern": "gpt2"},
    "specials": {"special_tokens": ["<|end|>", "<|end|>x"]},
    "NFC": {"normalization": "NFC"},
    "NFD": {"normalization": "NFD", "mode": "byte"},
    "observed": {"alphabet": "observed"},
}
CHARACTERS = {
    "own symbol": {},
    "joined": {"end_of_word_joined": True, "end_of_word": "</w>"},
    "joined line": {"end_of_word_joined": True},
    "none": {"end_of_word": None},
    "NFD": {"normalization": "NFD"},
    "Latin": {"alphabet": [chr(code) for code in range(0x2100)]},
}


def corpus():
    return texts.samples()["english.txt"] + texts.samples()["yoruba.txt"]


def tokenizer(**settings):
    return bpeviz.train(corpus(), **{"num_merges": 150, **settings})


def equal(tok, encode, documents, **options):
    for text in documents:
        assert tok.encode(text, **options) == encode(text), text


def documents(tok):
    """All texts; with a base of observed bytes only those that it can encode."""
    every = [*texts.samples().values(), *(texts.random_text(150, s) for s in range(20)), "", " "]
    return [
        text for text in every if not tok.base.missing([bpeviz.normalize(text, tok.normalization)])
    ]


@pytest.mark.parametrize("name", BYTES)
def test_huggingface_from_bytes(name):
    tok = tokenizer(**BYTES[name])
    known = documents(tok)
    if tok.normalization:
        # The library normalizes by an older Unicode, and problems() says so.
        known = [text for text in known if not regex.search(f"[{NOT_NORMALIZED}]", text)]
        assert len(known) > 15 and "older Unicode" in problems(tok, "huggingface")[0]
    equal(tok, libraries.huggingface(dumps(tok, "huggingface")), known)


@pytest.mark.parametrize("name", BYTES)
def test_tiktoken(name):
    tok = tokenizer(**BYTES[name])
    pattern = bpeviz.PATTERNS.get(tok.pattern, tok.pattern) or "(?s:.+)"
    files = dumps(tok, "tiktoken")
    if name in ("own pattern", "possessive"):
        # tiktoken drops what the pattern does not match, and problems() says so; its $ is the end.
        pattern = pattern.replace("$", r"(?=\n?\z)")
        pattern = rf"{pattern}|(?:(?!{pattern})[\s\S])+"
        assert any("drops" in sentence for sentence in problems(tok, "tiktoken"))
    encode = libraries.tiktoken(files, pattern)
    for text in documents(tok):
        assert tok.encode(text) == encode(bpeviz.normalize(text, tok.normalization))


@pytest.mark.parametrize("name", [name for name in BYTES if name != "observed"])
def test_minbpe(name):
    tok = tokenizer(**BYTES[name])
    encode = libraries.minbpe(dumps(tok, "minbpe"))
    for text in documents(tok):
        assert tok.encode(text) == encode(bpeviz.normalize(text, tok.normalization))


@pytest.mark.parametrize("name", ["gpt2", "defaults"])
def test_gpt2(name):
    tok = tokenizer(**BYTES[name])
    assert problems(tok, "gpt2") == []
    equal(tok, libraries.gpt2(dumps(tok, "gpt2")), documents(tok))


@pytest.mark.parametrize("name", CHARACTERS)
def test_huggingface_from_characters(name):
    tok = tokenizer(mode="character", **CHARACTERS[name])
    encode = libraries.huggingface(dumps(tok, "huggingface"))
    words = corpus().split()
    rng = random.Random(5)
    mixed = [
        "".join(
            rng.choice(words)[: rng.randint(1, 9)] + rng.choice(" \n\t  \x1c") for _ in range(9)
        )
        for _ in range(40)
    ]
    known = [t for t in mixed if -1 not in tok.encode(t, unknown="keep")]
    assert len(known) > 5
    equal(tok, encode, [corpus(), "", "  ", " a ", *known])


@pytest.mark.parametrize("name", CHARACTERS)
def test_subword_nmt(name):
    tok = tokenizer(mode="character", **CHARACTERS[name])
    apply = libraries.subword_nmt(dumps(tok, "subword-nmt"))
    again = bpeviz.load(dumps(tok, "subword-nmt")["codes.txt"], "subword-nmt")
    lines = [line for text in texts.all_texts() for line in text.splitlines()]
    for line in random.Random(1).sample(lines, 300):
        line = bpeviz.normalize(line, tok.normalization)
        assert joined(again, line) == apply(line)
        if "\t" not in line and line.split() == [w for w in line.split(" ") if w]:
            assert joined(tok, line) == apply(line)


@pytest.mark.parametrize("format", ["huggingface", "tiktoken", "minbpe", "gpt2"])
@pytest.mark.parametrize("name", ["byte", "gpt4", "own pattern", "specials", "NFC"])
def test_own_files_are_read_again(format, name, tmp_path):
    tok = tokenizer(**BYTES[name])
    path = tmp_path / "tokenizer"
    save(tok, path, format)
    pattern = {"tiktoken": tok.pattern or "(?s:.+)", "gpt2": tok.pattern or "(?s:.+)"}.get(format)
    again = bpeviz.load(path, pattern=pattern)
    if name == "own pattern" and format in ("tiktoken", "gpt2"):
        assert len(again.merges) == len(tok.merges)
        return
    assert [m.token for m in again.merges] == [m.token for m in tok.merges]
    for text in documents(tok):
        if format != "huggingface":
            text = bpeviz.normalize(text, tok.normalization)
        assert tok.encode(text) == again.encode(text)
        for step in (0, 75):
            assert tok.encode(text, step=step) == again.encode(text, step=step)
    if name == "specials" and format != "tiktoken":
        assert again.special_tokens == tok.special_tokens
        text = "a<|end|>x<|end|>"
        assert again.encode(text, special="special") == tok.encode(text, special="special")


@pytest.mark.parametrize("name", CHARACTERS)
def test_own_files_of_characters_are_read_again(name, tmp_path):
    tok = tokenizer(mode="character", **CHARACTERS[name])
    tok.save(tmp_path / "t.json", "huggingface")
    again = bpeviz.load(tmp_path / "t.json")
    assert again.mode == "character" and again.normalization == tok.normalization
    assert dict(again.vocabulary) == {i: t for i, t in tok.vocabulary.items() if t != " "}
    assert [m[:4] for m in again.merges] == [m[:4] for m in tok.merges]
    assert (again.end_of_word, again.end_of_word_joined) == (
        tok.end_of_word,
        tok.end_of_word_joined,
    )
    for text in [corpus(), "", " a  rain\x1cin\u00a0the "]:
        for step in (0, 75, 150):
            assert again.encode(text, step=step) == tok.encode(text, step=step)
        assert again.decode(again.encode(text)) == tok.decode(tok.encode(text))


def test_a_word_end_written_by_other_programs_is_shown_as_usual(tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    tok = tokenizer(mode="character", end_of_word="#")
    tok.save(tmp_path / "t.json", "huggingface")
    tokenizers.Tokenizer.from_file(str(tmp_path / "t.json")).save(str(tmp_path / "again.json"))
    again = bpeviz.load(tmp_path / "again.json")
    assert again.end_of_word == "_" and again.encode(corpus()) == tok.encode(corpus())


@pytest.mark.parametrize("format", ["tiktoken", "gpt2"])
def test_a_vocabulary_without_tokens_is_not_written(format):
    tok = bpeviz.train("", mode="byte", alphabet="observed")
    assert problems(tok, format)[0].startswith("There are no tokens to write")


@settings(max_examples=60, deadline=None)
@given(
    st.text(st.sampled_from("ab _</w>é\u00a0\u0301#x"), max_size=40),
    st.sampled_from(["_", "</w>", None]),
    st.booleans(),
    st.integers(0, 12),
)
def test_character_exports_or_a_reason(text, marker, joined_marker, n):
    tok = bpeviz.train(
        text,
        mode="character",
        num_merges=n,
        end_of_word=marker,
        end_of_word_joined=joined_marker and marker is not None,
    )
    try:
        encode = libraries.huggingface(dumps(tok, "huggingface"))
        assert encode(text) == tok.encode(text)
    except bpeviz.FormatError:
        assert problems(tok, "huggingface")
    try:
        files = dumps(tok, "subword-nmt")
    except bpeviz.FormatError:
        assert problems(tok, "subword-nmt")
        return
    for line in text.splitlines():
        if line.split() == [w for w in line.split(" ") if w] and "</w>" not in line:
            assert joined(tok, line) == libraries.subword_nmt(files)(line)


def test_save_is_a_method_and_names_the_format_it_does_not_know(tmp_path):
    tok = tokenizer()
    tok.save(str(tmp_path / "t.json"), "huggingface")
    assert bpeviz.load(tmp_path / "t.json").encode("the rain") == tok.encode("the rain")
    with pytest.raises(bpeviz.BPEError, match=r"'json'.*huggingface"):
        tok.save(str(tmp_path / "t.json"), "json")
    with pytest.raises(bpeviz.FormatError, match="cannot be written"):
        tok.save(str(tmp_path / "no" / "t.json"), "huggingface")


def test_a_folder_takes_all_files_of_a_format(tmp_path):
    tok = tokenizer(pattern="gpt2")
    save(tok, tmp_path, "gpt2")
    save(tok, tmp_path, "csv")
    names = ["encoder.json", "merges.csv", "vocab.bpe", "vocabulary.csv"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert bpeviz.load(tmp_path / "vocab.bpe").encode("rain") == tok.encode("rain")


@pytest.mark.parametrize(
    ("settings", "format", "words"),
    [
        # Case C66: no merges.txt of characters, but a tokenizer.json.
        ({"mode": "character"}, "gpt2", "tokenizer.json"),
        ({"mode": "character"}, "tiktoken", "characters"),
        ({"mode": "character"}, "minbpe", "characters"),
        ({"mode": "byte"}, "subword-nmt", "character mode"),
        ({"special_tokens": ["end of text"]}, "minbpe", "white space"),
        ({"alphabet": "observed"}, "minbpe", "256"),
        ({"pattern": r"\X+"}, "huggingface", "escape"),
        ({"pattern": r"a*"}, "huggingface", "empty"),
    ],
)
def test_what_a_format_cannot_hold_is_said_before(settings, format, words):
    tok = tokenizer(**settings)
    with pytest.raises(bpeviz.FormatError, match=words):
        dumps(tok, format)
    (sentence,) = problems(tok, format)
    assert words in sentence


def test_what_is_lost_is_said_before():
    tok = tokenizer(normalization="NFC", special_tokens=["<|end|>"], pattern="gpt4")
    said = {format: " ".join(problems(tok, format)) for format in FORMATS}
    assert "'gpt4'" in said["tiktoken"] and "special tokens" in said["tiktoken"]
    assert all("NFC" in said[format] for format in ("tiktoken", "minbpe", "gpt2"))
    assert "split pattern" in said["gpt2"]
    assert problems(tokenizer(), "huggingface") == [] == problems(tokenizer(), "minbpe")


@pytest.mark.parametrize("pattern", [r"\w+|\s+ ", r" \w+|.", "\\w+|\\s+\\ ", "a|\n|.", "a|\\\n|."])
def test_white_space_in_a_pattern_survives_minbpe(pattern):
    # Case C70: minbpe strips the line of the pattern.
    tok = bpeviz.train("the  rain \n a  ", pattern=pattern, num_merges=5)
    files = dumps(tok, "minbpe")
    line = files["tokenizer.model"].decode().split("\n")[1]
    assert line == line.strip()
    again = bpeviz.load(files["tokenizer.model"])
    for text in ("the  rain \n a  ", " b  \n", "\n\n x"):
        assert again.encode(text) == tok.encode(text) == libraries.minbpe(files)(text)
