"""A tokenizer of 200,000 tokens opens within its time and memory, in every format.

Seconds are of the processor, so that a busy machine does not count.
"""

import json
import random
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from bpeviz.engine.formats import dumps
from tests.engine.formats import texts

TOKENS = 200_000
pytestmark = pytest.mark.slow


@cache
def large():
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
def tokenizer():
    parts, pairs = large()
    number = {token: i for i, token in enumerate(parts)}
    from bpeviz.engine.base import byte_base
    from bpeviz.engine.tokenizer import Tokenizer

    rules = [(number[a], number[b], number[a + b], None, None) for a, b in pairs]
    return Tokenizer("regex", byte_base(), rules, pattern="o200k")


def ranks():
    import base64

    parts, _ = large()
    return "".join(f"{base64.b64encode(t).decode()} {i}\n" for i, t in enumerate(parts)).encode()


def files():
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


@pytest.mark.parametrize("format", ["huggingface", "tiktoken", "minbpe", "gpt2"])
def test_opens_and_encodes_in_time(format, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(files()[format])
    text = tmp_path / "text"
    documents = texts.many_scripts()
    half = "".join(documents)[:70_000]
    text.write_bytes(half.encode())
    assert len(half.encode()) >= 100_000
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), format, str(text)],
        capture_output=True, text=True, cwd=root, check=True,
    )  # fmt: skip
    opened, peak, encoded, ids, heard = json.loads(done.stdout)
    print(f"{format}: {opened:.2f} s, {peak:.0f} MB, 100 KB in {encoded:.2f} s")
    assert opened < 8 and peak < 500 and encoded < 1 and ids and heard >= 20


def test_the_scrubbers_data_of_a_large_tokenizer_is_quick():
    tok = tokenizer()
    trace = tok.trace(texts.samples()["yoruba.txt"])
    start = time.process_time()
    assert len(trace.boundaries) == len(trace.symbols) - 1
    assert len(trace.token_counts) == trace.steps + 1
    assert time.process_time() - start < 1
