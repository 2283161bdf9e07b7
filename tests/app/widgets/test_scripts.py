"""The JavaScript modules: what they import and export, and the scripts that they make together."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import bpeviz.app
from bpeviz.app.widgets.scripts import script

APP = Path(bpeviz.app.__file__).parent
MODULES = {path: path.read_text(encoding="utf-8") for path in sorted(APP.rglob("*.js"))}
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.M)
EXPORT = re.compile(r"^export \{([^}]*)\};$", re.M)
DECLARED = re.compile(r"^(?:async )?(?:function|class|const|let) (\w+)", re.M)


def names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def imports(path: Path) -> dict[Path, list[str]]:
    found = IMPORT.findall(MODULES[path])
    return {(path.parent / target).resolve(): names(listed) for listed, target in found}


def exports(path: Path) -> list[str]:
    return [name for listed in EXPORT.findall(MODULES[path]) for name in names(listed)]


def test_what_is_imported_is_exported_there_and_the_other_way_round() -> None:
    wanted = Counter(
        (target, name)
        for path in MODULES
        for target, listed in imports(path).items()
        for name in listed
    )
    offered = {(path, name) for path in MODULES for name in exports(path)}
    assert len(offered) > 60 and set(wanted) == offered
    for path, name in offered:
        assert name in DECLARED.findall(MODULES[path]), (path.name, name)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_says_all_that_it_takes_from_others(path: Path) -> None:
    code = re.sub(r"//.*|`[^`$\n]*`|\"[^\"\n]*\"", "", EXPORT.sub("", MODULES[path]))
    used = set(re.findall(r"(?<![.\w])([A-Z]\w+|[a-z]\w*(?=\())", IMPORT.sub("", code)))
    taken = {name for listed in imports(path).values() for name in listed}
    others = {name for other in MODULES if other != path for name in exports(other)}
    assert used & others <= taken | set(DECLARED.findall(code))
    called = set(re.findall(r"\w+", IMPORT.sub("", code)))
    assert taken <= called


def test_no_module_is_imported_by_what_it_imports() -> None:
    done: set[Path] = set()

    def follow(path: Path, above: tuple[Path, ...]) -> None:
        assert path not in above, [one.name for one in (*above, path)]
        if path not in done:
            for target in imports(path):
                follow(target, (*above, path))
            done.add(path)

    for path in MODULES:
        follow(path, ())


ENTRIES = [path for path in MODULES if not exports(path)]


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: path.name)
def test_the_joined_script_declares_each_name_once(path: Path) -> None:
    joined = script(str(path.relative_to(APP)))
    assert not re.search(r"^import|^export \{", joined, re.M)
    assert joined.count("export default") == (path.name != "page.js")
    assert [name for name, times in Counter(DECLARED.findall(joined)).items() if times > 1] == []
