"""What the server's process does for all sessions, set up once."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import stat
import sys

import streamlit as st
from streamlit import net_util, runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from .. import limits


@st.cache_resource(show_spinner=False)
def set_up() -> None:
    """Let answers go out at once, and pages wait less; call it when all is imported."""
    _send_at_once()
    _bound_uploads()
    # Streamlit would ask an outside service for it when a page of another host wants to connect.
    net_util.get_external_ip = lambda: None
    # What the imports left stays for good: searching it for garbage again and again would stop
    # all pages for 0.2 seconds each time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    # Seconds that a thread keeps Python's lock when others want it; the usual 5 ms add up, as
    # each page's run takes it several times.
    sys.setswitchinterval(0.001)


def _bound_uploads() -> None:
    """Let the oldest uploads of a session go where it sends more and more of them."""
    manager = runtime.get_instance()._uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    add = manager.add_file

    def add_file(session_id: str, file: UploadedFileRec) -> None:
        add(session_id, file)
        kept = manager.file_storage[session_id]
        while (
            len(kept) > 1 and sum(len(one.data) for one in kept.values()) > limits.SESSION_UPLOADS
        ):
            manager.remove_file(session_id, next(iter(kept)))

    manager.add_file = add_file  # type: ignore[method-assign]


def _send_at_once(folder: str = "/proc/self/fd") -> None:
    """Turn Nagle's algorithm off, which Streamlit 1.67 leaves on: it adds 40 ms to every run.

    A connection has the setting of the socket that it came in by. Where the system does not list
    a process's sockets, nothing is changed.
    """
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        with contextlib.suppress(OSError):
            _turn_off_nagle(int(name))


def _turn_off_nagle(number: int) -> None:
    if not stat.S_ISSOCK(os.fstat(number).st_mode):
        return
    with socket.socket(fileno=os.dup(number)) as found:
        if found.family in (socket.AF_INET, socket.AF_INET6):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
