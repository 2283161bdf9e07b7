"""The guided walk, stop by stop, run as a page."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

import bpeviz

PAGE = """
import streamlit as st
from bpeviz.app import pages, walk
from bpeviz.app.links import permalink
from bpeviz.app.sidebar import sidebar
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


def said(elements: object) -> str:
    """Texts as a reader has them, without the marks that keep Markdown away."""
    return " ".join(element.value for element in elements).replace("\\", "")


def examples(page: AppTest) -> list[str]:
    return [body for html in page.get("html") if "<style" not in (body := html.proto.body)]


def write(page: AppTest, key: str, text: str) -> AppTest:
    page.text_area(key=key).set_value(text).run()
    assert not page.exception
    return page


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
        (7, {"walk_letters": "Hello 👋 世界"}, "Here 10 code points become 17 bytes, and decoding"),
        (8, {}, "5 of them here, for 2 strings"),
        (9, {"walk_sentence": "Hello've world123"}, "has 4 chunks"),
    ],
)
def test_the_numbers_in_the_words_are_computed(number: int, state: dict, says: str) -> None:
    assert says in words(stop(number, **state)).replace("\\", "")


# --- one of a thing -----------------------------------------------------------------------------

ONES = {
    "walk_text": "a",
    "walk_word": "a",
    "walk_letters": "a",
    "walk_corpus": "ab",
    "walk_sentence": "ab",
    "walk_defaults": "xy",
    "walk_merges": 5,
    "walk_byte_merges": 1,
}
NOUNS = "symbol|word|pair|time|merge|code point|byte|string|token|chunk|character"


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (1, "2 symbols for 1 word."),
        (2, "Here 1 different word stands for 1."),
        (3, "There is 1 pair here: “a” and “_” stand together 1 time."),
        (4, "The text had 2 symbols and now has 1. There is no other pair to choose."),
        (5, "After 1 merge no pair was left."),
        (6, ""),
        (7, "Here 1 code point becomes 1 byte, and decoding"),
        (8, "1 of them here, for 1 string. What"),
        (8, "1 token was learned here, and it does not run over"),
        (9, "This text has 1 chunk."),
    ],
)
def test_one_of_a_thing_is_not_many(number: int, says: str) -> None:
    text = said(stop(number, **ONES).markdown)
    assert says in text
    assert not re.search(rf"\b1 (different )?({NOUNS})s\b", text)


# --- blank boxes --------------------------------------------------------------------------------

BOXES = {
    **{number: ["walk_text"] for number in range(1, 6)},
    6: ["walk_text", "walk_word"],
    7: ["walk_letters"],
    8: ["walk_sentence", "walk_corpus"],
    9: ["walk_sentence"],
}


@pytest.mark.parametrize("blank", ["", " \n "])
@pytest.mark.parametrize("number", range(1, 10))
def test_a_blank_box_gives_one_sentence_and_the_first_example(number: int, blank: str) -> None:
    good = stop(number)
    keys = [*BOXES[number], *(["walk_corpus"] if number == 9 else [])]
    page = stop(number, **dict.fromkeys(keys, blank))
    assert words(page) == words(good) and examples(page) == examples(good)
    assert len(page.error) == len(keys)
    assert all("is blank. Write a few words." in error.value for error in page.error)
    assert all(error.value.endswith("the first text of the walk.") for error in page.error)


@pytest.mark.parametrize(
    ("number", "key"), [(number, key) for number, keys in BOXES.items() for key in keys]
)
def test_a_box_that_is_emptied_leaves_the_example_before(number: int, key: str) -> None:
    page = write(stop(number), key, "new owl, new e")
    before = words(page), examples(page)
    assert before != (words(stop(number)), examples(stop(number)))
    write(page, key, "")
    assert (words(page), examples(page)) == before
    assert len([e for e in page.error if e.value.endswith("shows the text before.")]) == 1


def test_explore_takes_the_text_that_is_shown() -> None:
    page = write(write(stop(4), "walk_text", "abc abd"), "walk_text", " ")
    next(button for button in page.button if "Explore" in button.label).click().run()
    assert page.session_state["corpus_text"] == "abc abd"


def test_merges_that_are_asked_for_beside_a_blank_text_are_learned() -> None:
    page = write(stop(5, walk_text="abcdef", walk_merges=1), "walk_text", " ")
    assert "8 here" in words(page)
    page.number_input(key="walk_merges").set_value(50).run()
    # Six letters and the marker; six merges make one token of them.
    assert "13 here" in words(page) and "After 6 merges no pair was left." in words(page)


# --- runs of one letter -------------------------------------------------------------------------

RUNS = "aaa aaa aaa bc bc bc bc bc"


def test_a_pair_that_overlaps_itself_is_counted_more_often_than_replaced() -> None:
    overlap = "In a run such as “aaa” pairs overlap: “a” and “a” count 6 times, but a merge "
    overlap += "replaces only 3 of them."
    assert overlap in said(stop(3, walk_text=RUNS).markdown)
    text = said(stop(4, walk_text=RUNS).markdown)
    assert "27 symbols and now has 24. " + overlap in text
    assert "it saves 3 symbols, and “b” and “c” save 5." in text
    assert "The most frequent pair saves the most" not in text


def test_without_an_overlap_the_most_frequent_pair_saves_the_most() -> None:
    assert "overlap" not in words(stop(3)) + words(stop(4))
    rule = "The most frequent pair saves the most. Choose a rarer one and see."
    assert rule in words(stop(4))
    # This run is too rare to matter.
    text = said(stop(4, walk_text="aaa bc bc bc bc").markdown)
    assert "“a” and “a” count 2 times, but a merge replaces only 1 of them." in text
    assert rule in text
    assert "All pairs are as frequent here" in words(stop(4, walk_text="ab ab"))


# --- the marker in the text ---------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 7))
def test_the_marker_in_the_text_is_told_apart(number: int) -> None:
    twice = "Two symbols look like “_” here: the character of the text has the id 0, the marker"
    state = {"walk_text": "end_ a_b", "walk_word": "a_b"}
    assert f"{twice} at the end of each word the id 6." in said(stop(number, **state).caption)
    assert "look like" not in said(stop(number).caption)


def test_pairs_that_look_the_same_are_two_options() -> None:
    page = stop(4, walk_text="a_ a")
    assert page.selectbox[0].options == ["a + _", "_ + _ (the marker)", "a + _ (the marker)"]
    for index, first in ((2, ">a</bdi>"), (0, ">a_</bdi>")):
        page.selectbox[0].select_index(index).run()
        # The words are "a_" and "a": one of them begins with the new token.
        assert sorted([">a</bdi>", ">a_</bdi>"], key=examples(page)[0].index)[0] == first
        assert "The text had 5 symbols and now has 4." in words(page)
    assert "“_” and “_ (the marker)” come first" in said(stop(3, walk_text="__ a_").markdown)


def test_the_marker_is_what_the_text_lacks() -> None:
    text = said(stop(1, walk_text="R2-D2, 1977.").markdown)
    assert "One of them, the marker, is not in the text: it is shown as “_”" in text
    assert "no letter" not in text


# --- what words do not keep ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"walk_word": "Low"}, "does not hold “L”, so this character has no number. Write it into"),
        (
            {"walk_text": "ab", "walk_word": "bá lab"},
            "does not hold “á” or “l”, so these characters have no numbers. Write them into",
        ),
        (
            {"walk_text": "ab", "walk_word": "cdefghi"},
            "does not hold “c”, “d”, “e”, “f”, “g” or 2 more, so",
        ),
        ({"walk_word": "low_"}, "The “_” that ends each word is a marker, not a character."),
    ],
)
def test_the_walk_says_which_letters_the_text_lacks(state: dict, says: str) -> None:
    page = stop(6, **state)
    assert says in said(page.error) and "alphabet" not in said(page.error)
    assert ("is a marker" in said(page.error)) == ("_" in state["walk_word"])


@pytest.mark.parametrize(
    ("word", "decoded"),
    [("low  low\nlower ", "low low lower"), (" low", "low"), ("low\tlow", "low low")],
)
def test_white_space_that_is_lost_is_spoken_of(word: str, decoded: str) -> None:
    text = said(stop(6, walk_word=word).caption)
    assert f"Decoded again: “{decoded}” Words do not keep white space" in text
    assert "white space" not in said(stop(6, walk_word=decoded).caption)


# --- bytes, default tokens, the split -----------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "says"),
    [
        ("👨\u200d👩\u200d👧", "Here 5 code points become 18 bytes, and decoding gives the text back "
         "exactly. To a reader they are 1 character:"),
        ("e\u0301a", "Here 3 code points become 4 bytes, and decoding gives the text back exactly. "
         "To a reader they are 2 characters:"),
    ],
)  # fmt: skip
def test_code_points_are_called_so(letters: str, says: str) -> None:
    assert says in words(stop(7, walk_letters=letters))
    assert "To a reader" not in words(stop(7, walk_letters="é 世"))


@pytest.mark.parametrize(
    ("defaults", "says"),
    [
        ("", "none here, since the box has no default token."),
        ("a\nb", "none here, for 2 strings, since a single byte is a token already."),
        ("ab\nabc", "2 of them here, for 2 strings. What"),
        ("abc", "2 of them here, for 1 string, since a string also needs the pieces on the way."),
    ],
)
def test_how_many_merges_default_tokens_take(defaults: str, says: str) -> None:
    page = stop(8, walk_defaults=defaults)
    assert f"Those merges come first: {says}" in words(page)
    table = "The merges of the default tokens" in " ".join(examples(page))
    assert table == ("none here" not in says)
    assert ("With default tokens" in " ".join(examples(page))) == bool(defaults)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"walk_byte_merges": 0}, "No token was learned here: Merges is 0."),
        ({"walk_corpus": "a"}, "No token was learned here: the corpus has no pair left."),
        (
            {"walk_corpus": "to be to be", "walk_byte_merges": 4},
            "4 tokens were learned here, and 2 of them run over the end of a word into the next: "
            "“to·b” and “to·be”.",
        ),
        (
            {"walk_corpus": "to be to be", "walk_byte_merges": 3},
            "3 tokens were learned here, and 1 of them runs over the end of a word into the next: "
            "“to·b”.",
        ),
        (
            {"walk_corpus": "to be to be", "walk_byte_merges": 2},
            "2 tokens were learned here, and none of them runs over the end of a word",
        ),
        ({}, "9 tokens were learned here, and 4 of them run over the end of a word into the next, "
         "such as “This·i”, “This·is” and “This·is·how”."),
    ],
)  # fmt: skip
def test_tokens_over_the_end_of_a_word_are_named(state: dict, says: str) -> None:
    text = words(stop(8, **state)).replace("\\", "")
    assert says in text and "Look at the tokens" not in text


CODE = "def _f(): we'll do 12x a_b"


@pytest.mark.parametrize("pattern", bpeviz.PATTERNS)
def test_what_is_said_of_a_split_is_so(pattern: str) -> None:
    text = said(stop(9, walk_sentence=CODE, walk_pattern=pattern).markdown)
    chunks = bpeviz.split(CODE, pattern)
    assert f"This text has {len(chunks)} chunks. Put together, chunks are the text again." in text
    together = {"gpt2": "“'ll”", "o200k": "“·we'll” and “_b”"}
    named = together.get(pattern, "“'ll” and “_b”")
    assert f"never share a chunk. Letters and other signs do in {named}." in text
    assert "so does punctuation" not in text
    spaces = sum(chunk in (" we", " we'll", " do", " a") for chunk in chunks)
    assert f"The space before a word goes with that word in {spaces} chunks." in text


# --- ways on ------------------------------------------------------------------------------------


def test_next_and_previous_walk_through_all_stops() -> None:
    page = stop(1)
    for number in range(2, 10):
        next(button for button in page.button if button.label == "Next").click().run()
        assert page.subheader[0].value.startswith(f"{number}. ")
    next(button for button in page.button if button.label == "Previous").click().run()
    assert page.subheader[0].value.startswith("8. ")


def test_explore_takes_text_and_settings() -> None:
    page = stop(9, walk_corpus="abc abd abc", walk_byte_merges=2, walk_sentence="a cab")
    next(button for button in page.button if "Explore" in button.label).click().run()
    state = page.session_state
    assert (state["mode"], state["num_merges"], state["corpus_text"]) == ("regex", 2, "abc abd abc")
    assert state["wanted_page"] == "explore"
    # The sentence of the stop is what Explore shows, after all merges.
    assert (state["shown_text"], state["probe"]) == ("Another text", "a cab")
    assert state["step"] >= state["model"].trace.steps
    expected = bpeviz.train(
        "abc abd abc", mode="regex", num_merges=2, default_tokens=[" at", " how"]
    )
    assert [m.token for m in state["model"].tokenizer.merges] == [m.token for m in expected.merges]


def test_explore_takes_the_step() -> None:
    page = stop(5, walk_step=4)
    next(button for button in page.button if "Explore" in button.label).click().run()
    assert (page.session_state["step"], page.session_state["shown_text"]) == (4, "Corpus")


# --- what is said of other models ---------------------------------------------------------------


def test_the_last_stop_says_how_todays_models_differ() -> None:
    text = words(stop(9))
    assert "Llama 2 and Gemma start from characters" in text and "**byte fallback**" in text
    assert "few need default tokens" in text


def test_ties_are_not_decided_by_the_counts() -> None:
    """The third stop says so, and the fifth does not deny it."""
    assert "When pairs tie, a rule decides" in words(stop(3))
    assert "for you to say, and which of tied pairs comes first" in words(stop(5))
