"""When a page has come to rest."""

from __future__ import annotations

from itertools import count
from typing import Any

_calls = count()

# Checked at every frame: at rest since when, and at which height.
_AT_REST = """([call, pause]) => {
  const run = document.querySelector('[data-test-script-state]')?.dataset.testScriptState;
  const rest = (run === undefined || run === 'notRunning')
    && !document.querySelector('[data-testid=stSkeleton]');
  const height = document.querySelector('[data-testid=stMain]')?.scrollHeight;
  const known = window.settling;
  if (!rest || known?.call !== call || known.height !== height)
    window.settling = { call, height, since: performance.now() };
  return rest && performance.now() - window.settling.since >= pause;
}"""


def settle(page: Any, pause: int = 150) -> None:
    """Wait until the run is over, no widget is a grey place still, and the height stays.

    All that for ``pause`` ms without a break: Streamlit fetches the code of a widget when one is
    first drawn, and until then a place of another height stands there.
    """
    page.wait_for_function(_AT_REST, arg=[next(_calls), pause])


def darken(page: Any) -> None:
    """Go over to the dark theme, as the system does in the evening."""
    _change_theme(page, "dark")


def lighten(page: Any) -> None:
    """Go back to the light theme."""
    _change_theme(page, "light")


def _change_theme(page: Any, scheme: str) -> None:
    colour = "() => getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    earlier = page.evaluate(colour)
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(f"earlier => ({colour})() !== earlier", arg=earlier)
    settle(page)
