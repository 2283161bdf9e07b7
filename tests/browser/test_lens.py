"""Unicode and Splits, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.sparing import sparing

pytestmark = pytest.mark.browser

READY = {"unicode_lens": ".ul-grid", "split_patterns": ".sp-line"}


@pytest.fixture
def visit(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Any:
    """``visit("unicode_lens", {"lens_text": "a"})`` opens a page and waits for its picture."""

    def open_(path: str, query: dict[str, str] | None = None, **options: Any) -> Any:
        page = open_page(f"{serve('streamlit_app.py')}/{path}?{urlencode(query or {})}", **options)
        page.locator(READY[path]).first.wait_for()
        return page

    return open_


def scrub_to(page: Any, step: int) -> None:
    page.get_by_role("slider", name="Merge step").evaluate(
        "(input, k) => { input.value = k; input.dispatchEvent(new Event('input', {bubbles: true}));"
        " input.dispatchEvent(new Event('change', {bubbles: true})); }",
        step,
    )


def write(page: Any, label: str, text: str) -> None:
    box = page.get_by_label(label, exact=True)
    box.fill(text)
    box.press("Control+Enter")


def test_the_diagram_follows_the_step(visit):
    page = visit("unicode_lens", {"text": "ọ̀ " * 9, "lens_text": "ọ̀", "mode": "byte", "step": "0"})
    assert page.locator(".ul-cut").count() == 4
    assert page.locator(".ul-cut.deep").count() == 3
    page.get_by_role("slider", name="Merge step").focus()
    page.keyboard.press("End")
    page.locator(".ul-facts", has_text="No token border").wait_for()
    assert page.locator(".ul-cut").count() == 0
    scrub_to(page, 1)
    page.locator(".ul-facts", has_text="1 grapheme").wait_for()


def test_nfc_is_used_as_corpus_and_the_tokens_follow(visit):
    page = visit("unicode_lens")
    page.get_by_role("button", name="Apply NFC and use as corpus").click()
    page.get_by_text("17 code points became 14. The text is now the corpus.").wait_for()
    side = page.get_by_test_id("stSidebar").get_by_role("textbox", name="Text", exact=True)
    # Four spellings of one letter are one now; the line below is another mark than the dot.
    expect(side).to_have_value(" ".join(["\u1ecd\u0300"] * 4 + ["\u00f2\u0329"]))


def test_a_fix_is_applied_to_the_text(visit):
    page = visit("unicode_lens", {"lens_text": "a\u00a0b", "lens_tab": "What is odd"})
    page.get_by_text("U+00A0 NO-BREAK SPACE").first.wait_for()
    page.get_by_role("button", name="Fix", exact=True).click()
    page.get_by_text("Nothing is odd in this text.").wait_for()
    assert page.get_by_label("Text to look at").input_value() == "a b"
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("U+00A0 NO-BREAK SPACE").first.wait_for()


def test_a_pattern_is_chosen_corrected_and_trained_with(visit):
    page = visit("split_patterns", {"split_a": "own", "split_a_own": "a|(["})
    page.get_by_text("unterminated character set").wait_for()
    write(page, "Left pattern of your own", r"\p{L}+|\s|[!?]")
    page.get_by_text("5 characters match no alternative (in 3 places)").wait_for()
    page.get_by_role("button", name="Train with this pattern").first.click()
    page.get_by_text("The sidebar now trains with this pattern.").wait_for()
    own = page.get_by_test_id("stSidebar").get_by_role("textbox", name="Your pattern")
    assert own.input_value() == r"\p{L}+|\s|[!?]"


EVIL = '<img src=x onerror="window.hit=1"><script>window.hit=1</script> </style>\''


@pytest.mark.parametrize("path", sparing(READY))
def test_it_fits_and_runs_nothing(visit, path):
    texts = {"lens_text": EVIL} if path == "unicode_lens" else {"split_text": EVIL}
    page = visit(path, texts, height=844)
    for width, theme in ((1280, "light"), (1280, "dark"), (390, "dark"), (390, "light")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(500)
        assert page.evaluate("window.hit") is None
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        main = page.get_by_test_id("stMain")
        assert main.evaluate("e => e.scrollWidth <= e.clientWidth")
        assert page.get_by_test_id("stException").count() == 0
