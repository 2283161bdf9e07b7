"""Memory: what is kept for all sessions has a size, and where all of it is too much, some goes.

Sizes are estimates in bytes, measured on large corpora and vocabularies; what the process really
uses is asked of the system before something large is taken in.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any

from bpeviz import BPEError
from bpeviz.engine.cache import SizedCache

from .. import limits

#: Bytes that a character of a corpus takes with its trace, a merge with its token, and a byte of a
#: tokenizer file that is read.
A_CHARACTER, A_MERGE, A_FILE_BYTE = 30, 1000, 20
_STATUS = Path("/proc/self/statm")
_caches: list[SizedCache[Any]] = []


def cache(share: float) -> SizedCache[Any]:
    """A cache for all sessions that may take this share of the memory."""
    made: SizedCache[Any] = SizedCache(int(limits.MEMORY * share))
    _caches.append(made)
    return made


def used() -> int:
    """The bytes of memory that this process uses; 0 where the system does not say.

    >>> used() >= 0
    True
    """
    if not _STATUS.exists():
        return 0
    return int(_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def make_room(needed: int, thing: str) -> None:
    """See to it that so many bytes can be taken; let go of what is kept if they cannot.

    Raises a BPEError that names the ``thing`` where all is in use by open pages.
    """
    if used() + needed <= limits.MEMORY:
        return
    for one in _caches:
        one.clear()
    for module in [m for name, m in sys.modules.items() if name.startswith("bpeviz.")]:
        for value in vars(module).values():
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()
    gc.collect()
    if used() + needed > limits.MEMORY:
        raise BPEError(
            f"The memory of this server is in use by other pages, so {thing} cannot be taken in "
            "now. Try again later, or take a smaller one."
        )
