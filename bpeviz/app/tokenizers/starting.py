"""Where training goes on: an earlier tokenizer, and how a link, a session file and a person know it.

``word`` writes it as JSON: the first ``at`` merges of a training (its corpus and settings) or of a
tokenizer file (as links call it). ``start_of`` reads it back, and trains or opens it where needed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from functools import lru_cache
from typing import Any

from bpeviz import BPEError, SettingsError
from bpeviz.wording import count

from .. import limits
from ..corpus import reading
from ..corpus.samples import samples
from ..trainings.jobs import Model, trained
from ..trainings.settings import Settings, Start
from . import files

#: The name of the earlier tokenizer as a side of a comparison.
BEFORE = "Before"
_NOT_READ = "What training goes on from cannot be read; training begins anew."


def word(model: Model, at: int, opened: files.OpenFile | None) -> str:
    """The first ``at`` merges of a model, which is a training or an opened file, as a word."""
    if opened is not None:
        return _written({"tokenizer": files.mark(opened), "at": at})
    usual, chosen = Settings(), model.settings
    settings = {
        field.name: getattr(chosen, field.name)
        for field in fields(Settings)
        if getattr(chosen, field.name) != getattr(usual, field.name)
    }
    if chosen.start is not None:
        settings["start"] = chosen.start.word
    return _written({"text": model.corpus, "settings": settings, "at": at})


def _written(found: dict[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def readable(text: str) -> bool:
    """Whether a word says what training goes on from; an empty one says that it begins anew.

    >>> readable(""), readable('{"at":1,"text":"low"}'), readable('{"at":-1}'), readable("x")
    (True, True, False, False)
    """
    try:
        return text == "" or bool(_read(text))
    except (ValueError, BPEError, RecursionError):
        return False


def _read(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise SettingsError(_NOT_READ)
    origin = found.get("tokenizer", found.get("text"))
    at = found.get("at")
    if not isinstance(origin, str) or type(at) is not int or at < 0:
        raise SettingsError(_NOT_READ)
    if "text" in found:
        _settings(found.get("settings", {}))
    return found


def _settings(found: dict[str, Any]) -> Settings:
    """The settings of the earlier training; a value of a wrong kind is refused."""
    usual = Settings()
    values: dict[str, Any] = {}
    if not isinstance(found, dict):
        raise SettingsError(_NOT_READ)
    for name, value in found.items():
        default = getattr(usual, name, value) if name != "start" else ""
        value = tuple(value) if isinstance(value, list) else value
        may_be_missing = name in ("normalization", "spelling", "alphabet", "end_of_word")
        if not hasattr(usual, name) or (not may_be_missing and type(value) is not type(default)):
            raise SettingsError(_NOT_READ)
        values[name] = value
    if not 0 <= values.get("num_merges", 0) <= limits.MERGES:
        raise SettingsError(_NOT_READ)
    earlier = values.pop("start", "")
    return Settings(**values, start=start_of(earlier) if earlier else None)


@lru_cache(maxsize=4)
def start_of(text: str) -> Start:
    """The tokenizer of a word; a BPEError says why there is none."""
    try:
        found = _read(text)
    except (ValueError, RecursionError):
        raise SettingsError(_NOT_READ) from None
    if "tokenizer" in found:
        opened = files.again(found["tokenizer"])
        if opened is None:
            name = found["tokenizer"].partition(" ")[2]
            raise BPEError(
                f"Training goes on from “{name}”, a tokenizer file that is not here. Open it first, "
                "under “Open a tokenizer file”; training then goes on from it."
            )
        tokenizer = opened.tokenizer
    else:
        tokenizer = trained(
            reading.pasted(found["text"]), _settings(found.get("settings", {}))
        ).tokenizer
    return Start(text, tokenizer.at(min(found["at"], len(tokenizer.merges))))


@lru_cache(maxsize=8)
def files_in(text: str) -> tuple[str, ...]:
    """What links call the file that training began from; none where it began with a text.

    >>> files_in('{"tokenizer":"a.json","at":9}'), files_in('{"text":"low","at":1}')
    (('a.json',), ())
    """
    if not text:
        return ()
    found = json.loads(text)
    if "tokenizer" in found:
        return (found["tokenizer"],)
    return files_in(found.get("settings", {}).get("start", ""))


def earlier_text(start: Start) -> str | None:
    """The corpus of the earlier training; None where it was a tokenizer file."""
    text = json.loads(start.word).get("text")
    return text if isinstance(text, str) else None


def before(start: Start) -> files.OpenFile:
    """The earlier tokenizer as a side of a comparison."""
    digest = hashlib.sha256(start.word.encode("utf-8", "surrogatepass")).hexdigest()[:20]
    return files.OpenFile(BEFORE, digest, start.tokenizer)


def named(start: Start) -> str:
    """What training goes on from, in a few words.

    >>> from bpeviz import train
    >>> named(Start('{"text":"low low","at":1}', train("low low", num_merges=1)))
    '1 merge of “low low”'
    """
    found = json.loads(start.word)
    if "tokenizer" in found:
        name = found["tokenizer"].partition(" ")[2] or found["tokenizer"]
    else:
        text = found["text"]
        titles = (sample.title for sample in samples().values() if sample.text == text)
        name = next(titles, text if len(text) <= 24 else f"{text[:23]}…")
    return f"{count(len(start.tokenizer.merges), 'merge')} of “{name}”"
