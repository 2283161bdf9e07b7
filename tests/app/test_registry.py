"""The registry of session keys: what each page enters there, and how the step is kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bpeviz.app import pages, registry
from bpeviz.failures import FAILURES

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
#: Files has no settings of its own.
PAGES = set(NAMES) & set(pages.__all__)


def test_every_page_is_entered() -> None:
    common = registry.travelling([]).keys()
    assert {page for page in NAMES if registry.travelling([page]).keys() > common} == PAGES
    assert set(NAMES) - PAGES == {"files"}


def test_what_enters_something_is_imported_with_the_pages() -> None:
    entering = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in (ROOT / "bpeviz" / "app").rglob("*.py")
        if "registry.enter" in path.read_text(encoding="utf-8")
    }
    code = "import bpeviz.app.pages, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert len(entering) > 20
    assert entering <= set(loaded.stdout.split())


def test_no_two_pages_have_a_key_of_one_name() -> None:
    common = registry.travelling([])
    own = [name for page in NAMES for name in registry.travelling([page]).keys() - common.keys()]
    assert len(own) == len(set(own)) > 60


@pytest.mark.parametrize("key", registry.travelling(NAMES).values(), ids=lambda key: key.name)
def test_a_default_is_allowed(key: registry.Key) -> None:
    assert key.allows(key.default)


def test_every_field_of_a_failure_travels() -> None:
    fails = registry.travelling(["fails"]).keys() - registry.travelling([]).keys()
    assert len(fails) == 2 + sum(len(failure.fields) for failure in FAILURES)


def test_talk_mode_shows_these_pages() -> None:
    staged = {page for page in NAMES if page in registry._stages}
    assert staged == PAGES - {"vocabulary"}


def slider() -> None:
    import streamlit as st

    from bpeviz.app.step import SHARED, Step

    own = Step("own_step", "own_nonce")
    state = st.session_state
    shown = [own.at(10, usual=4)]
    own.follow(7, shown[0], usual=4)
    shown += [own.at(10, usual=4), own.at(5, usual=4), own.at(10, usual=4)]
    own.follow(4, 7, usual=4)
    shown += [state["own_step"], own.at(10, usual=4)]
    nonces = [own.nonce()]
    own.go_to(9)
    nonces.append(own.nonce())
    SHARED.go_to(3)
    state.update(shown=shown, nonces=[*nonces, own.nonce(), SHARED.nonce()], shared=SHARED.at(2))


def test_a_step_is_cut_short_but_not_forgotten() -> None:
    app = AppTest.from_function(slider).run()
    assert not app.exception
    assert app.session_state["shown"] == [4, 7, 5, 7, None, 4]
    assert (app.session_state["nonces"], app.session_state["shared"]) == ([0, 1, 2, 1], 2)
