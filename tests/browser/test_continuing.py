"""Training that goes on from the tokenizer in use, as somebody who adds a language does it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.serving import ROOT, start_server, stop_server

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
    line = page.locator(".seam-line")
    said = f"Training went on after step 40: {len(want.merges) - 40} new merges"
    assert said in line.inner_text()
    line.get_by_role("button").click()
    assert slider.input_value() == "40"
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


def test_a_few_merges_behind_very_many_are_seen(app: Callable, tmp_path: Path) -> None:
    """Another server has the file only from the session file, or from the person who opens it."""
    file = tmp_path / "many.json"
    many = bpeviz.train(" ".join(map(chr, range(0x4E00, 0x4E00 + 5000))), num_merges=8000)
    many.save(file, "huggingface")
    page = app("?num_merges=5")
    open_file(page, file)
    page.get_by_role("button", name="Continue training").click()
    page.get_by_text("Goes on from").wait_for()
    settle(page)
    wait_for_count(page, len(many.merges) + 5)
    page.get_by_role("slider", name="Merge step").press("End")
    mark, track = (page.locator(name).bounding_box() for name in (".seams i", ".track"))
    # Higher than the thumb, which stands over the mark now.
    assert mark["height"] > 24 and mark["x"] + mark["width"] <= track["x"] + track["width"]
    assert "5 new merges" in page.locator(".seam-line").inner_text()
    want = tokens(page)
    page.get_by_role("link", name="Compare").click()
    page.get_by_text("Before, after").click()
    counts = page.get_by_test_id("compare-answer")
    counts.filter(has_text="Before costs").wait_for()
    answer = counts.inner_text()
    page.get_by_role("link", name="Explore").click()
    page.get_by_role("heading", name="Explore").wait_for()
    settle(page)
    saved = tmp_path / "session.json"
    save_session(page, saved)
    server, address = start_server(ROOT / "streamlit_app.py", tmp_path / "server.log")
    try:
        page.goto(f"{address}/?{page.url.partition('?')[2]}")
        page.get_by_text("a tokenizer file that is not here. Open it first").wait_for()
        settle(page)
        open_session(page, saved)
        page.get_by_text("Goes on from").wait_for()
        wait_for_count(page, len(many.merges) + 5)
        assert tokens(page) == want
        page.get_by_role("link", name="Compare").click()
        page.get_by_text("Before, after").click()
        counts.filter(has_text="Before costs").wait_for()
        assert counts.inner_text() == answer
    finally:
        # An open page would miss its server, and say so in the console.
        page.goto("about:blank")
        stop_server(server)


def test_training_goes_on_as_soon_as_the_file_of_a_link_is_open(
    app: Callable, tmp_path: Path
) -> None:
    file = tmp_path / "low.tiktoken"
    bpeviz.train("low lower lowest", num_merges=6).save(file, "tiktoken")
    word = json.dumps({"tokenizer": f"{'0' * 20} low.tiktoken", "at": 4})
    page = app(f"?{urlencode({'start': word, 'num_merges': 3, 'text': 'wide wider'})}")
    page.get_by_text("“low.tiktoken”, a tokenizer file that is not here").wait_for()
    # Another file by that name is not the one of the link.
    open_file(page, file)
    page.get_by_role("button", name="Close it and train again").wait_for()
    settle(page)
    assert page.get_by_text("Goes on from").count() == 0


def open_file(page: Any, file: Path) -> None:
    page.get_by_text("Open a tokenizer file", exact=True).click()
    page.locator(".st-key-open_file_box input[type=file]").first.set_input_files(file)
    page.get_by_role("button", name="Close it and train again").wait_for()
    settle(page)


def wait_for_count(page: Any, merges: int) -> None:
    page.wait_for_function(
        "n => [...document.querySelectorAll('*')].some((e) =>"
        " e.shadowRoot?.querySelector('.scrubber input[type=range]')?.max === n)",
        arg=str(merges),
    )
    settle(page)
