"""Real apps in a real Chromium.

Tests here start Streamlit themselves and drive it with Playwright. Any Chromium or Chrome of the
machine will do (the variable CHROMIUM names one), else Playwright's own. Where there is none the
tests are skipped, but not in CI: there they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.settling import settle
from tests.serving import ROOT, start_server, stop_server

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What Streamlit asks for beside a page's address before it asks at the root.
BESIDE_A_PAGE = r"^http://[^/]+/[^/]+/_stcore/(health|host-config)$"


def chromium_path() -> str | None:
    """The browser of the machine, or None."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def _without_browser(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"CI has no browser: {why}", pytrace=False)
    pytest.skip(f"no Chromium to drive: {why}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        except sync_api.Error as error:
            _without_browser(str(error).splitlines()[0])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def serve(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """``serve("tests/browser/apps/x.py")`` gives the address; one server a script, for all tests."""
    running: dict[str, tuple[subprocess.Popen[bytes], str]] = {}
    logs = tmp_path_factory.mktemp("servers")

    def address(script: str) -> str:
        if script == "streamlit_app.py" and "BPEVIZ_TEST_URL" in os.environ:
            return os.environ["BPEVIZ_TEST_URL"]  # See tests/behind_nginx.py.
        if script not in running:
            running[script] = start_server(ROOT / script, logs / f"{len(running)}.log")
        return running[script][1]

    yield address
    for server, _ in running.values():
        stop_server(server)


class Watch:
    """What must not happen on a page: errors in the console, requests to other hosts."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.ignored: tuple[str, ...] = ()

    def on(self, page: Any) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self._request)

    def _console(self, message: Any) -> None:
        address = message.location.get("url", "")
        # On a page opened by its own address, Streamlit's script looks for the server beside it.
        beside = "404 (Not Found)" in message.text and re.search(BESIDE_A_PAGE, address)
        if message.type == "error" and not beside:
            self.troubles.append(f"console: {message.text} {address}")

    def _request(self, request: Any) -> None:
        host = urlsplit(request.url).hostname
        if host not in ("127.0.0.1", "localhost", None):
            self.troubles.append(f"request to another host: {request.url}")

    def check(self) -> None:
        left = [t for t in self.troubles if not any(part in t for part in self.ignored)]
        assert not left, left


@pytest.fixture
def watch() -> Watch:
    """The page's watch; a test that expects an error names a part of it in ``watch.ignored``."""
    return Watch()


@pytest.fixture(scope="session")
def profile(browser: Any) -> Any:
    """Where most tests open their pages: what came from a server once is not fetched again."""
    return browser.new_context()


@pytest.fixture
def open_page(browser: Any, profile: Any, watch: Watch) -> Iterator[Callable[..., Any]]:
    """``open_page(url, width=1280, height=800, dark=False)`` gives a page that is watched.

    With more options, which a page cannot have by itself, it is in a profile of its own.
    """
    opened = []

    def open_(url: str, *, width: int = 1280, height: int = 800, dark: bool = False, **more: Any):
        context = browser.new_context(**more) if more else profile
        page = context.new_page()
        opened.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.set_default_timeout(20_000)
        watch.on(page)
        page.goto(url)
        return page

    yield open_
    for page in opened:
        # What Streamlit remembers for the next visit must not reach the next test.
        if page.url.startswith("http"):
            page.evaluate("localStorage.clear()")
        page.close()
        if page.context is not profile:
            page.context.close()
    watch.check()


@pytest.fixture
def app(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Callable[..., Any]:
    """``app("compare?mode=byte")`` opens a page of the app, which has come to rest."""

    def open_(path: str = "", **options: Any) -> Any:
        page = open_page(f"{serve('streamlit_app.py')}/{path}", **options)
        page.locator(
            "[data-testid=stMainBlockContainer] h2, [data-testid=scrubber], .sp-line"
        ).first.wait_for()
        settle(page)
        return page

    return open_


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test of a browser a second try.

    On a busy machine a page can miss its time; a fault of ours fails twice.
    """
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))
