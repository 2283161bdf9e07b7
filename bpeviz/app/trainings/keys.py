"""What trainings and files are known by on this server: the same key, the same result."""

from __future__ import annotations

import hashlib

from .settings import Settings


def digest(*parts: object) -> str:
    """A short name for values; no two lists of values have the same, also if they join alike.

    >>> digest("ab", "c") == digest("a", "bc"), digest("a", None) == digest("a", "None")
    (False, False)
    """
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        found.update(f"{type(part).__name__} {len(data)} ".encode() + data)
    return found.hexdigest()[:20]


def training_key(corpus: str, settings: Settings) -> str:
    """What a training is known by: the same key, the same result."""
    return digest("training", corpus, settings)


def file_key(file: str, special: bool, corpus: str, settings: Settings) -> str:
    """What a tokenizer file beside a corpus is known by; ``file`` is its digest."""
    return digest("file", file, special, corpus, settings)
