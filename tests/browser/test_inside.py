"""Encode and Vocabulary, driven as a person would."""

from __future__ import annotations

import json
import re

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.browser.settling import settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser

TEXT = "lower the longest words 🙂"


@pytest.fixture(scope="module")
def tok():
    """The tokenizer that the app starts with."""
    return bpeviz.train(samples()["english"].text, num_merges=300)


@pytest.fixture
def inside(serve, open_page):
    """Open a page by its address, at step 150, and wait for it."""

    def open_(name, ready, **options):
        page = open_page(f"{serve('streamlit_app.py')}/{name}?step=150", **options)
        page.get_by_text(ready).first.wait_for()
        return page

    return open_


def encode_page(inside, text=TEXT, **options):
    page = inside("encode", "Text to encode", **options)
    box = page.get_by_role("textbox", name="Text to encode")
    box.fill(text)
    box.press("Control+Enter")
    page.get_by_test_id("token").first.wait_for()
    return page


def view(page, name):
    page.get_by_role("radio", name=name, exact=True).click()


def tab(page, name):
    page.get_by_role("tab", name=name, exact=True).click()


def copied(page):
    return [code.inner_text() for code in page.get_by_test_id("stCode").all()]


def step_of(page):
    return int(page.get_by_role("slider", name="Merge step").input_value())


def last_step(page):
    slider = page.get_by_role("slider", name="Merge step")
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_function(
        "() => { const s = document.querySelector('[data-testid=scrubber] input[type=range]');"
        " return !s || s.value === s.max; }"
    )


def test_ids_tokens_and_counts_can_be_copied(inside, tok):
    page = encode_page(inside)
    view(page, "Copy")
    page.get_by_text(f"characters: {len(TEXT)}").wait_for()
    ids, tokens, counts = copied(page)
    assert json.loads(ids) == tok.encode(TEXT, step=150)
    assert json.loads(tokens)[:3] == [t.decode() for t in tok.trace(TEXT).tokens(150)[:3]]
    assert f"tokens: {len(tok.encode(TEXT, step=150))}" in counts
    last_step(page)
    page.get_by_text("step: 300 of 300").wait_for()
    assert json.loads(copied(page)[0]) == tok.encode(TEXT)


def test_cards_stand_in_step(inside, tok):
    page = encode_page(inside)
    cards = page.locator(".bpe-step > div:not(.names)")
    cards.first.wait_for()
    trace = tok.trace(TEXT)
    page.wait_for_function(
        "n => document.querySelectorAll('.bpe-step > div:not(.names)').length === n",
        arg=trace.token_counts[150],
    )
    assert [int(card.locator("span").first.inner_text()) for card in cards.all()] == trace.ids(150)
    assert "part of U+1F642" in cards.last.inner_text()


def test_the_replay_goes_turn_by_turn(inside, tok):
    page = encode_page(inside)
    view(page, "Replay")
    page.get_by_role("button", name="Turn back").wait_for()
    steps = sorted({n for n in tok.trace(TEXT).boundaries if n <= 300})
    before = [n for n in steps if n <= 150]
    page.get_by_text(f"Turn {len(before) + 1} of {len(steps)} takes rank").wait_for()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text(f"Turn {len(before) + 2} of {len(steps)} takes rank").wait_for()
    assert step_of(page) == steps[len(before)]
    page.get_by_role("button", name="Turn back").click()
    page.get_by_text(f"Turn {len(before) + 1} of {len(steps)} takes rank").wait_for()
    assert step_of(page) == steps[len(before) - 1]


def test_a_clicked_token_shows_its_tree_and_opens_its_entry(inside, tok):
    page = encode_page(inside, "the longest")
    view(page, "Merge tree")
    view(page, "Token")
    trace = tok.trace("the longest")
    index = max(range(trace.token_counts[150]), key=lambda i: len(trace.tokens(150)[i]))
    chosen = trace.ids(150)[index]
    page.get_by_test_id("token").nth(index).click()
    page.get_by_text(f"id {chosen}, made at step").wait_for()
    root = page.locator(f".tree [data-id='{chosen}']").first
    root.wait_for()
    rank = next(r for r, merge in enumerate(tok.merges) if merge.id == chosen)
    assert f"step {rank + 1:,}" in root.text_content()
    root.click()
    page.get_by_text("The five longest").wait_for()
    page.get_by_text(f"made at step {rank + 1:,}").wait_for()
    page.get_by_role("button", name="Send to Encode").click()
    box = page.get_by_role("textbox", name="Text to encode")
    box.wait_for()
    assert box.input_value() == tok.vocabulary[chosen].decode()


def test_pasted_ids_are_decoded_and_missing_ones_named(inside):
    page = inside("encode", "Text to encode")
    tab(page, "Decode")
    box = page.get_by_role("textbox", name="Ids to decode")
    box.fill("[104, 105, 99999, 195, abc]")
    box.press("Control+Enter")
    page.get_by_text("There is no token with the id 99999").wait_for()
    page.get_by_text("Not an id: abc").wait_for()
    shown = page.locator(".bpe-line").first.inner_text()
    assert re.sub(r"\s+", "", shown) == "hinoid99999C3"


@pytest.mark.slow
def test_another_order_gives_another_result(inside):
    page = inside("encode", "Text to encode")
    tab(page, "Why the lowest rank first")
    page.get_by_text("another encoding of the same text").wait_for()
    lines = [re.sub(r"\s+", " ", line.inner_text()) for line in page.locator(".bpe-line").all()]
    rows = [line.replace(" ", "|") for line in lines]
    assert "AB" in "".join(rows) and "BC" in "".join(rows)
    chips = page.locator(".bpe-line").nth(1).locator("bdi").all_inner_texts()
    others = page.locator(".bpe-line").nth(3).locator("bdi").all_inner_texts()
    assert (chips, others) == (["AB", "C"], ["A", "BC"])


@pytest.mark.slow
def test_the_third_documents_system(inside):
    page = inside("encode", "Text to encode")
    tab(page, "Sorted ids")
    page.get_by_text("38 0 18 22 18 39 41").first.wait_for()
    page.get_by_test_id("stMetricValue").nth(2).wait_for()
    metrics = [text.strip() for text in page.get_by_test_id("stMetricValue").all_inner_texts()]
    assert metrics == ["29", "48", "7"]
    assert page.get_by_text("that introduction prints the ids 23 0 17 45 17 56").is_visible()
    box = page.get_by_role("textbox", name="Text to encode with it")
    box.fill("hello GPU")
    box.press("Enter")
    page.get_by_text("28 2 -1").wait_for()


def test_the_vocabulary_is_searched_and_filtered(inside, tok):
    page = inside("vocabulary", "The five longest")
    page.get_by_text("556 of 556 tokens").wait_for()
    search = page.get_by_role("textbox", name="Search", exact=True)
    search.fill("the")
    search.press("Enter")
    there = sum(b"the" in token.lower() for token in tok.vocabulary.values())
    page.get_by_text(f"{there} of 556 tokens").wait_for()
    view(page, "Hex bytes")
    page.get_by_text("is not a row of bytes in hex").wait_for()
    search.fill("20 74")
    search.press("Enter")
    spaced = sum(b" t" in token for token in tok.vocabulary.values())
    page.get_by_text(f"{spaced} of 556 tokens").wait_for()
    search.fill("")
    search.press("Enter")
    page.get_by_text("556 of 556 tokens").wait_for()
    page.get_by_role("button", name="Partial UTF-8").click()
    page.get_by_text("128 of 556 tokens").wait_for()


@pytest.mark.slow
def test_the_longest_tokens_open_their_entries(inside, tok):
    page = inside("vocabulary", "The five longest")
    longest = max(tok.merges, key=lambda merge: len(merge.token))
    page.get_by_text(f"({len(longest.token)} bytes)").first.click()
    page.get_by_text(f"Id {longest.id}, made at step").wait_for()
    page.locator(f".tree [data-id='{longest.left}']").first.click()
    page.get_by_text(re.compile(f"Id {longest.left}, ")).wait_for()


@pytest.mark.slow
def test_how_large_a_vocabulary(inside):
    page = inside("vocabulary", "The five longest")
    tab(page, "How large a vocabulary?")
    page.get_by_text("Width of the model").wait_for()
    charts = page.get_by_test_id("stVegaLiteChart")
    charts.nth(1).wait_for()
    assert charts.count() == 2


@pytest.mark.parametrize("name", sparing(["encode", "vocabulary"]))
def test_no_sideways_scrolling_on_a_phone(inside, name):
    ready = {"encode": "Text to encode", "vocabulary": "The five longest"}[name]
    page = inside(name, ready, width=390, height=844, dark=True)
    settle(page)
    wide = page.evaluate(
        "() => { const m = document.querySelector('[data-testid=stMain]');"
        " return m.scrollWidth - m.clientWidth; }"
    )
    assert wide <= 0


@pytest.mark.slow
def test_markup_in_a_text_stays_text(inside):
    evil = "<img src=x onerror=document.title='hacked'>**b** $x$"
    page = encode_page(inside, evil)
    for name in ("Tokens", "Replay", "Merge tree", "Copy"):
        view(page, name)
        settle(page)
    assert page.title() != "hacked" and page.locator("img[src=x]").count() == 0


@pytest.mark.slow
def test_from_explore_a_token_goes_to_vocabulary_and_the_text_to_encode(serve, open_page, tok):
    page = open_page(f"{serve('streamlit_app.py')}/?step=150")
    page.get_by_test_id("token").nth(3).click()
    chosen = tok.trace(samples()["english"].text).ids(150)[3]
    page.get_by_role("button", name="Vocabulary entry of").click()
    page.get_by_text(re.compile(f"Id {chosen}, ")).wait_for()
    page.go_back()
    page.get_by_role("button", name="Send the text to Encode").click()
    box = page.get_by_role("textbox", name="Text to encode")
    box.wait_for()
    assert box.input_value() == samples()["english"].text
