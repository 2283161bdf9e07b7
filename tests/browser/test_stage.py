"""Links, session files, talk mode and the guided walk, as a person with a browser uses them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.browser.settling import darken, settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser

OWN = "ìlù ìlú ilé 👍🏽 low lower lowest & <b>50%</b> #1 + ?\nìlú ńlá ńlá\n" * 2


def tokens(page: Any) -> list[int]:
    page.get_by_test_id("token").first.wait_for()
    found = page.get_by_test_id("token")
    return found.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="Merge step")


def step(page: Any) -> int:
    page.get_by_test_id("token").first.wait_for()
    return int(slider(page).input_value())


def wait_for_step(page: Any, number: int) -> None:
    page.wait_for_function(
        "n => document.querySelector('[data-testid=scrubber] input[type=range]')?.value === n"
        " || [...document.querySelectorAll('*')].some((e) =>"
        " e.shadowRoot?.querySelector('.scrubber input[type=range]')?.value === n)",
        arg=str(number),
    )


def wait_for_address(page: Any, part: str) -> None:
    page.wait_for_function("part => location.search.includes(part)", arg=part)
    settle(page)


def words(page: Any) -> dict[str, str]:
    return {k: v[-1] for k, v in parse_qs(urlsplit(page.url).query, keep_blank_values=True).items()}


# --- permalinks ---------------------------------------------------------------------------------

SETTINGS = [
    {"sample": "yoruba", "mode": "byte", "num_merges": "120", "step": "37"},
    {"text": OWN, "mode": "character", "num_merges": "30", "end_of_word": "</w>", "step": "3"},
    {"text": OWN, "pattern": "gpt2", "normalization": "NFD", "default_tokens": " lo\nwer"},
    {"sample": "runs_and_ties", "tie_break": "smallest-ids", "documents": "lines", "step": "0"},
]


@pytest.mark.parametrize("settings", sparing(SETTINGS))
def test_a_link_opens_the_same_screen_in_another_browser(app: Callable, settings: dict) -> None:
    mine = app(f"?{urlencode(settings)}")
    slider(mine).press("ArrowRight")
    wait_for_address(mine, f"step={step(mine)}")
    theirs = app(mine.url.split("/", 3)[3])
    assert theirs.url == mine.url
    assert step(theirs) == step(mine) > 0
    assert tokens(theirs) == tokens(mine)


def test_the_link_gives_the_tokens_of_the_engine(app: Callable) -> None:
    page = app(f"?{urlencode({'text': OWN, 'mode': 'byte', 'num_merges': 20, 'step': 11})}")
    trace = bpeviz.train(OWN, mode="byte", num_merges=20).trace(OWN)
    assert tokens(page) == trace.ids(11)


@pytest.mark.slow
def test_steps_and_settings_stay_together_in_the_address(app: Callable) -> None:
    page = app("?sample=toy_words&mode=byte&step=2")
    page.wait_for_timeout(2500)  # From then on the browser writes the steps alone.
    slider(page).press("ArrowRight")
    wait_for_address(page, "step=3")
    page.get_by_role("tab", name="Merges so far").click()
    slider(page).press("ArrowRight")
    wait_for_address(page, "explore_tab=")
    wait_for_address(page, "step=4")
    expected = {"sample": "toy_words", "mode": "byte", "step": "4", "explore_tab": "Merges so far"}
    page.wait_for_timeout(2500)
    assert words(page) == expected
    assert step(app("?" + page.url.partition("?")[2])) == 4


@pytest.mark.slow
def test_how_the_text_looks_outlives_a_change_of_page_and_travels(app: Callable) -> None:
    page = app("?sample=toy_words")
    page.get_by_role("checkbox", name="Show white space").uncheck()
    wait_for_address(page, "white_space=0")
    page.get_by_role("checkbox", name="Skip quiet merges").check()
    wait_for_address(page, "skip_quiet=1")
    assert words(page) == {"sample": "toy_words", "white_space": "0", "skip_quiet": "1"}
    page.get_by_role("button", name="Talk mode").click()
    page.locator(".scrubber.talk").wait_for()
    assert page.locator(".scrubber.signs").count() == 0
    wait_for_address(page, "talk=1")
    other = app(f"compare?{page.url.partition('?')[2]}".replace("talk=1", "talk=0"))
    assert not other.get_by_role("checkbox", name="Show white space").is_checked()
    assert other.get_by_role("checkbox", name="Skip quiet merges").is_checked()
    other.get_by_role("checkbox", name="Show white space").check()
    wait_for_address(other, "sample=toy_words&skip_quiet=1")
    assert "white_space" not in words(other)


def marked(page: Any) -> list[int]:
    found = page.locator(".text .marked")
    found.first.wait_for()
    return found.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")


def test_the_marked_token_travels(app: Callable) -> None:
    page = app("?step=200")
    chosen = tokens(page)[5]
    page.get_by_test_id("token").nth(5).click()
    wait_for_address(page, f"marked={chosen}")
    theirs = app(page.url.split("/", 3)[3])
    assert marked(theirs) == [chosen] * tokens(page).count(chosen)
    theirs.get_by_role("link", name="Encode").click()
    theirs.get_by_role("heading", name="Encode").wait_for()
    settle(theirs)
    assert set(marked(theirs)) <= {chosen} and f"marked={chosen}" in theirs.url
    # An id means nothing under another tokenizer.
    theirs.get_by_text("Byte", exact=True).click()
    wait_for_address(theirs, "mode=byte")
    assert "marked" not in words(theirs)


@pytest.mark.slow
def test_the_marked_token_of_the_right_side_travels(app: Callable) -> None:
    page = app("compare")
    right = page.get_by_test_id("pane").nth(1).get_by_test_id("token")
    right.nth(3).click()
    wait_for_address(page, "marked=2%3A")
    chosen = int(words(page)["marked"].removeprefix("2:"))
    theirs = app(page.url.split("/", 3)[3])
    assert set(marked(theirs.get_by_test_id("pane").nth(1))) == {chosen}
    assert theirs.url == page.url


def test_usual_values_stay_out_of_the_address(app: Callable) -> None:
    page = app()
    assert words(page) == {}
    page.get_by_text("Byte", exact=True).click()
    wait_for_address(page, "mode=byte")
    assert words(page) == {"mode": "byte"}


@pytest.mark.slow
def test_back_and_forward_walk_through_settings_not_steps(app: Callable) -> None:
    page = app("?sample=toy_words&mode=byte&step=2")
    slider(page).press("ArrowRight")
    wait_for_address(page, "step=3")
    slider(page).press("ArrowRight")
    wait_for_address(page, "step=4")
    page.get_by_text("Character", exact=True).click()
    wait_for_address(page, "mode=character")
    character = tokens(page)
    page.go_back()
    wait_for_address(page, "mode=byte")
    assert words(page) == {"sample": "toy_words", "mode": "byte", "step": "4"}
    assert step(page) == 4 and tokens(page) != character
    page.go_forward()
    wait_for_address(page, "mode=character")
    assert words(page)["mode"] == "character" and tokens(page) == character


def test_back_leads_to_the_page_before_with_its_settings(app: Callable) -> None:
    page = app("?sample=emoji&explore_tab=Pictures")
    page.get_by_role("link", name="Walk", exact=True).click()
    page.get_by_role("heading", name="Walk").wait_for()
    settle(page)
    assert words(page) == {"sample": "emoji"}
    page.go_back()
    page.get_by_role("heading", name="Explore").wait_for()
    settle(page)
    assert words(page) == {"sample": "emoji", "explore_tab": "Pictures"}
    assert page.get_by_role("tab", name="Pictures").get_attribute("aria-selected") == "true"


NONSENSE = [
    "?mode=bite&num_merges=-4&step=x",
    "?sample=nope&text=~zzz",
    "?pattern=own+pattern&own_pattern=(((",
    "?mode=character&alphabet=own&end_of_word=much+too+long+for+this",
    "?num_merges=99999999999999999999&min_count=0",
    "?explore_tab=Nothing&shown_text=Nobody&picture_lines=-1",
    "?foo=%00%ff&=&&&%",
    "walk?walk_stop=77&walk_text=",
    "?talk=1&mode=bite",
    "?talk=yes",
    "compare?compare_a_form=NFX&compare_step=-5",
]


@pytest.mark.parametrize("path", sparing(NONSENSE, 4))
def test_nonsense_gives_defaults_and_a_notice(app: Callable, path: str) -> None:
    page = app(path)
    page.locator("[data-testid=stAlert], [data-testid=stToast]").first.wait_for()
    assert page.get_by_test_id("stException").count() == 0
    assert "Traceback" not in page.inner_text("body")


@pytest.mark.parametrize(
    "path", sparing(["encode", "walk", "fails", "", "compare", "languages", "vocabulary"], 3)
)
def test_every_page_opens_from_its_own_address(app: Callable, path: str) -> None:
    page = app(f"{path}?sample=toy_words&num_merges=7")
    assert words(page) == {"sample": "toy_words", "num_merges": "7"}
    assert page.get_by_test_id("stException").count() == 0


def test_copying_is_one_click_or_one_key(app: Callable) -> None:
    page = app("?sample=yoruba&step=5", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied.").wait_for()
    read = "() => navigator.clipboard.readText()"
    assert page.evaluate(read) == page.url
    slider(page).press("ArrowRight")
    wait_for_address(page, "step=6")
    page.keyboard.press("l")
    page.get_by_text("Link copied.").wait_for()
    assert page.evaluate(read) == page.url and "step=6" in page.url


def test_the_key_types_in_a_field(app: Callable) -> None:
    page = app(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("() => navigator.clipboard.writeText('mine')")
    page.get_by_role("textbox", name="Text", exact=True).press("l")
    assert page.evaluate("() => navigator.clipboard.readText()") == "mine"


@pytest.mark.slow
def test_a_long_text_travels_as_the_session_file(app: Callable, tmp_path: Path) -> None:
    long = "".join(chr(0x4E00 + (i * i * 7919 + i // 3) % 20_000) for i in range(9_000))
    page = app("?num_merges=5&mode=byte", permissions=["clipboard-read", "clipboard-write"])
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill(long)
    box.press("Control+Enter")
    settle(page)
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("status").filter(has_text="too long for a link").wait_for()
    assert len(page.url) < 300
    other = app(page.url.split("/", 3)[3])
    assert "session file" in other.get_by_test_id("stAlert").first.inner_text()
    file = tmp_path / "session.json"
    save_session(page, file)
    assert json.loads(file.read_text(encoding="utf-8"))["text"] == long
    open_session(other, file)
    assert tokens(other) == tokens(page)
    assert words(other) == words(page)


# --- the session file ---------------------------------------------------------------------------


def save_session(page: Any, file: Path) -> None:
    page.get_by_role("button", name="Session").click()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save session").click()
    caught.value.save_as(file)
    page.keyboard.press("Escape")


def open_session(page: Any, file: Path) -> None:
    page.get_by_role("button", name="Session").click()
    page.get_by_test_id("stPopoverBody").locator("input[type=file]").set_input_files(file)
    settle(page)
    page.wait_for_timeout(600)
    settle(page)


def test_a_session_comes_back_from_its_file(app: Callable, tmp_path: Path) -> None:
    mine = app("walk?walk_stop=5&walk_text=aaa+aab+abb&walk_merges=3&sample=yoruba&mode=byte")
    file = tmp_path / "session.json"
    save_session(mine, file)
    theirs = app()
    open_session(theirs, file)
    theirs.get_by_role("heading", name="Walk").wait_for()
    settle(theirs)
    assert words(theirs) == words(mine)
    assert tokens(theirs) == tokens(mine)


NO_SESSIONS = [b'{"a": [1,}', b"\x00\xff", b"[]", b'{"version": "1.0"}']


@pytest.mark.slow
def test_a_file_that_is_no_session_changes_nothing(app: Callable, tmp_path: Path) -> None:
    page = app("?sample=toy_words&mode=byte&num_merges=9")
    before = tokens(page)
    for number, content in enumerate(NO_SESSIONS):
        file = tmp_path / f"wrong{number}.json"
        file.write_bytes(content)
        open_session(page, file)
        said = page.get_by_text("Nothing was changed").filter(has_text=file.name)
        said.wait_for()
        page.keyboard.press("Escape")
        assert words(page) == {"sample": "toy_words", "mode": "byte", "num_merges": "9"}
        assert tokens(page) == before


# --- talk mode ----------------------------------------------------------------------------------


def test_a_talk_is_walked_with_keys_alone(app: Callable) -> None:
    page = app("?talk=1&sample=toy_words&mode=character&num_merges=10&step=0")
    trace = bpeviz.train(samples()["toy_words"].text, mode="character", num_merges=10).trace(
        samples()["toy_words"].text
    )
    expected = 0
    for key, target in [
        ("PageDown", 1),
        ("PageDown", 2),
        ("ArrowRight", 3),
        ("PageUp", 2),
        ("ArrowLeft", 1),
        ("5", 5),
        ("9", 9),
        ("End", 10),
        ("Home", 0),
    ]:
        page.keyboard.press(key)
        wait_for_step(page, target)
        assert tokens(page) == trace.ids(target), key
        expected = target
    assert expected == 0
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="hidden")
    assert page.get_by_role("button", name="End talk").is_visible()
    page.keyboard.press(" ")
    wait_for_step(page, 10)
    page.keyboard.press("3")
    wait_for_step(page, 3)
    wait_for_address(page, "step=3")
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Explore").wait_for()
    settle(page)
    assert step(page) == 3 and tokens(page) == trace.ids(3)
    assert "talk" not in words(page)


READABLE = """() => {
  const host = [...document.querySelectorAll('*')].find((e) => e.shadowRoot?.querySelector('.scrubber'));
  const root = host.shadowRoot;
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...root.querySelectorAll('[data-testid=token]')].map((token) => {
    const { color, backgroundColor, fontSize } = getComputedStyle(token);
    const [low, high] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
    return { size: parseFloat(fontSize), contrast: (high + 0.05) / (low + 0.05) };
  });
}"""


@pytest.mark.parametrize(
    "path", sparing(["?talk=1&sample=yoruba", "compare?talk=1", "languages?talk=1"])
)
def test_the_back_row_can_read_it(app: Callable, path: str) -> None:
    page = app(path)
    tokens(page)
    for change in (settle, darken):
        change(page)
        seen = page.evaluate(READABLE)
        assert min(token["size"] for token in seen) >= 28
        assert min(token["contrast"] for token in seen) >= 7
    for hidden in ("stSidebar", "stHeader"):
        assert not page.get_by_test_id(hidden).first.is_visible()
    assert page.locator("h2").count() == 0 and page.get_by_role("tab").count() == 0
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight + 1")


def test_one_switch_begins_a_talk_and_one_button_ends_it(app: Callable) -> None:
    page = app("?sample=toy_words&step=4")
    before = tokens(page)
    page.get_by_role("button", name="Talk mode").click()
    page.get_by_role("button", name="End talk").wait_for()
    settle(page)
    assert words(page)["talk"] == "1" and tokens(page) == before and step(page) == 4
    page.get_by_role("button", name="End talk").click()
    page.get_by_role("heading", name="Explore").wait_for()
    settle(page)
    assert words(page) == {"sample": "toy_words", "step": "4"}


# --- the guided walk ----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_walk_is_walked_with_the_keyboard(app: Callable) -> None:
    page = app("walk")
    titles = []
    for number in range(1, 10):
        page.get_by_role("heading", level=3, name=f"{number}. ").wait_for()
        settle(page)
        titles.append(page.get_by_role("heading", level=3).first.inner_text())
        if number < 9:
            page.get_by_role("button", name="Next", exact=True).press("Enter")
    assert len(set(titles)) == 9
    assert words(page) == {"walk_stop": "9"}
    page.go_back()
    page.get_by_role("heading", level=3, name="8. ").wait_for()


def test_the_numbers_of_the_walk_are_computed(app: Callable) -> None:
    page = app("walk?walk_stop=3")
    text = "hug pug pun bun hugs hug pug"
    box = page.get_by_role("textbox", name="The text")
    box.fill(text)
    box.press("Control+Enter")
    settle(page)
    rows = page.locator(".walk-table tbody tr").all_inner_texts()
    trace = bpeviz.train(text, mode="character", num_merges=10).trace(text)
    counts = sorted(trace.pair_counts(0).values(), reverse=True)
    assert [int(row.split("\t")[1]) for row in rows] == counts[:14]
    first = trace.tokenizer.merges[0]
    assert f"{trace.pair_counts(0)[first.left, first.right]} times" in page.inner_text("body")


@pytest.mark.slow
def test_the_walk_goes_on_in_explore(app: Callable) -> None:
    page = app("walk?walk_stop=9&walk_corpus=abc+abd+abc+abd&walk_byte_merges=3")
    page.get_by_role("button", name="Take this to Explore").click()
    page.get_by_role("heading", name="Explore").wait_for()
    settle(page)
    # The sentence of the stop, after all merges.
    trace = bpeviz.train(
        "abc abd abc abd", mode="regex", num_merges=3, default_tokens=[" at", " how"]
    ).trace("This is how we see it")
    assert step(page) == trace.steps and tokens(page) == trace.ids(trace.steps)
    slider(page).press("Home")
    assert tokens(page) == trace.ids(0)
    page.go_back()
    page.get_by_role("heading", level=3, name="9. ").wait_for()
