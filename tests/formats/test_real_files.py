"""Published tokenizer files: ids equal their own programs' on every text there is.

The files are not part of the project. They are looked for in a folder ``shared`` beside it, and the
tests are skipped where it is absent; small files made here test the same in the other modules.
"""

import json
from functools import cache

import pytest

import bpeviz
from bpeviz.formats import FORMATS, dumps, problems
from bpeviz.formats.loaded import cut_of, whole_chunks
from tests.formats import libraries, texts

FOLDER = texts.SHARED / "tokenizers"
NAMES = {
    "gpt2": "gpt2.vocab.bpe",
    "whisper": "whisper_multilingual.tiktoken",
    "claude": "hf_claude.tokenizer.json",
}

pytestmark = pytest.mark.skipif(
    not all((FOLDER / name).is_file() for name in NAMES.values()),
    reason="the published tokenizer files are not beside the project",
)


@cache
def own(name):
    pattern = "gpt2" if name == "whisper" else None
    return bpeviz.load(FOLDER / NAMES[name], pattern=pattern)


@cache
def reference(name):
    data = (FOLDER / NAMES[name]).read_bytes()
    if name == "claude":
        return libraries.huggingface({"tokenizer.json": data})
    if name == "whisper":
        return libraries.tiktoken({"x": data}, bpeviz.PATTERNS["gpt2"])
    return libraries.gpt2(
        {"vocab.bpe": data, "encoder.json": (FOLDER / "gpt2.encoder.json").read_bytes()}
    )


def test_the_texts_are_many():
    assert sum(len(text.encode()) for text in texts.many_scripts()) >= 200_000
    assert len({script for script, _ in texts.by_language()}) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_ids_equal_those_of_the_program(name):
    for text in texts.all_texts():
        assert own(name).encode(text) == reference(name)(text)


@pytest.mark.parametrize("name", NAMES)
def test_all_documents_in_one_trace(name):
    documents = texts.many_scripts()
    trace = own(name).trace(documents)
    assert trace.ids(trace.steps) == [i for text in documents for i in reference(name)(text)]
    assert trace.token_counts[trace.steps] == len(trace.ids(trace.steps))


@pytest.mark.parametrize("name", NAMES)
def test_decoding_gives_the_text_back(name):
    tok = own(name)
    for text in texts.all_texts():
        assert tok.decode(tok.encode(text)) == cut_of(tok).normalized(text)


def test_gpt2_without_its_encoder_has_the_same_ids():
    tok = bpeviz.load((FOLDER / NAMES["gpt2"]).read_bytes())
    for text in texts.samples().values():
        assert tok.encode(text) == own("gpt2").encode(text)
    assert own("gpt2").special_tokens == {"<|endoftext|>": 50256}


def test_special_tokens_of_claude():
    tokenizers = pytest.importorskip("tokenizers")
    library = tokenizers.Tokenizer.from_file(str(FOLDER / NAMES["claude"]))
    for text in ("<EOT>a<META_START><META>\n<SOS>", "<META_END", "\ufb01<EOT>\ufb01"):
        assert own("claude").encode(text, special="special") == library.encode(text).ids


def test_the_steps_of_a_real_file():
    trace = own("gpt2").trace("Ọjọ́ the weather")
    assert len(trace.ids(0)) == len(trace.text.encode()) and trace.steps == 50_000
    for step in (1, 100, 5_000, 49_999):
        assert trace.ids(step) == own("gpt2").encode(trace.text, step=step)


def test_whisper_has_an_empty_token():
    assert own("whisper").vocabulary[50256] == b"" and not whole_chunks(own("whisper"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format", ["huggingface", "tiktoken", "gpt2"])
def test_exports_give_the_same_ids(name, format):
    tok = own(name)
    files = dumps(tok, format)
    if format == "huggingface":
        encode = libraries.huggingface(files)
    elif format == "tiktoken":
        encode = libraries.tiktoken(files, bpeviz.PATTERNS["gpt2"])
    else:
        encode = libraries.gpt2(files)
    for text in [*texts.samples().values(), *texts.many_scripts()[:8]]:
        if format != "huggingface":
            text = cut_of(tok).normalized(text)
        assert encode(text) == tok.encode(text)


@pytest.mark.parametrize("name", NAMES)
def test_what_other_formats_lack_is_said(name):
    for format in FORMATS:
        assert all(len(sentence) < 300 for sentence in problems(own(name), format))


def test_another_encoder_changes_the_ids_only():
    letters = json.loads((FOLDER / "gpt2.encoder.json").read_text("utf-8"))
    moved = {token: number + 1000 for token, number in letters.items()}
    tok = bpeviz.load(FOLDER / NAMES["gpt2"], encoder=json.dumps(moved).encode())
    text = texts.samples()["english.txt"]
    assert tok.encode(text) == [number + 1000 for number in own("gpt2").encode(text)]
