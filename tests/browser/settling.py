"""When a page has come to rest."""

from __future__ import annotations

from typing import Any

_AT_REST = """() => {
  const run = document.querySelector('[data-test-script-state]')?.dataset.testScriptState;
  return (run === undefined || run === 'notRunning')
    && !document.querySelector('[data-testid=stSkeleton]');
}"""


def settle(page: Any, pause: int = 500) -> None:
    """Wait until the run is over and no widget is a grey place still; then ``pause`` ms more.

    Streamlit fetches the code of a widget when one is first drawn. Until then a place of another
    height stands there, and what is below it moves once more.
    """
    page.wait_for_function(_AT_REST)
    page.wait_for_timeout(pause)
