"""A session as the words of an address, and back.

Values that are the defaults stay out. A long text is packed (zlib, base64url) behind a ``~``; what
does not fit into an address is named by its hash only, behind ``~~``.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from bpeviz import BPEError
from bpeviz.engine.text import repair

from . import limits, portable
from .portable import Allowed, Session, short

#: The longest query that is made, in characters: servers and mail programs cut longer ones.
LONGEST = 8000
_PLAIN = 120
_PACKED, _ELSEWHERE = "~", "~~"
#: No text of so many characters can be packed into an address.
_HOPELESS = 300_000
#: What the texts are called that grow long.
_CALLED = {
    "text": "The text",
    "probe": "The other text",
    "encode_text": "The text to encode",
    "lens_text": "The text under the lens",
    "split_text": "The text to split",
    "compare_text": "The text to compare",
    "languages_rows": "The list of your own texts",
}
#: Names that others add to links.
_NOISE = ("utm_", "fbclid", "gclid", "embed")


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
        return {"1": True, "0": False}[word]
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


@lru_cache(maxsize=32)
def pack(text: str) -> str:
    """A text as one word: short ones as they are, others compressed.

    >>> pack("low lower"), unpack(pack("low " * 200)) == "low " * 200, len(pack("low " * 200)) < 60
    ('low lower', True, True)
    """
    if len(text) <= _PLAIN and not text.startswith(_PACKED) and text.isprintable():
        return text
    squeezed = zlib.compress(repair(text).encode("utf-8"), 9)
    return _PACKED + base64.urlsafe_b64encode(squeezed).decode("ascii").rstrip("=")


def unpack(word: str) -> str:
    """The reverse of ``pack``; a ValueError for what ``pack`` never made, or over the limit."""
    if not word.startswith(_PACKED):
        return word
    try:
        raw = base64.b64decode(word[1:] + "=" * (-len(word[1:]) % 4), b"-_", validate=True)
        engine = zlib.decompressobj()
        data = engine.decompress(raw, limits.UPLOAD)
        if not engine.eof or engine.unconsumed_tail:
            raise ValueError("cut short, or too long")
        return data.decode("utf-8")
    except (binascii.Error, zlib.error) as error:
        raise ValueError(str(error)) from None


# --- a session as an address --------------------------------------------------------------------


def query(session: Session) -> tuple[dict[str, str], dict[str, str]]:
    """The words of a session's address, and the texts that are too long for it, by name."""
    values = {name: getattr(session, name) for name in ("sample", "file", "text", "tokenizer")}
    values = {name: value for name, value in values.items() if value is not None}
    values |= session.settings | ({} if session.step is None else {"step": session.step})
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    long = [name for name, text in texts.items() if len(text) > _HOPELESS]
    words = {k: _ELSEWHERE if k in long else encode(value) for k, value in values.items()}
    while len(urlencode(words)) > LONGEST:
        name = max(texts, key=lambda name: len(words[name]), default="")
        if not name or len(words[name]) <= _PLAIN:
            break
        long.append(name)
        words[name] = _ELSEWHERE
    words |= {name: _ELSEWHERE + digest(texts[name]) for name in long}
    return words, {name: texts[name] for name in long}


@lru_cache(maxsize=4)
def digest(text: str) -> str:
    return sha256(repair(text).encode("utf-8")).hexdigest()[:12]


def session(
    page: str, words: Mapping[str, str], large: Mapping[str, str] | None = None
) -> tuple[Session, list[str]]:
    """The session that an address means, and what was wrong with the address, in sentences.

    ``large``: texts too long for an address that are known here, by their hash.
    """
    found = Session(page=page)
    wrong: list[str] = []
    values: dict[str, Any] = {}
    value: Any
    for key, word in words.items():
        try:
            if word.startswith(_ELSEWHERE):
                value = _from_elsewhere(key, word, large or {})
            elif key in _READERS:
                value = _READERS[key](word)
            else:
                value = _setting(page, key, word)
        except (ValueError, KeyError, RecursionError, BPEError) as error:
            wrong.append(str(error) if isinstance(error, BPEError) else portable.refusal(key, word))
            continue
        if key in _READERS:
            setattr(found, key, value)
        elif not key.startswith(_NOISE):
            values[key] = value
    found.settings, more = portable.checked(values, [page])
    found.file = found.file if found.text is not None else None
    return found, wrong + more


def _setting(page: str, key: str, word: str) -> Any:
    known = portable.defaults([page])
    return decode(word, known[key], portable.options([page]).get(key)) if key in known else word


def _from_elsewhere(key: str, word: str, large: Mapping[str, str]) -> str:
    text = large.get(word.removeprefix(_ELSEWHERE))
    if text is None:
        raise BPEError(_travels_apart(key))
    return text


def too_long(names: Collection[str]) -> str:
    """What to say to the one who makes a link that cannot carry these texts.

    >>> too_long(["encode_text"])
    'The text to encode is too long for a link. Save the session and send the file with it.'
    """
    longest = min(names, key=lambda name: name != "text")
    return f"{_called(longest)} is too long for a link. Save the session and send the file with it."


def _called(key: str) -> str:
    return _CALLED.get(key, "A text of this page")


def _travels_apart(key: str) -> str:
    return (
        f"{_called(key)} is too long for a link. Give it again, or open its session file under "
        "“Session” at the top; who sent the link can save one there."
    )


def _read_sample(word: str) -> str:
    if word not in portable.samples():
        raise BPEError(f"There is no sample “{short(word)}”; the first one is used.")
    return word


def _read_text(word: str) -> str:
    try:
        return portable.checked_text(unpack(word))
    except ValueError:
        raise BPEError(
            "The text in the link is damaged: a part of it is missing. Copy the whole link."
        ) from None


def _read_step(word: str) -> int:
    step = int(word)
    if not 0 <= step <= portable.LAST_STEP:
        raise ValueError(word)
    return step


def _read_tokenizer(word: str) -> str:
    mark = unpack(word)
    if not re.fullmatch(r"[0-9a-f]{20} .+", mark, re.DOTALL):
        raise ValueError(word)
    return mark


_READERS = {
    "tokenizer": _read_tokenizer,
    "sample": _read_sample,
    "text": _read_text,
    "file": lambda word: short(unpack(word), 200),
    "step": _read_step,
}
