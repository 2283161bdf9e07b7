"""The server asks no other host for anything, neither at its start nor when somebody connects."""

from __future__ import annotations

import asyncio
import contextlib
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.session import Session
from tests.serving import ROOT, start_server, stop_server

# Each address that the process connects to, or asks a name server for, is written down.
_RECORD = """
import sys
def hook(event, args, file=open({path!r}, "a", buffering=1)):
    if event in ("socket.connect", "socket.sendto"):
        print(event, args[1], file=file)
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        print(event, args[0], file=file)
sys.addaudithook(hook)
"""
#: How the documentation starts it: with an address and without.
STARTS = ["127.0.0.1", None]


@pytest.fixture(params=STARTS)
def recorded(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, Path, Path]]:
    path, log = tmp_path / "outgoing", tmp_path / "server.log"
    before = _RECORD.format(path=str(path))
    process, url = start_server(
        ROOT / "streamlit_app.py", log, address=request.param, before=before
    )
    yield url, path, log
    stop_server(process)


async def _visit(url: str) -> None:
    session = Session(url)
    await session.open()
    await session.change("mode", string_array_value={"data": ["Byte"]})
    await session.close()


def test_no_connection_to_another_host(recorded: tuple[str, Path, Path]) -> None:
    url, path, log = recorded
    asyncio.run(_visit(url))
    foreign = urllib.request.Request(
        f"{url}/_stcore/stream",
        headers={
            "Origin": "http://elsewhere.invalid",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
    )
    with contextlib.suppress(OSError):
        urllib.request.urlopen(foreign, timeout=10).close()
    lines = path.read_text().splitlines()
    here = ("127.0.0.1", "localhost", "'::1'", "0.0.0.0", "None", "/")
    # A socket for UDP that is only connected sends nothing; it tells the machine's own address.
    assert [line for line in lines if not any(part in line for part in here)
            and "('8.8.8.8', 1)" not in line] == []  # fmt: skip
    assert "external IP" not in log.read_text(errors="replace")
