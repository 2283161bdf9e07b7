"""How long a tokenizer file of 200,000 tokens takes to open: ``python -m tests.benchmarks.large_files``.

Each file is opened in a process of its own. Printed are seconds of the processor, the peak memory of
the process, and the seconds for encoding 100 KB of many scripts. The aims: 8 s, 500 MB, 1 s.
"""

from __future__ import annotations

import base64
import json
import random
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bpeviz.engine.base import byte_base
from bpeviz.engine.pretokenization import PlainCut
from bpeviz.engine.tokenizer import Tokenizer
from bpeviz.formats import dumps
from tests.formats import texts

ROOT = Path(__file__).parents[2]
TOKENS = 200_000
FORMATS = ("huggingface", "tiktoken", "minbpe", "gpt2")


class Opened(NamedTuple):
    """Seconds until the file was open, peak memory in MB, seconds for the text, its tokens, and
    how often progress was reported."""

    seconds: float
    memory: float
    encoding: float
    tokens: int
    reports: int


@cache
def large() -> tuple[list[bytes], list[tuple[bytes, bytes]]]:
    """200,000 tokens as training gives them: mostly short, some long, all made of older ones."""
    rng = random.Random(3)
    parts = [bytes([b]) for b in range(256)]
    text = " ".join(texts.samples().values()).encode()
    common = [bytes([b]) for b in dict.fromkeys(text)]
    seen = set(parts)
    pairs = []
    while len(parts) < TOKENS:
        recent = parts[rng.randrange(len(parts) // 2, len(parts))]
        left = rng.choice(common) if rng.random() < 0.3 else recent
        right = rng.choice(common) if rng.random() < 0.7 else rng.choice(parts)
        token = left + right
        if token not in seen and len(token) <= 14:
            seen.add(token)
            pairs.append((left, right))
            parts.append(token)
    return parts, pairs


@cache
def tokenizer() -> Tokenizer:
    parts, pairs = large()
    number = {token: i for i, token in enumerate(parts)}
    rules = [(number[a], number[b], number[a + b], None, None) for a, b in pairs]
    return Tokenizer(byte_base(), rules, PlainCut("o200k"))


def ranks() -> bytes:
    parts, _ = large()
    return "".join(f"{base64.b64encode(t).decode()} {i}\n" for i, t in enumerate(parts)).encode()


def files() -> dict[str, bytes]:
    return {
        "huggingface": dumps(tokenizer(), "huggingface")["tokenizer.json"],
        "tiktoken": ranks(),
        "minbpe": dumps(tokenizer(), "minbpe")["tokenizer.model"],
        "gpt2": dumps(tokenizer(), "gpt2")["vocab.bpe"],
    }


PROGRAM = """
import json, sys, time
import bpeviz
path, format, text = sys.argv[1:]
start = time.process_time()
heard = []
tok = bpeviz.load(path, format, pattern="o200k" if format in ("tiktoken", "gpt2") else None,
                  progress=lambda done, total: heard.append(done))
opened = time.process_time() - start
status = open("/proc/self/status").read() if sys.platform == "linux" else "VmHWM: 0 kB"
peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
text = open(text, encoding="utf-8").read()
start = time.process_time()
ids = tok.encode(text)
print(json.dumps([opened, peak, time.process_time() - start, len(ids), len(heard)]))
"""


def opened(format: str, folder: Path) -> Opened:
    """Open the large file of a format in a fresh process, and encode 100 KB."""
    file, text = folder / "file", folder / "text"
    file.write_bytes(files()[format])
    text.write_bytes("".join(texts.many_scripts())[:70_000].encode())
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file), format, str(text)],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    return Opened(*json.loads(done.stdout))


def main() -> None:
    for format in FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            found = opened(format, Path(folder))
        print(
            f"{format:12}{found.seconds:7.2f} s{found.memory:7.0f} MB, "
            f"100 KB in {found.encoding:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
