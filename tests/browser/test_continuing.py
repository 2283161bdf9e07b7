"""Training that goes on from the tokenizer in use, as somebody who adds a language does it."""

from collections.abc import Callable
from pathlib import Path

import bpeviz
from bpeviz.app.corpus.samples import samples

from .settling import settle
from .test_stage import open_session, save_session, tokens

YORUBA = "Ẹ̀gbọ́n mi fẹ́ràn ọbẹ̀ ẹ̀fọ́, ó sì fẹ́ràn ọbẹ̀ ilá. Ẹ̀gbọ́n mi lọ sí ọjà."


def test_a_language_is_added_and_the_link_opens_it(app: Callable, tmp_path: Path) -> None:
    english = samples()["english"].text
    start = bpeviz.train(english, num_merges=60).at(40)
    want = bpeviz.train(YORUBA, num_merges=60, start=start)
    page = app("?num_merges=60&step=40")
    page.get_by_role("button", name="Continue training").click()
    page.get_by_text("Goes on from").wait_for()
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill(YORUBA)
    box.press("Control+Enter")
    page.get_by_text("beyond the 40 of the earlier training").wait_for()
    settle(page)
    slider = page.get_by_role("slider", name="Merge step")
    slider.press("End")
    assert tokens(page) == want.encode(YORUBA)
    assert "training 2 of 2" in page.get_by_test_id("merge-caption").inner_text()
    # The seam stands on the slider and in the chart, where the first merge of the second training is.
    seam = page.locator(".seams i")
    assert "after step 40" in seam.get_attribute("title")
    track, line = (page.locator(name).bounding_box() for name in (".slider", ".seam"))
    place = track["x"] + 10 + (track["width"] - 20) * 40 / len(want.merges)
    for box in (seam.bounding_box(), line):
        assert abs(box["x"] + box["width"] / 2 - place) < 2
    slider.press("Home")
    slider.press("ArrowRight")
    assert "training 1 of 2" in page.get_by_test_id("merge-caption").inner_text()
    page.get_by_role("link", name="Compare").click()
    page.get_by_text("Before, after").click()
    answer = page.get_by_test_id("compare-answer")
    answer.filter(has_text="After").wait_for()
    before = len(start.encode(YORUBA))
    counts = f'[data-left="{before}"][data-right="{len(want.encode(YORUBA))}"]'
    page.locator(f"[data-testid=compare-answer]{counts}").wait_for()
    # The two agree until the second training begins: the slider moves both by the same merges.
    slider = page.get_by_role("slider", name="Merge step")
    for _ in range(len(want.merges) - 40):
        slider.press("ArrowLeft")
    page.locator('[data-testid=compare-answer][data-words-different="0"]').wait_for()
    slider.press("End")
    assert want.encode(english) == start.encode(english)
    as_before = (
        f"All {len(start.encode(english)):,} tokens of the earlier training’s text are as before"
    )
    assert as_before in page.inner_text("body")
    settle(page)
    theirs = app(page.url.split("/", 3)[3])
    theirs.get_by_test_id("compare-answer").filter(has_text="After").wait_for()
    assert theirs.get_by_text("Goes on from").count() == 1
    file = tmp_path / "session.json"
    save_session(theirs, file)
    third = app()
    open_session(third, file)
    third.locator(f"[data-testid=compare-answer]{counts}").wait_for()
    theirs.get_by_role("button", name="Begin anew").click()
    theirs.get_by_text("Goes on from").wait_for(state="detached")
