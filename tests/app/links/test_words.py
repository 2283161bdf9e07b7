"""Links: what goes in comes out, and what is nonsense is named and left out."""

from __future__ import annotations

import base64
import zlib
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz.app.pages  # noqa: F401 (the pages enter their keys)
from bpeviz.app import registry
from bpeviz.app.corpus.samples import samples
from bpeviz.app.links import size as link_size
from bpeviz.app.links import words as link_words
from bpeviz.app.links.contents import Session
from bpeviz.app.sidebar import choices as sidebar
from bpeviz.views.spelling import NAMES

TEXT = st.text(st.characters(codec="utf-8"), max_size=300)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from(["character", "byte", "regex"]),
        "num_merges": st.integers(0, 50_000),
        "pattern": st.sampled_from(["gpt2", "cl100k", sidebar.OWN_PATTERN]),
        "own_pattern": TEXT,
        "normalization": st.sampled_from(sidebar.FORMS),
        "spelling": st.sampled_from(list(NAMES)),
        "observed_bytes": st.booleans(),
        "default_tokens": TEXT,
        "end_of_word": st.text(st.characters(codec="utf-8"), max_size=12),
        "min_count": st.integers(1, 100),
        "talk": st.booleans(),
        "probe": TEXT,
        "shown_text": st.sampled_from(["Corpus", "Another text"]),
    },
)


def through_address(session: Session) -> tuple[Session, list[str]]:
    words, long = link_words.query(session)
    assert not long
    query = parse_qs(urlencode(words), keep_blank_values=True, strict_parsing=bool(words))
    return link_words.session(session.page, {name: last[-1] for name, last in query.items()})


@settings(max_examples=200, deadline=None)
@given(VALUES, st.none() | TEXT, st.none() | st.integers(0, 50_000))
def test_a_session_comes_through_its_address(values: dict, text: str | None, step: int) -> None:
    session = Session(text=text, settings=values, step=step)
    assert through_address(session) == (session, [])


NAMES = ["notes.txt", "~$x.txt", f"report {'x' * 120}.txt", "notes\u00a0v2.txt", "ọjọ́ 👍.txt"]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_files_come_through(name: str) -> None:
    session = Session(text="low", file=name, tokenizer=f"{'0a' * 10} {name}")
    assert through_address(session) == (session, [])


@pytest.mark.parametrize("key", list(samples()))
def test_a_sample_travels_by_its_key(key: str) -> None:
    session = Session(sample=key)
    assert link_words.query(session)[0] == {"sample": key}
    assert through_address(session) == (session, [])


def test_an_ordinary_page_of_text_fits() -> None:
    text = samples()["yoruba"].text
    words, long = link_words.query(Session(text=text))
    assert not long and len(urlencode(words)) < link_size.LONGEST
    assert through_address(Session(text=text, file="a&b=c.txt"))[0].text == text


@pytest.mark.parametrize("size", [20_000, 400_000])
def test_a_long_text_is_named_and_travels_apart(size: int) -> None:
    text = "".join(chr(0x100 + (i * i * 7919 + i // 3) % 0x700) for i in range(size))
    session = Session(text=text, step=5, settings={"mode": "byte"})
    words, long = link_words.query(session)
    assert long == {"text": text}
    assert len(urlencode(words)) < 200
    elsewhere, wrong = link_words.session("explore", words)
    assert elsewhere == Session(step=5, settings={"mode": "byte"})
    assert len(wrong) == 1 and "session file" in wrong[0]
    here = link_words.session("explore", words, {words["text"][2:]: text})
    assert here == (session, [])


def test_a_tokenizer_file_is_named() -> None:
    session = Session(tokenizer="0123456789abcdef0123 my vocab.bpe", step=5)
    assert through_address(session) == (session, [])


def test_values_that_are_the_usual_ones_are_not_named() -> None:
    assert link_words.query(Session()) == ({}, {})


NONSENSE = [
    ("mode", "bite"),
    ("mode", ""),
    ("num_merges", "-1"),
    ("num_merges", "50001"),
    ("num_merges", "1e9"),
    ("num_merges", "９９９９９９９９"),
    ("num_merges", "9" * 5000),
    ("min_count", "0"),
    ("observed_bytes", "yes"),
    ("end_of_word", "x" * 13),
    ("shown_text", "[]"),
    ("sample", "../../etc/passwd"),
    ("step", "-3"),
    ("step", "NaN"),
    ("step", "1" * 400),
    ("text", "~"),
    ("text", "~!!!"),
    ("text", "~AAAA"),
    ("text", "~~0123"),
    ("tokenizer", "vocab.bpe"),
    ("probe", "~~"),
    ("probe", "~abc"),
    ("__class__", "1"),
    ("corpus_file", "x"),
    ("vocab_size", "12"),
    ("<script>", "alert(1)"),
]


@pytest.mark.parametrize(("key", "word"), NONSENSE)
def test_nonsense_gives_the_usual_and_a_sentence(key: str, word: str) -> None:
    found, wrong = link_words.session("explore", {key: word, "mode": "byte"} | {key: word})
    expected = Session() if key == "mode" else Session(settings={"mode": "byte"})
    assert found == expected
    assert len(wrong) == 1 and wrong[0].endswith(".") and len(wrong[0]) < 250


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.sampled_from([k for k, _ in NONSENSE]) | st.text(), st.text(), max_size=4)
)
def test_no_address_raises(words: dict[str, str]) -> None:
    found, wrong = link_words.session("explore", words)
    assert set(found.settings) <= set(registry.travelling(["explore"]))
    assert all(isinstance(sentence, str) for sentence in wrong)


def test_what_others_add_to_links_is_passed_over() -> None:
    assert link_words.session("explore", {"utm_source": "x", "fbclid": "y"}) == (Session(), [])


@pytest.mark.parametrize("cut", [2, 10, 40])
def test_a_link_that_was_cut_off_is_named(cut: int) -> None:
    word = link_words.pack(samples()["english"].text)
    found, wrong = link_words.session("explore", {"text": word[:-cut]})
    assert found == Session() and "damaged" in wrong[0]


def test_a_text_that_swells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpeviz.app.limits.UPLOAD", 10_000)
    squeezed = zlib.compress(b"a" * 1_000_000, 9)
    word = "~" + base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
    found, wrong = link_words.session("explore", {"text": word})
    assert found == Session() and len(wrong) == 1


def test_lone_surrogates_are_replaced() -> None:
    words, _ = link_words.query(Session(text="a\ud800b"))
    assert link_words.session("explore", words)[0].text == "a\ufffdb"


def test_a_normal_form_that_was_written_as_null_is_none() -> None:
    assert link_words.session("explore", {"normalization": "null"}) == (
        Session(settings={"normalization": "as typed"}),
        [],
    )
    assert link_words.session("explore", {"mode": "null"})[1]
