"""A session as the words of an address, and back.

Values that are the defaults stay out. A long text is packed (zlib, base64url) behind a ``~``; what
does not fit into an address is named by its hash only, behind ``~~``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from bpeviz.engine.text import repair

from .. import registry
from ..registry import Allowed
from ..text import refusal
from . import contents
from .contents import Session
from .size import ELSEWHERE, LONGEST, MAX_URL_TEXT, PACKED, PLAIN, digest, pack, unpack

#: Names that others add to links.
TRACKING_PARAMS = ("utm_", "fbclid", "gclid", "embed")


# --- values as words of an address --------------------------------------------------------------


def encode(value: Any) -> str:
    """A value as it stands in an address.

    >>> encode(True), encode(300), encode(" at"), encode(None), encode(["a"])
    ('1', '300', ' at', 'null', '["a"]')
    """
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        return pack(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def decode(word: str, default: Any, may_be: Allowed = None) -> Any:
    """The reverse of ``encode``; a ValueError where it cannot be.

    >>> decode("1", False), decode("12", 0), decode("12", ""), decode("NFC", None)
    (True, 12, '12', 'NFC')
    """
    if isinstance(may_be, (list, tuple, dict, set)) and not isinstance(default, (list, tuple)):
        for option in may_be:
            if encode(option) == word:
                return option
        raise ValueError(word)
    if isinstance(default, bool):
        return {"1": True, "true": True, "0": False, "false": False}[word.lower()]
    if isinstance(default, str):
        return unpack(word)
    if isinstance(default, int):
        return int(word)
    try:
        value = parse_json(word)
    except json.JSONDecodeError:
        if default is not None:
            raise
        return unpack(word)
    # "12" can be a text where nothing is the usual value.
    is_text = default is None and callable(may_be) and not may_be(value)
    return unpack(word) if is_text else value


def parse_json(text: str) -> Any:
    """Parse JSON; half of a surrogate pair becomes U+FFFD, since no widget takes it.

    >>> parse_json('["low", "\\\\ud83d"]') == ["low", "\\ufffd"]
    True
    """
    return json.loads(repair(json.dumps(json.loads(text), ensure_ascii=False)))


# --- a session as an address --------------------------------------------------------------------


def query(session: Session) -> tuple[dict[str, str], dict[str, str]]:
    """The words of a session's address, and the texts that are too long for it, by name."""
    values = session.parts() | session.settings
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    long = [name for name, text in texts.items() if len(text) > MAX_URL_TEXT]
    words = {k: ELSEWHERE if k in long else encode(value) for k, value in values.items()}
    while len(urlencode(words)) > LONGEST:
        name = max(texts, key=lambda name: len(words[name]), default="")
        if not name or len(words[name]) <= PLAIN:
            break
        long.append(name)
        words[name] = ELSEWHERE
    words |= {name: ELSEWHERE + digest(texts[name]) for name in long}
    return words, {name: texts[name] for name in long}


def session(
    page: str, words: Mapping[str, str], large: Mapping[str, str] | None = None
) -> tuple[Session, list[str]]:
    """The session that an address means, and what was wrong with the address, in sentences.

    ``large``: texts too long for an address that are known here, by their hash.
    """
    known = registry.travelling([page])
    usual = {name: value for part in registry.parts() for name, value in part.usual.items()}
    values: tuple[dict[str, Any], dict[str, Any]] = {}, {}
    wrong: list[str] = []
    for name, word in words.items():
        if name.startswith(TRACKING_PARAMS):
            continue
        value: Any = word
        try:
            if word.startswith(ELSEWHERE):
                value = (large or {})[word.removeprefix(ELSEWHERE)]
            elif name in usual:
                value = decode(word, usual[name])
            elif name in known:
                value = _setting(known[name], word)
        except (ValueError, KeyError, RecursionError):
            wrong.append(_not_read(name, word))
        else:
            values[name in usual][name] = value
    found, more = contents.checked(page, *values, [page])
    return found, wrong + more


def _setting(key: registry.Key, word: str) -> Any:
    if word == encode(None) and None in key.formerly:
        return None
    return decode(word, key.default, key.allowed)


def _not_read(name: str, word: str) -> str:
    """Why a word of an address gave no value."""
    if word.startswith(ELSEWHERE):
        return (
            f"{_title(name)} is too long for a link. Give it again, or open its session file under "
            "“Session” at the top; who sent the link can save one there."
        )
    if word.startswith(PACKED):
        return (
            f"{_title(name)} in the link is damaged: a part of it is missing. Copy the whole link."
        )
    return refusal(name, word)


def too_long(names: Collection[str]) -> str:
    """What to say to the one who makes a link that cannot carry these texts.

    >>> too_long(["encode_text", "text"])
    'The text is too long for a link. Save the session and send the file with it.'
    """
    longest = min(names, key=lambda name: name != "text")
    return f"{_title(longest)} is too long for a link. Save the session and send the file with it."


def _title(name: str) -> str:
    return "The text" if name == "text" else registry.title(name)
