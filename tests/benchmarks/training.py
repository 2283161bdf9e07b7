"""Training beside its peers: ``python -m tests.benchmarks.training [--quick] [--file TEXT]``.

Each row is one text, mode and number of merges. The columns after "bpeviz" give our time divided by
the peer's, the median of paired runs: below 1 we are faster. A peer that would take minutes is left
out of a row. The last lines give the growth of the time with the size of the text, as an exponent,
and the peak memory of a training in bytes a byte of the corpus.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import bpeviz

from . import corpora, peers

MB = 1_000_000


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def rows(quick: bool) -> Iterator[tuple[str, int, int, str]]:
    """(language, size, merges, mode)."""
    if quick:
        yield from [("English", MB, 1000, "regex"), ("Russian", MB, 1000, "regex")]
        yield from [("English", 186_000, 256, "regex"), ("English", 100_000, 256, "byte")]
        return
    for language in corpora.LETTERS:
        for size in (MB // 10, MB, 10 * MB):
            yield language, size, 1000, "regex"
        yield language, MB, 256, "regex"
        yield language, MB, 4000, "regex"
        yield language, MB, 1000, "byte"
    yield "English", 186_000, 256, "regex"
    yield "English", 186_000, 256, "byte"


def taken(peer: str, size: int, merges: int, mode: str) -> bool:
    """Whether a peer runs in this row: some would take minutes."""
    if peer == "naive":
        return size * merges <= 186_000 * 256
    if mode == "byte" and peer != "rustbpe":
        return size * merges <= 186_000 * 256
    return True


def measure(text: str, merges: int, mode: str) -> tuple[float, dict[str, float]]:
    """Our median time, and the median of our time by each peer's."""
    size = len(text.encode())
    ours: list[float] = []
    ratios: dict[str, list[float]] = {}
    for _ in range(5 if size < MB else 3):
        for peer, train in peers.TRAINERS.items():
            slow = peer == "naive" or (mode == "byte" and peer != "rustbpe")
            if not taken(peer, size, merges, mode) or (slow and peer in ratios):
                continue
            mine = seconds(lambda: peers.ours(text, merges, mode))
            theirs = seconds(lambda train=train: train(text, merges, mode))
            ours.append(mine)
            ratios.setdefault(peer, []).append(mine / theirs)
    return statistics.median(ours), {p: statistics.median(r) for p, r in ratios.items()}


def row(name: str, merges: int, mode: str, mine: float, ratios: dict[str, float]) -> str:
    """One line of the table."""
    cells = [f"{ratios[p]:14.3f}" if p in ratios else f"{'-':>14}" for p in peers.TRAINERS]
    return " ".join([f"{name:26}{merges:7}{mode:>7}{mine:10.3f}", *cells])


def memory(language: str, mode: str) -> float:
    """Peak bytes a byte of the corpus, the corpus itself not counted."""
    text = corpora.text(language, MB)
    tracemalloc.start()
    bpeviz.train(text, mode=mode, num_merges=1000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / len(text.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="four rows instead of all")
    parser.add_argument("--file", type=Path, help="a text of your own, in place of the made ones")
    options = parser.parse_args()
    quick = options.quick
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    print(
        f"{'text':26}{'merges':>7}{'mode':>7}{'bpeviz s':>10}",
        *(f"{p:>14}" for p in peers.TRAINERS),
    )
    if options.file:
        text = options.file.read_text(encoding="utf-8", errors="replace")
        for mode in ("regex", "byte"):
            mine, ratios = measure(text, 1000, mode)
            print(row(options.file.name[:25], 1000, mode, mine, ratios), flush=True)
        return
    times: dict[tuple[str, int], float] = {}
    for language, size, merges, mode in rows(quick):
        mine, ratios = measure(corpora.text(language, size), merges, mode)
        if mode == "regex" and merges == 1000:
            times[language, size] = mine
        print(row(f"{language} {size / MB:g} MB", merges, mode, mine, ratios), flush=True)
    for language in corpora.LETTERS:
        if (language, 10 * MB) in times:
            grown = times[language, 10 * MB] / times[language, MB // 10]
            print(f"{language}: time grows with size to the power {math.log10(grown) / 2:.2f}")
    for mode in ("regex", "byte"):
        print(
            f"peak memory, {mode}: {memory('English', mode):.0f} bytes a corpus byte (1 MB, English)"
        )


if __name__ == "__main__":
    main()
