"""A folder of tokenizer files that the server offers: chosen by name, opened by a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bpeviz
from tests.browser.settling import settle
from tests.serving import ROOT, start_server, stop_server


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("offered")
    for name, text in (("low.json", "low low low"), ("ore.json", "ore ore ore")):
        bpeviz.train(text, num_merges=3).save(folder / name, "huggingface")
    (folder / "bad.json").write_text("{")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BPEVIZ_TOKENIZERS", str(folder))
        server, url = start_server(ROOT / "streamlit_app.py", folder.parent / "server.log")
    yield url
    stop_server(server)


def choose(page: Any, name: str) -> None:
    """Choose a file of the server; a sidebar that moves would close the list again."""
    box = page.get_by_role("combobox", name="On this server")
    box.scroll_into_view_if_needed()
    settle(page)
    box.click()
    page.get_by_role("option", name=name).click()


@pytest.mark.slow
def test_a_file_is_chosen_by_name_and_its_link_opens_for_others(
    offering: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(offering)
    page.get_by_text("Open a tokenizer file").click()
    choose(page, "bad.json")
    page.get_by_text("“bad.json”:").wait_for()
    choose(page, "low.json")
    page.get_by_role("button", name="Close it and train again").wait_for()
    page.wait_for_url("**tokenizer=low.json**")
    other = open_page(f"{offering}/?tokenizer=ore.json", locale="en-GB")
    other.get_by_role("button", name="Close it and train again").wait_for()
    other.get_by_text("ore.json", exact=True).wait_for()


@pytest.mark.slow
def test_a_link_to_a_file_that_is_bad_or_not_offered_says_so(
    offering: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{offering}/?tokenizer=bad.json")
    page.get_by_text("“bad.json”:").filter(visible=True).first.wait_for()
    page = open_page(f"{offering}/?tokenizer=no.json")
    page.get_by_text("offers no tokenizer file “no.json”").wait_for()


@pytest.mark.slow
def test_offered_files_are_sides_of_compare(
    offering: str, open_page: Callable[..., Any], watch: Any
) -> None:
    # Streamlit looks for its server below the page's path first.
    watch.ignored = ("404",)
    page = open_page(f"{offering}/compare?text=low+ore&compare_b_file=ore.json")
    page.get_by_role("button", name="Right ore.json").wait_for()
    page.get_by_role("button", name=re.compile("^Left ")).click()
    page.get_by_role("combobox", name="Tokenizer").filter(visible=True).click()
    page.get_by_role("option", name="low.json").click()
    page.get_by_role("button", name="Left low.json").wait_for()
    page.wait_for_url("**compare_a_file=low.json&compare_b_file=ore.json**")
    # low | ␣ o r e against l o w | ␣ore.
    low, ore = (
        len(bpeviz.train(text, num_merges=3).encode("low ore"))
        for text in ("low low low", "ore ore ore")
    )
    assert (low, ore) == (5, 4)
    page.locator(".sentence", has_text="Low.json costs 1 more token than ore.json").wait_for()
    page = open_page(f"{offering}/compare?compare_a_file=bad.json")
    page.get_by_text("Left side: “bad.json”:").wait_for()
