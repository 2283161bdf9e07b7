"""How long encoding takes: ``python -m tests.benchmarks.encoding``.

A megabyte under 1,000 merges that were learned on another text, and a million equal characters,
which no pattern parts. The aims are 3 s with a split pattern and 6 s without.
"""

from __future__ import annotations

import time

import bpeviz

from . import corpora

MB = 1_000_000


def measure(tok: bpeviz.Tokenizer, text: str) -> str:
    """The seconds, and how many tokens came out."""
    started = time.perf_counter()
    ids = tok.encode(text)
    return f"{time.perf_counter() - started:7.3f} s {len(ids):10,} tokens"


def main() -> None:
    for language in ("English", "Yorùbá"):
        for mode in ("regex", "byte"):
            tok = bpeviz.train(corpora.text(language, MB // 5), mode=mode, num_merges=1000)
            taken = measure(tok, corpora.text(language, MB, seed=2))
            print(f"{language + ', 1 MB':28}{mode:6}{taken}", flush=True)
    for mode in ("regex", "byte"):
        tok = bpeviz.train("^^^^", mode=mode, num_merges=2)
        print(f"{'a million times one letter':28}{mode:6}{measure(tok, '^' * MB)}", flush=True)


if __name__ == "__main__":
    main()
