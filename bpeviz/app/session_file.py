"""The session as one JSON file: page, text, settings of all pages, step. Saved here, opened here.

A file is read with the same care as a link: what does not fit is left out and named, and what is
not a session file at all changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from bpeviz import BPEError, FormatError
from bpeviz.engine.text import repair

from . import limits, portable
from .link_words import parse_json
from .portable import FIRST_PAGE, Session, short

_PROGRAM = "bpeviz session"
_VERSION = 1
_FIELDS = {"program", "version", "page", "sample", "text", "file", "tokenizer", "settings", "step"}
#: Room for everything but the text.
_OVERHEAD = 1_000_000


def dump(session: Session) -> str:
    """A session as JSON text.

    >>> dump(Session(text="low", step=3)).split("\\n")[1:4]
    ['  "program": "bpeviz session",', '  "version": 1,', '  "page": "explore",']
    """
    content: dict[str, Any] = {"program": _PROGRAM, "version": _VERSION, "page": session.page}
    for name in ("sample", "text", "file", "tokenizer", "step"):
        if getattr(session, name) is not None:
            content[name] = getattr(session, name)
    content["settings"] = session.settings
    return repair(json.dumps(content, ensure_ascii=False, indent=2)) + "\n"


def parse(data: bytes, pages: Iterable[str], name: str = "the file") -> tuple[Session, list[str]]:
    """The session in a file, and what of it was left out, in sentences.

    Raises a FormatError for what is not a session file.
    """
    pages = list(pages)
    content = _content(data, name)
    found = Session(page=content.get("page", FIRST_PAGE))
    wrong = [f"“{short(key)}” is not known." for key in content if key not in _FIELDS]
    if found.page not in pages:
        wrong.append(f"There is no page “{short(found.page)}”; the first one is shown.")
        found.page = FIRST_PAGE
    settings = content.get("settings", {})
    if not isinstance(settings, dict):
        wrong.append("The settings are not a table; the usual ones are used.")
        settings = {}
    found.settings, more = portable.checked(settings, pages)
    for part in _PARTS:
        try:
            setattr(found, part, _PARTS[part](content))
        except BPEError as error:
            wrong.append(str(error))
    return found, wrong + more


def most() -> int:
    """The largest session file that is opened, in bytes."""
    return 2 * limits.UPLOAD + _OVERHEAD


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


def _sample(content: dict[str, Any]) -> str | None:
    sample = content.get("sample")
    if sample is not None and sample not in list(portable.samples()):
        raise BPEError(f"There is no sample “{short(sample)}”; the first one is used.")
    return sample


def _file(content: dict[str, Any]) -> str | None:
    name = content.get("file")
    if not isinstance(name, str) or not isinstance(content.get("text"), str):
        return None
    return short(repair(name), 200)


def _text(content: dict[str, Any]) -> str | None:
    if content.get("text") is None:
        return None
    return portable.checked_text(content["text"], _file(content) or "")


def _step(content: dict[str, Any]) -> int | None:
    step = content.get("step")
    if step is None:
        return None
    if not isinstance(step, int) or isinstance(step, bool) or not 0 <= step <= portable.LAST_STEP:
        raise BPEError(f"The step cannot be “{short(step)}”; the middle is shown.")
    return step


def _tokenizer(content: dict[str, Any]) -> str | None:
    mark = content.get("tokenizer")
    if mark is not None and not (isinstance(mark, str) and re.match(r"[0-9a-f]{20} .", mark)):
        raise BPEError(f"The tokenizer file “{short(mark)}” is not known.")
    return mark and short(repair(mark), 200)


_PARTS = {
    "sample": _sample,
    "file": _file,
    "text": _text,
    "tokenizer": _tokenizer,
    "step": _step,
}
