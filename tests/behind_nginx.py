"""Two processes behind a real nginx: ``python -m tests.behind_nginx [tests]``.

Starts two apps and an nginx with the settings of ``.github/HOSTING.md`` on ports that are free,
lets the browser tests run against it, and looks into nginx's log whether every visitor stayed at
one process and both processes had visitors. Needs nginx and what the browser tests need.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections import defaultdict
from pathlib import Path

from tests.serving import ROOT, free_port, start_server, stop_server

JOURNEY = ["tests/browser/test_frozen.py", "tests/browser/test_explore.py"]
AROUND = """daemon off; pid {folder}/nginx.pid; error_log stderr;
events {{ }}
http {{
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  log_format visits '$uid_got$uid_set $upstream_addr';
  access_log {folder}/visits.log visits;
{inner}
}}
"""


def settings(ports: list[int], port: int, folder: Path) -> str:
    """The settings that the hosting notes show, with other ports."""
    notes = (ROOT / ".github" / "HOSTING.md").read_text()
    (inner,) = re.findall(r"```nginx\n(.*?)```", notes, re.DOTALL)
    for shown, used in zip(("8501", "8502"), ports, strict=True):
        inner = inner.replace(f"127.0.0.1:{shown}", f"127.0.0.1:{used}")
    return AROUND.format(folder=folder, inner=inner.replace("listen 80;", f"listen {port};"))


def strayed(log: Path) -> tuple[int, int, int]:
    """Numbers of visitors, of processes that they came to, and of visitors that came to two."""
    came: defaultdict[str, set[str]] = defaultdict(set)
    for line in log.read_text().splitlines():
        visitor, process = line.split(" ", 1)
        visitor = visitor.strip("-")  # The sign for the one of the two that there is not.
        if process != "-":
            came[visitor].add(process)
    return len(came), len(set().union(*came.values())), sum(len(p) > 1 for p in came.values())


def visit(url: str, visitors: int) -> None:
    """Let so many visitors ask twice, the second time with their cookie."""
    for _ in range(visitors):
        asking = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for _ in range(2):
            asking.open(f"{url}/_stcore/health", timeout=20).close()


def main() -> None:
    tests = sys.argv[1:] or JOURNEY
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        apps = [start_server(ROOT / "streamlit_app.py", folder / f"{n}.log")[0] for n in (1, 2)]
        ports = [int(re.search(r"--server.port=(\d+)", str(app.args))[1]) for app in apps]
        port = free_port()
        (folder / "nginx.conf").write_text(settings(ports, port, folder))
        nginx = subprocess.Popen(["nginx", "-p", name, "-c", f"{name}/nginx.conf"])
        try:
            env = os.environ | {"BPEVIZ_TEST_URL": f"http://127.0.0.1:{port}"}
            visit(f"http://127.0.0.1:{port}", 20)
            done = subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], cwd=ROOT, env=env)
        finally:
            for process in (nginx, *apps):
                stop_server(process)
        visitors, processes, wrong = strayed(folder / "visits.log")
    print(f"{visitors} visitors came to {processes} processes; {wrong} came to more than one.")
    sys.exit(bool(done.returncode or processes != 2 or wrong))


if __name__ == "__main__":
    main()
