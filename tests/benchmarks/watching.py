"""What a process and its children use: memory, and time of the processors."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def family(pid: int) -> dict[int, float]:
    """The process and its descendants, each with its resident memory in MB."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
    ).stdout
    rows = sorted(tuple(map(int, line.split())) for line in listed.splitlines())
    members = {pid}
    for own, parent, _ in rows:
        if parent in members:
            members.add(own)
    return {own: rss / 1000 for own, _, rss in rows if own in members}


def memory(pid: int) -> float:
    """Resident memory of a process and its children, in MB."""
    return sum(family(pid).values())


def processor_seconds(pid: int) -> float | None:
    """Seconds of processor time that a process and its children have used; Linux only.

    >>> processor_seconds(os.getpid()) is None or processor_seconds(os.getpid()) > 0
    True
    """
    ticks = 0
    for member in family(pid):
        try:
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else None
