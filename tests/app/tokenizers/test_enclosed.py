"""Tokenizer files that a session file holds."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import bpeviz
from bpeviz.app import limits
from tests.app.alone import run


def tiktoken(tmp_path: Path, words: str = "low lower lowest") -> bytes:
    path = tmp_path / "low.tiktoken"
    bpeviz.train(words, num_merges=5).save(path, "tiktoken")
    return path.read_bytes()


def packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def script(found: object) -> AppTest:
    """Take in what a session file holds, inside a session."""

    def page(found: object) -> None:
        import streamlit as st

        from bpeviz.app import pages, registry  # noqa: F401

        one = next(one for one in registry.enclosures() if one.name == "files")
        st.session_state["wrong"] = one.put(found)

    app = AppTest.from_function(page, kwargs={"found": found}, default_timeout=20).run()
    assert not app.exception
    return app


def test_a_file_goes_into_a_session_file_and_comes_out(tmp_path: Path) -> None:
    data = tiktoken(tmp_path)
    app = script([{"pattern": "gpt2", "contents": {"low.tiktoken": packed(data)}}])
    assert app.session_state["wrong"] == []
    (held,) = app.session_state["held_files"].values()
    assert held.contents == {"low.tiktoken": data} and held.tokenizer.pattern == "gpt2"


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ({}, "damaged"),
        ([5], "damaged"),
        ([{"contents": {"a": "%%%"}}], "damaged"),
        ([{"contents": {"a": packed(b"x" * 99)[:-8]}}], "damaged"),
        ([{"contents": {"a": 5}}], "damaged"),
        ([{"contents": {"a": packed(b"low")}, "pattern": 5}], "damaged"),
        ([{"contents": {"a": packed(b"\xff\x00\xfe")}}], "A tokenizer file in the session file: "),
        ([{"contents": {}}], "A tokenizer file in the session file"),
    ],
)
def test_what_is_no_file_is_left_out_in_a_sentence(found: object, says: str) -> None:
    (wrong,) = script(found).session_state["wrong"]
    assert says in wrong and wrong.endswith(".")


def test_a_file_that_grows_beyond_the_limit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOKENIZER_FILE", 1000)
    (wrong,) = script([{"contents": {"a": packed(b"x" * 1001)}}]).session_state["wrong"]
    assert "damaged" in wrong


def test_a_training_that_went_on_from_a_file_is_the_same_elsewhere(tmp_path: Path) -> None:
    data = tiktoken(tmp_path)
    start = bpeviz.load(data, pattern="gpt2")
    opened = script([{"pattern": "gpt2", "contents": {"low.tiktoken": packed(data)}}])
    (held,) = opened.session_state["held_files"].values()
    word = json.dumps({"tokenizer": f"{held.digest} low.tiktoken", "at": 4})
    mine = run("explore", start=word, num_merges=3, pattern="gpt2").session_state["model"]
    want = bpeviz.train(mine.corpus, num_merges=3, start=start.at(4))
    assert mine.tokenizer.merges == want.merges


def test_of_what_a_session_names_the_files_are_taken(tmp_path: Path) -> None:
    def page(content: bytes) -> None:
        import json

        import streamlit as st

        from bpeviz.app import pages, registry  # noqa: F401
        from bpeviz.app.tokenizers import files

        file = files.read({"low.tiktoken": content}, "gpt2", None)
        mark = files.mark(file)
        inner = json.dumps({"tokenizer": mark, "at": 4})
        word = json.dumps({"text": "low", "settings": {"start": inner}, "at": 5})
        one = next(one for one in registry.enclosures() if one.name == "files")
        named = ({"start": word}, {"tokenizer": mark}, {"compare_b_file": mark}, {"start": ""})
        st.session_state["taken"] = [one.take(values)() for values in named]

    data = tiktoken(tmp_path)
    app = AppTest.from_function(page, kwargs={"content": data}, default_timeout=20).run()
    assert not app.exception
    one = [{"pattern": "gpt2", "contents": {"low.tiktoken": packed(data)}}]
    assert app.session_state["taken"] == [one, one, one, []]
