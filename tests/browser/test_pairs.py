"""The pairs beside the tokens: they follow every move of the slider, and can be chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpeviz.app.scrubber import live_page
from tests.browser.test_scrubber import APP, cases, root, slider
from tests.browser.tie_order import in_order
from tests.sparing import sparing

pytestmark = pytest.mark.browser

TEXTS = ("default", "yoruba-nfd", "english-bytes", "english-words")
FILES = ("file-unknown", "file-ranks", "file-late")
# Moves the slider without letting it go, and reads what stands there two frames later.
DRAGGED = """async (root, steps) => {
  const slider = root.querySelector('.slider');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const seen = [];
  for (const k of steps) {
    slider.value = k;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    await frame();
    await frame();
    const tokens = [...root.querySelectorAll('[data-testid=token]')];
    seen.push({
      ids: tokens.map((t) => Number(t.dataset.tokenId)),
      texts: tokens.map((t) => t.querySelector('.hex, .point') ? null : t.textContent),
      rows: [...root.querySelectorAll('[data-testid=pair]')].filter((row) => row.offsetParent)
        .map((row) => ['left', 'right', 'count'].map((name) => Number(row.dataset[name]))),
      next: [...root.querySelectorAll('.pair.next')].filter((row) => row.offsetParent)
        .map((row) => ['left', 'right'].map((name) => Number(row.dataset[name]))),
      note: root.querySelector('.pairs-note').textContent,
    });
  }
  return seen;
}"""


@pytest.fixture
def scrub(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Callable[..., Any]:
    """``scrub("plain", step=2)`` opens a case with its pairs and waits until it is drawn."""

    def open_(case: str, step: int = 0, query: str = "", **more: Any) -> Any:
        page = open_page(f"{serve(APP)}/?case={case}&step={step}&pairs=1{query}", **more)
        page.get_by_test_id("token").first.wait_for()
        page.get_by_test_id("pair-counts").wait_for()
        return page

    return open_


@pytest.mark.parametrize("case", sparing([*FILES, *TEXTS], 3))
def test_pairs_and_tokens_follow_the_drag(scrub: Callable[..., Any], case: str) -> None:
    trace, rule = cases.trace(case), cases.RULES.get(case, "first-seen")
    page = scrub(case)
    steps = sorted({round(i * trace.steps / 9) for i in range(10)})
    for k, seen in zip(steps, root(page).evaluate(DRAGGED, steps), strict=True):
        expected = in_order(trace, k, rule)
        assert seen["rows"] == [list(row) for row in expected[:9]], k
        # A longer text is drawn only where it is in sight.
        assert seen["ids"] == trace.ids(k)[: len(seen["ids"])] and seen["ids"]
        spans = [trace.text[start:end] for start, end in trace.spans(k)]
        marker = trace.tokenizer.end_of_word or ""
        for shown, text in zip(seen["texts"], spans, strict=False):
            assert shown is None or shown.removesuffix(marker) == text.removesuffix(marker)
        if k < trace.steps:
            merge = trace.tokenizer.merges[k]
            shown = [merge.left, merge.right] in [row[:2] for row in seen["rows"]]
            assert seen["next"] == [[merge.left, merge.right]] * shown
            if rule:
                assert seen["rows"][0] == [merge.left, merge.right, merge.count]


@pytest.mark.slow
def test_the_rule_that_decides_is_named(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("default")
    page = scrub("default")
    counts = list(trace.pair_counts(250).values())
    tied = counts.count(max(counts)) - 1
    (seen,) = root(page).evaluate(DRAGGED, [250])
    assert seen["note"] == (
        f"Next: {tied} other pairs are as frequent; the one that comes first in the text is taken."
    )
    (last,) = root(page).evaluate(DRAGGED, [trace.steps])
    assert last["note"] == "This was the last merge."


@pytest.mark.slow
def test_a_text_that_is_not_the_corpus(scrub: Callable[..., Any]) -> None:
    page = scrub("default", query="&drawn=other")
    (seen,) = root(page).evaluate(DRAGGED, [20])
    trace = cases.trace("default")
    merge = trace.tokenizer.merges[20]
    assert f"{merge.count} here, {merge.count} in the whole corpus" in seen["note"]
    head = page.get_by_test_id("pair-counts").locator(".pairs-head").inner_text()
    assert head == f"Most frequent of {len(trace.pair_counts(20))} pairs in this text"


def test_a_file_goes_by_ranks_and_tells_unknown_symbols(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("file-unknown")
    page = scrub("file-unknown")
    (seen,) = root(page).evaluate(DRAGGED, [0])
    assert seen["note"].startswith("Next, by its rank 0: ")
    unknown = next(
        i for i, row in enumerate(seen["rows"]) if trace.tokenizer.base.unknown_id in row[:2]
    )
    row = page.get_by_test_id("pair").nth(unknown)
    assert "not in the base vocabulary" in row.get_attribute("aria-label")
    drawn = root(page).locator(".text .token.unknown").all_inner_texts()
    assert drawn == [c for c in trace.text if c in "xyézз!"]


def test_a_chosen_pair_is_ringed_and_drawn_over_all_steps(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("plain")
    page = scrub("plain", step=4)
    row = page.get_by_test_id("pair").nth(1)
    left, right = (int(row.get_attribute(f"data-{side}")) for side in ("left", "right"))
    row.focus()
    page.keyboard.press("Enter")
    assert row.get_attribute("aria-pressed") == "true"
    lefts, rights = root(page).locator(".text .pair-left"), root(page).locator(".text .pair-right")
    for k in (4, 5, 3):
        slider(page).fill(str(k))
        root(page).locator(".now", has_text=re.compile(f"^{k}$")).wait_for()
        count = trace.pair_counts(k).get((left, right), 0)
        assert lefts.count() == rights.count() == count
        assert root(page).locator(".pair-value").inner_text() == str(count)
        found = lefts.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")
        assert set(found) <= {left}
    assert root(page).locator("polyline.pair-line").count() == 1
    most = max(trace.pair_counts(k).get((left, right), 0) for k in range(trace.steps + 1))
    assert root(page).locator(".pair-tick").text_content() == str(most)
    root(page).get_by_role("button", name="Clear the pair").click()
    assert root(page).locator("polyline.pair-line").count() == lefts.count() == 0
    page.get_by_test_id("pair").nth(0).click()
    page.get_by_test_id("pair").nth(0).click()
    assert root(page).locator(".text .pair-left").count() == 0


def test_the_stretch_that_was_counted_once(scrub: Callable[..., Any]) -> None:
    tok = cases.trace("once").tokenizer
    first = next(r for r, merge in enumerate(tok.merges) if merge.count == 1)
    page = scrub("once")
    assert root(page).get_by_text("counted once: learning by heart").is_visible()
    box = root(page).locator("rect.once").bounding_box()
    plot = root(page).locator(".plot").bounding_box()
    width = plot["width"] - 20
    assert box["x"] - plot["x"] - 10 == pytest.approx(width * first / len(tok.merges), abs=1)
    stretch = root(page).locator(".once-stretch").bounding_box()
    assert (stretch["x"], stretch["width"]) == pytest.approx((box["x"], box["width"]), abs=1)
    assert not root(scrub("default")).get_by_text("counted once").is_visible()


def test_a_line_keeps_its_direction_where_a_token_reaches_over_its_end(
    scrub: Callable[..., Any],
) -> None:
    trace = cases.trace("crossing")
    final = trace.tokens(trace.steps)
    assert any(b"\n" in token[:-1] for token in final)
    page = scrub("crossing")
    lines = cases.CROSSING.split("\n")[:-1]
    expected = ["rtl" if line == "سلام" else "ltr" for line in lines]
    for k in range(0, trace.steps + 1, 6):
        slider(page).fill(str(k))
        blocks = root(page).locator(".block")
        assert blocks.evaluate_all("all => all.map((b) => b.dir)") == expected


def test_a_phone_has_three_rows_between_caption_and_tokens(scrub: Callable[..., Any]) -> None:
    page = scrub("default", step=24, width=390, height=844)
    rows = page.get_by_test_id("pair")
    assert rows.count() == 3
    caption, panel, box = (
        root(page).locator(part).bounding_box() for part in (".caption", ".pairs", ".box")
    )
    assert caption["y"] < panel["y"] and panel["y"] + panel["height"] <= box["y"]
    assert root(page).evaluate("root => root.scrollWidth - root.clientWidth") <= 0


def test_the_box_is_as_high_as_its_text(scrub: Callable[..., Any]) -> None:
    box = root(scrub("plain")).locator(".box").bounding_box()
    assert box["height"] < 100
    assert root(scrub("default")).locator(".box").bounding_box()["height"] == pytest.approx(
        300, abs=3
    )


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("case", sparing(["plain", "once", "yoruba-nfd"]))
def test_no_step_and_no_chosen_pair_moves_the_page(
    scrub: Callable[..., Any], case: str, width: int
) -> None:
    page = scrub(case, width=width)
    trace = cases.trace(case)
    parts = root(page).locator(".plot-host, .what, .pairs, .box, .legend")
    places = "all => all.map((e) => [e.className, e.offsetTop, e.offsetHeight])"
    before = parts.evaluate_all(places)
    for k in sorted({0, 1, trace.steps // 2, trace.steps - 1, trace.steps}):
        slider(page).fill(str(k))
        assert parts.evaluate_all(places) == before, k
        row = page.get_by_test_id("pair").last
        if row.count():
            row.click()
            assert parts.evaluate_all(places) == before, k
            row.click()


def test_a_row_without_a_pair_is_no_row(scrub: Callable[..., Any]) -> None:
    page = scrub("once")
    trace = cases.trace("once")
    for k in (trace.steps - 1, trace.steps, 0):
        slider(page).fill(str(k))
        assert page.get_by_test_id("pair").count() == min(9, len(trace.pair_counts(k)))


@pytest.mark.slow
@pytest.mark.parametrize("dark", sparing([False, True]))
def test_axe_finds_nothing_in_the_panel(scrub: Callable[..., Any], dark: bool) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = scrub("default", step=150, dark=dark)
    page.get_by_test_id("pair").nth(2).click()
    found = axe.Axe().run(page).response["violations"]
    ours = [
        (violation["id"], node["target"], node["failureSummary"])
        for violation in found
        for node in violation["nodes"]
        if isinstance(node["target"][0], list)
    ]
    assert ours == []


def test_the_page_with_all_steps_has_the_pairs(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    trace = cases.trace("default")
    made = live_page.html(trace, 3, "English", "", rule="first-seen", drawn="corpus")
    (tmp_path / "page.html").write_text(made, encoding="utf-8")
    page = open_page((tmp_path / "page.html").as_uri())
    (seen,) = root(page).evaluate(DRAGGED, [30])
    assert seen["rows"] == [list(row) for row in in_order(trace, 30, "first-seen")[:9]]


def test_talk_mode_has_the_pairs(scrub: Callable[..., Any]) -> None:
    trace = cases.trace("default")
    page = scrub("default", query="&talk=1")
    (seen,) = root(page).evaluate(DRAGGED, [30])
    assert seen["rows"] == [list(row) for row in in_order(trace, 30, "first-seen")[:5]]
    size = page.get_by_test_id("pair").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 20
