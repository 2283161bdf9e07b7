"""The running server: what it refuses, and that sessions are apart from one another."""

from __future__ import annotations

import asyncio
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.benchmarks.session import Session
from tests.serving import ROOT, start_server, stop_server


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    server, address = start_server(ROOT / "streamlit_app.py", log)
    yield address
    stop_server(server)
    assert "Traceback" not in log.read_text(errors="replace")


def test_no_statistics_are_sent_and_no_details_of_errors_shown() -> None:
    config = tomllib.loads(Path(ROOT, ".streamlit", "config.toml").read_text())
    assert config["browser"]["gatherUsageStats"] is False
    assert config["server"]["enableXsrfProtection"] is True
    assert config["client"]["showErrorDetails"] == "none"
    assert not {"enableCORS", "corsAllowedOrigins"} & config["server"].keys()


def test_another_site_cannot_open_a_session(url: str) -> None:
    async def open_from_elsewhere() -> None:
        address = f"ws{url.removeprefix('http')}/_stcore/stream"
        async with connect(address, origin="http://elsewhere.example"):
            pass

    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(open_from_elsewhere())
    assert refused.value.response.status_code == 403


def test_an_upload_without_its_token_is_refused(url: str) -> None:
    request = urllib.request.Request(f"{url}/_stcore/upload_file/a/b", data=b"text", method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 403


async def _two_sessions(url: str) -> tuple[list[bytes], Session, Session]:
    one, two = Session(url), Session(url)
    heard: list[bytes] = []
    two.seen = heard.append
    await asyncio.gather(one.open(), two.open())
    await one.change("corpus_text", string_value="quaggaquagga zebra " * 20)
    await one.upload("upload", "secret.txt", b"okapiokapi zebra " * 20_000)
    assert any("secret.txt" in text for text in one.texts)
    await asyncio.gather(one.step(3), two.step(3))
    await two.change("mode", string_array_value={"data": ["Byte"]})
    await asyncio.gather(one.close(), two.close())
    return heard, one, two


def test_a_session_sees_no_text_of_another(url: str) -> None:
    heard, one, two = asyncio.run(_two_sessions(url))
    assert one.errors == two.errors == 0
    assert not any(word in b"".join(heard) for word in (b"quagga", b"okapi", b"secret.txt"))


async def _half_a_character(url: str) -> Session:
    session = Session(url, query="text=%ED%A0%80%00&sample=%ED&step=-1")
    await session.open()
    await session.close()
    return session


def test_an_address_with_broken_text(url: str) -> None:
    assert asyncio.run(_half_a_character(url)).errors == 0
