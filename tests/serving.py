"""The real app as a process of its own, on a free port of this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 60


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(
    script: Path,
    log: Path,
    *,
    port: int | None = None,
    address: str | None = "127.0.0.1",
    before: str = "",
) -> tuple[subprocess.Popen[bytes], str]:
    """Start Streamlit on a script of the project, wait until it answers: (process, address).

    ``before``: Python that runs first in the server's process; ``address``: None to name none.
    """
    port = port or free_port()
    starting = f"{before}\nfrom streamlit.web.cli import main; main()"
    command = [sys.executable, "-c", starting, "run", str(script)]
    options = [f"--server.port={port}", "--server.headless=true"]
    options += [f"--server.address={address}"] * (address is not None)
    with log.open("wb") as out:
        server = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return server, url
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    stop_server(server)
    raise RuntimeError(f"Streamlit did not start:\n{log.read_text(errors='replace')}")


def stop_server(server: subprocess.Popen[bytes]) -> None:
    """End a server that ``start_server`` started."""
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
