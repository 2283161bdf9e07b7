"""A Streamlit session without a browser: the messages that a browser would send, over a websocket.

``Session.open`` runs the app once; the widgets that it draws are kept, each with the state that
the browser would report. ``step`` reports a step of the scrubber as the component does and waits
until the script has finished; ``change`` sets a widget; ``upload`` sends a file by HTTP first.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

_XSRF = "_streamlit_xsrf"
#: The browser remembers a message for this many runs (Streamlit's global.maxCachedMessageAge).
_REMEMBERED = 2


class Session:
    """One open page. ``seen`` is called with every message that comes, as bytes."""

    def __init__(self, url: str, query: str = "", path: str = "") -> None:
        self.url = url.rstrip("/")
        self.query = query
        self.path = path
        self.session_id = ""
        self.page = ""
        self.widgets: dict[str, WidgetState] = {}
        self.fragments: dict[str, str] = {}
        self.auto_reruns: dict[str, float] = {}
        self.texts: list[str] = []
        self.nonce = 0
        self.steps = 0
        self.errors = 0
        self.seen: Callable[[bytes], object] = len
        self._socket: ClientConnection | None = None
        self._age: dict[str, int] = {}
        self._finished = asyncio.Event()
        self._answers: asyncio.Queue[ForwardMsg] = asyncio.Queue()
        self._listener: asyncio.Task[None] | None = None
        self._cookie = ""

    # --- talking --------------------------------------------------------------------------------

    async def open(self) -> float:
        """Connect and run the page; returns the seconds until it was finished."""
        start = time.perf_counter()
        self._cookie = await asyncio.to_thread(_xsrf_cookie, self.url)
        address = f"ws{self.url.removeprefix('http')}/_stcore/stream"
        headers = {"Cookie": f"{_XSRF}={self._cookie}"}
        self._socket = await connect(
            address,
            additional_headers=headers,
            origin=self.url,
            subprotocols=["streamlit", self._cookie],
            max_size=None,
            compression=None,
            open_timeout=60,
            ping_interval=None,
        )
        self._listener = asyncio.create_task(self._listen(self._socket))
        await self.rerun()
        return time.perf_counter() - start

    async def close(self) -> None:
        """Close the tab."""
        if self._socket is not None:
            await self._socket.close()
        if self._listener is not None:
            await asyncio.gather(self._listener, return_exceptions=True)

    async def rerun(self, fragment: str = "", timeout: float = 120) -> float:
        """Run the page, or a fragment; returns the seconds from asking to the end of the run."""
        message = BackMsg()
        run = message.rerun_script
        run.query_string = self.query
        run.page_script_hash = self.page
        run.page_name = "" if self.page else self.path
        run.fragment_id = fragment
        run.widget_states.widgets.extend(self.widgets.values())
        run.cached_message_hashes.extend(self._age)
        run.context_info.url = self.url
        run.context_info.timezone = "UTC"
        self._finished.clear()
        self.texts.clear()
        start = time.perf_counter()
        await self._send(message)
        await self._wait(timeout)
        return time.perf_counter() - start

    async def _wait(self, timeout: float) -> None:
        """Wait for the end of the run; an error of the listener is raised here."""
        assert self._listener is not None
        end = asyncio.ensure_future(self._finished.wait())
        waiting = {end, self._listener}
        await asyncio.wait(waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        end.cancel()
        if not self._finished.is_set():
            if self._listener.done():
                self._listener.result()
            raise TimeoutError(f"No answer within {timeout:g} s.")

    async def step(self, step: int, timeout: float = 120) -> float:
        """Report a step of the scrubber; returns the seconds until the tables had come."""
        name = self.widget("scrubber")
        told = {"step": step, "nonce": self.nonce}
        self.widgets[name].json_value = json.dumps({"step": told})
        return await self.rerun(self.fragments[name], timeout)

    async def change(self, key: str, **value: Any) -> float:
        """Set a widget, for example ``change("num_merges", int_value=5)``, and run the page."""
        name = self.widget(key)
        self.widgets[name] = WidgetState(id=name, **value)
        return await self.rerun()

    async def upload(self, key: str, file_name: str, content: bytes) -> float:
        """Give a file to an uploader; returns the seconds of the run that follows."""
        message = BackMsg()
        message.file_urls_request.request_id = str(uuid.uuid4())
        message.file_urls_request.file_names.append(file_name)
        message.file_urls_request.session_id = self.session_id
        await self._send(message)
        answer = await asyncio.wait_for(self._answers.get(), 30)
        urls = answer.file_urls_response.file_urls[0]
        await asyncio.to_thread(_put, self.url, urls.upload_url, file_name, content, self._cookie)
        name = self.widget(key)
        state = WidgetState(id=name)
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = file_name, len(content), urls.file_id
        info.file_urls.CopyFrom(urls)
        self.widgets[name] = state
        return await self.rerun()

    def widget(self, key: str) -> str:
        """The id of the widget with this key."""
        return next(name for name in self.widgets if key_of(name) == key)

    async def _send(self, message: BackMsg) -> None:
        assert self._socket is not None
        await self._socket.send(message.SerializeToString())

    # --- listening ------------------------------------------------------------------------------

    async def _listen(self, socket: ClientConnection) -> None:
        async for data in socket:
            if isinstance(data, bytes):
                self.seen(data)
                message = ForwardMsg()
                message.ParseFromString(data)
                self._take(message)

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session_id = message.new_session.initialize.session_id or self.session_id
            self.page = message.new_session.page_script_hash
        elif kind == "delta":
            self._take_delta(message)
        elif kind == "ref_hash":
            self._age[message.ref_hash] = 0
        elif kind == "auto_rerun":
            self.auto_reruns[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "file_urls_response":
            self._answers.put_nowait(message)
        elif kind == "script_finished":
            full = message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
            if full or message.script_finished == ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY:
                self._forget(full)
                self._finished.set()

    def _take_delta(self, message: ForwardMsg) -> None:
        delta = message.delta
        if message.metadata.cacheable:
            self._age[message.hash] = 0
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        self.errors += kind == "exception"
        if kind in ("alert", "text", "markdown", "progress"):
            inner = getattr(element, kind)
            self.texts.append(inner.text if kind == "progress" else inner.body)
        state = widget_state(element)
        if state is not None:
            self.fragments[state.id] = delta.fragment_id
            old = self.widgets.get(state.id)
            if old is None or state.WhichOneof("value") != "json_value":
                self.widgets[state.id] = state if old is None or _told(element) else old
        if kind == "bidi_component":
            self._take_component(element.bidi_component)

    def _take_component(self, component: Any) -> None:
        if key_of(component.id) == "scrubber":
            self.nonce = json.loads(component.json)["nonce"]

    def _forget(self, full: bool) -> None:
        """Let go of messages that no run has used for a while; a fragment's run ages none."""
        if full:
            self._age = {h: n + 1 for h, n in self._age.items() if n < _REMEMBERED}


def key_of(widget_id: str) -> str:
    """The key that the app gave a widget: ids are ``$$ID-<hash>-<key>``."""
    return widget_id.split("-", 2)[-1]


def _told(element: Element) -> bool:
    """Whether the server sets the value of the widget, instead of leaving it to the browser."""
    return bool(getattr(getattr(element, element.WhichOneof("type")), "set_value", False))


def widget_state(element: Element) -> WidgetState | None:
    """The state that the browser reports for a widget when it is drawn; None for the others."""
    kind = element.WhichOneof("type")
    reader = _STATES.get(kind)
    return reader(getattr(element, kind)) if reader else None


def _selectbox(box: Any) -> WidgetState:
    state = WidgetState(id=box.id)
    if box.set_value and box.raw_value:
        state.string_value = box.raw_value
    elif box.HasField("default"):
        state.string_value = box.options[box.default]
    return state


def _number(box: Any) -> WidgetState:
    value = box.value if box.set_value else box.default
    if box.data_type == box.INT:
        return WidgetState(id=box.id, int_value=int(value))
    return WidgetState(id=box.id, double_value=value)


def _text(box: Any) -> WidgetState:
    return WidgetState(id=box.id, string_value=box.value if box.set_value else box.default)


def _buttons(box: Any) -> WidgetState:
    state = WidgetState(id=box.id)
    usual = [box.options[i].content for i in box.default]
    state.string_array_value.data.extend(box.raw_values if box.set_value else usual)
    return state


def _uploader(box: Any) -> WidgetState:
    state = WidgetState(id=box.id)
    state.file_uploader_state_value.SetInParent()
    return state


def _component(box: Any) -> WidgetState | None:
    if key_of(box.id) != "scrubber":
        return None
    return WidgetState(id=box.id, json_value="{}")


_STATES: dict[str | None, Callable[[Any], WidgetState | None]] = {
    "selectbox": _selectbox,
    "number_input": _number,
    "text_area": _text,
    "text_input": _text,
    "button_group": _buttons,
    "file_uploader": _uploader,
    "bidi_component": _component,
    "checkbox": lambda box: WidgetState(
        id=box.id, bool_value=box.value if box.set_value else box.default
    ),
}


# --- by HTTP ------------------------------------------------------------------------------------


def _xsrf_cookie(url: str) -> str:
    with urllib.request.urlopen(f"{url}/_stcore/health", timeout=60) as answer:
        cookies = answer.headers.get_all("Set-Cookie") or []
    found = re.search(rf"{_XSRF}=([^;]+)", " ".join(cookies))
    return found.group(1).strip('"') if found else ""


def _put(url: str, path: str, file_name: str, content: bytes, cookie: str) -> None:
    edge = uuid.uuid4().hex
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="{file_name}"; '
        f'filename="{file_name}"\r\nContent-Type: text/plain\r\n\r\n'
    )
    body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
    base = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    request = urllib.request.Request(f"{base}{path}", data=body, method="PUT")
    request.add_header("Content-Type", f"multipart/form-data; boundary={edge}")
    request.add_header("Cookie", f"{_XSRF}={cookie}")
    request.add_header("X-Xsrftoken", cookie)
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()
