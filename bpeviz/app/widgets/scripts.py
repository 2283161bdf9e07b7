"""JavaScript modules as the one script that Streamlit, or a page of its own, takes."""

from __future__ import annotations

import re
from pathlib import Path

_APP = Path(__file__).parents[1]
_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export \{[^}]*\};\n", re.M)


def script(entry: str) -> str:
    """Return a module of the app and all that it imports, as one script.

    Each file comes once, after those that it imports. Only the lines that import and export names
    are left out; what the entry exports by default it still does.

    >>> text = script("scrubber/repeat_step.js")
    >>> text.index("function hideElement") < text.index("export default"), "import {" in text
    (True, False)
    """
    found: dict[Path, str] = {}
    _add((_APP / entry).resolve(), found)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in found.values())


def _add(path: Path, found: dict[Path, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        target = (path.parent / imported).resolve()
        if target not in found:
            _add(target, found)
    found[path] = text
