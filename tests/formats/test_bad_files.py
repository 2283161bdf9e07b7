"""Files that are not what they should be: read where the meaning is clear, else one sentence."""

import base64
import gzip
import io
import json
import os
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats import READABLE, SIZE_LIMIT, dumps
from tests.formats.test_huggingface import added, byte_level, file

TRAINED = bpeviz.train("the rain in spain, low low", num_merges=20, special_tokens=["<|e|>"])
WORDS = bpeviz.train("the rain in spain, low low", mode="character", num_merges=20)
GOOD = {
    "huggingface": dumps(TRAINED, "huggingface")["tokenizer.json"],
    "tiktoken": dumps(TRAINED, "tiktoken")["tokenizer.tiktoken"],
    "minbpe": dumps(TRAINED, "minbpe")["tokenizer.model"],
    "gpt2": dumps(bpeviz.train("the rain", pattern="gpt2", num_merges=9), "gpt2")["vocab.bpe"],
    "subword-nmt": dumps(WORDS, "subword-nmt")["codes.txt"],
}


def same(one, other):
    return [m[:3] for m in one.merges] == [m[:3] for m in other.merges] and (
        one.vocabulary == other.vocabulary
    )


@pytest.mark.parametrize("format", GOOD)
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b"\r"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.decode().encode("utf-16"),
        lambda data: data.decode().encode("utf-16-le"),
        lambda data: data.decode().encode("utf-16-be"),
        lambda data: b"\xff\xfe\x00\x00" + data.decode().encode("utf-32-le"),
        lambda data: data.rstrip(b"\n"),
        lambda data: data + b"\n\n",
        gzip.compress,
        lambda data: gzip.compress(data[:50], mtime=0) + gzip.compress(data[50:], mtime=0),
        bytearray,
        memoryview,
    ],
    ids=["crlf", "cr", "bom", "utf-16", "le", "be", "utf-32", "no newline", "newlines", "gzip", "gzip twice",
         "bytearray", "memoryview"],
)  # fmt: skip
def test_clear_enough_to_be_read(format, change):
    data = GOOD[format]
    assert same(bpeviz.load(change(data), format), bpeviz.load(data, format))
    assert same(bpeviz.load(change(data)), bpeviz.load(data))


@pytest.mark.parametrize("format", GOOD)
def test_the_format_is_recognised(format):
    assert same(bpeviz.load(GOOD[format]), bpeviz.load(GOOD[format], format))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"<!DOCTYPE html><html></html>", "web page"),
        (b"\n <html>\n<body>Blocked</body>\n", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"\x89PNG\r\n", "picture"),
        (b"GGUF\x03", "GGUF"),
        (b"a b\n\xff\xfeb\n", "Line 2 is not UTF-8"),
        (b"\xff\xfea\x00\x00\xd8", "UTF-16"),
        (b"a\nc\x00d\n", "Line 2 holds a zero byte"),
        (b"hello\n", "not a tokenizer file"),
        (b"\x1f\x8b\x08damaged", "damaged"),
        (gzip.compress(b"YQ== 0\n" * 99, mtime=0)[:-9], "ends in the middle"),
        (b'{"model": {"type": "BPE", "vocab": {"a"', "line 1, column"),
        (b'{"a": 1, "b": {}}', "no part 'model'"),
        (b"[1, 2]", "no part 'model'"),
        (b'{"a": 0, "b": 1}', "without merges"),
        (b'{"model": {"type": "BPE"}}', "model.vocab"),
        (b'{"model": {}}', "None model"),
        (b"[" * 100_000, "nested"),
        (b'{"model": {"a": ' + b'{"a": ' * 100_000, "nested"),
        (b'{"model": {"vocab": {"a": ' + b"9" * 5000 + b"}}}", "4,300 digits"),
        (b"minbpe v1\n", "third line"),
    ],
)  # fmt: skip
def test_one_sentence_says_what_it_is(data, words):
    with pytest.raises(bpeviz.FormatError, match=words) as caught:
        bpeviz.load(data)
    assert len(str(caught.value)) < 400 and str(caught.value).endswith(".")


def test_a_file_without_a_token_is_refused():
    with pytest.raises(bpeviz.BPEError, match="holds no tokens"):
        bpeviz.load(b"#version: 0.2\n")


def test_a_merge_listed_twice_is_named_by_its_lines():
    lines = GOOD["minbpe"].decode().splitlines()
    # One more line makes the same merge as the last one; the next needs it by its first id.
    last = TRAINED.merges[-1].id
    lines += [lines[-1], f"{last} {last}"]
    n = len(lines)
    with pytest.raises(bpeviz.BPEError) as caught:
        bpeviz.load("\n".join(lines).encode())
    assert f"Line {n} needs a merge that stands on the lines {n - 2} and {n - 1};" in str(
        caught.value
    )


def test_a_large_file_and_a_bomb_are_refused_without_unpacking_them():
    with pytest.raises(bpeviz.FormatError, match=r"41\.0 MB; at most 40"):
        bpeviz.load(b"a" * 41_000_000)
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(10_000_000)) for _ in range(45)) + packer.flush()
    assert len(bomb) < 500_000
    with pytest.raises(bpeviz.FormatError, match="larger than 40 MB"):
        bpeviz.load(bomb)


def test_a_large_file_is_not_read_from_disk(tmp_path):
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(SIZE_LIMIT + 1)
    with pytest.raises(bpeviz.FormatError, match="at most 40 MB"):
        bpeviz.load(path)


def test_paths_that_lead_nowhere(tmp_path):
    for path in (tmp_path / "no.json", tmp_path, "\0", "ọ̀rọ̀.json"):
        with pytest.raises(bpeviz.FormatError, match="cannot be read"):
            bpeviz.load(path)
    with pytest.raises(bpeviz.BPEError, match="path or from bytes"):
        bpeviz.load(io.BytesIO(b""))
    with pytest.raises(bpeviz.BPEError, match="no format 'x'"):
        bpeviz.load(b"YQ== 0\n", "x")


def test_only_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path / "pipe"):
        with pytest.raises(bpeviz.FormatError, match="a device or a pipe"):
            bpeviz.load(path)


def test_several_files():
    with pytest.raises(bpeviz.FormatError, match="several tokenizer files"):
        bpeviz.load({"a.model": GOOD["minbpe"], "b.tiktoken": GOOD["tiktoken"]})
    with pytest.raises(bpeviz.FormatError, match="no file"):
        bpeviz.load({})
    with pytest.raises(bpeviz.FormatError, match=r"vocab\.bpe or merges\.txt"):
        bpeviz.load({"encoder.json": b'{"a": 0}'})
    with pytest.raises(bpeviz.FormatError, match="do not belong together"):
        bpeviz.load({"vocab.bpe": GOOD["gpt2"], "encoder.json": b'{"a": 0}'})
    with pytest.raises(bpeviz.FormatError, match="same id"):
        bpeviz.load({"vocab.bpe": GOOD["gpt2"], "encoder.json": b'{"a": 0, "b": 0}'})


LOOK_ALIKE = [("subword-nmt", "gpt2"), ("subword-nmt", "tiktoken")]


@pytest.mark.parametrize("format", GOOD)
def test_another_format_than_the_file_has(format):
    for other, data in GOOD.items():
        # Codes are any two symbols a line, so what looks like them can be read as codes.
        if other not in (format, "subword-nmt") and (format, other) not in LOOK_ALIKE:
            with pytest.raises(bpeviz.FormatError):
                bpeviz.load(data, format)


def test_a_pattern_for_a_file_that_has_its_own_is_not_used():
    tok = bpeviz.load(GOOD["minbpe"], pattern="gpt2")
    assert tok.pattern == "gpt4" and "not used" in tok.warnings[0]


def test_progress_is_told():
    heard = []
    bpeviz.load(GOOD["tiktoken"], progress=lambda *numbers: heard.append(numbers))
    assert heard == [(256 + len(TRAINED.merges), 256 + len(TRAINED.merges))]


# --- mutations ----------------------------------------------------------------------------------


def never_anything_but_a_bpe_error(data, format=None):
    try:
        tok = bpeviz.load(data, format)
        trace = tok.trace("low rain <|e|> ọ̀", special="special", unknown="keep")
        assert len(trace.ids(trace.steps)) == trace.token_counts[trace.steps]
        trace.tokens(0), trace.spans(trace.steps), trace.pair_counts(trace.steps // 2)
    except bpeviz.BPEError as error:
        assert str(error)


NOISE = st.sampled_from(
    [b"", b"\n", b" ", b"=", b"-1", b"9999999999", b"\xff", b"\0", b"[", b"{", b"}", b'"', b"</w>", b"null",
     b"\r", b"\xe2\x80\xa8", b"a a\n", b",", b"1e9", b"true", "Ġ".encode(), b"#version: 0.2\n", b"\\u0000"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(GOOD)), st.integers(0), st.integers(0, 40), NOISE, st.booleans())
def test_a_piece_replaced(format, at, length, noise, named):
    data = GOOD[format]
    at %= len(data) + 1
    changed = data[:at] + noise + data[at + length :]
    never_anything_but_a_bpe_error(changed, format if named else None)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_lines_shuffled(format, data):
    lines = GOOD[format].splitlines(keepends=True)
    start = data.draw(st.integers(0, len(lines)))
    few = data.draw(st.permutations(lines[start : start + 8]))
    never_anything_but_a_bpe_error(b"".join([*lines[:start], *few, *lines[start + 8 :]]), format)


WHOLE = [
    byte_level(
        [("a", "b"), ("ab", "c")],
        added_tokens=[added("<|e|>", 258)],
        normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}]},
        pre_tokenizer={"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": r"\w+"}, "behavior": "Isolated", "invert": False},
            {"type": "Digits", "individual_digits": True},
            {"type": "Punctuation", "behavior": "Isolated"},
            {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True},
            {"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolated", "invert": False},
        ]},
        post_processor={"type": "Sequence", "processors": [{"type": "ByteLevel"}]},
        decoder={"type": "ByteLevel"},
    ),
    file(
        vocab={"l": 0, "o": 1, "w</w>": 2, "lo": 3, "low</w>": 4, "<unk>": 5},
        merges=[["l", "o"], ["lo", "w</w>"]],
        unk_token="<unk>",
        end_of_word_suffix="</w>",
        pre_tokenizer={"type": "CharDelimiterSplit", "delimiter": " "},
        decoder={"type": "BPEDecoder", "suffix": "</w>"},
    ),
]  # fmt: skip
SCALARS = st.sampled_from(
    [None, True, -1, 0, 1.5, "", "a", "Ġ", [], {}, [[]], {"type": "Split"}, 2**70]
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_value_of_the_json_replaced(data):
    whole = json.loads(json.dumps(data.draw(st.sampled_from(WHOLE))))
    spot = whole
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(spot[key], (dict, list)) and spot[key] and data.draw(st.booleans()):
            spot = spot[key]
            continue
        if data.draw(st.booleans()):
            spot[key] = data.draw(SCALARS)
        else:
            del spot[key]
        break
    never_anything_but_a_bpe_error(json.dumps(whole).encode())


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([None, *READABLE]))
def test_random_bytes(data, format):
    never_anything_but_a_bpe_error(data, format)
    never_anything_but_a_bpe_error(base64.b64encode(data) + b" 0\n", format)


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.sampled_from("ab \n</w>#version: 0.12Ġ{}[]\"'=+-é\u2028"), max_size=60),
    st.sampled_from([None, *READABLE]),
)
def test_random_text(text, format):
    never_anything_but_a_bpe_error(text.encode(), format)
