"""The session as one JSON file: page, texts, settings of all pages, step, and the tokenizer files that
they name. Saved here, opened here.

A file is read with the same care as a link: what does not fit is left out and named, and what is
not a session file at all changes nothing.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from typing import Any

from bpeviz import FormatError
from bpeviz.engine.text import repair

from .. import limits, registry
from ..text import short
from . import contents
from .contents import FIRST_PAGE, Session
from .words import parse_json

_PROGRAM = "bpeviz session"
_VERSION = 1
_FIELDS = {"program", "version", "page", "settings"}
#: Room for everything but the text.
_OVERHEAD = 1_000_000


def dump(session: Session, enclosed: Mapping[str, Any] | None = None) -> str:
    """A session as JSON text; ``enclosed``: what registry.enclosures gives besides.

    >>> dump(Session(text="low", step=3)).split("\\n")[1:4]
    ['  "program": "bpeviz session",', '  "version": 1,', '  "page": "explore",']
    """
    content: dict[str, Any] = {"program": _PROGRAM, "version": _VERSION, "page": session.page}
    content |= session.parts() | {"settings": session.settings} | dict(enclosed or {})
    return repair(json.dumps(content, ensure_ascii=False, indent=2)) + "\n"


def parse(data: bytes, pages: Iterable[str], name: str = "the file") -> tuple[Session, list[str]]:
    """The session in a file, and what of it was left out, in sentences.

    Raises a FormatError for what is not a session file.
    """
    found, wrong, _ = read(data, pages, name)
    return found, wrong


def read(
    data: bytes, pages: Iterable[str], name: str = "the file"
) -> tuple[Session, list[str], dict[str, Any]]:
    """The same, and what is enclosed, by the names of registry.enclosures."""
    pages = list(pages)
    content = _content(data, name)
    names = [one.name for one in registry.enclosures()]
    enclosed = {name: content.pop(name) for name in names if name in content}
    page = content.get("page", FIRST_PAGE)
    parts = {
        name: content[name]
        for part in registry.parts()
        for name in part.usual.keys() & content.keys()
    }
    unknown = itertools.islice(content.keys() - _FIELDS - parts.keys(), contents.MOST_SAID)
    wrong = [f"“{short(key)}” is not known." for key in unknown]
    if page not in pages:
        wrong.append(f"There is no page “{short(page)}”; the first one is shown.")
        page = FIRST_PAGE
    settings = content.get("settings", {})
    if not isinstance(settings, dict):
        wrong.append("The settings are not a table; the usual ones are used.")
        settings = {}
    found, more = contents.checked(page, settings, parts, pages)
    return found, wrong + more, enclosed


def most() -> int:
    """The largest session file that is opened, in bytes."""
    return 2 * limits.UPLOAD + limits.TOKENIZER_FILE + _OVERHEAD


def _content(data: bytes, name: str) -> dict[str, Any]:
    if len(data) > most():
        raise FormatError(
            f"“{short(name)}” has {limits.words(len(data))}, too much for a session file. "
            "Nothing was changed."
        )
    try:
        content = parse_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(
            f"“{short(name)}” is not text in UTF-8, so it is no session file. Nothing was changed."
        ) from None
    except json.JSONDecodeError as error:
        raise FormatError(
            f"“{short(name)}” is not JSON: line {error.lineno}, column {error.colno} does not fit. "
            "Open a file that “Save session” made. Nothing was changed."
        ) from None
    except (RecursionError, ValueError):
        raise FormatError(
            f"“{short(name)}” is not a session file. Open one that “Save session” made. "
            "Nothing was changed."
        ) from None
    if not isinstance(content, dict) or content.get("program") != _PROGRAM:
        raise FormatError(
            f"“{short(name)}” is JSON, but not a session file. Open one that “Save session” made; "
            "tokenizer files are opened on their own page. Nothing was changed."
        )
    if content.get("version") != _VERSION:
        raise FormatError(
            f"“{short(name)}” has version {short(content.get('version'))} of the session file; "
            f"this program reads version {_VERSION}. Nothing was changed."
        )
    return content
