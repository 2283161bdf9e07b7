"""One-line mutants of the engine: which of them do the tests let live?

    python -m tests.mutants --sample 60 --seed 1 [--files trace.py forest.py]

A mutant differs from the engine in one operator, constant or condition. It is tried on the doctests
of its module, then on the tests named after it, then on all tests of the engine and of traces of
files; one that takes far more time than the engine itself is dead, too. Each is tried in a fork of
one process that has loaded what all need, so sixty take a few minutes. Of those that survive it takes
a reader to say which are equivalent.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies  # noqa: F401  Loaded here, it need not be in each fork.
import pytest
import regex  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]
ENGINE = Path("bpeviz/engine")
TESTS = Path("tests/engine")
LAST = ("tests/formats/test_traces.py", "tests/engine", "bpeviz/engine")
#: Seconds of processor time: for doctests and a module's own tests, and for all tests.
SHORT, LONG = 30, 120
#: Bytes of memory, which an endless loop may ask for.
MEMORY = 4 << 30
#: Arguments that change no result: how much a cache keeps, whether lengths are compared.
SPEED = ("maxsize", "strict")
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def places(source: str) -> list[int]:
    """Which nodes of a module can be changed, as numbers in the order of a walk.

    >>> [mutant("a = b < 1", place)[1] for place in places("a = b < 1")]
    ['b < 1 -> b <= 1', '1 -> 2']
    """
    tree = ast.parse(source)
    keywords = [node for node in ast.walk(tree) if isinstance(node, ast.keyword)]
    speed = {id(keyword.value) for keyword in keywords if keyword.arg in SPEED}
    nodes = enumerate(ast.walk(tree))
    return [i for i, node in nodes if change_of(node) and id(node) not in speed]


def mutant(source: str, place: int) -> tuple[int, str, str]:
    """The mutant with one node changed, as (line, what changed, source)."""
    tree = ast.parse(source)
    node = next(node for i, node in enumerate(ast.walk(tree)) if i == place)
    before, change = ast.unparse(node), change_of(node)
    assert change is not None
    change(node)
    what = f"{before[:70]} -> {ast.unparse(node)[:70]}"
    return getattr(node, "lineno", 0), what, ast.unparse(tree)


def change_of(node: ast.AST) -> Callable[[Any], object] | None:
    """What can be changed in a node, as a function that does it; None where nothing can."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        return lambda one: one.ops.__setitem__(0, SWAPS[type(one.ops[0])]())
    if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in SWAPS:
        return lambda one: setattr(one, "op", SWAPS[type(one.op)]())
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return lambda one: setattr(one, "value", one.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return lambda one: setattr(one, "value", not one.value)
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        return lambda one: setattr(one, "test", ast.UnaryOp(ast.Not(), one.test))
    return None


def stages(name: str) -> list[tuple[int, list[str]]]:
    """The tests of a module in the order in which they are run, and the seconds of each stage."""
    own = str(TESTS / f"test_{name}")
    first = [str(ENGINE / name), *([own] if (ROOT / own).exists() else [])]
    return [(SHORT, first), (LONG, list(LAST))]


def passes(tests: list[str], seconds: int) -> bool:
    """Whether tests pass, in a fork of this process and within some seconds of processor time."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        failed = 1
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  The fork ends with it.
        with contextlib.suppress(BaseException):
            failed = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests])
        os._exit(0 if failed in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else 1)
    return os.waitpid(child, 0)[1] == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", nargs="*", default=None)
    asked = parser.parse_args()
    names = asked.files or sorted(path.name for path in (ROOT / ENGINE).glob("*.py"))
    sources = {name: (ROOT / ENGINE / name).read_text(encoding="utf-8") for name in names}
    found = [(name, place) for name in names for place in places(sources[name])]
    chosen = random.Random(asked.seed).sample(found, min(asked.sample, len(found)))
    killed = 0
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        sys.path.insert(0, temporary)
        for name in ("bpeviz", "tests", "sample_texts"):
            shutil.copytree(ROOT / name, name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", temporary)
        if not all(passes(tests, seconds) for seconds, tests in stages(names[0])):
            sys.exit("The tests fail on the engine as it is.")
        for name, place in chosen:
            line, what, source = mutant(sources[name], place)
            (ENGINE / name).write_text(source, encoding="utf-8")
            alive = all(passes(tests, seconds) for seconds, tests in stages(name))
            killed += not alive
            print(f"{'alive' if alive else 'dead'}: {name}:{line}: {what}", flush=True)
            (ENGINE / name).write_text(sources[name], encoding="utf-8")
    print(f"{killed} of {len(chosen)} mutants are dead; {len(found)} could be made.")


if __name__ == "__main__":
    main()
