"""Ten sessions do their worst, and what another one feels: ``python -m tests.hostile.freezing [attack ...]``.

Each attack has a server of its own. While ten sessions send again and again what costs the server most,
each time another text so that nothing kept helps, a quiet one on Explore reports a step and changes the
number of merges in turn, and the health page is asked. Printed: the time of a step (from the report to
the end of the fragment's run; the browser has drawn the step before), of a change (until the page
has run, the training included), of the health page, the memory, and the load of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.session import Session
from tests.benchmarks.watching import memory
from tests.serving import ROOT, start_server, stop_server

ATTACKERS, SECONDS = 10, 30
#: What another session may wait at the 95th percentile for a step, and for the health page at most.
STEP, HEALTH = 0.5, 1.0
Attack = Callable[[Session, int], Coroutine[Any, Any, object]]


def _words(number: int, size: int) -> str:
    rng = random.Random(number)
    letters = "etaoinshrdlucmfw"
    made = ("".join(rng.choices(letters, k=rng.randrange(2, 9))) for _ in range(size // 6))
    return " ".join(made)[:size]


def texts(key: str, make: Callable[[int], str]) -> Attack:
    """Put another text into a box again and again."""
    return lambda session, number: session.change(key, string_value=make(number))


def numbers(key: str, low: int, high: int) -> Attack:
    """Another number again and again."""

    def change(session: Session, number: int) -> Coroutine[Any, Any, float]:
        return session.change(key, int_value=random.Random(number).randrange(low, high))

    return change


def uploads(size: int) -> Attack:
    """Another text file again and again."""

    def upload(session: Session, number: int) -> Coroutine[Any, Any, float]:
        return session.upload("upload", f"{number}.txt", _words(number, size).encode())

    return upload


def _marks(number: int) -> str:
    return f"{number} o" + "\u0301\u0323" * 30_000


def _long_word(number: int) -> str:
    return f"{number}" + "ab" * 49_000


def _periodic(number: int) -> str:
    return f"{number}" + "abc" * 300_000


def _pattern(number: int) -> str:
    return f"(?:{number}|(a{{90}}){{90}}|[^\\W\\d]+|.)"


def _rows(number: int) -> str:
    return "language,text\n" + "\n".join(f"l{n},{_words(number + n, 2000)}" for n in range(200))


def _merges(number: int) -> str:
    return "".join(chr(0x4E00 + (number * 31 + n * 7) % 20_000) for n in range(90_000))


#: Name -> the page, words of the address, and what is done there again and again.
ATTACKS: dict[str, tuple[str, str, Attack]] = {
    "nothing": ("", "", lambda session, number: asyncio.sleep(1)),
    "merges": ("", "", numbers("num_merges", 50, 3000)),
    "pasted": ("", "", texts("corpus_text", lambda n: _words(n, 900_000))),
    "periodic": ("", "mode=byte", texts("corpus_text", _periodic)),
    "han": ("", "mode=character", texts("corpus_text", _merges)),
    "marks": ("", "normalization=NFC", texts("corpus_text", _marks)),
    "pattern": ("", "pattern=own+pattern", texts("own_pattern", _pattern)),
    "upload": ("", "", uploads(9_000_000)),
    "charts": ("", "explore_tab=Charts", texts("corpus_text", lambda n: _words(n, 300_000))),
    "lens": ("unicode_lens", "", texts("lens_text", _marks)),
    "lens_words": ("unicode_lens", "", texts("lens_text", lambda n: _words(n, 90_000))),
    "encode": ("encode", "", texts("encode_text", _long_word)),
    "encode_words": ("encode", "", texts("encode_text", lambda n: _words(n, 90_000))),
    "splits": ("split_patterns", "", texts("split_text", lambda n: _words(n, 90_000))),
    "compare": ("compare", "", texts("compare_text", lambda n: _words(n, 90_000))),
    "vocabulary": ("vocabulary", "", texts("corpus_text", lambda n: _words(n, 900_000))),
    "files": ("files", "", texts("corpus_text", lambda n: _words(n, 900_000))),
    "languages": ("languages", "", texts("corpus_text", lambda n: _words(n, 900_000))),
    "replay": ("encode", "encode_view=Replay", texts("encode_text", _long_word)),
    "tree": ("encode", "encode_view=Merge+tree", texts("encode_text", _long_word)),
}  # fmt: skip


@dataclass
class Felt:
    """Seconds that others waited, and how often the attackers were answered."""

    steps: list[float] = field(default_factory=list)
    changes: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    answered: int = 0
    memory: float = 0.0


def at(share: float, seconds: list[float]) -> float:
    """What this share of the times does not exceed."""
    return sorted(seconds)[int(share * (len(seconds) - 1))] if seconds else float("nan")


def _attack(url: str, name: str, seconds: float) -> int:
    """All attackers, in a process of their own; how often they were answered."""
    os.nice(5)
    return asyncio.run(_attack_together(url, name, time.perf_counter() + seconds))


async def _attack_together(url: str, name: str, end: float) -> int:
    path, query, _ = ATTACKS[name]
    sessions = [Session(url, query, path) for _ in range(ATTACKERS)]
    answered = await asyncio.gather(
        *(_attack_alone(one, ATTACKS[name][2], n, end) for n, one in enumerate(sessions))
    )
    await asyncio.gather(*(one.close() for one in sessions))
    return sum(answered)


async def _attack_alone(session: Session, attack: Attack, first: int, end: float) -> int:
    answered = 0
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(session.open(), end - time.perf_counter())
        while (left := end - time.perf_counter()) > 0:
            await asyncio.wait_for(attack(session, first + answered * ATTACKERS), left)
            answered += 1
    return answered


async def _live(session: Session, end: float, felt: Felt) -> None:
    rng = random.Random(1)
    while time.perf_counter() < end:
        for _ in range(3):
            await asyncio.sleep(0.3)
            felt.steps.append(await session.step(rng.randrange(1, 300)))
        felt.changes.append(await session.change("num_merges", int_value=rng.randrange(300, 900)))


async def _ask_health(url: str, pid: int, end: float, felt: Felt) -> None:
    while time.perf_counter() < end:
        start = time.perf_counter()
        await asyncio.to_thread(_get, f"{url}/_stcore/health")
        felt.health.append(time.perf_counter() - start)
        felt.memory = max(felt.memory, await asyncio.to_thread(memory, pid))
        await asyncio.sleep(0.3)


def _get(address: str) -> None:
    urllib.request.urlopen(address, timeout=60).close()


async def measure(url: str, pid: int, name: str, seconds: float) -> Felt:
    """One attack on one server."""
    felt, quiet = Felt(), Session(url)
    await quiet.open()
    end = time.perf_counter() + seconds
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        felt.answered, *_ = await asyncio.gather(
            asyncio.get_running_loop().run_in_executor(apart, _attack, url, name, seconds),
            _live(quiet, end, felt),
            _ask_health(url, pid, end, felt),
        )
    await quiet.close()
    return felt


def show(name: str, felt: Felt) -> bool:
    """Print a line; whether others were held up no longer than they may be."""
    steps, changes = (
        f"{1000 * at(0.5, t):6.0f} {1000 * at(0.95, t):6.0f}" for t in (felt.steps, felt.changes)
    )
    print(
        f"{name:13}{steps}  {changes}  {1000 * max(felt.health):6.0f}  {felt.answered:5}"
        f"  {felt.memory:5.0f} MB  {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return at(0.95, felt.steps) < STEP and max(felt.health) < HEALTH


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    print("ms           step     95%  change    95%  health  answers  memory  load")
    good = True
    for name in asked.attacks:
        with tempfile.TemporaryDirectory() as folder:
            server, url = start_server(ROOT / "streamlit_app.py", Path(folder) / "server.log")
            try:
                good &= show(name, asyncio.run(measure(url, server.pid, name, asked.seconds)))
            finally:
                stop_server(server)
    sys.exit(not good)


if __name__ == "__main__":
    main()
