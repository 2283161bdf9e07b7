"""Links and session files that people have, opened in a browser; see ``tests.app.test_frozen``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.app.test_frozen import DRAWN, FROZEN
from tests.browser.settling import settle
from tests.sparing import sparing

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.browser

LOW_AT_FOUR = [11, 11, 10, 0, 5, 6, 8, 12, 7, 0, 4, 8, 12, 7, 0, 4, 8]


@pytest.fixture
def app(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Callable:
    def open_(path: str) -> Any:
        page = open_page(f"{serve('streamlit_app.py')}/{path}")
        page.get_by_test_id("token").first.wait_for()
        settle(page)
        return page

    return open_


def tokens(page: Any) -> list[int]:
    found = page.get_by_test_id("token")
    return found.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")


def words(page: Any) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.url).query, keep_blank_values=True))


@pytest.mark.parametrize(("name", "query", "key", "step", "ids"), sparing(DRAWN))
def test_a_link_draws_these_tokens(
    app: Callable, name: str, query: str, key: str, step: int, ids: list[int]
) -> None:
    page = app(f"{'' if name == 'explore' else name}?{query}")
    slider = page.get_by_role("slider", name="Merge step")
    sync_api.expect(slider).to_have_value(str(step))
    assert tokens(page) == ids
    assert words(page) == dict(parse_qsl(query))


@pytest.mark.slow
def test_a_session_file_draws_these_tokens(app: Callable) -> None:
    page = app("")
    page.get_by_role("button", name="Session").click()
    chooser = page.get_by_test_id("stPopoverBody").locator("input[type=file]")
    chooser.set_input_files(FROZEN / "explore.json")
    slider = page.get_by_role("slider", name="Merge step")
    sync_api.expect(slider).to_have_value("4")
    assert tokens(page) == LOW_AT_FOUR
    opened = page.get_by_role("tab", name="Merges so far")
    sync_api.expect(opened).to_have_attribute("aria-selected", "true")
    assert not page.get_by_role("checkbox", name="Show white space").is_checked()
