"""A training goes on while its page is open, and ends when it is closed."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.benchmarks.session import Session
from tests.benchmarks.watching import family, processor_seconds
from tests.serving import ROOT, start_server, stop_server

ABANDONED_SECONDS = 1


@pytest.fixture
def server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    monkeypatch.setenv("BPEVIZ_ABANDONED_SECONDS", str(ABANDONED_SECONDS))
    process, url = start_server(ROOT / "streamlit_app.py", tmp_path / "server.log")
    yield process, url
    stop_server(process)
    assert "Traceback" not in (tmp_path / "server.log").read_text(errors="replace")


def _trainings(pid: int, before: set[int]) -> list[int]:
    """The processes that train for this server, without those that were there before."""
    return [member for member in family(pid) if member not in before]


async def _until(state: Callable[[], object], seconds: float = 120) -> None:
    """Wait for a state, however slow the machine is."""
    end = time.monotonic() + seconds
    while not state():
        assert time.monotonic() < end, "the state did not come"
        await asyncio.sleep(0.1)


async def _train_and_close(pid: int, url: str) -> float:
    """Processor seconds that the training used after its page was closed."""
    session = Session(url)
    await session.open()
    before = set(family(pid))  # Those for short trainings stay.
    text = "".join(f"{n * n * 7919 % 1_000_003:o} " for n in range(250_000))
    await session.upload("upload", "numbers.txt", text.encode())
    session.widgets[session.widget("num_merges")].int_value = 50_000
    await session.change("mode", string_array_value={"data": ["Byte"]})
    await _until(lambda: _trainings(pid, before))
    # A hidden page asks for nothing for a long time, and the training goes on.
    await asyncio.sleep(2 * ABANDONED_SECONDS)
    (training,) = _trainings(pid, before)
    used = processor_seconds(training) or 0.0
    await _until(lambda: (processor_seconds(training) or 0.0) > used + 0.5)
    await session.close()
    closed = last = processor_seconds(training) or 0.0

    def gone() -> bool:
        nonlocal last
        last = processor_seconds(training) or last
        return training not in family(pid)

    await _until(gone)
    return last - closed


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are seen on Linux only")
def test_closing_the_page_ends_its_training(
    server: tuple[subprocess.Popen[bytes], str],
) -> None:
    """The whole training needs more than half a minute of a processor."""
    process, url = server
    assert asyncio.run(_train_and_close(process.pid, url)) < 10
