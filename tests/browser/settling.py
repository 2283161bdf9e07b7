"""When a page has come to rest."""

from __future__ import annotations

from typing import Any

_AT_REST = """() => {
  const run = document.querySelector('[data-test-script-state]')?.dataset.testScriptState;
  return (run === undefined || run === 'notRunning')
    && !document.querySelector('[data-testid=stSkeleton]');
}"""


def settle(page: Any, pause: int = 300) -> None:
    """Wait until the run is over and no widget is a grey place still; then ``pause`` ms more.

    Streamlit fetches the code of a widget when one is first drawn. Until then a place of another
    height stands there, and what is below it moves once more.
    """
    page.wait_for_function(_AT_REST)
    page.wait_for_timeout(pause)


def darken(page: Any) -> None:
    """Go over to the dark theme, as the system does in the evening."""
    colour = "() => getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => ({colour})() !== light", arg=light)
    settle(page)
