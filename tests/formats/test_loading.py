"""The lines that load a file in its own library run as they stand, and give the tokenizer's ids."""

import warnings

import pytest

import bpeviz
from bpeviz.formats import dumps
from bpeviz.formats.loading import code

TOK = bpeviz.train("a text with a text in it, low lower lowest", pattern="gpt2", num_merges=12)


@pytest.mark.parametrize(
    ("format", "package"),
    [("huggingface", "tokenizers"), ("tiktoken", "tiktoken"), ("gpt2", "tokenizers")],
)
def test_ids_of_the_lines(format, package, tmp_path, monkeypatch):
    pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    TOK.save(tmp_path, format)
    names: dict = {}
    exec(code(TOK, format), names)
    assert names["ids"] == TOK.encode("a text")


def test_the_lines_for_codes_and_tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tok = bpeviz.train("a text with a text in it", mode="character", num_merges=5)
    names: dict = {}
    tok.save(tmp_path, "csv")
    exec(code(tok, "csv"), names)
    assert list(names["merges"]["token"]) == [m.token for m in tok.merges]
    pytest.importorskip("subword_nmt")
    tok.save(tmp_path, "subword-nmt")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code(tok, "subword-nmt"), names)
    assert names["tokens"].replace("@@ ", "") == "a text"


def test_the_lines_for_minbpe_name_the_class_and_the_pattern():
    assert f"RegexTokenizer(r'''{bpeviz.PATTERNS['gpt2']}''')" in code(TOK, "minbpe")
    whole = bpeviz.train("low low", mode="byte", num_merges=1)
    assert "BasicTokenizer()" in code(whole, "minbpe")
    for lines in (code(TOK, "minbpe"), code(whole, "minbpe")):
        compile(lines, "lines", "exec")
    assert list(dumps(TOK, "minbpe")) == ["tokenizer.model"]
