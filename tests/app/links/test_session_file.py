"""The session file: round trips, and files that are no session."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz.app.pages  # noqa: F401 (the pages enter their keys)
from bpeviz import FormatError
from bpeviz.app.links import session_file
from bpeviz.app.links.contents import Session

PAGES = ["explore"]
TEXT = st.text(st.characters(codec="utf-8"), max_size=60)


@settings(max_examples=100, deadline=None)
@given(st.none() | TEXT, st.none() | st.integers(0, 10**6), TEXT, st.integers(0, 50_000))
def test_a_session_comes_back(text: str | None, step: int, probe: str, merges: int) -> None:
    session = Session(text=text, step=step, settings={"probe": probe, "num_merges": merges})
    data = session_file.dump(session).encode()
    assert session_file.parse(data, PAGES) == (session, [])


def test_an_upload_comes_back_under_its_name() -> None:
    mark = "0123456789abcdef0123 vocab.bpe"
    session = Session(text="ọjà " * 100_000, file="oja.txt", tokenizer=mark)
    data = session_file.dump(session).encode()
    assert session_file.parse(data, PAGES) == (session, [])


def write(**content: object) -> bytes:
    return json.dumps({"program": "bpeviz session", "version": 1} | content).encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b'{"a": [1,}', "line 1, column 10"),
        (b"[1, 2]", "not a session file"),
        (b'{"version": "1.0", "model": {"type": "BPE"}}', "tokenizer files"),
        (b"[" * 100_000, "not"),
        (b'{"program": "bpeviz session", "version": 99}', "version 99"),
        (b"9" * 10_000, "not a session file"),
    ],
)
def test_what_is_no_session_file_is_refused_in_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        session_file.parse(data, PAGES, "mine.json")
    assert "mine.json" in str(caught.value) and "Nothing was changed" in str(caught.value)


def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpeviz.app.limits.UPLOAD", 10)
    monkeypatch.setattr("bpeviz.app.limits.TOKENIZER_FILE", 10)
    with pytest.raises(FormatError, match="too much"):
        session_file.parse(b" " * 1_000_100, PAGES)


@pytest.mark.parametrize(
    "part",
    [
        {"settings": {"mode": "bite"}},
        {"settings": {"num_merges": True}},
        {"settings": {"num_merges": 1e300}},
        {"settings": {"min_count": None}},
        {"settings": {"corpus_text": "x"}},
        {"settings": [1]},
        {"text": 7},
        {"step": -1},
        {"step": 1.5},
        {"sample": ["english"]},
        {"sample": "nothing"},
        {"page": "nowhere"},
        {"page": {"a": 1}},
        {"tokenizer": "vocab.bpe"},
        {"colour": "red"},
    ],
)
def test_a_part_that_does_not_fit_is_left_out_and_named(part: dict) -> None:
    found, wrong = session_file.parse(write(**part), PAGES)
    assert found == Session()
    assert len(wrong) == 1 and wrong[0].endswith(".")


def test_half_pairs_of_surrogates_are_repaired() -> None:
    written = write(text="a\ud83dz", file="\udc00.txt", settings={"own_pattern": "x\ud83d"})
    found, wrong = session_file.parse(written, PAGES)
    assert (found.text, found.file, wrong) == ("a\ufffdz", "\ufffd.txt", [])
    assert found.settings == {"own_pattern": "x\ufffd"}
