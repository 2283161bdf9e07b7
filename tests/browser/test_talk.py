"""Talk mode on every page, walked by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpeviz.failures import FAILURES
from tests.browser.settling import settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser


def text(page: Any) -> str:
    """The text of the first pane, as it is drawn."""
    page.get_by_test_id("token").first.wait_for()
    return page.get_by_test_id("pane").first.locator(".text").inner_text()


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="Merge step")


def wait_for_step(page: Any, number: int) -> None:
    page.wait_for_function(
        "n => [...document.querySelectorAll('*')].some((e) =>"
        " e.shadowRoot?.querySelector('.scrubber input[type=range]')?.value === n)",
        arg=str(number),
    )


PAGES = {
    "?sample=toy_words&": ("Explore", "low"),
    "walk?walk_stop=5&walk_text=wa+wawa+wawawa&": ("Walk", "wawawa"),
    "compare?": ("Compare", ""),
    "unicode_lens?lens_text=zebra+quagga&": ("Unicode", "quagga"),
    "languages?": ("Languages", ""),
    "encode?encode_text=zebra+quagga&": ("Encode", "quagga"),
    "fails?fails_open={failure}&": ("", ""),
}


@pytest.mark.parametrize("path", sparing(PAGES))
def test_every_page_stages_its_own_and_is_walked_by_keys(app: Callable, path: str) -> None:
    failure = FAILURES[0]
    page = app(f"{path.format(failure=failure.key)}talk=1")
    heading, own = PAGES[path]
    assert own in text(page)
    if not heading:
        heading = failure.title
        assert failure.line in page.inner_text("body")
    assert page.get_by_test_id("stException").count() == 0
    assert page.get_by_test_id("stAlert").count() == 0
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    for key, target in [("PageDown", 1), ("PageDown", 2), ("PageUp", 1), ("ArrowRight", 2)]:
        page.keyboard.press(key)
        wait_for_step(page, target)
    settle(page)
    page.keyboard.press("Escape")
    page.get_by_role("heading", name=heading, exact=True).wait_for()
    settle(page)
    assert "talk=" not in page.url
    for word in path.partition("?")[2].format(failure=failure.key).split("&"):
        assert word in page.url


@pytest.mark.slow
def test_splits_stages_its_chunks(app: Callable) -> None:
    page = app("split_patterns?split_text=zebra+quagga&talk=true")
    assert [len(line.locator(".sp-c").all()) for line in page.locator(".sp-line").all()] == [2, 2]
    size = page.locator(".sp-line").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 28
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Splits", exact=True).wait_for()
    settle(page)
    assert page.get_by_role("textbox", name="Text to cut").input_value() == "zebra quagga"


@pytest.mark.parametrize(
    ("path", "heading"),
    sparing([("vocabulary", "Vocabulary"), ("files", "Files"), ("fails", "Failures")]),
)
def test_pages_without_a_stage_say_so(app: Callable, path: str, heading: str) -> None:
    page = app(f"{path}?talk=1")
    page.get_by_role("heading", name=heading, exact=True).wait_for()
    assert page.get_by_text("This page has no talk mode").is_visible()
    assert page.get_by_role("button", name="Talk mode").count() == 0
    assert page.get_by_test_id("stException").count() == 0
    page.get_by_role("button", name="End talk").click()
    page.get_by_text("This page has no talk mode").wait_for(state="hidden")
    settle(page)
    assert "talk=" not in page.url
    page.wait_for_function("() => document.activeElement?.localName === 'h2'")


INSIDE = """() => {
  const host = [...document.querySelectorAll('*')].find((e) => e.shadowRoot?.querySelector('.scrubber'));
  return host.shadowRoot.querySelector('.scrubber');
}"""


def inside(page: Any, script: str) -> Any:
    return page.evaluate(f"() => {{ const root = ({INSIDE})(); return ({script})(root); }}")


MADE_IN_SIGHT = """root => {
  const box = root.querySelector('.box').getBoundingClientRect();
  return [...root.querySelectorAll('.made')].map((e) => e.getBoundingClientRect())
    .some((one) => one.top >= box.top - 1 && one.bottom <= box.bottom + 1);
}"""


def test_the_text_follows_the_merge_until_it_is_held(app: Callable) -> None:
    page = app("?talk=1&step=260", width=1280, height=720, reduced_motion="reduce")
    text(page)
    for number in range(261, 301):
        page.keyboard.press("PageDown")
        wait_for_step(page, number)
        assert inside(page, MADE_IN_SIGHT), number
    page.keyboard.press("f")
    place = "root => root.querySelector('.box').scrollTop"
    before = inside(page, place)
    for number in range(299, 289, -1):
        page.keyboard.press("PageUp")
        wait_for_step(page, number)
    assert inside(page, place) == before


def test_the_room_guesses_before_the_step(app: Callable) -> None:
    page = app("?talk=1&step=5")
    text(page)
    pairs = page.get_by_test_id("pair-counts")
    page.keyboard.press("g")
    page.get_by_text("Which pair is next?").wait_for()
    assert not pairs.is_visible()
    assert not page.locator(".next-words").is_visible()
    page.keyboard.press("PageDown")
    pairs.wait_for()
    assert slider(page).input_value() == "5"
    page.keyboard.press("PageDown")
    wait_for_step(page, 6)
    assert not pairs.is_visible()
    page.keyboard.press("g")
    pairs.wait_for()


def test_sizes_a_dark_screen_and_one_word_in_the_light(app: Callable) -> None:
    page = app("encode?talk=1&encode_text=zebra+quagga")
    text(page)
    token = page.get_by_test_id("token")
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    fitted = token.first.evaluate(size)
    assert fitted > 60
    page.keyboard.press("-")
    smaller = token.first.evaluate(size)
    assert smaller < fitted
    page.keyboard.press("+")
    assert token.first.evaluate(size) == fitted
    for key in ("b", "."):
        page.keyboard.press(key)
        dark = page.get_by_role("dialog", name="Dark screen")
        dark.wait_for()
        page.keyboard.press("Escape")
        dark.wait_for(state="hidden")
    assert page.get_by_role("button", name="End talk").is_visible()
    token.nth(8).hover()
    page.keyboard.press("w")
    clear = "all => all.filter((e) => !e.classList.contains('faded')).map((e) => e.textContent)"
    assert "".join(token.evaluate_all(clear)) == "quagga"
    page.keyboard.press("w")
    assert len(token.evaluate_all(clear)) == token.count()


def test_a_text_is_edited_on_stage(app: Callable) -> None:
    page = app("encode?talk=1&encode_text=zebra")
    text(page)
    page.keyboard.press("e")
    box = page.get_by_role("textbox", name="Text to show")
    box.wait_for()
    assert box.input_value() == "zebra"
    # Every key of the stage among them; nobody has clicked into the box.
    page.keyboard.type("be gf5wl n+-e")
    assert box.input_value() == "be gf5wl n+-e"
    assert box.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 28
    assert slider(page).input_value() == "0"
    page.keyboard.press("Control+Enter")
    box.wait_for(state="hidden")
    page.wait_for_function("() => location.search.includes('encode_text=be+gf5wl+n')")
    settle(page)
    assert text(page) == "be gf5wl n+-e"
    page.keyboard.press("e")
    # What is typed before the box has opened is for the box, too.
    page.keyboard.type("begun")
    box.wait_for()
    page.wait_for_function(
        "() => document.querySelector('[data-testid=stDialog] textarea')?.value === 'begun'"
    )
    page.get_by_role("button", name="Close", exact=True).focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("b")
    assert slider(page).input_value() == "0"
    assert not page.get_by_role("dialog", name="Dark screen").is_visible()
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    assert text(page) == "be gf5wl n+-e"
    assert page.get_by_role("button", name="End talk").is_visible()
    page.wait_for_function(SLIDER_HAS_FOCUS)


SLIDER_HAS_FOCUS = """() => document.activeElement?.shadowRoot?.activeElement?.matches('.slider')"""


def test_every_key_of_a_talk_says_that_it_was_heard(app: Callable) -> None:
    page = app("encode?talk=1&encode_text=zebra")
    text(page)
    for key, words in [
        ("<", "Speed: 1 a second"),
        ("<", "This is the lowest speed"),
        (">", "Speed: 3 a second"),
        ("f", "The text is held"),
        ("f", "The text follows the merge"),
        ("g", "Guess mode: the next pair is hidden"),
        ("g", "Guess mode is off"),
        ("w", "Light on one word"),
        ("w", "Light on all words"),
        ("-", "Text size 96"),
        ("PageUp", "This is the first step"),
        ("x", "“x” does nothing here; ? lists the keys"),
    ]:
        page.keyboard.press(key)
        said = page.get_by_role("status").filter(has_text=words)
        said.wait_for()
        assert said.is_visible(), key
    page.keyboard.press("End")
    page.keyboard.press("PageDown")
    page.get_by_role("status").filter(has_text="This is the last step").wait_for()


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("?step=3", "probe"),
        ("walk?walk_stop=5", "walk_text"),
        ("compare?", "compare_text"),
        ("unicode_lens?", "lens_text"),
        ("split_patterns?", "split_text"),
        ("fails?fails_open=letters", "fails_letters_word"),
    ],
)
def test_every_page_with_a_text_edits_it_on_stage(app: Callable, path: str, word: str) -> None:
    page = app(f"{path}&talk=1")
    page.keyboard.press("e")
    box = page.get_by_role("textbox", name="Text to show")
    box.wait_for()
    assert box.input_value()
    box.fill("zebra")
    page.get_by_role("button", name="Show it").click()
    box.wait_for(state="hidden")
    page.wait_for_function("part => location.search.includes(part)", arg=f"{word}=zebra")
    settle(page)
    shown = page.locator(".sp-line, .text").first
    assert "zebra" in "".join(shown.inner_text().split())


def test_the_link_is_copied_on_stage(app: Callable) -> None:
    page = app("?talk=1&step=5", permissions=["clipboard-read", "clipboard-write"])
    text(page)
    page.keyboard.press("l")
    page.get_by_role("status").filter(has_text="Link copied").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    assert "talk=1" in page.url


def test_side_by_side_the_next_merge_and_the_pairs_are_in_sight(app: Callable) -> None:
    page = app("compare?talk=1&mode=byte&compare_step=30")
    text(page)
    for i in range(2):
        pane = page.get_by_test_id("pane").nth(i)
        line = pane.get_by_test_id("pairs-line")
        assert line.locator("b").inner_text().startswith("Next")
        assert line.locator("span").count() == 5


def test_side_by_side_the_guess_covers_no_text(app: Callable) -> None:
    page = app("compare?talk=1&mode=byte&compare_step=30", width=1024, height=768)
    text(page)
    page.keyboard.press("g")
    guess = page.locator(".guess").bounding_box()
    boxes = [box.bounding_box() for box in page.locator(".box").all()]
    assert boxes[0]["y"] == boxes[1]["y"] and guess["height"] > 20
    assert all(guess["y"] + guess["height"] <= box["y"] + 1 for box in boxes)
    assert not page.get_by_test_id("pairs-line").first.is_visible()


def test_a_marked_token_leaves_the_legend_in_sight(app: Callable) -> None:
    page = app("compare?talk=1", width=1280, height=800)
    text(page)
    page.get_by_test_id("token").nth(3).click()
    page.locator(".mark-line").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => !({CUT})(({INSIDE})()).length")


def test_the_pairs_on_a_small_projector_are_whole(app: Callable) -> None:
    page = app("?talk=1&step=150", width=1024, height=768)
    text(page)
    chips = page.locator(".pair-tokens > .chip")
    inside = (
        "e => e.getBoundingClientRect().right <= e.parentElement.getBoundingClientRect().right + 1"
    )
    assert chips.count() == 10
    assert all(chip.evaluate(inside) for chip in chips.all())


def test_what_a_failure_teaches_stands_on_stage(app: Callable) -> None:
    failure = FAILURES[0]
    page = app(f"fails?fails_open={failure.key}&talk=1")
    text(page)
    said = page.locator(".stage-two p")
    assert failure.why in said.nth(1).inner_text()
    assert min(said.evaluate_all(SIZES)) >= 22


def test_what_a_stop_of_the_walk_says_stands_on_stage(app: Callable) -> None:
    page = app("walk?walk_stop=1&talk=1")
    text(page)
    said = page.locator(".st-key-stage_prose p")
    assert "numbers, not letters" in said.nth(1).inner_text()
    assert min(said.evaluate_all(SIZES)) >= 24


SIZES = "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"


def test_the_title_the_slider_and_the_focus(app: Callable) -> None:
    page = app("?talk=1&sample=toy_words&step=2")
    text(page)
    assert page.title() == "Step 2 · Explore · bpeviz"
    said = slider(page).get_attribute("aria-valuetext")
    assert said.startswith("step 2 of") and "→" in said
    assert slider(page).evaluate("e => e.getRootNode().activeElement === e")
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Explore", exact=True).wait_for()
    page.wait_for_function("() => document.activeElement?.closest('.st-key-start_talk')")


CUT = """root => [...root.querySelectorAll('.caption, .count, .at, .legend, .pairs-note, .sentence, .parting, .title, .chart-head'),
    ...document.querySelectorAll('.stage-words, .stage-two p, .st-key-stage_prose p, .sp-facts, .sp-key')]
  .filter((e) => e.offsetParent)
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4
    || e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().bottom > innerHeight + 1)
  .map((e) => e.className + ': ' + e.textContent.slice(0, 80))"""


@pytest.mark.parametrize("dark", sparing([False, True]))
@pytest.mark.parametrize("size", sparing([[1024, 768], [1280, 720], [1280, 800], [1920, 1080]]))
def test_nothing_is_cut(app: Callable, size: list[int], dark: bool) -> None:
    page = app("?talk=1&step=150", width=size[0], height=size[1], dark=dark)
    text(page)
    assert inside(page, CUT) == []
    axis = "root => Math.min(...[...root.querySelectorAll('.plot text')].map((e) => parseFloat(getComputedStyle(e).fontSize)))"
    assert inside(page, axis) >= 24
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight + 1")


@pytest.mark.parametrize("path", sparing(PAGES))
def test_nothing_is_cut_on_a_small_projector(app: Callable, path: str) -> None:
    page = app(f"{path.format(failure='torn_marks')}talk=1", width=1024, height=768)
    text(page)
    assert inside(page, CUT) == []
    boxes = (
        "root => [...root.querySelectorAll('.box')].map((e) => e.getBoundingClientRect().bottom)"
    )
    assert max(inside(page, boxes)) <= 768


@pytest.mark.parametrize(
    ("path", "word", "tab"),
    sparing(
        [("compare", "compare_tab", "Merges"), ("languages", "languages_tab", "What trains it")], 0
    ),
)
def test_links_carry_the_open_tab(app: Callable, path: str, word: str, tab: str) -> None:
    page = app(path)
    page.get_by_role("tab", name=tab).click()
    page.wait_for_function("word => location.search.includes(word)", arg=f"{word}=")
    other = app(page.url.split("/", 3)[3])
    assert other.get_by_role("tab", name=tab).get_attribute("aria-selected") == "true"


def test_both_sides_of_a_comparison_follow_the_merge(app: Callable) -> None:
    page = app("compare?talk=1&compare_step=150", width=1280, height=720)
    text(page)
    seen = """root => [...root.querySelectorAll('.box')].every((box) => {
      const outer = box.getBoundingClientRect();
      return [...box.querySelectorAll('.made')].map((e) => e.getBoundingClientRect())
        .some((one) => one.top >= outer.top - 1 && one.bottom <= outer.bottom + 1);
    })"""
    page.wait_for_function(f"() => ({seen})(({INSIDE})())")
