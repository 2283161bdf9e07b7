"""From a key to the painted step in Chromium: ``python -m tests.benchmarks.painting``.

Fifty thousand tokens, alone, with the pairs beside them, with a pair chosen as well, and with a
second text under the same slider, from the first step and from step 500; sixty presses of the right
arrow each. The aims on a quiet machine, tokens and pairs together: 10 ms, and 16.7 ms, one frame, at
the 95th percentile.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from tests.serving import ROOT, start_server, stop_server

APP = ROOT / "tests" / "browser" / "apps" / "scrubber_app.py"
PRESSES = 60
CASES = {
    "long": "one pane",
    "long&pairs=1": "one pane with pairs",
    "long&pairs=1&chosen": "one pane with pairs, one of them chosen",
    "long,yoruba": "two panes",
}
_BUSY = """() => [...document.querySelectorAll('*')].some((e) =>
  e.shadowRoot?.querySelector('.scrubber[aria-busy=false] .pane'))"""
# Milliseconds from the event to the frame after it, of each press.
_PAINTED = """(root, presses) => new Promise((done) => {
  const slider = root.querySelector('.slider');
  const times = [];
  slider.addEventListener('keydown', (event) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      times.push(performance.now() - event.timeStamp);
      if (times.length === presses) done(times);
    };
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }, {capture: true});
  slider.focus();
})"""


def presses(page: Any) -> tuple[float, float]:
    """Press the right arrow on the scrubber of a page: the median and the 95th percentile in ms."""
    page.wait_for_timeout(500)
    root = page.get_by_test_id("scrubber").element_handle()
    page.evaluate(f"([root, n]) => {{ window.times = ({_PAINTED})(root, n); }}", [root, PRESSES])
    for _ in range(PRESSES):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(30)
    times = sorted(page.evaluate("() => window.times"))
    return times[PRESSES // 2], times[PRESSES * 95 // 100]


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS, chromium_path

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = start_server(APP, Path(folder) / "log")
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        try:
            for query, panes in CASES.items():
                for start in (0, 500):
                    page = browser.new_page()
                    page.goto(f"{address}/?case={query}&step={start}")
                    page.wait_for_function(_BUSY)
                    if "chosen" in panes:
                        page.get_by_test_id("pair").first.click()
                    median, late = presses(page)
                    print(
                        f"{panes} from step {start:3}: median {median:5.1f} ms, "
                        f"95th percentile {late:5.1f} ms, load {os.getloadavg()[0]:.1f}",
                        flush=True,
                    )
                    page.close()
        finally:
            browser.close()
            stop_server(server)


if __name__ == "__main__":
    main()
