"""Links and session files that people have: they keep opening to the same screen.

Each is written down as it was made, and must not be changed to suit the program.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

import bpeviz.app.pages  # noqa: F401 (the pages enter their keys)
from bpeviz.app import registry
from bpeviz.app.corpus.samples import samples
from bpeviz.app.links import session_file
from bpeviz.app.links import words as link_words
from bpeviz.app.links.contents import Session
from tests.app import alone

FROZEN = Path(__file__).parent / "frozen"
PAGES = [
    "explore",
    "walk",
    "compare",
    "unicode_lens",
    "languages",
    "encode",
    "vocabulary",
    "split_patterns",
    "fails",
    "files",
]
LOW = "low low lowest newer newer"
PACKED = (
    "~eNo7vCbn8E6Fw0Byl0JmzuGVCh_mT-z9ML9_r0JOfjkIpxaByeISBTUFmyQ7UwNVG_0kOwVlQwVtBXsuiMajLTmHF0JI"
    "sAhVDQQANQNGSQ"
)
UNPACKED = "ìlù ìlú ilé 👍🏽 low lower lowest & <b>50%</b> #1 + ?\nìlú ńlá ńlá\n" * 2

# Page, address, and what it means.
LINKS: list[tuple[str, str, Session]] = [
    ("explore", "", Session()),
    (
        "explore",
        "sample=yoruba&mode=byte&num_merges=120&step=37",
        Session(sample="yoruba", settings={"mode": "byte", "num_merges": 120}, step=37),
    ),
    (
        "explore",
        "text=low+low+lowest+newer+newer&mode=character&num_merges=6&end_of_word=%3C%2Fw%3E"
        "&end_of_word_joined=1&alphabet=lowercase&step=2",
        Session(
            text=LOW,
            settings={
                "mode": "character",
                "num_merges": 6,
                "end_of_word": "</w>",
                "end_of_word_joined": True,
                "alphabet": "lowercase",
            },
            step=2,
        ),
    ),
    (
        "explore",
        f"text={PACKED}&pattern=own+pattern&own_pattern=%5Cw%2B&normalization=NFD"
        "&default_tokens=+lo%0Awer&tie_break=smallest-ids&documents=lines&min_count=2&step=0",
        Session(
            text=UNPACKED,
            settings={
                "pattern": "own pattern",
                "own_pattern": r"\w+",
                "normalization": "NFD",
                "default_tokens": " lo\nwer",
                "tie_break": "smallest-ids",
                "documents": "lines",
                "min_count": 2,
            },
            step=0,
        ),
    ),
    (
        "explore",
        "shown_text=Another+text&probe=lower&explore_tab=Pictures&picture_kind=Several+steps"
        "&picture_steps=1%2C+5&picture_lines=30&white_space=0&skip_quiet=1&talk=1&step=300",
        Session(
            settings={
                "shown_text": "Another text",
                "probe": "lower",
                "explore_tab": "Pictures",
                "picture_kind": "Several steps",
                "picture_steps": "1, 5",
                "picture_lines": 30,
                "white_space": False,
                "skip_quiet": True,
                "talk": True,
            },
            step=300,
        ),
    ),
    ("explore", "explore_tab=Charts&step=12", Session(settings={"explore_tab": "Charts"}, step=12)),
    (
        "explore",
        "explore_tab=Merges+so+far&merge_query=the",
        Session(settings={"explore_tab": "Merges so far", "merge_query": "the"}),
    ),
    (
        "walk",
        "walk_stop=5&walk_text=aaa+aab+abb&walk_merges=3&sample=yoruba&mode=byte",
        Session(
            sample="yoruba",
            settings={
                "walk_stop": 5,
                "walk_text": "aaa aab abb",
                "walk_merges": 3,
                "mode": "byte",
            },
        ),
    ),
    (
        "compare",
        "compare_a_corpus=english&compare_b_corpus=own&compare_b_own=low+low&compare_b_form=NFKC"
        "&compare_a_mode=byte&compare_b_pattern=gpt2&compare_b_tie=smallest-ids"
        "&compare_a_merges=40&compare_shown=other&compare_text=lower&compare_measure=own"
        "&compare_step=9&step=4",
        Session(
            settings={
                "compare_a_corpus": "english",
                "compare_b_corpus": "own",
                "compare_b_own": "low low",
                "compare_b_form": "NFKC",
                "compare_a_mode": "byte",
                "compare_b_pattern": "gpt2",
                "compare_b_tie": "smallest-ids",
                "compare_a_merges": 40,
                "compare_shown": "other",
                "compare_text": "lower",
                "compare_measure": "own",
                "compare_step": 9,
            },
            step=4,
        ),
    ),
    (
        "unicode_lens",
        "lens_text=o%CC%A3%CC%80&lens_escapes=1&lens_at=0&lens_names=0&lens_tab=Code+points"
        "&lens_form=NFKD&step=7",
        Session(
            settings={
                "lens_text": "o\u0323\u0300",
                "lens_escapes": True,
                "lens_at": 0,
                "lens_names": False,
                "lens_tab": "Code points",
                "lens_form": "NFKD",
            },
            step=7,
        ),
    ),
    (
        "languages",
        "languages_trainer=mix&languages_beside=French&languages_step=11",
        Session(
            settings={
                "languages_trainer": "mix",
                "languages_beside": "French",
                "languages_step": 11,
            }
        ),
    ),
    (
        "encode",
        "encode_text=lower+123&encode_special=special&encode_view=Merge+tree"
        "&encode_tree_of=Token&step=20",
        Session(
            settings={
                "encode_text": "lower 123",
                "encode_special": "special",
                "encode_view": "Merge tree",
                "encode_tree_of": "Token",
            },
            step=20,
        ),
    ),
    (
        "encode",
        "encode_page=Decode&decode_ids=1+2+300",
        Session(settings={"encode_page": "Decode", "decode_ids": "1 2 300"}),
    ),
    (
        "vocabulary",
        "vocabulary_tab=Rank+and+frequency&vocabulary_token=260&vocabulary_text=encode"
        "&vocabulary_kind=id&vocabulary_query=97%2C+256&vocabulary_shapes=%5B%22Whole+word%22%5D"
        "&vocabulary_use=In+use&vocabulary_sort=By+id&step=50",
        Session(
            settings={
                "vocabulary_tab": "Rank and frequency",
                "vocabulary_token": 260,
                "vocabulary_text": "encode",
                "vocabulary_kind": "id",
                "vocabulary_query": "97, 256",
                "vocabulary_shapes": ["Whole word"],
                "vocabulary_use": "In use",
                "vocabulary_sort": "By id",
            },
            step=50,
        ),
    ),
    (
        "split_patterns",
        "split_text=don%27t+123&split_a=own&split_a_own=%5Cw%2B&split_b=o200k&split_tab=Torn+marks"
        "&split_rows=torn&split_side=b",
        Session(
            settings={
                "split_text": "don't 123",
                "split_a": "own",
                "split_a_own": r"\w+",
                "split_b": "o200k",
                "split_tab": "Torn marks",
                "split_rows": "torn",
                "split_side": "b",
            }
        ),
    ),
    (
        "fails",
        "fails_open=letters&fails_letters_word=raspberry&fails_letters_num_merges=60&fails_step=8",
        Session(
            settings={
                "fails_open": "letters",
                "fails_letters_word": "raspberry",
                "fails_letters_num_merges": 60,
                "fails_step": 8,
            }
        ),
    ),
    (
        "files",
        "tokenizer=0123456789abcdef0123+vocab.bpe&match_special_tokens=1&step=3",
        Session(
            tokenizer="0123456789abcdef0123 vocab.bpe",
            settings={"match_special_tokens": True},
            step=3,
        ),
    ),
]
_NAMES = [f"{page}?{query[:30]}" for page, query, _ in LINKS]


@pytest.mark.parametrize(("page", "query", "meant"), LINKS, ids=_NAMES)
def test_a_link_means_what_it_meant(page: str, query: str, meant: Session) -> None:
    found, wrong = link_words.session(page, dict(parse_qsl(query, keep_blank_values=True)))
    meant.page = page
    assert (found, wrong) == (meant, [])


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_link_here(page: str) -> None:
    assert page in {linked for linked, _, _ in LINKS}


def opened(page: str, query: str) -> AppTest:
    app = AppTest.from_function(
        alone.page,
        kwargs={"name": page, "path": str(alone.ROOT / "pages" / f"{page}.py")},
        default_timeout=60,
    )
    for key, value in parse_qsl(query, keep_blank_values=True):
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("page", "query", "meant"), LINKS, ids=_NAMES)
def test_a_link_opens_its_page_with_these_values(page: str, query: str, meant: Session) -> None:
    app = opened(page, query)
    state = app.session_state
    for key, value in meant.settings.items():
        assert state[key] == value, key
    if meant.step is not None:
        assert state["step"] == meant.step
    text = meant.text if meant.text is not None else samples()[meant.sample or "english"].text
    assert state["model"].corpus == text
    warned = [box.value for box in app.warning if "link" in box.value or "cannot" in box.value]
    assert not warned


# Page, address, the scrubber's key there, its step, and the ids of the tokens that it draws.
DRAWN: list[tuple[str, str, str, int, list[int]]] = [
    (
        "explore",
        "text=low+low+lowest+newer+newer&mode=byte&num_merges=6&step=2",
        "scrubber",
        2,
        [257, 32, 257, 32, 257, *b"est newer newer"],
    ),
    (
        "explore",
        "text=low+low+lowest+newer+newer&mode=character&num_merges=6&step=4",
        "scrubber",
        4,
        [11, 11, 10, 0, 5, 6, 8, 12, 7, 0, 4, 8, 12, 7, 0, 4, 8],
    ),
    (
        "explore",
        "text=low+low+lowest+newer+newer&num_merges=6&step=4",
        "scrubber",
        4,
        [257, 258, 258, *b"est", 259, *b"ewer", 259, *b"ewer"],
    ),
    (
        "encode",
        "text=low+low+lowest+newer+newer&num_merges=6&step=4&encode_text=lower",
        "encode_scrubber",
        4,
        [257, *b"er"],
    ),
    (
        "unicode_lens",
        "text=low+low+lowest+newer+newer&num_merges=6&step=1&lens_text=low",
        "lens_scrubber",
        1,
        [256, *b"w"],
    ),
]
_TEXT_OF = {"encode": "encode_text", "unicode_lens": "lens_text"}


@pytest.mark.parametrize(("page", "query", "key", "step", "ids"), DRAWN)
def test_a_link_opens_to_these_tokens(
    page: str, query: str, key: str, step: int, ids: list[int]
) -> None:
    state = opened(page, query).session_state
    model, mounted = state["model"], state[f"{key}:mounted"]
    text = state[_TEXT_OF[page]] if page in _TEXT_OF else model.corpus
    assert mounted["step"] == step
    assert model.trace_of(text).ids(step) == ids


FILES: list[tuple[str, Session]] = [
    (
        "explore",
        Session(
            text=LOW,
            step=4,
            settings={
                "mode": "character",
                "num_merges": 6,
                "end_of_word": "</w>",
                "explore_tab": "Merges so far",
                "merge_query": "lo",
                "compare_b_form": "NFD",
                "white_space": False,
            },
        ),
    ),
    (
        "compare",
        Session(
            page="compare",
            sample="toy_words",
            step=3,
            settings={
                "talk": False,
                "compare_a_corpus": "own",
                "compare_a_own": LOW,
                "compare_a_form": "NFC",
                "compare_b_corpus": "sidebar",
                "compare_b_form": "sidebar",
                "compare_shown": "a",
                "compare_measure": "bytes",
                "compare_step": 2,
                "lens_form": "NFKD",
                "vocabulary_shapes": ["Whole word"],
            },
        ),
    ),
    (
        "upload",
        Session(
            page="encode",
            text="ọ̀rẹ́ ọ̀rẹ́",
            file="ọ̀rẹ́.txt",
            step=0,
            settings={
                "mode": "byte",
                "num_merges": 5,
                "normalization": "NFD",
                "encode_text": "ọ̀",
                "encode_view": "Copy",
            },
        ),
    ),
]


@pytest.mark.parametrize(("name", "meant"), FILES, ids=[name for name, _ in FILES])
def test_a_session_file_means_what_it_meant(name: str, meant: Session) -> None:
    assert session_file.parse((FROZEN / f"{name}.json").read_bytes(), PAGES) == (meant, [])


@pytest.mark.parametrize(("name", "meant"), FILES, ids=[name for name, _ in FILES])
def test_a_session_file_opens_its_page_with_these_values(name: str, meant: Session) -> None:
    found, _ = session_file.parse((FROZEN / f"{name}.json").read_bytes(), PAGES)
    values: dict[str, Any] = dict(found.settings)
    corpus = found.text if found.text is not None else samples()[found.sample or "english"].text
    sample = found.sample or "own"
    file = (found.file, found.text) if found.file else None
    app = alone.run(
        found.page, **values, corpus_text=corpus, corpus_file=file, sample=sample, step=found.step
    )
    for key in set(registry.travelling([found.page]).keys()) & set(meant.settings):
        assert app.session_state[key] == meant.settings[key], key
    assert app.session_state["model"].corpus == corpus
    assert app.session_state["step"] == meant.step
