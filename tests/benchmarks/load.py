"""A room full of people on one server: ``python -m tests.benchmarks.load``.

Starts the app on a free port of this machine, or takes a running one (``--url``), and opens as
many sessions as asked for, each over a websocket as a browser does. Nine in ten scrub the sample
text about once a second; the others have a text of their own, each with a word that nobody else has.

- soak: everybody scrubs, for ``--minutes``;
- beside 5 MB: one more session uploads a text of 5 MB and trains it with one setting after another;
- with ``--crowd 1000``, that room alone: see ``crowd``;
- left: that session closes its tab in the middle of a long training, and the training has to end.

Latency is the time from a reported step to the end of the run that answers it, counted from the
moment at which the step was due, so that a server that falls behind cannot hide it.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from tests.serving import ROOT, start_server, stop_server

from . import corpora
from .session import Session
from .watching import memory, processor_seconds

MB = 1_000_000
#: One session in so many has a text of its own.
OWN = 10
BESIDE_SECONDS = 60
#: Merges of the first training of the large text; each training asks for more than the last.
LARGE_MERGES = 2000
#: What the page takes to be left (BPEVIZ_ABANDONED_SECONDS) and as much again.
LEFT_SECONDS = 20
_WORD = re.compile(rb"qx[a-z]{8}xq")


@dataclass
class Part:
    """One part of a run: seconds of each step, and the memory in MB over the time."""

    name: str
    seconds: float
    steps: list[float] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """The latency in ms that this share of the steps does not exceed."""
        ordered = sorted(self.steps)
        return 1000 * ordered[int(share * (len(ordered) - 1))] if ordered else 0.0

    def growth(self) -> float:
        """MB a minute over the second half, by least squares."""
        late = self.memory[len(self.memory) // 2 :]
        if len(late) < 3:
            return 0.0
        middle = sum(t for t, _ in late) / len(late)
        over = sum((t - middle) * m for t, m in late)
        return 60 * over / sum((t - middle) ** 2 for t, _ in late)


class Room:
    """All sessions of a run."""

    def __init__(self, url: str, count: int, pid: int | None) -> None:
        self.url = url
        self.pid = pid
        self.sessions = [Session(url) for _ in range(count)]
        self.words = {s: _secret(n) for n, s in enumerate(self.sessions) if n % OWN == OWN - 1}
        self.heard: dict[Session, set[str]] = {session: set() for session in self.sessions}
        self.lost = 0

    async def open(self) -> list[float]:
        """Open the sessions, ten at a time; some put in a text of their own."""
        gate = asyncio.Semaphore(10)
        return await asyncio.gather(*(self._open(session, gate) for session in self.sessions))

    async def _open(self, session: Session, gate: asyncio.Semaphore) -> float:
        async with gate:
            session.seen = _listener(self.heard[session])
            seconds = await session.open()
            word = self.words.get(session)
            if word:
                text = f"{word} {corpora.text('English', 2000, seed=len(self.heard[session]))}"
                await session.change("corpus_text", string_value=text)
            return seconds

    async def scrub(self, part: Part) -> Part:
        """Let everybody scrub for the time of the part."""
        end = time.perf_counter() + part.seconds
        await asyncio.gather(
            self.watch(part, end), *(self._scrub(s, part, end) for s in self.sessions)
        )
        return part

    async def _scrub(self, session: Session, part: Part, end: float) -> None:
        rng = random.Random(session.session_id)
        due = time.perf_counter() + rng.random()
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                await session.step(rng.randrange(1, 300), timeout=30)
            except (TimeoutError, OSError) as error:
                self.lost += 1
                print(f"a session was lost: {error}", file=sys.stderr)
                return
            part.steps.append(time.perf_counter() - due)
            due += rng.uniform(0.5, 1.5)  # Nobody is a metronome.

    async def watch(self, part: Part, end: float) -> None:
        """Read the memory of the server until the end."""
        start = time.perf_counter()
        while self.pid and time.perf_counter() < end:
            used = await asyncio.to_thread(memory, self.pid)
            part.memory.append((time.perf_counter() - start, used))
            await asyncio.sleep(max(1.0, part.seconds / 100))

    def strangers(self) -> int:
        """How many words came to a session that did not write them."""
        return sum(len(heard - {self.words.get(s)}) for s, heard in self.heard.items())

    def silent(self) -> int:
        """How many sessions never got their own word back; then the count above says nothing."""
        return sum(word not in self.heard[s] for s, word in self.words.items())

    def errors(self) -> int:
        """Tracebacks on a page."""
        return sum(session.errors for session in self.sessions)


def _secret(number: int) -> str:
    rng = random.Random(f"secret {number}")
    return f"qx{''.join(rng.choice('abcdefghijklmnop') for _ in range(8))}xq"


def _listener(heard: set[str]) -> Callable[[bytes], object]:
    return lambda message: heard.update(word.decode() for word in _WORD.findall(message))


# --- one session with a large text --------------------------------------------------------------


@lru_cache
def large_text() -> str:
    """The text of 5 MB, made once."""
    return corpora.text("English", 5 * MB)


async def train_large(session: Session, seconds: float) -> list[float]:
    """Upload 5 MB and train it with more and more merges; the seconds of each training."""
    await session.open()
    content = large_text().encode()
    end = time.perf_counter() + seconds
    start = time.perf_counter()
    await session.upload("upload", "large.txt", content)
    taken: list[float] = []
    while True:
        await trained(session)
        taken.append(time.perf_counter() - start)
        if time.perf_counter() > end:
            return taken
        start = time.perf_counter()
        await session.change("num_merges", int_value=LARGE_MERGES + len(taken))


async def trained(session: Session) -> None:
    """Ask every 0.3 s, as the page does while it shows a progress bar, until that is gone."""
    while any("Training:" in text for text in session.texts):
        await asyncio.sleep(0.3)
        await session.rerun(next(reversed(session.auto_reruns)))


async def leave(session: Session, pid: int) -> tuple[float, float]:
    """Close the tab in a long training: processors in use before, seconds until none is after."""
    session.widgets[session.widget("num_merges")].int_value = 50_000
    await session.change("mode", string_array_value={"data": ["Byte"]})
    before = await processors(pid, 2)
    await session.close()
    start = time.perf_counter()
    while await processors(pid, 1) > 0.2 and time.perf_counter() - start < 2 * LEFT_SECONDS:
        pass
    return before, time.perf_counter() - start


async def processors(pid: int, seconds: float) -> float:
    """How many processors the server keeps busy."""
    before = processor_seconds(pid) or 0.0
    await asyncio.sleep(seconds)
    return ((processor_seconds(pid) or 0.0) - before) / seconds


# --- the run ------------------------------------------------------------------------------------


async def run(url: str, pid: int | None, count: int, minutes: float) -> bool:
    """Run all parts and print the table; whether every target was met."""
    large_text()
    room = Room(url, count, pid)
    opened = sorted(await room.open())
    print(f"{count} sessions opened, each in {opened[count // 2]:.2f} s (median).")
    print(f"{'':12}  median     95th     99th   steps   memory MB   growth a minute")
    soak = await room.scrub(Part("soak", minutes * 60))
    show(soak)
    beside = Part("beside 5 MB", BESIDE_SECONDS)
    large = Session(url)
    taken, _ = await asyncio.gather(train_large(large, BESIDE_SECONDS), room.scrub(beside))
    show(beside)
    print(f"5 MB: {len(taken)} trainings, {min(taken):.1f} to {max(taken):.1f} s until shown.")
    good = soak.percentile(0.95) < 100 and beside.percentile(0.95) < 500
    good = good and all(used < 1000 for _, used in soak.memory) and soak.growth() < 2
    if pid and processor_seconds(pid):
        before, after = await leave(large, pid)
        print(f"left: {before:.1f} processors busy, none {after:.0f} s after closing the tab.")
        good = good and before > 0.5 and after < LEFT_SECONDS
    print(
        f"words of others seen: {room.strangers()}; own words missed: {room.silent()}; "
        f"tracebacks: {room.errors()}; sessions lost: {room.lost}"
    )
    await asyncio.gather(*(session.close() for session in room.sessions))
    return good and not any((room.strangers(), room.silent(), room.errors(), room.lost))


def show(part: Part) -> None:
    """Print a row of the table."""
    shares = "".join(f"{part.percentile(p):6.0f} ms" for p in (0.5, 0.95, 0.99))
    used = [m for _, m in part.memory]
    room = f"{used[0]:.0f} to {used[-1]:.0f}   {part.growth():+.1f} MB" if used else "not measured"
    print(f"{part.name:12}{shares}  {len(part.steps):6}   {room}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--url", help="a running app; its memory is then not measured")
    parser.add_argument("--crowd", type=int, help="so many that rest, see crowd.py; nothing else")
    asked = parser.parse_args()
    count, minutes = min(asked.sessions, 1000), min(asked.minutes, 120)
    print(f"{platform.system()} {platform.machine()}, Python {platform.python_version()}")
    if asked.url:
        sys.exit(not asyncio.run(run(asked.url, None, count, minutes)))
    with tempfile.TemporaryDirectory() as folder:
        server, url = start_server(ROOT / "streamlit_app.py", Path(folder) / "server.log")
        try:
            if asked.crowd:
                from .crowd import run as crowd  # It takes its parts from here.

                large_text()
                good = asyncio.run(crowd(url, server.pid, min(asked.crowd, 1000), minutes * 60))
            else:
                good = asyncio.run(run(url, server.pid, count, minutes))
        finally:
            stop_server(server)
    print("Every target is met." if good else "A target is missed.")
    sys.exit(not good)


if __name__ == "__main__":
    main()
