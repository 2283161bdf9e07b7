"""The package: what it needs and holds, its version, and that it works in a fresh environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
import venv
from pathlib import Path

import pytest

import bpeviz

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOW = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")


def test_the_app_needs_what_its_requirements_say():
    lines = (ROOT / "requirements.txt").read_text("utf-8").split()
    assert sorted(lines) == sorted(
        PROJECT["dependencies"] + PROJECT["optional-dependencies"]["app"]
    )
    assert [re.match(r"\w+", one).group() for one in PROJECT["dependencies"]] == ["regex"]


def test_the_changelog_begins_with_this_version():
    headings = re.findall(r"^## (.+)", (ROOT / ".github/CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0].split()[0] == bpeviz.__version__


def test_the_workflow_and_the_full_run_call_the_commands_of_the_readme():
    commands = re.findall(r"^python3 .+$", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert len(commands) == 2
    assert all(command in WORKFLOW for command in commands)
    assert commands[1] in (ROOT / ".ci/run").read_text("utf-8")
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert re.search(r'python: \["([\d.]+)", "[\d.]+"\]', WORKFLOW).group(1) == oldest


def test_the_readme_links_to_what_is_there():
    for file in [ROOT / "README.md", *(ROOT / ".github").glob("*.md")]:
        links = re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text("utf-8"))
        assert all((file.parent / link).exists() for link in links), file.name


# --- installed ----------------------------------------------------------------------------------

PROGRAM = """
import importlib.metadata, json, pathlib, sys, tempfile
import bpeviz
tok = bpeviz.train("low lower newest widest", num_merges=9)
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "tokenizer.json"
    tok.save(path, "huggingface")
    ids = bpeviz.load(path).encode("newer lower")
names = {one.metadata["Name"] for one in importlib.metadata.distributions()}
print(json.dumps([bpeviz.__version__, bpeviz.__file__, ids, sorted(names)]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> list:
    """What PROGRAM says in an environment that holds the package and what it needs."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(
        ROOT / "bpeviz", source / "bpeviz", ignore=shutil.ignore_patterns("__pycache__")
    )
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", source], check=True)
    said = subprocess.run(
        [python, "-I", "-c", PROGRAM], cwd=folder, check=True, capture_output=True, text=True
    )
    return json.loads(said.stdout)


@pytest.mark.slow
def test_it_trains_saves_and_loads_without_the_app(installed: list):
    version, _, ids, names = installed
    tok = bpeviz.train("low lower newest widest", num_merges=9)
    assert (version, ids) == (bpeviz.__version__, tok.encode("newer lower"))
    assert {"bpeviz", "regex"} <= set(names) <= {"bpeviz", "regex", "pip", "setuptools"}


@pytest.mark.slow
def test_every_file_of_the_package_is_installed(installed: list):
    def files(folder: Path) -> set[str]:
        found = (path for path in folder.rglob("*") if path.is_file())
        return {p.relative_to(folder).as_posix() for p in found if "__pycache__" not in p.parts}

    assert files(Path(installed[1]).parent) == files(ROOT / "bpeviz")
