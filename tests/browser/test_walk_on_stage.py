"""A clicker goes through the guided walk, and through the failures, by two keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpeviz.failures import FAILURES
from tests.browser.settling import settle
from tests.sparing import sparing

from .test_talk import SIZES, slider, text, wait_for_step

pytestmark = pytest.mark.browser


def said(page: Any) -> str:
    return page.locator(".st-key-stage_prose p").nth(1).inner_text()


def heading(page: Any) -> str:
    return page.locator(".st-key-stage_prose p").first.inner_text()


def press(page: Any, key: str, until: str) -> None:
    page.keyboard.press(key)
    page.locator(".st-key-stage_prose p").filter(has_text=until).first.wait_for()
    settle(page)


def test_a_clicker_goes_from_stop_to_stop(app: Callable) -> None:
    page = app("walk?walk_stop=3&talk=1")
    text(page)
    assert heading(page) == "3. Pairs, counted (1 of 3)"
    first = said(page)
    press(page, "PageDown", "(2 of 3)")
    assert "7 times" in said(page) and said(page) != first
    press(page, "PageDown", "(3 of 3)")
    assert "a rule decides" in said(page)
    assert min(page.locator(".st-key-stage_prose p").evaluate_all(SIZES)) >= 24
    press(page, "PageUp", "(2 of 3)")
    press(page, "PageDown", "(3 of 3)")
    press(page, "PageDown", "4. One merge (1 of 3)")
    # Its one merge comes before its further paragraphs.
    page.keyboard.press("PageDown")
    wait_for_step(page, 1)
    assert heading(page) == "4. One merge (1 of 3)"
    press(page, "PageDown", "(2 of 3)")
    press(page, "PageDown", "(3 of 3)")
    press(page, "PageDown", "5. Again and again (1 of 3)")
    assert slider(page).input_value() == "0"
    # Back, the stop before stands as it was left.
    press(page, "PageUp", "4. One merge (3 of 3)")
    assert slider(page).input_value() == "1"
    press(page, "PageUp", "(2 of 3)")
    press(page, "PageUp", "(1 of 3)")
    page.keyboard.press("PageUp")
    wait_for_step(page, 0)
    assert heading(page) == "4. One merge (1 of 3)"


@pytest.mark.parametrize("number", sparing(range(1, 10), 4))
def test_each_stop_leads_to_the_next(app: Callable, number: int) -> None:
    page = app(f"walk?walk_stop={number}&walk_said=9&walk_step=200&talk=1")
    text(page)
    page.keyboard.press("End")
    if number == 9:
        page.keyboard.press("PageDown")
        page.get_by_role("status").filter(has_text="This is the last step").wait_for()
    else:
        press(page, "PageDown", f"{number + 1}. ")
        assert "(1 of " in heading(page)


@pytest.mark.slow
def test_a_clicker_goes_from_failure_to_failure(app: Callable) -> None:
    page = app(f"fails?fails_open={FAILURES[0].key}&talk=1")
    for failure in FAILURES[1:]:
        text(page)
        page.keyboard.press("End")
        page.keyboard.press("PageDown")
        page.locator(".stage-words").filter(has_text=failure.title).wait_for()
        settle(page)
        assert page.get_by_test_id("stException").count() == 0


def test_a_failure_on_stage_stands_where_the_page_stands(app: Callable) -> None:
    page = app(f"fails?fails_open={FAILURES[0].key}")
    text(page)
    slider(page).press("Home")
    for _ in range(3):
        slider(page).press("ArrowRight")
    wait_for_step(page, 3)
    page.get_by_role("button", name="Talk mode").click()
    page.get_by_role("button", name="End talk").wait_for()
    settle(page)
    wait_for_step(page, 3)


PHONE = {"width": 390, "height": 844}
ON_A_PHONE = {
    "?step=150&": "",
    "walk?walk_stop=1&": "",
    "compare?": "",
    "unicode_lens?": "",
    "languages?": "",
    "encode?": "",
    "fails?fails_open=torn_marks&": "",
}


@pytest.mark.parametrize("path", sparing(ON_A_PHONE))
def test_a_talk_that_is_opened_on_a_phone(app: Callable, path: str) -> None:
    """Buttons in place of keys, and the text before what is said of it."""
    page = app(f"{path}talk=1", **PHONE)
    text(page)
    box, forward = page.locator(".box").first, page.get_by_role("button", name="Step forward")
    assert forward.is_visible() == ("walk_stop=1" not in path)
    assert page.get_by_role("button", name="End talk").is_visible()
    for below in (".pairs:visible, .pairs-line:visible", ".chart:visible", ".stage-two"):
        for one in page.locator(below).all():
            assert one.bounding_box()["y"] > box.bounding_box()["y"], below
    # Some lines of it are seen without scrolling.
    assert box.bounding_box()["y"] + 100 < PHONE["height"]
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    if forward.is_visible():
        page.get_by_role("button", name="First step").click()
        wait_for_step(page, 0)
        forward.click()
        wait_for_step(page, 1)
    page.get_by_role("button", name="End talk").click()
    page.get_by_role("button", name="End talk").wait_for(state="detached")


def test_the_walk_is_walked_on_a_phone(app: Callable) -> None:
    page = app("walk?walk_stop=1&talk=1", **PHONE)
    text(page)
    on = page.get_by_role("button", name="Go on")
    for until in ("(2 of 3)", "(3 of 3)", "2. Words, counted (1 of 3)"):
        on.click()
        page.locator(".st-key-stage_prose p").filter(has_text=until).first.wait_for()
        settle(page)
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".st-key-stage_prose p").filter(has_text="1. Characters (3 of 3)").first.wait_for()
