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
TOKENIZER_FILE = int(_number("TOKENIZER_FILE_MB", 40) * MEGABYTE)
#: Tokenizer files of the server's folder that are kept open, all together, in bytes.
OFFERED = int(_number("TOKENIZERS_MB", 100) * MEGABYTE)
#: Merges that can be asked for.
MERGES = int(_number("MERGES", 50_000))
#: Characters of a text that are drawn as tokens; all of it is trained on and counted.
SHOWN = int(_number("SHOWN", 100_000))
#: Seconds that a split pattern of the user's own may take on the corpus.
PATTERN_SECONDS = _number("PATTERN_SECONDS", 5)
#: Memory of the server's process in bytes: what is kept for all sessions has shares of it, and
#: nothing large is taken in beyond it.
MEMORY = int(_number("MEMORY_MB", 1500) * MEGABYTE)
#: Uploads that a session holds at a time, in bytes; the oldest go.
SESSION_UPLOADS = int(_number("SESSION_UPLOADS_MB", 80) * MEGABYTE)
#: Characters up to which a training is short, and characters times merges; short ones do not wait
#: behind long ones.
SHORT = int(_number("SHORT", 200_000))
SHORT_WORK = int(_number("SHORT_WORK", 200_000_000))
#: Processes that train at a time, short trainings and long ones; further trainings wait. A long one
#: needs up to 60 bytes a byte of its text.
SHORT_PROCESSES = max(1, int(_number("SHORT_PROCESSES", 2)))
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
