"""Tokenizer files that the server offers: found by name, read once, named in links."""

from __future__ import annotations

import pytest

import bpeviz
import bpeviz.app.pages
from bpeviz import BPEError
from bpeviz.app import limits
from bpeviz.app.compare import choices
from bpeviz.app.compare import files as compare_files
from bpeviz.app.links import words as link_words
from bpeviz.app.links.contents import Session
from bpeviz.app.tokenizers import files, server_files


@pytest.fixture
def folder(tmp_path, monkeypatch):
    inside = tmp_path / "offered"
    inside.mkdir()
    server_files._opened.clear()
    monkeypatch.setenv("BPEVIZ_TOKENIZERS", str(inside))
    for name, text in (("low.json", "low low low"), ("ore.json", "ore ore ore")):
        bpeviz.train(text, num_merges=3).save(inside / name, "huggingface")
    (inside / "bad.json").write_text("{")
    (tmp_path / "secret.json").write_bytes((inside / "low.json").read_bytes())
    (inside / "link.json").symlink_to(tmp_path / "secret.json")
    (inside / "below").mkdir()
    (inside / ".hidden").write_text("x")
    return inside


def test_regular_files_of_the_folder_are_offered_and_no_others(folder):
    assert server_files.names() == ["bad.json", "low.json", "ore.json"]
    for name in ("../secret.json", "link.json", "below", ".hidden", "", str(folder / "low.json")):
        assert files.again(name) is None


def test_without_the_variable_nothing_is_offered(folder, monkeypatch):
    monkeypatch.delenv("BPEVIZ_TOKENIZERS")
    assert server_files.names() == []
    assert files.again("low.json") is None
    monkeypatch.setenv("BPEVIZ_TOKENIZERS", str(folder / "gone"))
    assert server_files.names() == []


def test_a_file_is_read_once_and_shared_until_it_changes(folder):
    first = files.again("low.json")
    assert first.tokenizer.merges[-1].token == b" low"
    assert files.again("low.json") is first
    bpeviz.train("ore ore ore", num_merges=3).save(folder / "low.json", "huggingface")
    assert files.again("low.json").tokenizer.merges[-1].token == b" ore"


def test_those_used_longest_ago_are_let_go_over_the_limit(folder, monkeypatch):
    monkeypatch.setattr(limits, "OFFERED", (folder / "low.json").stat().st_size + 10)
    files.again("low.json")
    files.again("ore.json")
    assert list(server_files._opened) == ["ore.json"]


def test_bad_files_and_large_ones_say_so(folder, monkeypatch):
    with pytest.raises(BPEError, match="JSON"):
        files.again("bad.json")
    monkeypatch.setattr(limits, "TOKENIZER_FILE", 100)
    with pytest.raises(BPEError, match="the limit is 100 bytes"):
        files.again("ore.json")


def test_links_name_an_offered_file_and_open_it(folder):
    opened = files.again("low.json")
    assert files.mark(opened) == "low.json"
    words, _ = link_words.query(Session(tokenizer=files.mark(opened)))
    assert words == {"tokenizer": "low.json"}
    assert link_words.session("explore", words) == (Session(tokenizer="low.json"), [])
    assert files.again(f"{opened.digest} low.json").tokenizer is opened.tokenizer
    assert files.again(f"{'0' * 20} low.json") is None
    _, wrong = link_words.session("explore", {"tokenizer": "../secret.json"})
    assert "offers no tokenizer file “../secret.json”" in wrong[0]


def test_a_file_of_ones_own_with_the_same_name_is_another(folder):
    mine = files.read({"low.json": (folder / "ore.json").read_bytes()}, None, None)
    assert files.mark(mine) == f"{mine.digest} low.json"


def test_offered_files_are_sides_of_compare_by_their_names(folder):
    assert choices.is_choice("low.json") and not choices.is_choice("no.json")
    side = compare_files.find("low.json")
    assert side.tokenizer is files.again("low.json").tokenizer
    with pytest.raises(BPEError, match=r"“bad\.json”: The JSON"):
        compare_files.find("bad.json")
    words, _ = link_words.query(Session("compare", settings={"compare_a_file": "low.json"}))
    assert words == {"compare_a_file": "low.json"}
    assert link_words.session("compare", words)[0].settings == {"compare_a_file": "low.json"}
    assert link_words.session("compare", {"compare_a_file": "no.json"})[1]
