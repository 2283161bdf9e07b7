"""Merges and vocabulary follow each other, also when a person is faster than the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.settling import settle
from tests.sparing import sparing

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = pytest.mark.browser


@pytest.fixture
def page(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Any:
    found = open_page(serve("streamlit_app.py"))
    found.get_by_test_id("token").first.wait_for()
    return found


def sizes(page: Any) -> tuple[int, int]:
    fields = (page.get_by_label(name, exact=True) for name in ("Merges", "Vocabulary"))
    return tuple(int(field.input_value()) for field in fields)


@pytest.mark.parametrize("pause", sparing([40, 160]))
@pytest.mark.parametrize(("name", "key", "end"), sparing([
    ("Merges", "ArrowUp", (550, 806)), ("Vocabulary", "ArrowDown", (50, 306)),
]))  # fmt: skip
def test_arrow_keys_in_quick_succession(
    page: Any, name: str, key: str, end: tuple[int, int], pause: int
) -> None:
    page.get_by_label(name, exact=True).focus()
    for _ in range(5):
        page.keyboard.press(key)
        page.wait_for_timeout(pause)
    page.get_by_text(re.compile(f"In use: {end[0]:,} merges")).wait_for()
    settle(page, pause=500)
    assert sizes(page) == end
    page.get_by_text(re.compile(f"In use: {end[0]:,} merges")).wait_for()


@pytest.mark.parametrize(("name", "wrong"), sparing([
    ("Merges", ["60000", "-1"]), ("Vocabulary", ["100", "900000"]),
]))  # fmt: skip
def test_a_number_that_cannot_be_had_is_refused_in_words(
    page: Any, name: str, wrong: list[str]
) -> None:
    field = page.get_by_label(name, exact=True)
    for number in wrong:
        field.fill(number)
        field.press("Enter")
        why = f"{name}: {int(number):,} is out of range. Choose a number from"
        page.get_by_text(re.compile(rf"{why} .* is still in use")).wait_for()
        assert sizes(page) == (300, 556)
    field.fill("260")
    field.press("Enter")
    page.get_by_text("out of range").wait_for(state="detached")
    merges = 260 if name == "Merges" else 4
    page.get_by_text(f"In use: {merges} merges").wait_for()
    assert sizes(page) == (merges, merges + 256)


MAIN = "stMain"
# What holds a field that is not in sight at first.
OPENS = {
    "stSidebar": "summary:has-text('More')",
    "stPopoverBody": "[data-testid=stPopover] button:has-text('Left')",
}
# Of each page: where a field is, its name, what it is given, what it goes on to show.
FIELDS = {
    "?explore_tab=Pictures&picture_kind=Several+steps": [
        (MAIN, "Lines of a step, at most", "4", "20"),
        ("stSidebar", "Minimum pair count", "0", "1"),
        ("stSidebar", "Merges", "", "300"),
        ("stSidebar", "Vocabulary", "", "556"),
    ],
    "vocabulary?vocabulary_tab=How+large+a+vocabulary%3F": [
        (MAIN, "Width of the model", "0", "768"),
        (MAIN, "Rare: fewer uses than", "", "10"),
    ],
    "walk?walk_stop=5": [(MAIN, "Merges", "201", "10")],
    "compare": [("stPopoverBody", "Merges", "-5", "")],
    "fails?fails_open=arithmetic": [(MAIN, "Merges", "-1", "200")],
}


@pytest.mark.parametrize("path", sparing(FIELDS))
def test_every_number_field_refuses_in_words(
    serve: Callable[[str], str],
    open_page: Callable[..., Any],
    path: str,
) -> None:
    page = open_page(f"{serve('streamlit_app.py')}/{path}")
    page.locator("[data-testid=stMainBlockContainer] h2").first.wait_for()
    settle(page)
    for opens in {OPENS[place] for place, *_ in FIELDS[path] if place in OPENS}:
        page.locator(opens).first.click()
    for place, name, wrong, earlier in FIELDS[path]:
        field = page.get_by_test_id(place).get_by_label(name, exact=True)
        field.fill(wrong)
        field.press("Enter")
        why = f"{wrong} is out of range" if wrong else "no number was given"
        page.get_by_text(f"{name}: {why}. Choose a number from").wait_for()
        sync_api.expect(field).to_have_value(earlier)


@pytest.mark.slow
def test_a_mode_is_chosen_and_a_text_typed_at_once(page: Any) -> None:
    box = page.get_by_role("textbox", name="Text", exact=True)
    for mode in ("Character", "Byte", "Character", "Regex"):
        page.get_by_test_id("stSidebar").get_by_text(mode, exact=True).click()
        box.fill(f"low lower lowest {mode} " * 30)
        box.press("Control+Enter")
        page.wait_for_timeout(300)  # A person is not faster.
    settle(page, pause=500)
    assert sizes(page) == (300, 556)
