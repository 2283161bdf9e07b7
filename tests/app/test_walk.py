"""The guided walk, stop by stop, run as a page."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

import bpeviz
from bpeviz.app import walk

PAGE = """
import streamlit as st
from bpeviz.app import permalink, sidebar, walk
from bpeviz.app.walk import byte_stops, word_stops

permalink.read("walk")
sidebar.draw()
walk.draw([*word_stops.STOPS, *byte_stops.STOPS])
"""


def stop(number: int, **state: object) -> AppTest:
    page = AppTest.from_string(PAGE, default_timeout=20)
    page.session_state["walk_stop"] = number
    for key, value in state.items():
        page.session_state[key] = value
    page.run()
    assert not page.exception
    return page


def words(page: AppTest) -> str:
    return " ".join(element.value for element in page.markdown)


@pytest.mark.parametrize("number", range(1, 10))
def test_every_stop_has_a_title_words_and_an_example(number: int) -> None:
    page = stop(number)
    assert page.subheader[0].value.startswith(f"{number}. ")
    assert len(words(page)) > 200
    assert not page.error


@pytest.mark.parametrize(
    ("number", "state", "says"),
    [
        (1, {}, "needs 11 symbols"),
        (1, {"walk_text": "abc"}, "needs 4 symbols"),
        (1, {}, "75 symbols for 13 words"),
        (2, {}, "4 different words stand for 13"),
        (2, {"walk_text": "a b a b a"}, "2 different words stand for 5"),
        (3, {}, "Of 14 different pairs"),
        (3, {}, "together 7 times, and 2 others as often"),
        (4, {}, "becomes token 11. The text had 75 symbols and now has 68"),
        (5, {"walk_merges": 3}, "14 here"),
        (5, {"walk_text": "ab ab", "walk_merges": 50}, "After 2 merges no pair was left"),
        (7, {"walk_letters": "Hello 👋 世界"}, "10 characters become 17 bytes, and decoding"),
        (8, {}, "5 of them here, for 2 strings"),
        (9, {"walk_sentence": "Hello've world123"}, "has 4 chunks"),
    ],
)
def test_the_numbers_in_the_words_are_computed(number: int, state: dict, says: str) -> None:
    assert says in words(stop(number, **state)).replace("\\", "")


@pytest.mark.parametrize("number", range(1, 10))
def test_a_blank_text_gives_a_sentence_and_the_last_good_example(number: int) -> None:
    blank = dict.fromkeys(("walk_text", "walk_letters", "walk_corpus"), " ")
    page = stop(number, **blank)
    assert len(page.error) >= 1 and page.subheader


def test_a_character_outside_the_base_vocabulary_is_named() -> None:
    page = stop(6, walk_word="Low")
    assert "'L'" in page.error[0].value.replace("\\", "")


def test_next_and_previous_walk_through_all_stops() -> None:
    page = stop(1)
    for number in range(2, 10):
        next(button for button in page.button if button.label == "Next").click().run()
        assert page.subheader[0].value.startswith(f"{number}. ")
    next(button for button in page.button if button.label == "Previous").click().run()
    assert page.subheader[0].value.startswith("8. ")


def test_explore_takes_text_and_settings() -> None:
    page = stop(9, walk_corpus="abc abd abc", walk_byte_merges=2)
    next(button for button in page.button if "Explore" in button.label).click().run()
    state = page.session_state
    assert (state["mode"], state["num_merges"], state["corpus_text"]) == ("regex", 2, "abc abd abc")
    assert state["wanted_page"] == "explore" and state["step"] == 0
    expected = bpeviz.train(
        "abc abd abc", mode="regex", num_merges=2, default_tokens=[" at", " how"]
    )
    assert [m.token for m in state["model"].tokenizer.merges] == [m.token for m in expected.merges]


def test_the_values_of_the_walk_are_allowed() -> None:
    assert set(walk.OPTIONS) == set(walk.LINKED)
