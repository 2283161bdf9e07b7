"""Every limit of the app in one place; whoever runs the server sets them by environment.

For example ``BPEVIZ_UPLOAD_MB=50``. The engine itself has no limits.
"""

import os


def _number(name: str, default: float) -> float:
    try:
        return float(os.environ.get(f"BPEVIZ_{name}", default))
    except ValueError:
        return default


MEGABYTE = 1_000_000

#: A text that is pasted or typed, in bytes.
PASTE = int(_number("PASTE_MB", 1) * MEGABYTE)
#: A text file, in bytes.
UPLOAD = int(_number("UPLOAD_MB", 10) * MEGABYTE)
#: A tokenizer file, in bytes, also after unpacking.
TOKENIZER_FILE = int(_number("TOKENIZER_FILE_MB", 33) * MEGABYTE)
#: Merges that can be asked for.
MERGES = int(_number("MERGES", 50_000))
#: Characters of a text that are drawn as tokens; all of it is trained on and counted.
SHOWN = int(_number("SHOWN", 100_000))
#: Seconds that a split pattern of the user's own may take on the corpus.
PATTERN_SECONDS = _number("PATTERN_SECONDS", 5)
#: Trainings that are kept for all sessions, and the bytes of corpus that they may hold together.
CACHED_TRAININGS = int(_number("CACHED_TRAININGS", 48))
CACHED_BYTES = int(_number("CACHED_MB", 100) * MEGABYTE)
#: Characters up to which a text is trained in a thread; a longer one has a process of its own.
IN_THREAD = int(_number("IN_THREAD", 200_000))
#: Such processes at a time; further trainings wait. Each needs up to 60 bytes a byte of its text.
PROCESSES = max(1, int(_number("PROCESSES", 2)))
#: Seconds after which a training stops that no open page asks about.
ABANDONED_SECONDS = _number("ABANDONED_SECONDS", 10)


def box(size: int) -> int:
    """A limit in whole MB, as a box for uploads takes it and shows it."""
    return max(1, size // MEGABYTE)


def words(size: int) -> str:
    """A size in bytes as people read it.

    >>> words(999), words(52_300), words(10_000_000)
    ('999 bytes', '52.3 kB', '10 MB')
    """
    if size < 1000:
        return f"{size} bytes"
    if size < MEGABYTE:
        return f"{size / 1000:.1f} kB".replace(".0 ", " ")
    return f"{size / MEGABYTE:.1f} MB".replace(".0 ", " ")
