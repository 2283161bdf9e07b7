"""The house: the engine knows no screen, the views no Streamlit; pages hold no algorithm."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCREEN = {"streamlit", "pandas", "altair"}


def imported(path):
    """The top-level packages that a file imports from outside its own package."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


def test_the_engine_loads_without_a_screen():
    code = "import bpeviz, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not SCREEN & set(loaded.stdout.split())


@pytest.mark.parametrize(
    ("folder", "forbidden"),
    [
        ("bpeviz/engine", SCREEN | {"numpy", "bpeviz.views", "bpeviz.app", "pages"}),
        ("bpeviz/views", {"streamlit", "bpeviz.app", "pages"}),
        ("bpeviz/app", {"pages"}),
    ],
)
def test_arrows_run_one_way(folder, forbidden):
    for path in (ROOT / folder).rglob("*.py"):
        for name in imported(path):
            wrong = [f for f in forbidden if name == f or name.startswith(f + ".")]
            assert not wrong, f"{path.relative_to(ROOT)} imports {name}"


def test_the_engine_needs_only_the_standard_library_and_regex():
    allowed = set(sys.stdlib_module_names) | {"regex", "bpeviz"}
    for path in (ROOT / "bpeviz" / "engine").rglob("*.py"):
        for name in imported(path):
            assert name.split(".")[0] in allowed, f"{path.relative_to(ROOT)} imports {name}"
        assert "print(" not in "".join(
            line
            for line in path.read_text(encoding="utf-8").splitlines()
            if not line.strip().startswith((">>>", "..."))
        ), path


def test_pages_are_thin():
    for path in (ROOT / "pages").glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 100, path.name


def test_a_page_has_the_address_of_its_file():
    # Until a server has run once it knows the pages by their files alone, and calls a link to
    # another address "not found".
    source = (ROOT / "streamlit_app.py").read_text(encoding="utf-8")
    files = re.findall(r'st\.Page\("pages/(\w+)\.py"', source)
    assert sorted(files) == sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
    assert "url_path=" not in source


def test_number_fields_leave_no_bounds_to_the_browser():
    # It would refuse without a word; ``number_field`` says why.
    called = [
        path.relative_to(ROOT).as_posix()
        for folder in ("bpeviz", "pages")
        for path in (ROOT / folder).rglob("*.py")
        if ".number_input(" in path.read_text(encoding="utf-8")
    ]
    assert called == ["bpeviz/app/number_field.py"]


def test_the_top_level_holds_what_was_agreed():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    tops = {name.split("/")[0] for name in tracked if name}
    agreed = {
        "streamlit_app.py", "bpeviz", "pages", "sample_texts", "tests", "requirements.txt",
        "README.md", "LICENSE", "pyproject.toml",
    }  # fmt: skip
    assert {top for top in tops if not top.startswith(".")} <= agreed
