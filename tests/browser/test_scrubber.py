"""The scrubber in a browser: what it draws at each step, and what Python learns of it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import painting
from tests.browser.settling import settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser

APPS = Path(__file__).parent / "apps"
APP = "tests/browser/apps/scrubber_app.py"


def _load_cases() -> Any:
    spec = importlib.util.spec_from_file_location("scrubber_cases", APPS / "scrubber_cases.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


cases = _load_cases()
# One of each kind; the others are drawn with -m slow.
QUICK = (
    "plain",
    "characters",
    "unknown",
    "observed-special",
    "yoruba-bytes",
    "signs-bytes",
    "right-to-left",
    "documents",
    "file-unknown",
    "file-late",
)

# Presses keys and gives what stands there before and after each, without a round trip each.
KEYS = """(root, keys) => {
  const seen = [];
  for (const key of [null, ...keys]) {
    if (key) root.querySelector('.slider').dispatchEvent(
      new KeyboardEvent('keydown', {key, bubbles: true, composed: true, cancelable: true}));
    const tokens = [...root.querySelectorAll('[data-testid=token]')];
    seen.push({
      ids: tokens.map((t) => Number(t.dataset.tokenId)),
      count: root.querySelector('[data-testid=token-count]').textContent,
      colours: tokens.map((t) => getComputedStyle(t).backgroundColor + getComputedStyle(t).backgroundImage),
      caption: root.querySelector('[data-testid=merge-caption]').textContent,
    });
  }
  return seen;
}"""


@pytest.fixture
def scrub(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Callable[..., Any]:
    """``scrub("plain", step=2)`` opens a case and waits until it is drawn."""

    def open_(case: str, step: int = 0, query: str = "", **more: Any) -> Any:
        page = open_page(f"{serve(APP)}/?case={case}&step={step}{query}", **more)
        page.get_by_test_id("scrubber").wait_for()
        page.wait_for_function(
            """() => [...document.querySelectorAll('*')].some((e) =>
              e.shadowRoot?.querySelector('.scrubber[aria-busy=false] .pane'))"""
        )
        settle(page, pause=0)
        return page

    return open_


def root(page: Any) -> Any:
    return page.get_by_test_id("scrubber")


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="Merge step")


def ids(page: Any) -> list[int]:
    tokens = page.get_by_test_id("token")
    return tokens.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")


def step(page: Any) -> int:
    return int(slider(page).input_value())


def half(steps: int) -> int:
    """What JavaScript's Math.round makes of it."""
    return (steps + 1) // 2


def python_says(page: Any, words: str) -> None:
    page.locator("#python", has_text=words).wait_for()


# --- what is drawn ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", [*QUICK, *sparing([c for c in cases.CASES if c not in (*QUICK, "long", "empty")], 0)]
)
def test_every_step_shows_the_tokens_of_the_trace(scrub: Callable[..., Any], case: str) -> None:
    trace = cases.trace(case)
    page = scrub(case)
    steps = trace.steps
    there_and_back = ["ArrowRight"] * steps + ["ArrowLeft"] * steps + ["End", "5", "Home"]
    expected = [*range(steps + 1), *reversed(range(steps)), steps, half(steps), 0]
    seen = root(page).evaluate(KEYS, there_and_back)
    assert len(seen) == len(expected)
    for k, shown in zip(expected, seen, strict=True):
        assert shown["ids"] == trace.ids(k), k
        assert int(shown["count"]) == trace.token_counts[k]


@pytest.mark.parametrize("case", sparing(["runs", "plain", "one-letter", "yoruba"]))
def test_colour_belongs_to_the_id_and_neighbours_differ(
    scrub: Callable[..., Any], case: str
) -> None:
    page = scrub(case)
    colours_of: dict[int, set[str]] = {}
    for shown in root(page).evaluate(KEYS, ["ArrowRight"] * cases.trace(case).steps):
        colours = shown["colours"]
        assert all(a != b for a, b in pairwise(colours))
        for token, colour in zip(shown["ids"], colours, strict=True):
            colours_of.setdefault(token, set()).add(colour.partition(")")[0])
    assert all(len(colours) <= 2 for colours in colours_of.values())


def test_caption_says_what_the_step_did(scrub: Callable[..., Any]) -> None:
    page = scrub("runs")
    captions = [shown["caption"] for shown in root(page).evaluate(KEYS, ["ArrowRight"] * 2)]
    assert captions[0] == "Step 0: the base symbols, nothing merged yet"
    merges = cases.trace("runs").tokenizer.merges
    assert captions[1].startswith('#1 "a" + "a" → "aa"')
    assert f"counted {merges[0].count}, replaced {merges[0].replacements}" in captions[1]
    assert "runs" in captions[1]
    before, after = cases.trace("runs").token_counts[:2]
    assert captions[1].endswith(f"{before - after} tokens fewer here")


def test_signs_for_white_space_controls_and_bytes(scrub: Callable[..., Any]) -> None:
    page = scrub("signs-bytes")
    text = root(page).locator(".text")
    assert text.locator(".newline").count() == cases.SIGNS.count("\n")
    assert text.locator(".tab").count() == 1
    chips = text.locator(".hex").all_inner_texts()
    assert chips[:3] == ["E2", "80", "8B"]
    last = scrub("signs", query="&again=1")
    points = root(last).locator(".text .point").all_inner_texts()
    assert points == ["U+200B", "U+202E", "U+00A0", "U+0000", "U+200D", "U+200D"]
    lone = root(last).locator(".text .lone")
    assert lone.evaluate_all("all => all.map((e) => [e.textContent, e.dataset.shown])") == [
        ["\u0301", "\u25cc\u0301"]
    ]


@pytest.mark.parametrize(
    ("case", "shown"),
    [("unknown", True), ("observed", True), ("observed-special", False), ("plain", False)],
)
def test_the_legend_says_what_a_red_frame_is(
    scrub: Callable[..., Any], case: str, shown: bool
) -> None:
    page = scrub(case)
    assert root(page).locator(".unknown-line").is_visible() == shown
    assert (root(page).locator(".token.unknown").count() > 0) == shown


def test_white_space_signs_can_be_switched_off(scrub: Callable[..., Any]) -> None:
    page = scrub("plain")
    dot = "e => getComputedStyle(e).backgroundImage"
    space = root(page).locator(".token.lead").first
    assert "gradient" in space.evaluate(dot)
    page.get_by_role("checkbox", name="Show white space").uncheck()
    assert space.evaluate(dot) == "none"


def test_text_of_users_stays_text(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("hostile")
    page = scrub("hostile,plain", step=trace.steps)
    assert page.title() == f"Step {trace.steps} · Scrubber"
    assert root(page).locator("img, script, u, code").count() == 0
    pane = page.get_by_test_id("pane").first
    assert pane.locator(".title span").inner_text() == "hostile <b>$x$</b>"
    shown = pane.locator(".text").evaluate("e => e.textContent")
    assert shown == cases.HOSTILE
    pane.get_by_test_id("token").nth(2).click()
    assert root(page).locator(".card img").count() == 0


def test_the_next_merge_is_ringed_and_the_last_one_marked(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("plain")
    page = scrub("plain", step=4)
    fewer = trace.token_counts[4] - trace.token_counts[5]
    left, right = root(page).locator(".text .ring-left"), root(page).locator(".text .ring-right")
    assert left.count() == right.count() == fewer
    merge = trace.tokenizer.merges[4]
    assert {int(e) for e in left.evaluate_all("a => a.map(t => t.dataset.tokenId)")} == {merge.left}
    made = root(page).locator(".text .made")
    assert made.count() == trace.token_counts[3] - trace.token_counts[4]
    assert made.first.get_attribute("data-token-id") == str(trace.tokenizer.merges[3].id)


def test_lines_from_right_to_left(scrub: Callable[..., Any]) -> None:
    page = scrub("right-to-left", step=cases.trace("right-to-left").steps)
    blocks = root(page).locator(".block")
    assert blocks.evaluate_all("all => all.map((b) => b.dir)") == ["rtl", "ltr", "rtl"]
    left = "all => all.map((t) => t.getBoundingClientRect().left)"
    for i, order in [(0, -1), (1, 1)]:
        places = blocks.nth(i).get_by_test_id("token").evaluate_all(left)
        assert len(places) > 2 and places == sorted(places, reverse=order < 0)


@pytest.mark.slow
def test_plain_text_never_moves(scrub: Callable[..., Any]) -> None:
    page = scrub("plain")
    where = """root => {
      const range = document.createRange();
      const all = document.createTreeWalker(root.querySelector('.text'), NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = all.nextNode(); node; node = all.nextNode())
        for (let i = 0; i < node.length; i++) {
          range.setStart(node, i); range.setEnd(node, i + 1);
          const box = range.getBoundingClientRect();
          found.push([box.left, box.top]);
        }
      return found;
    }"""
    first = root(page).evaluate(where)
    for k in (7, cases.trace("plain").steps):
        slider(page).fill(str(k))
        page.wait_for_timeout(50)
        now = root(page).evaluate(where)
        assert len(now) == len(first)
        moved = [
            abs(a - b) for p, q in zip(now, first, strict=True) for a, b in zip(p, q, strict=True)
        ]
        assert max(moved) < 1
    height = "e => e.getBoundingClientRect().height"
    assert root(page).locator(".what").evaluate(height) < 60


def test_copied_text_is_the_text(scrub: Callable[..., Any]) -> None:
    page = scrub("plain", step=9)
    text = root(page).locator(".text").evaluate("e => e.textContent")
    assert text == cases.WORDS


# --- moving the step --------------------------------------------------------------------------


def test_slider_keys_and_buttons(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba")
    steps = cases.trace("yoruba").steps
    handle = slider(page)
    assert (handle.get_attribute("min"), handle.get_attribute("max")) == ("0", str(steps))
    handle.focus()
    for key, expected in [
        ("ArrowRight", 1),
        ("ArrowUp", 2),
        ("ArrowLeft", 1),
        ("PageUp", 1 + round(steps / 10)),
        ("End", steps),
        ("ArrowRight", steps),
        ("PageDown", steps - round(steps / 10)),
        ("Home", 0),
        ("ArrowDown", 0),
        ("5", round(steps / 2)),
    ]:
        page.keyboard.press(key)
        assert step(page) == expected, key
    for name, expected in [
        ("First step", 0),
        ("Step forward", 1),
        ("Last step", steps),
        ("Step back", steps - 1),
    ]:
        page.get_by_role("button", name=name, exact=True).click()
        assert step(page) == expected, name
    count = cases.trace("yoruba").token_counts[steps - 1]
    said = handle.get_attribute("aria-valuetext")
    assert said.startswith(f"step {steps - 1} of {steps}: #{steps - 1} ")
    assert said.endswith(f", {count} tokens")


def test_next_change_skips_merges_that_do_nothing_here(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("unknown")
    counts = list(trace.token_counts)
    changes = [k for k in range(1, trace.steps + 1) if counts[k] < counts[k - 1]]
    page = scrub("unknown")
    slider(page).focus()
    for expected in [*changes, changes[-1]]:
        page.keyboard.press("n")
        assert step(page) == expected


def test_play_runs_to_the_end_and_pauses(scrub: Callable[..., Any]) -> None:
    page = scrub("plain", step=2)
    page.get_by_label("Speed").select_option("30")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    assert 2 <= step(page) < cases.trace("plain").steps
    slider(page).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play").wait_for()
    assert step(page) == cases.trace("plain").steps
    python_says(page, f"step {cases.trace('plain').steps}")


def test_dragging_and_the_chart_move_the_step(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba")
    box = slider(page).bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle, steps=5)
    page.wait_for_timeout(60)
    assert step(page) == 20
    assert ids(page) == cases.trace("yoruba").ids(20)
    page.mouse.up()
    python_says(page, "step 20")
    plot = page.get_by_role("img", name="Tokens per byte over the merges")
    area = plot.bounding_box()
    page.mouse.click(area["x"] + 10 + (area["width"] - 20) * 0.75, area["y"] + 40)
    assert step(page) == 30
    python_says(page, "step 30")


def test_python_learns_the_step_once_and_can_move_it(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba", step=5)
    python_says(page, "step 5 token None runs 1")
    # Six steps at once, however busy the machine is.
    slider(page).evaluate(
        """slider => { for (let k = 6; k <= 11; k++) {
          slider.value = k;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        } }"""
    )
    python_says(page, "step 11 token None runs 2")
    page.get_by_role("button", name="Python goes to 3").click()
    python_says(page, "step 3")
    assert step(page) == 3
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    python_says(page, "step 4")


@pytest.mark.slow
def test_the_step_outlives_the_component(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba", step=5)
    slider(page).focus()
    page.keyboard.press("End")
    python_says(page, "step 40")
    switch = page.get_by_text("Show the scrubber")
    switch.click()
    root(page).wait_for(state="detached")
    switch.click()
    root(page).wait_for()
    page.get_by_test_id("token").first.wait_for()
    assert step(page) == 40


def test_panes_share_one_step_and_stop_at_their_own_end(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba,documents")
    slider(page).focus()
    page.keyboard.press("End")
    for pane, case in zip(page.get_by_test_id("pane").all(), ["yoruba", "documents"], strict=True):
        trace = cases.trace(case)
        tokens = pane.get_by_test_id("token")
        shown = tokens.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")
        assert shown == trace.ids(trace.steps)
        assert pane.get_by_test_id("token-count").inner_text() == str(trace.token_counts[-1])
        assert pane.get_by_test_id("merge-caption").inner_text().startswith(f"#{trace.steps}")


@pytest.mark.parametrize("case", ["no-merges", "one", "empty"])
def test_smallest_texts(scrub: Callable[..., Any], case: str) -> None:
    page = scrub(case)
    trace = cases.trace(case)
    assert ids(page) == trace.ids(0)
    assert page.get_by_test_id("token-count").inner_text() == str(trace.token_counts[0])
    slider(page).focus()
    page.keyboard.press("End")
    assert step(page) == trace.steps


# --- tokens -----------------------------------------------------------------------------------


def test_a_click_marks_all_and_leads_to_the_birth(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("plain")
    page = scrub("plain", step=trace.steps)
    shown = trace.ids(trace.steps)
    newest = trace.tokenizer.merges[-1].id
    chosen = max(i for i in shown if i not in (newest, *range(256)))
    birth = next(r for r, merge in enumerate(trace.tokenizer.merges) if merge.id == chosen) + 1
    page.get_by_test_id("token").nth(shown.index(chosen)).click()
    assert root(page).locator(".text .marked").count() == shown.count(chosen)
    python_says(page, f"token {chosen}")
    card = page.get_by_role("dialog", name="About this token")
    facts = card.inner_text()
    data = trace.tokenizer.vocabulary[chosen]
    assert f"{chosen}" in facts and data.hex(" ").upper() in facts
    assert f"step {birth}" in facts
    card.get_by_role("button", name=f"Go to step {birth}").click()
    assert step(page) == birth
    assert root(page).locator(".text .made").first.get_attribute("data-token-id") == str(chosen)
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    assert root(page).locator(".text .marked").count() == 0
    python_says(page, "token None")


def test_a_closed_card_leaves_the_token_marked(scrub: Callable[..., Any]) -> None:
    page = scrub("plain", step=6)
    first = cases.trace("plain").ids(6)[0]
    page.get_by_test_id("token").nth(0).click()
    card = page.get_by_role("dialog", name="About this token")
    card.get_by_role("button", name="Close").click()
    card.wait_for(state="hidden")
    assert root(page).locator(".text .marked").count() == cases.trace("plain").ids(6).count(first)
    python_says(page, f"token {first}")


def test_hover_tells_about_a_token(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba")
    page.get_by_test_id("token").nth(0).hover()
    facts = root(page).locator(".card dl")
    facts.wait_for()
    assert "U+0045" in facts.inner_text() and "base symbol" in facts.inner_text()
    page.mouse.move(5, 5)
    facts.wait_for(state="hidden")


def test_tokens_by_keyboard(scrub: Callable[..., Any]) -> None:
    page = scrub("plain", step=6)
    shown = cases.trace("plain").ids(6)
    root(page).get_by_role("region", name="Tokens").focus()
    page.keyboard.press("Tab")
    focused = "root => root.getRootNode().activeElement.dataset.tokenId"
    assert int(root(page).evaluate(focused)) == shown[0]
    for expected in (shown[1], shown[2]):
        page.keyboard.press("ArrowRight")
        assert int(root(page).evaluate(focused)) == expected
    page.keyboard.press("ArrowLeft")
    assert int(root(page).evaluate(focused)) == shown[1]
    page.keyboard.press("End")
    assert int(root(page).evaluate(focused)) == shown[-1]
    assert step(page) == 6
    assert root(page).locator('.text [tabindex="0"]').count() == 1
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog", name="About this token").is_visible()
    page.keyboard.press("Escape")
    assert root(page).evaluate(focused) is not None


# --- screens ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", sparing(["plain,yoruba", "plain", "mixed"]))
def test_a_phone_needs_no_sideways_scrolling(scrub: Callable[..., Any], case: str) -> None:
    page = scrub(case, step=9, width=390, height=844)
    wide = "() => document.scrollingElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    inner = "root => root.scrollWidth - root.clientWidth"
    assert root(page).evaluate(inner) <= 0
    small = """root => [...root.querySelectorAll('button, select, input, label.check')]
      .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 24 && !e.closest('label'))
      .map((e) => e.outerHTML)"""
    assert root(page).evaluate(small) == []


def test_talk_mode_is_large_and_takes_keys_from_anywhere(scrub: Callable[..., Any]) -> None:
    page = scrub("yoruba", query="&talk=1")
    size = page.get_by_test_id("token").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 28
    assert page.get_by_role("button", name="Step forward").count() == 0
    page.evaluate("() => document.activeElement?.blur()")
    for key, expected in [("PageDown", 1), ("ArrowRight", 2), ("PageUp", 1), ("9", 36), ("0", 0)]:
        page.keyboard.press(key)
        assert step(page) == expected, key
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Space")
    page.wait_for_timeout(400)
    page.keyboard.press("Space")
    assert 0 < step(page) < 40


CONTRASTS = """root => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((x) => x / 255)
      .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...root.querySelectorAll('.text .token')].map((t) => {
    const style = getComputedStyle(t);
    const [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_contrast_in_both_themes(scrub: Callable[..., Any], dark: bool) -> None:
    page = scrub("mixed", step=12, dark=dark)
    assert min(root(page).evaluate(CONTRASTS)) >= 7


@pytest.mark.parametrize("dark", sparing([False, True]))
@pytest.mark.parametrize("query", sparing(["", "&talk=1"]))
def test_axe_finds_nothing_of_ours(scrub: Callable[..., Any], dark: bool, query: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = scrub("yoruba", step=9, dark=dark, query=query)
    page.get_by_test_id("token").nth(3).click()
    found = axe.Axe().run(page).response["violations"]
    ours = [
        (violation["id"], node["target"], node["failureSummary"])
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
        if isinstance(node["target"][0], list)
    ]
    assert ours == []


@pytest.mark.slow
@pytest.mark.parametrize("start", [0, 500])
def test_every_key_is_painted_with_fifty_thousand_tokens(
    scrub: Callable[..., Any], start: int
) -> None:
    page = scrub("long", step=start)
    assert cases.trace("long").token_counts[500] > 40_000
    median, _ = painting.presses(page)
    assert slider(page).input_value() == str(start + painting.PRESSES)
    # The aim is 20 ms; the benchmark measures that, here only another kind of growth fails.
    assert median < 500
