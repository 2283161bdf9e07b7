"""Which texts an address can carry, and how a text is packed for it."""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import lru_cache
from hashlib import sha256

from bpeviz.engine.text import repair

from .. import limits

#: The longest query that is made, in characters: servers and mail programs cut longer ones.
LONGEST = 8000
#: Texts up to this length stand in an address as they are.
PLAIN = 120
#: What packed texts begin with, and those that are kept elsewhere.
PACKED, ELSEWHERE = "~", "~~"
#: No text of so many characters can be packed into an address.
MAX_URL_TEXT = 300_000


@lru_cache(maxsize=32)
def pack(text: str) -> str:
    """A text as one word: short ones as they are, others compressed.

    >>> pack("low lower"), unpack(pack("low " * 200)) == "low " * 200, len(pack("low " * 200)) < 60
    ('low lower', True, True)
    """
    if len(text) <= PLAIN and not text.startswith(PACKED) and text.isprintable():
        return text
    squeezed = zlib.compress(repair(text).encode("utf-8"), 9)
    return PACKED + base64.urlsafe_b64encode(squeezed).decode("ascii").rstrip("=")


def unpack(word: str) -> str:
    """The reverse of ``pack``; a ValueError for what ``pack`` never made, or over the limit."""
    if not word.startswith(PACKED):
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


@lru_cache(maxsize=4)
def digest(text: str) -> str:
    """What stands in an address for a text that is too long for it."""
    return sha256(repair(text).encode("utf-8")).hexdigest()[:12]


def fits(text: str) -> bool:
    """Whether a link can carry a text.

    >>> fits("low " * 100_000), fits("".join(map(chr, range(0x4E00, 0x6000))))
    (False, False)
    """
    return len(text) <= PLAIN or (len(text) <= MAX_URL_TEXT and len(pack(text)) <= LONGEST)
