"""The house: the engine knows no screen, the views no Streamlit; pages hold no algorithm."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCREEN = {"streamlit", "pandas", "altair"}
# Beside the engine, above it: what is asked of a tokenizer, a trace, a text, a file.
BESIDE = ("formats", "studies", "unicode", "splitting", "failures")


def imported(path):
    """The top-level packages that a file imports from outside its own package."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


# Each folder may import from those before it.
FLOORS = (
    "wording",
    "engine",
    "unicode",
    "splitting",
    "formats",
    "studies",
    "failures",
    "views",
    "app",
)


def modules():
    """Dotted name -> file, of all modules of the package."""
    found = {}
    for path in (ROOT / "bpeviz").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def arrows():
    """Module -> the modules of the package that it imports, also inside functions or for types."""
    files = modules()
    found = {}
    for name, path in files.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
        found[name] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                source = ".".join([*above, *filter(None, [node.module])])
                both = ([f"{source}.{alias.name}", source] for alias in node.names)
                found[name] |= {next((one for one in two if one in files), name) for two in both}
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names if alias.name in files}
        found[name].discard(name)
    return found


def floor(module):
    return module.split(".")[1] if module.count(".") else ""


def test_each_floor_imports_from_those_below_it():
    wrong = []
    for name, imports in arrows().items():
        above = FLOORS[FLOORS.index(floor(name)) + 1 :] if floor(name) else ()
        wrong += [f"{name} imports {other}" for other in imports if floor(other) in above]
    assert not wrong


def test_there_is_no_circle_of_imports():
    waiting = arrows()
    free = True
    while free:
        free = {name for name, imports in waiting.items() if not imports & waiting.keys()}
        waiting = {name: imports for name, imports in waiting.items() if name not in free}
    assert not waiting


def room(module):
    """The folder of the app that a module stands in, or the module itself where it is in none."""
    return module.split(".")[2] if module.count(".") > 1 else ""


def rooms():
    """Room of the app -> the rooms that it imports from."""
    found = {}
    for name, imports in arrows().items():
        if floor(name) == "app":
            inside = {room(other) for other in imports if floor(other) == "app"}
            found.setdefault(room(name), set()).update(inside - {room(name)})
    return found


def height(imports):
    """The longest way down from importer to imported; a circle fails."""
    waiting, floors = dict(imports), 0
    while waiting:
        free = {name for name, others in waiting.items() if not others & waiting.keys()}
        assert free, f"a circle: {sorted(waiting)}"
        waiting = {name: others for name, others in waiting.items() if name not in free}
        floors += 1
    return floors


def test_the_rooms_of_the_app_stand_on_few_floors():
    app = {name: imports for name, imports in arrows().items() if floor(name) == "app"}
    assert height({name: imports & app.keys() for name, imports in app.items()}) <= 8
    assert height(rooms()) <= 8


def test_no_page_imports_from_the_room_of_another_page():
    pages = {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert pages <= rooms().keys()
    for page in pages:
        assert not rooms()[page] & pages, page


def test_links_know_the_registry_and_no_room():
    ground = {"registry", "step", "limits", "text", "widgets"}
    assert rooms()["links"] <= ground
    assert not rooms()["registry"]
    assert rooms()["widgets"] <= {"text"}


def test_no_module_is_looked_up_by_name():
    for path in (ROOT / "bpeviz").rglob("*.py"):
        assert "importlib" not in set(imported(path)), path.name


def test_no_private_name_of_another_floor_is_reached_into():
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in modules().items()}
    private = re.compile(r"_[a-z]\w*")
    own = {name: set() for name in FLOORS}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            is_self = isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
            if is_self and private.fullmatch(node.attr):
                own.setdefault(floor(name), set()).add(node.attr)
            elif isinstance(node, ast.FunctionDef) and private.fullmatch(node.name):
                own.setdefault(floor(name), set()).add(node.name)
    for name, tree in trees.items():
        foreign = set().union(*(names for one, names in own.items() if one != floor(name)))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in foreign:
                of = ast.unparse(node.value)
                known = of in ("self", "cls", "super()") or node.attr in own[floor(name)]
                assert known or node.attr in ("_replace", "_asdict"), f"{name}: {of}.{node.attr}"
            if isinstance(node, ast.ImportFrom):
                taken = [alias.name for alias in node.names if private.fullmatch(alias.name)]
                assert not taken, f"{name} imports {taken}"


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
        *(
            (f"bpeviz/{name}", SCREEN | {"numpy", "bpeviz.views", "bpeviz.app", "pages"})
            for name in BESIDE
        ),
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
    pure = [path for name in ("engine", *BESIDE) for path in (ROOT / "bpeviz" / name).rglob("*.py")]
    for path in pure:
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
    assert called == ["bpeviz/app/widgets/number_field.py"]


def test_the_top_level_holds_what_was_agreed():
    if not (ROOT / ".git").exists():
        pytest.skip("not a git repository: what belongs to the project is not known")
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    tops = {name.split("/")[0] for name in tracked if name}
    agreed = {
        "streamlit_app.py", "bpeviz", "pages", "sample_texts", "tests", "requirements.txt",
        "README.md", "LICENSE", "pyproject.toml",
    }  # fmt: skip
    assert {top for top in tops if not top.startswith(".")} <= agreed
