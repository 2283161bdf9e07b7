"""The page Failures, driven as a person would."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from bpeviz.failures import FAILURES, undertrained
from tests.browser.settling import settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser


@pytest.fixture
def fails(serve, open_page):
    """Open the gallery, or one failure by its key."""

    def open_(key="", query="", **options):
        words = f"?fails_open={key}{query}" if key else ""
        page = open_page(f"{serve('streamlit_app.py')}/fails{words}", **options)
        if key:
            page.get_by_test_id("token").first.wait_for()
            page.locator(".fails-numbers").wait_for()
        else:
            page.locator(".fails-line").last.wait_for()
        return page

    return open_


def title_is(page, text):
    page.get_by_role("heading", name=text, exact=True).wait_for()


def numbers(page):
    """The numbers that are shown, by what they count."""
    found = page.locator(".fails-numbers > div").all()
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in found}


def wait_for_number(page, label, value):
    page.locator(".fails-numbers > div", has_text=label).locator(
        "dd", has_text=re.compile(f"^{re.escape(value)}$")
    ).first.wait_for()


def tokens(page):
    return page.get_by_test_id("token").all_inner_texts()


def fill(page, label, text):
    box = page.get_by_label(label, exact=True)
    box.fill(text)
    box.press("Enter")


def go_to(page, step):
    page.get_by_role("slider", name="Merge step").evaluate(
        "(input, k) => { input.value = k; input.dispatchEvent(new Event('input', {bubbles: true}));"
        " input.dispatchEvent(new Event('change', {bubbles: true})); }",
        step,
    )


def test_the_first_screen_shows_them_all(fails):
    page = fails()
    for failure in FAILURES:
        card = page.locator(f".st-key-fails_card_{failure.key}")
        assert card.get_by_role("button").inner_text() == failure.title
        assert failure.line in card.inner_text()
        assert card.locator(".bpe-t").count() > 0


def test_one_after_the_other_and_back(fails):
    page = fails()
    page.locator(f".st-key-fails_card_{FAILURES[0].key}").click(position={"x": 150, "y": 100})
    title_is(page, FAILURES[0].title)
    assert page.get_by_role("button", name="Previous").is_disabled()
    page.get_by_role("button", name="Next", exact=True).click()
    title_is(page, FAILURES[1].title)
    page.wait_for_url(re.compile(f"fails_open={FAILURES[1].key}$"))
    page.get_by_role("button", name="Previous").click()
    title_is(page, FAILURES[0].title)
    page.get_by_role("button", name="All failures").click()
    title_is(page, "Failures")


@pytest.mark.parametrize("failure", sparing(FAILURES, 3), ids=lambda failure: failure.key)
def test_every_screen_shows_its_claim_and_a_scrubber(fails, failure):
    page = fails(failure.key)
    title_is(page, failure.title)
    slider = page.get_by_role("slider", name="Merge step")
    assert slider.input_value() == slider.get_attribute("max")
    assert failure.why[:30] in page.locator(".fails-two").inner_text()
    assert len(numbers(page)) >= 4
    assert page.get_by_test_id("stException").count() == 0


def test_scrubbing_moves_the_numbers(fails):
    page = fails("letters")
    assert numbers(page)["tokens that are just “r”"] == "0"
    go_to(page, 0)
    wait_for_number(page, "tokens that are just “r”", "3")
    assert page.get_by_text("Before the first merge").is_visible()
    assert tokens(page)[:11] == list(" strawberry")


@pytest.mark.slow
def test_another_word_and_another_training(fails):
    page = fails("letters")
    fill(page, "Word", "berry")
    wait_for_number(page, "times “r” in the word", "2")
    main = page.get_by_test_id("stMain")
    fill(main, "Merges", "0")
    wait_for_number(page, "tokens that are just “r”", "2")
    page.get_by_role("button", name="Reset").click()
    wait_for_number(page, "times “r” in the word", "3")
    assert main.get_by_label("Merges", exact=True).input_value() == "100"


def test_bad_input_keeps_the_last_good_result(fails):
    page = fails("arithmetic")
    fill(page, "First number", "12a")
    page.get_by_text("“12a” is not a whole number.").wait_for()
    assert page.get_by_test_id("token").count() > 0
    assert "".join(tokens(page)).startswith("1234567")
    fill(page, "First number", "7")
    page.get_by_text("is not a whole number").wait_for(state="detached")


def test_what_a_user_writes_is_not_taken_for_html(fails):
    page = fails("spelled_ways")
    fill(page, "Word", '<img src=x onerror="document.title=1"> $x$ *b*')
    page.locator(".fails-table", has_text="in capitals").wait_for()
    page.get_by_text("<IMG").first.wait_for()
    assert page.locator(".fails-two img, .fails-table img").count() == 0
    assert page.title() != "1"


def test_the_step_and_the_fields_travel_in_the_link(fails):
    page = fails("letters", "&fails_letters_word=raspberry&fails_step=20")
    assert page.get_by_role("slider", name="Merge step").input_value() == "20"
    assert page.get_by_label("Word", exact=True).input_value() == "raspberry"
    assert page.get_by_text("After merge 20 of 100").is_visible()


@pytest.mark.slow
def test_of_two_texts_the_telling_one_goes_to_explore(fails):
    page = fails("undertrained")
    page.get_by_role("button", name="Take this to Explore").click()
    box = page.get_by_role("textbox", name="Another text")
    box.wait_for()
    assert box.input_value() == undertrained.GARDEN


@pytest.mark.slow
def test_a_failure_goes_to_explore(fails):
    page = fails("word_borders")
    page.get_by_role("button", name="Take this to Explore").click()
    page.get_by_role("button", name="Byte mode: no split").click()
    title_is(page, "Explore")
    sidebar = page.get_by_test_id("stSidebar")
    sidebar.get_by_text("In use: 30 merges, 286 tokens").wait_for()
    text = sidebar.get_by_role("textbox", name="Text", exact=True)
    expect(text).to_have_value(re.compile("^Here comes the dog"))
    page.locator("input[type=range][max='30']").wait_for()
    assert page.get_by_role("slider", name="Merge step").input_value() == "30"
    assert tokens(page)[-1] == " dog"


@pytest.mark.slow
def test_the_sidebars_text_can_be_trained_on(fails):
    page = fails("memorising")
    page.get_by_test_id("stMain").get_by_role("combobox", name="Text", exact=True).click()
    page.get_by_role("option", name="The sidebar's text").click()
    page.get_by_test_id("token").filter(has_text="The").first.wait_for()
    assert "".join(tokens(page)).startswith("The baker")


@pytest.mark.parametrize("dark", sparing([False, True]))
def test_it_fits_a_phone(fails, dark):
    page = fails("torn_marks", width=390, height=844, dark=dark)
    settle(page)
    wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert wide <= 390
