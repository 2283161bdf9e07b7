"""How Python learns the step: seldom, and never wrongly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.browser.settling import settle
from tests.sparing import sparing

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.browser
expect = sync_api.expect

TOY = samples()["toy_words"].text


class Frames:
    """The messages that a page sends to the server, counted."""

    def __init__(self) -> None:
        self.sent = 0

    def watch(self, page: Any) -> None:
        page.on("websocket", lambda socket: socket.on("framesent", self._count))

    def _count(self, _: Any) -> None:
        self.sent += 1


@pytest.fixture
def frames() -> Frames:
    return Frames()


@pytest.fixture
def app(serve: Callable[[str], str], open_page: Callable[..., Any], frames: Frames) -> Callable:
    def open_(path: str = "") -> Any:
        page = open_page("about:blank")
        frames.watch(page)
        page.goto(f"{serve('streamlit_app.py')}/{path}")
        page.get_by_role("slider", name="Merge step").wait_for()
        settle(page)
        return page

    return open_


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="Merge step")


def go_to_page(page: Any, name: str) -> None:
    page.get_by_test_id("stTopNavLink").filter(has_text=re.compile(f"^{name}$")).click()


def wait_for_words(page: Any, words: str) -> None:
    page.wait_for_function("words => location.search === words", arg=words)


def test_a_first_visit_begins_at_step_0(app: Callable) -> None:
    page = app()
    expect(slider(page)).to_have_value("0")
    wait_for_words(page, "")


def test_steps_on_the_first_screen_cost_the_server_nothing(app: Callable, frames: Frames) -> None:
    page = app()
    before = frames.sent
    slider(page).focus()
    for _ in range(30):
        slider(page).press("ArrowRight")
    expect(slider(page)).to_have_value("30")
    wait_for_words(page, "?step=30")
    assert frames.sent == before
    slider(page).hover()
    page.mouse.down()
    page.mouse.move(640, 300, steps=10)
    page.mouse.up()
    assert frames.sent == before
    page.get_by_test_id("stSidebar").hover()
    page.get_by_role("textbox", name="Text", exact=True).focus()
    settle(page)
    assert frames.sent - before <= 2


def test_an_open_table_is_told_each_step(app: Callable) -> None:
    page = app("?sample=toy_words&explore_tab=Pair+counts")
    tok = bpeviz.train(TOY, num_merges=300)
    for step in (1, 2):
        slider(page).press("ArrowRight")
        pairs = len(tok.trace(TOY).pair_counts(step))
        page.get_by_text(f"{pairs} different pairs.").wait_for()


@pytest.mark.slow
def test_a_tab_that_is_opened_at_once_has_the_step(app: Callable) -> None:
    page = app("?sample=toy_words")
    slider(page).focus()
    for _ in range(4):
        slider(page).press("ArrowRight")
    page.get_by_role("tab", name="Token table").click()
    tokens = bpeviz.train(TOY, num_merges=300).trace(TOY).token_counts[4]
    page.get_by_text(f"Step 4: {tokens} tokens").wait_for()


@pytest.mark.parametrize("again", sparing(range(5), 0))
def test_another_page_that_is_opened_at_once_has_the_step(app: Callable, again: int) -> None:
    page = app(f"?sample=toy_words&num_merges={10 + again}")
    slider(page).focus()
    for _ in range(3 + again):
        slider(page).press("ArrowRight")
    go_to_page(page, "Files")
    page.get_by_role("heading", name="Files", exact=True).wait_for()
    wait_for_words(page, f"?sample=toy_words&num_merges={10 + again}&step={3 + again}")
    # The server knows it too.
    go_to_page(page, "Encode")
    expect(slider(page)).to_have_value(str(3 + again))
    page.get_by_text(re.compile(rf"step {3 + again}\b")).first.wait_for()


@pytest.mark.slow
def test_pages_clicked_one_after_the_other_keep_the_step(app: Callable) -> None:
    page = app("?sample=toy_words")
    slider(page).press("ArrowRight")
    for name in ("Encode", "Unicode", "Files", "Explore"):
        if name in ("Unicode", "Files"):
            slider(page).press("ArrowRight")
        go_to_page(page, name)
        page.get_by_role("heading", name=name, exact=True).wait_for()
    expect(slider(page)).to_have_value("3")
    wait_for_words(page, "?sample=toy_words&step=3")


@pytest.mark.slow
def test_a_training_that_ends_leaves_the_step_alone(app: Callable) -> None:
    page = app("?sample=toy_words")
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill("".join(f"{n * n * 7919 % 1_000_003:o} " for n in range(8_000)))
    box.press("Control+Enter")
    slider(page).focus()
    pressed = 0
    while slider(page).get_attribute("max") != "300":
        if pressed < 12:
            slider(page).press("ArrowRight")
            pressed += 1
        page.wait_for_timeout(20)
    expect(slider(page)).to_have_value(str(pressed))
    settle(page)
    expect(slider(page)).to_have_value(str(pressed))
    assert pressed > 0


def test_a_session_is_saved_with_the_step(app: Callable, frames: Frames, tmp_path: Path) -> None:
    page = app("?sample=toy_words")
    slider(page).press("ArrowRight")
    slider(page).press("ArrowRight")
    before = frames.sent
    page.get_by_role("button", name="Session").click()
    while frames.sent == before:
        page.wait_for_timeout(20)
    settle(page)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save session").click()
    file = tmp_path / "session.json"
    caught.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["step"] == 2


@pytest.mark.slow
def test_a_talk_keeps_the_step_on_the_way_there_and_back(app: Callable) -> None:
    page = app("?sample=toy_words")
    slider(page).press("ArrowRight")
    page.get_by_role("button", name="Talk mode").click()
    page.get_by_role("button", name="End talk").wait_for()
    expect(slider(page)).to_have_value("1")
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Explore").wait_for()
    expect(slider(page)).to_have_value("2")
    page.get_by_role("tab", name="Token table").click()
    page.get_by_text("Step 2:").wait_for()
