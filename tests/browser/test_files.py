"""Every kind of tokenizer file, opened in the sidebar and scrubbed: tokens and ids stand right.

A request to another host fails a test here, as everywhere (see ``conftest``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import bpeviz
from bpeviz.formats import dumps
from tests.browser.settling import settle
from tests.browser.test_explore import go_to, ids, paste, wait_for_steps
from tests.formats import test_pieces as pieces
from tests.formats import test_rank_json as ranks
from tests.formats import texts
from tests.sparing import sparing

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.browser

TEXT = "the rain  ọmọ 𓀀 in 2026"


def trained(**options: Any) -> bpeviz.Tokenizer:
    return bpeviz.train(texts.samples()["english.txt"], **{"num_merges": 60, **options})


def model(**options: Any) -> dict[str, bytes]:
    return {"small.model": pieces.trained(**options)[0]}


def of_pieces() -> dict[str, bytes]:
    return {"tokenizer.json": ranks.data(pieces.learned(**pieces.PARTS["Llama 2"]))}


KINDS: dict[str, Callable[[], dict[str, bytes]]] = {
    "huggingface": lambda: dumps(trained(), "huggingface"),
    "pieces": of_pieces,
    "tiktoken": lambda: dumps(trained(pattern="cl100k"), "tiktoken"),
    "tekken": lambda: {"tekken.json": ranks.data(ranks.tekken(ranks.learned(60), 303))},
    "npm": lambda: {"own.json": ranks.data(ranks.npm(ranks.learned(60)))},
    "gpt2": lambda: dumps(trained(pattern="gpt2"), "gpt2"),
    "minbpe": lambda: dumps(trained(), "minbpe"),
    "codes": lambda: dumps(trained(mode="character"), "subword-nmt"),
    "model": lambda: model(vocab_size=300),
    "model with bytes": lambda: model(byte_fallback=True, vocab_size=500),
}


def give(page: Any, files: dict[str, bytes]) -> None:
    """Put files into the box for tokenizer files."""
    page.get_by_test_id("stSidebar").get_by_text("Open a tokenizer file", exact=True).click()
    box = page.get_by_test_id("stSidebar").locator("input[type=file]").last
    box.set_input_files(
        [{"name": n, "mimeType": "text/plain", "buffer": data} for n, data in files.items()]
    )


def wait_for_ids(page: Any, want: list[int]) -> None:
    """Wait until as many tokens stand there, with these ids."""
    sync_api.expect(page.get_by_test_id("token")).to_have_count(len(want))
    settle(page)
    assert ids(page) == want


@pytest.fixture
def visit(serve: Any, open_page: Any) -> Callable[..., Any]:
    def visit_(**options: Any) -> Any:
        page = open_page(serve("streamlit_app.py"), **options)
        page.get_by_test_id("token").first.wait_for()
        settle(page, pause=0)
        return page

    return visit_


@pytest.mark.parametrize("kind", sparing(KINDS, 2))
def test_a_file_is_opened_and_scrubbed(visit: Callable[..., Any], kind: str) -> None:
    files = KINDS[kind]()
    tok = bpeviz.load(dict(files))
    page = visit()
    paste(page, TEXT)
    give(page, files)
    wait_for_steps(page, len(tok.merges))
    trace = tok.trace(TEXT, unknown="keep")
    wanted = {step: trace.ids(step) for step in (0, len(tok.merges) // 2, len(tok.merges))}
    for step, want in wanted.items():
        go_to(page, step)
        wait_for_ids(page, want)
    drawn = "".join(page.get_by_test_id("token").all_inner_texts())
    assert "▁" in drawn if kind in ("pieces", "model", "model with bytes") else "▁" not in drawn
    sync_api.expect(page.get_by_test_id("stException")).to_have_count(0)
    for warning in tok.warnings[:1]:
        sync_api.expect(page.get_by_text(warning[:40]).first).to_be_visible()


@pytest.mark.parametrize("kind", ["gpt2", "pieces"])
def test_on_a_phone_the_text_of_a_file_begins_on_the_first_screen(
    visit: Callable[..., Any], kind: str
) -> None:
    page = visit(width=390, height=844)
    files = KINDS[kind]()
    page.get_by_test_id("stExpandSidebarButton").click()
    give(page, files)
    page.get_by_text("Close it and train again").wait_for()
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    wait_for_steps(page, len(bpeviz.load(dict(files)).merges))
    settle(page)
    # Two lines of it, below notice, slider, chart and pairs.
    assert page.get_by_role("region", name="Tokens").bounding_box()["y"] < 844 - 40


def test_what_is_refused_says_why_and_the_tokenizer_in_use_stays(
    visit: Callable[..., Any],
) -> None:
    page = visit()
    before = ids(page)
    give(page, model(model_type="unigram", vocab_size=300))
    why = re.compile("Unigram, which chooses .* The tokenizer in use stays")
    page.get_by_test_id("stAlert").filter(has_text=why).wait_for()
    sync_api.expect(page.get_by_test_id("token")).to_have_count(len(before))
    settle(page)
    assert ids(page) == before


def test_one_reason_for_several_exports_is_said_once(visit: Callable[..., Any]) -> None:
    page = visit()
    give(page, model(vocab_size=300))
    page.get_by_text("Close it and train again").wait_for()
    page.get_by_role("link", name="Files", exact=True).first.click()
    page.get_by_text("Copy as Python", exact=True).wait_for()
    settle(page)
    said = page.get_by_test_id("stMain").get_by_text("Keep the file itself")
    sync_api.expect(said).to_have_count(1)
    sync_api.expect(page.get_by_text("No export as Hugging Face tokenizer.json,")).to_be_visible()
    sync_api.expect(page.get_by_role("button", name="Download")).to_have_count(1)


@pytest.mark.slow
def test_a_guess_is_said_and_another_pattern_can_be_chosen(visit: Callable[..., Any]) -> None:
    page = visit()
    files = dumps(trained(pattern="qwen"), "tiktoken")
    paste(page, "in 2026")
    give(page, files)
    page.get_by_text("The split pattern is a guess: cl100k").wait_for()
    settle(page)
    # The list closes when the sidebar scrolls under it; what is typed opens it again.
    page.get_by_role("combobox", name="Split pattern").fill("qwen")
    page.get_by_role("option", name="qwen", exact=True).click()
    page.get_by_text("The split pattern is a guess").wait_for(state="detached")
    want = bpeviz.load(dict(files), pattern="qwen").encode("in 2026")
    wait_for_ids(page, want)


@pytest.mark.slow
def test_the_files_page_says_how_each_export_is_loaded(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("link", name="Files", exact=True).first.click()
    page.get_by_text("Copy as Python", exact=True).wait_for()
    settle(page)
    code = page.get_by_test_id("stCode").all_inner_texts()
    assert any("bpeviz.train(text, mode='regex', num_merges=300" in lines for lines in code)
    assert any('Tokenizer.from_file("tokenizer.json")' in lines for lines in code)
    assert page.get_by_text("mistral-common").count()
