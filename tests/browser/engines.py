"""Firefox and WebKit, each driven by what Debian brings: enough for one journey.

Both have the same four verbs: ``go`` to an address, ``run`` an expression of JavaScript and get its
value, ``press`` a key, ``close``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serving import free_port

START_SECONDS = 60
KEYS = {"ArrowRight": "\ue014", "Home": "\ue011", "PageDown": "\ue00f"}


class Firefox:
    """Firefox over WebDriver BiDi, which it speaks itself."""

    def __init__(self, folder: Path) -> None:
        sync = pytest.importorskip("websockets.sync.client")
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            pytest.skip("no Firefox to drive")
        port = free_port()
        options = ["--headless", "--no-remote", "--profile", str(folder)]
        self._process = subprocess.Popen(
            [program, *options, "--remote-debugging-port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        address = f"ws://127.0.0.1:{port}/session"
        self._socket = _retry(lambda: sync.connect(address, max_size=None), OSError)
        self._number = 0
        self._tell("session.new", capabilities={})
        self._page = self._tell("browsingContext.getTree")["contexts"][0]["context"]

    def _tell(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, url: str) -> None:
        self._tell("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def run(self, expression: str) -> Any:
        done = self._tell(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._page},
            awaitPromise=False,
        )
        assert done["type"] == "success", done
        return json.loads(done["result"].get("value", "null"))

    def press(self, key: str) -> None:
        acts = [{"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": acts}
        self._tell("input.performActions", context=self._page, actions=[keyboard])

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(20)


class WebKit:
    """WebKitGTK's small browser over WebDriver, on a screen that nobody sees."""

    def __init__(self, folder: Path) -> None:
        webdriver = pytest.importorskip("selenium.webdriver")
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))
        if not (driver and screen and browsers):
            pytest.skip("no WebKit to drive")
        read, write = os.pipe()
        self._screen = subprocess.Popen(
            [screen, "-displayfd", str(write), "-screen", "0", "1280x800x24"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        # Its graphics process is what crashes most where there is no graphics card.
        drawn = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        alone = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "DISPLAY": display}
        self._environment = os.environ | drawn | alone
        self._programs = driver, str(browsers[-1])
        self._start(webdriver)

    def _start(self, webdriver: Any) -> None:
        driver, browser = self._programs
        options = webdriver.WebKitGTKOptions()
        options.binary_location = browser
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(driver, env=self._environment)
        self._driver = webdriver.WebKitGTK(options=options, service=service)

    def go(self, url: str) -> None:
        webdriver = pytest.importorskip("selenium.webdriver")
        try:
            self._driver.get(url)
        except pytest.importorskip("selenium.common").WebDriverException:
            # The browser itself has crashed, not the page in it: a new one goes there.
            self._driver.service.stop()
            self._start(webdriver)
            self._driver.get(url)

    def run(self, expression: str) -> Any:
        return json.loads(
            self._driver.execute_script(f"return JSON.stringify({expression})") or "null"
        )

    def press(self, key: str) -> None:
        chains = pytest.importorskip("selenium.webdriver.common.action_chains")
        chains.ActionChains(self._driver).send_keys(KEYS[key]).perform()

    def close(self) -> None:
        self._driver.quit()
        self._screen.terminate()
        self._screen.wait(20)


def _retry(act: Callable[[], Any], error: type[Exception]) -> Any:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            return act()
        except error:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
