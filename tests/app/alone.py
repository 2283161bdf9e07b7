"""One page alone in Streamlit's AppTest, with the sidebar, as the entry file runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]


def page(name: str, path: str) -> None:
    """The sidebar and one page; AppTest takes the source of this function as a script."""
    import streamlit as st

    from bpeviz.app import pages  # noqa: F401
    from bpeviz.app.links import permalink
    from bpeviz.app.sidebar import sidebar

    permalink.read(name)
    st.session_state["pages"] = [name]
    sidebar.draw()
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), {"__name__": "__page__"})


def run(name: str, **state: Any) -> AppTest:
    """Open a page with these values in the session; an exception on the page fails."""
    app = AppTest.from_function(
        page, kwargs={"name": name, "path": str(ROOT / "pages" / f"{name}.py")}, default_timeout=60
    )
    return change(app, **state)


def change(app: AppTest, **state: Any) -> AppTest:
    """Set values of the session and run the page again."""
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app
