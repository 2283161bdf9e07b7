"""Nothing that a person brought is lost with a reload, or when the server ends and starts again."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.browser.settling import settle
from tests.serving import ROOT, free_port, start_server

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.browser

# Words by chance cannot be packed into an address.
LONG = " ".join(f"{random.Random(n).getrandbits(60):x}" for n in range(3000))


class Server:
    """A server that can be killed, without a moment to tidy up, and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.starts = folder, free_port(), 0
        self.process: subprocess.Popen[bytes] | None = None
        self.url = self.start()

    def start(self) -> str:
        self.starts += 1
        log = self.folder / f"{self.starts}.log"
        self.process, url = start_server(ROOT / "streamlit_app.py", log, port=self.port)
        return url

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()


@pytest.fixture
def server(browser: Any, tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.kill()
    logs = "".join(path.read_text(errors="replace") for path in tmp_path.glob("*.log"))
    assert "Traceback" not in logs


@pytest.fixture
def page(server: Server, open_page: Any, watch: Any) -> Any:
    # A page whose server is gone says so in the console.
    watch.ignored = (
        "404 (Not Found)",
        "ERR_",
        "WebSocket",
        "502",
        "Client Error",
        "error: ",
        "Cannot send",
        "dynamically imported",
    )
    page = open_page(server.url)
    page.get_by_test_id("token").first.wait_for()
    settle(page)
    return page


def box(page: Any) -> Any:
    return page.get_by_test_id("stSidebar").get_by_role("textbox").first


def bring(page: Any, text: str) -> None:
    box(page).fill(text)
    box(page).press("Control+Enter")
    page.wait_for_url("**text=**")
    settle(page)


@pytest.mark.slow
def test_a_long_text_is_there_after_a_reload(page: Any) -> None:
    bring(page, LONG)
    page.wait_for_url("**text=~~**")
    page.reload()
    sync_api.expect(box(page)).to_have_value(LONG, timeout=30_000)
    settle(page)
    assert "text=~~" in page.url
    assert page.get_by_test_id("stAlert").count() == 0


def restart(page: Any, server: Server) -> None:
    """Kill the server, start it again, and wait until it has drawn the page by itself."""
    server.kill()
    page.locator(".stApp:not([data-test-connection-state=CONNECTED])").wait_for()
    server.start()
    page.locator(".stApp[data-test-connection-state=CONNECTED]").wait_for(timeout=60_000)
    # The new server's first answer sets the address anew.
    settle(page)


@pytest.mark.slow
def test_a_long_text_is_there_after_a_restart(page: Any, server: Server) -> None:
    bring(page, LONG)
    page.wait_for_url("**text=~~**")
    restart(page, server)
    sync_api.expect(box(page)).to_have_value(LONG)
    # The first click after the restart counts.
    page.get_by_test_id("stSidebar").get_by_text("Byte", exact=True).click()
    page.wait_for_url("**mode=byte**")
    sync_api.expect(box(page)).to_have_value(LONG)
    assert "text=~~" in page.url


@pytest.mark.slow
def test_another_tab_has_no_text_and_says_so(page: Any, server: Server, open_page: Any) -> None:
    bring(page, LONG)
    page.wait_for_url("**text=~~**")
    other = open_page(page.url)
    other.get_by_test_id("stAlert").filter(has_text="too long for a link").wait_for()
    settle(other)
    assert not box(other).input_value().startswith(LONG[:20])


def sidebar(page: Any) -> Any:
    return page.get_by_test_id("stSidebar")


def trains(page: Any) -> None:
    box(page).fill("".join(f"{n * n * 7919 % 1_000_003:o} " for n in range(40_000)))
    box(page).press("Control+Enter")
    page.locator(".stApp[data-test-script-state=running]").wait_for()


def uploads(page: Any) -> None:
    sidebar(page).get_by_text("Upload a text file").click()
    file = {"name": "long.txt", "mimeType": "text/plain", "buffer": b"low lower newest " * 200_000}
    sidebar(page).locator("input[type=file]").first.set_input_files(file)


def opens_a_tokenizer_file(page: Any) -> None:
    sidebar(page).get_by_text("Open a tokenizer file", exact=True).click()
    with TemporaryDirectory() as folder:
        file = Path(folder, "own.tiktoken")
        bpeviz.train(samples()["english"].text, num_merges=2000).save(file, "tiktoken")
        sidebar(page).locator("input[type=file]").last.set_input_files(file)


def saves(page: Any) -> None:
    page.get_by_role("button", name="Session").click()
    page.get_by_role("button", name="Save session").wait_for()


def plays(page: Any) -> None:
    page.get_by_role("button", name="Play").first.click()


def talks(page: Any) -> None:
    page.get_by_role("button", name="Talk mode").click()


def goes_on_training(page: Any) -> None:
    page.get_by_role("button", name="Continue training").click()


def compares(page: Any) -> None:
    page.get_by_role("link", name="Compare").click()


def encodes(page: Any) -> None:
    page.get_by_role("link", name="Encode").click()
    page.get_by_role("textbox", name="Text to encode").press_sequentially("half a wor")


def changes_settings(page: Any) -> None:
    for name in ("Character", "Byte", "Regex", "Byte"):
        sidebar(page).get_by_text(name, exact=True).click()


ACTS = [trains, uploads, opens_a_tokenizer_file, saves, plays, talks, goes_on_training]
ACTS += [compares, encodes, changes_settings]


@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS)
def test_a_server_killed_in_the_middle(
    page: Any, server: Server, open_page: Any, act: Callable[[Any], None]
) -> None:
    """The page goes on at once, and shows what somebody sees who opens its address anew."""
    act(page)
    restart(page, server)
    page.get_by_test_id("token").first.wait_for()
    for pause in page.get_by_role("button", name="Pause").all():
        pause.click()
    settle(page)
    assert page.get_by_test_id("stException").count() == 0
    fresh = open_page(page.url)
    fresh.get_by_test_id("token").first.wait_for()
    settle(fresh)
    ids = "all => all.map(token => token.dataset.tokenId)"
    shown, expected = (p.get_by_test_id("token").evaluate_all(ids) for p in (page, fresh))
    assert shown == expected
