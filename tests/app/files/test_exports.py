"""“Copy as Python”: the lines give the tokenizer that is in use."""

import pytest

import bpeviz
from bpeviz.app.files.exports import _load_call, train_call
from bpeviz.app.trainings.settings import Settings

TEXT = "low lower\n\nthe lowest ẹ́ in the row\nlow low\n"


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(mode="byte", num_merges=9, normalization="NFD", documents="lines"),
        Settings(mode="character", end_of_word="</w>", end_of_word_joined=True, num_merges=7),
        Settings(mode="character", alphabet=tuple("abc"), num_merges=3),
        Settings(pattern=r"'\w+|\"", default_tokens=(" at", "low"), documents="blocks"),
        Settings(
            special_tokens=("<s>",), tie_break="huggingface", min_count=2, alphabet="observed"
        ),
    ],
)
def test_the_call_trains_the_same(settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus.txt").write_text(TEXT, "utf-8", newline="")
    names: dict = {}
    exec(train_call(settings), names)
    want = bpeviz.train(settings.split(TEXT), **settings.arguments())
    assert names["tok"].merges == want.merges
    assert names["tok"].vocabulary == want.vocabulary


@pytest.mark.parametrize("pattern", [None, "gpt4"])
def test_the_call_loads_the_same(pattern, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tok = bpeviz.train(TEXT, num_merges=9)
    tok.save(tmp_path, "gpt2")
    tok.save(tmp_path / "o'wn.tiktoken", "tiktoken")
    for name in ("vocab.bpe + encoder.json", "o'wn.tiktoken"):
        names: dict = {}
        exec(_load_call(name, pattern), names)
        assert [m.token for m in names["tok"].merges] == [m.token for m in tok.merges]
