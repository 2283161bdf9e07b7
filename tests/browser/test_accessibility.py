"""Accessibility: axe on every page in both themes, the keyboard, what is announced, motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpeviz.app.explore import parts
from tests.browser.settling import darken, lighten, settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

PAGES = [
    "?mode=character&alphabet=lowercase&sample=yoruba&shown_text=l%E1%BB%8D%CC%80+s%C3%AD+oko",
    "?mode=bite&shown_text=Another+text&probe=l%E1%BB%8Dw",
    "?sample=toy_words&talk=1",
    "compare",
    "compare?talk=1",
    "unicode_lens",
    "languages",
    "encode",
    "vocabulary",
    "split_patterns",
    "fails",
    "fails?fails_open=spellings",
    "files",
]
#: Parts that are Streamlit's own and cannot be changed from here, and what axe says of them.
OF_STREAMLIT = {
    "[data-testid=stSidebarNav]": "on a narrow screen: a list with sections between its items",
    "kbd": "the contrast of the key on a button with a shortcut",
}


@pytest.fixture
def app(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Callable:
    def open_(path: str = "", **options: Any) -> Any:
        page = open_page(f"{serve('streamlit_app.py')}/{path}", **options)
        page.set_default_timeout(40_000)
        page.locator(
            "[data-testid=stMainBlockContainer] h2, [data-testid=scrubber]"
        ).first.wait_for()
        settle(page)
        return page

    return open_


ALL_RULES = {"resultTypes": ["violations"]}
#: What can differ from theme to theme.
OF_COLOURS = ALL_RULES | {"runOnly": ["color-contrast", "link-in-text-block"]}


def violations(page: Any, rules: dict[str, Any] = ALL_RULES) -> list[str]:
    context = {"exclude": [[selector] for selector in OF_STREAMLIT]}
    found = axe.Axe().run(page, context=context, options=rules).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:200]}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def check_in_both_themes(page: Any, what: object = "") -> None:
    """All rules in the light theme, those of colours in the dark one too."""
    assert violations(page) == [], what
    darken(page)
    assert violations(page, OF_COLOURS) == [], what


@pytest.mark.parametrize("path", sparing(PAGES))
def test_axe_finds_nothing_serious(app: Callable, path: str) -> None:
    check_in_both_themes(app(path))


@pytest.mark.slow
def test_axe_finds_nothing_in_the_tabs(app: Callable) -> None:
    page = app("?sample=toy_words")
    for tab in parts.TABS:
        page.get_by_role("tab", name=tab).click()
        settle(page)
        check_in_both_themes(page, tab)
        lighten(page)


@pytest.mark.slow
def test_axe_finds_nothing_on_the_walk(app: Callable) -> None:
    page = app("walk")
    for number in range(1, 10):
        page.get_by_role("heading", level=3, name=f"{number}. ").wait_for()
        settle(page)
        check_in_both_themes(page, number)
        lighten(page)
        if number < 9:
            page.get_by_role("button", name="Next", exact=True).click()


@pytest.mark.slow
def test_axe_finds_nothing_in_what_opens(app: Callable) -> None:
    page = app("?sample=toy_words")
    page.get_by_role("button", name="Session").click()
    settle(page)
    check_in_both_themes(page, "session")
    page.keyboard.press("Escape")
    lighten(page)
    page.get_by_role("button", name="Keys").click()
    check_in_both_themes(page, "keys")
    page.keyboard.press("Escape")
    lighten(page)
    page.get_by_test_id("token").nth(3).click()
    page.get_by_role("dialog", name="About this token").wait_for()
    check_in_both_themes(page, "card")
    lighten(page)
    page.get_by_test_id("stExpander").filter(has_text="More").first.click()
    settle(page)
    check_in_both_themes(page, "more")


@pytest.mark.parametrize("path", sparing(["compare", "", "walk?walk_stop=5"], 0))
def test_narrow_pages_pass_too(app: Callable, path: str) -> None:
    assert violations(app(path, width=390, height=844)) == []


# --- the keyboard -------------------------------------------------------------------------------

FOCUSED = """() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent
    || element.textContent.trim() || element.title || element.id;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return { name: name.slice(0, 60), own: element.getRootNode() instanceof ShadowRoot,
    seen: box.width > 0 && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
}"""


def walked(page: Any, presses: int) -> list[dict]:
    found = []
    for _ in range(presses):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused:
            found.append(focused)
    return found


def test_everything_on_explore_is_reached_with_the_tab_key(app: Callable) -> None:
    page = app("?sample=toy_words")
    page.evaluate("() => document.querySelector('.stMainBlockContainer h2').focus()")
    found = walked(page, 60)
    names = " | ".join(one["name"] for one in found)
    for name in (
        "Copy link",
        "Talk mode",
        "Session",
        "First step",
        "Step back",
        "Play",
        "Step forward",
        "Last step",
        "Next change here",
        "Speed",
        "Keys",
        "Merge step",
        "Show white space",
        "Charts",
        "Corpus",
        "Merges",
    ):
        assert name in names, name


@pytest.mark.parametrize("path", sparing(["?talk=1", "?sample=toy_words", "?explore_tab=Pictures"]))
def test_the_focus_is_seen(app: Callable, path: str) -> None:
    page = app(path)
    for change in (settle, darken):
        change(page)
        found = [one for one in walked(page, 60) if one["own"]]
        assert found and [one for one in found if not one["seen"]] == []


def test_tokens_are_walked_with_arrows_and_opened_with_enter(app: Callable) -> None:
    page = app("?sample=toy_words&step=0")
    page.get_by_test_id("token").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate(FOCUSED)
    assert "token" in focused["name"] and focused["seen"]
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="About this token").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="About this token").wait_for(state="hidden")


# --- what is heard ------------------------------------------------------------------------------


def test_the_step_is_announced_politely(app: Callable) -> None:
    page = app("?sample=toy_words&mode=character&step=0")
    live = page.get_by_test_id("scrubber").locator("[role=status][aria-live=polite]")
    page.get_by_role("button", name="Step forward").press("Enter")
    sync_api.expect(live).to_contain_text("#1")
    assert "tokens" in live.text_content()
    slider = page.get_by_role("slider", name="Merge step")
    assert "step 1 of" in slider.get_attribute("aria-valuetext")


def test_names_and_roles_of_the_scrubber(app: Callable) -> None:
    page = app("?sample=toy_words")
    page.get_by_role("region", name="Merges, step by step").wait_for()
    page.get_by_role("group", name="Move through the merges").wait_for()
    page.get_by_role("region", name="Tokens", exact=True).wait_for()
    assert page.get_by_role("img", name="Tokens per byte over the merges").count() == 1


def test_the_tokens_are_there_as_a_table(app: Callable) -> None:
    page = app("?sample=toy_words&mode=character&num_merges=10&step=10&explore_tab=Token+table")
    table = page.get_by_role("table", name="Step 10")
    table.wait_for()
    heads = table.get_by_role("columnheader").all_inner_texts()
    assert heads == ["Place", "Token", "Id", "Bytes", "Made at step"]
    cells = table.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    assert cells == ["low_", "16", "6C 6F 77 5F", "6"]
    assert table.get_by_role("row").count() == 1 + page.get_by_test_id("token").count()


# --- motion -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_of_ours_moves_by_itself(app: Callable) -> None:
    page = app("?sample=toy_words", reduced_motion="reduce")
    page.get_by_role("button", name="Step forward").click()
    moving = """() => [...document.querySelectorAll('*')].flatMap((e) =>
      e.shadowRoot ? e.shadowRoot.getAnimations().map((a) => a.animationName ?? String(a)) : [])"""
    assert page.evaluate(moving) == []


def test_in_forced_colours_lines_say_what_grounds_do(app: Callable[..., Any]) -> None:
    """Where the system sets all colours: tokens, what a merge joins and what is chosen have frames."""
    page = app("?sample=toy_words&step=3")
    page.emulate_media(forced_colors="active")

    def outlines(found: Any) -> set[str]:
        style = "es => [...new Set(es.map(e => getComputedStyle(e).outlineStyle))]"
        return set(found.evaluate_all(style))

    radios = page.locator('[data-testid="stButtonGroup"] [role="radio"]')
    assert outlines(radios.and_(page.locator('[aria-checked="true"]'))) == {"solid"}
    assert outlines(radios.and_(page.locator('[aria-checked="false"]'))) == {"none"}
    assert outlines(page.get_by_test_id("token")) >= {"solid", "double"}
    assert outlines(page.locator(".ring-left, .ring-right")) == {"double"}
