"""Words of a user's go through ``plain`` before they are drawn, and addresses in them stay text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpeviz.app.text import plain

ROOT = Path(__file__).resolve().parents[2]
#: Elements that read their text as Markdown.
MARKDOWN = {"error", "warning", "info", "success", "caption", "markdown", "write", "toast", "title",
            "header", "subheader", "progress"}  # fmt: skip
#: What holds words of a user: the session, a message, a name, a text.
FROM_USERS = {"session_state", "error", "problem", "problems", "text", "corpus", "pattern"}


def unescaped(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that no call of ``plain`` goes round, numbers left out."""
    if isinstance(node, ast.Call):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        # Those of our own that escape what they quote.
        if called in ("plain", "quoted", "_not_held", "len", "count"):
            return
    if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from unescaped(child)


def around(source: str) -> list[str]:
    """Calls that draw words of a user as Markdown without escaping them."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr not in MARKDOWN or not node.args:
            continue
        names = {getattr(n, "id", getattr(n, "attr", None)) for n in unescaped(node.args[0])}
        if names & FROM_USERS:
            found.append(f"line {node.lineno}: {ast.unparse(node)[:100]}")
    return found


@pytest.mark.parametrize(
    "path", [path for name in ("bpeviz/app", "pages") for path in sorted((ROOT / name).rglob("*.py"))],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)  # fmt: skip
def test_no_call_goes_round_the_escaping(path: Path) -> None:
    assert around(path.read_text(encoding="utf-8")) == []


def test_such_calls_are_found() -> None:
    assert around("st.error(str(error))") and around('left.caption(f"{st.session_state[key]}")')
    assert around("st.error(plain(str(error)))") == around("st.caption(f'{len(text):,}')") == []


@given(st.text(st.sampled_from("htps:/w.@xy[]()!$`*&;# \n"), max_size=40))
def test_no_address_is_left_to_be_found(text: str) -> None:
    # What is shown once the escapes are read, as the search for addresses sees it.
    shown = plain(text).replace("\\", "")
    assert shown.replace("\u2060", "") == text
    assert "://" not in shown.replace(":\u2060", "") or "http\u2060:" in shown or "http" not in text
    assert "www." not in shown and not any(f"{a}@{b}" in shown for a in "xy" for b in "xy")
    assert "http:" not in shown and "https:" not in shown
