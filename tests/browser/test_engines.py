"""Firefox and WebKit go the journey that Chromium goes in the other tests."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.browser.engines import Firefox, WebKit
from tests.serving import ROOT, start_server, stop_server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Elements with this selector, wherever they stand.
ALL = "[document, ...[...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter(Boolean)]"
FOUND = ALL + ".flatMap((root) => [...root.querySelectorAll('{}')])"
SLIDER = FOUND.format('input[type=range][aria-label="Merge step"]') + "[0]"
TOKENS = FOUND.format("[data-testid=token]")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("engines") / "server.log"
    server, address = start_server(ROOT / "streamlit_app.py", log)
    yield address
    stop_server(server)


@pytest.fixture(params=[Firefox, WebKit])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    browser = request.param(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


def wait(engine: Any, expression: str, value: Any = True) -> None:
    """Until the expression has this value."""
    end = time.monotonic() + 60
    while (seen := engine.run(expression)) != value:
        assert time.monotonic() < end, (expression, seen)
        time.sleep(0.05)


def opened(engine: Any, address: str) -> None:
    engine.go(address)
    wait(engine, f"{TOKENS}.length > 0 && !!({SLIDER})")
    at_rest = "document.querySelector('[data-test-script-state]')?.dataset.testScriptState"
    wait(engine, at_rest, "notRunning")


def tokens(engine: Any) -> list[int]:
    return engine.run(TOKENS + ".map((t) => Number(t.dataset.tokenId))")


def test_scrubbing_pairs_and_a_link(engine: Any, url: str) -> None:
    text = samples()["toy_words"].text
    trace = bpeviz.train(text, "character", 10).trace(text)
    opened(engine, f"{url}/?sample=toy_words&mode=character&num_merges=10")
    engine.run(f"({SLIDER}).focus()")
    engine.press("Home")
    wait(engine, f"({SLIDER}).value", "0")
    for step in (1, 2, 3):
        engine.press("ArrowRight")
        wait(engine, f"({SLIDER}).value", str(step))
        wait(engine, TOKENS + ".map((t) => Number(t.dataset.tokenId))", list(trace.ids(step)))
        merge = trace.tokenizer.merges[step]
        row = FOUND.format(".pair.next") + "[0]?.dataset"
        wait(engine, f"[Number({row}.left), Number({row}.right)]", [merge.left, merge.right])
    wait(engine, "new URL(location).searchParams.get('step')", "3")
    link = engine.run("location.href")
    opened(engine, f"{url}/compare")
    opened(engine, link)
    assert engine.run(f"({SLIDER}).value") == "3"
    assert tokens(engine) == list(trace.ids(3))


def test_compare_answers(engine: Any, url: str) -> None:
    opened(engine, f"{url}/compare")
    wait(engine, FOUND.format("[data-testid=pane]") + ".length", 2)
    sentence = engine.run(FOUND.format(".sentence") + "[0].textContent")
    assert "token" in sentence
    engine.run(f"({SLIDER}).focus()")
    engine.press("Home")
    wait(engine, f"({SLIDER}).value", "0")


def test_talk_mode_is_walked_by_a_clicker(engine: Any, url: str) -> None:
    opened(engine, f"{url}/?sample=toy_words&talk=1&step=2")
    engine.press("PageDown")
    wait(engine, f"({SLIDER}).value", "3")
    assert engine.run("document.querySelectorAll('[data-testid=stException]').length") == 0
