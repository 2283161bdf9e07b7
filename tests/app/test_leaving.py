"""A training goes on while its page is open, and ends when it is closed."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.load import processors
from tests.benchmarks.session import Session
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


async def _train_and_close(pid: int, url: str) -> tuple[float, float]:
    """Processors in use while the page is hidden, and seconds of work after closing it."""
    session = Session(url)
    await session.open()
    text = "".join(f"{n * n * 7919 % 1_000_003:o} " for n in range(250_000))
    await session.upload("upload", "numbers.txt", text.encode())
    session.widgets[session.widget("num_merges")].int_value = 50_000
    await session.change("mode", string_array_value={"data": ["Byte"]})
    # A hidden page asks for nothing for a long time.
    await asyncio.sleep(2 * ABANDONED_SECONDS)
    hidden = await processors(pid, 1)
    await session.close()
    closed = time.perf_counter()
    while await processors(pid, 0.5) > 0.2 and time.perf_counter() - closed < 30:
        pass
    return hidden, time.perf_counter() - closed


def test_closing_the_page_ends_its_training(
    server: tuple[subprocess.Popen[bytes], str],
) -> None:
    process, url = server
    hidden, after = asyncio.run(_train_and_close(process.pid, url))
    assert hidden > 0.3
    assert after < 10
