"""A hall that cheats: a real server, and between it and its guests a mouth that says what a lie wants it to say."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from app_client import Quick

from meadhall.hall.store import SQLiteStore
from meadhall.http.server import create_app, listen
from meadhall.http.uvicorn_protocols import LimitedHttpProtocol, LimitedWebSocketProtocol

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
LONGEST_START_SECONDS = 30.0


@dataclass
class Call:
    """What somebody asks: over HTTP, or by saying hello on a socket."""

    method: str
    path: str  # without /api/
    seats: list[str]  # secrets that came along
    body: Any = None


@dataclass
class Lie:
    """What a hall does that cheats; this one does not."""

    nonces: list[str] = field(default_factory=list, kw_only=True)  # that the hall got to know

    def asked(self, call: Call) -> tuple[int, Any] | None:
        """Answer in the hall's place, or change what it is asked."""
        return None

    def state(self, state: dict[str, Any], call: Call) -> None:
        """Change what is said of a table."""

    def steps(self, steps: list[dict[str, Any]], call: Call) -> None:
        """Change what is said to have happened."""

    def record(self, text: str) -> str:
        """Change the record."""
        return text

    def answered(self, body: Any, call: Call) -> None:
        """Change any other answer."""


class Mouth:
    """Stands between a server and its guests."""

    def __init__(self, app: Any) -> None:
        self.app, self.lie = app, Lie()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let everything through, and have what is said about tables changed on the way."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = {name: value for name, value in scope["headers"] if name != b"accept-encoding"}
        seats = headers.get(b"authorization", b"").decode().removeprefix("Bearer ").split(",")
        body = b""
        while (part := await receive())["type"] == "http.request":
            body += part.get("body", b"")
            if not part.get("more_body"):
                break
        call = Call(scope["method"], scope["path"].removeprefix("/api/"), seats, json.loads(body) if body else None)
        self._note(call)
        refused = self.lie.asked(call)
        if refused is not None:
            await _say(send, refused[0], {}, json.dumps(refused[1]).encode())
            return
        body = json.dumps(call.body).encode() if body else b""
        headers[b"content-length"] = str(len(body)).encode()
        start: Message = {}
        said = b""

        async def pass_on() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def hear(message: Message) -> None:
            nonlocal said
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                said += message.get("body", b"")

        await self.app({**scope, "headers": list(headers.items())}, pass_on, hear)
        told = {name: value for name, value in start["headers"] if name != b"content-length"}
        if start["status"] < 300:
            said = self._changed(said, call)
        await _say(send, start["status"], told, said)

    def _note(self, call: Call) -> None:
        if isinstance(call.body, dict):
            seats = call.body.get("seats", [])
            wishes = [call.body, *(seat for seat in seats if isinstance(seat, dict))]
            self.lie.nonces += [wish["nonce"] for wish in wishes if wish.get("nonce")]

    def _changed(self, said: bytes, call: Call) -> bytes:
        if call.path.endswith("/record"):
            return self.lie.record(said.decode()).encode()
        body = json.loads(said)
        if isinstance(body, dict) and "entries" in body and "seats" in body:
            self.lie.state(body, call)
        elif call.path.endswith("/steps"):
            self.lie.steps(body, call)
        else:
            self.lie.answered(body, call)
        return json.dumps(body).encode()

    async def _socket(self, scope: Message, receive: Receive, send: Send) -> None:
        call = Call("SOCKET", scope["path"].removeprefix("/api/"), [])

        async def listen() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and (hello := json.loads(message["text"])).get("seats"):
                call.seats = hello["seats"]
            return message

        async def speak(message: Message) -> None:
            if message["type"] == "websocket.send" and message.get("text"):
                news = json.loads(message["text"])
                if "state" in news:
                    self.lie.state(news["state"], call)
                    self.lie.steps(news["steps"], call)
                    message = {**message, "text": json.dumps(news)}
            await send(message)

        await self.app({**scope, "extensions": {}}, listen, speak)  # else the server takes a way around us


async def _say(send: Send, status: int, headers: dict[bytes, bytes], body: bytes) -> None:
    headers = {b"content-type": b"application/json", **headers, b"content-length": str(len(body)).encode()}
    await send({"type": "http.response.start", "status": status, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": body})


@dataclass
class CheatingHouse:
    """A hall that is open, and its mouth."""

    address: str
    mouth: Mouth
    app: Any

    def table(self, name: str) -> Any:
        """Return a table as the server has it in memory."""
        return self.app.state.hall._known[name]


@contextmanager
def cheating_house(folder: Path) -> Iterator[CheatingHouse]:
    """Open a hall with a mouth, in a thread of this process."""
    store = SQLiteStore(folder / "hall.db")
    app = create_app(store, Quick())
    mouth = Mouth(app)
    config = uvicorn.Config(
        mouth, http=LimitedHttpProtocol, ws=LimitedWebSocketProtocol, log_level="warning", timeout_graceful_shutdown=1
    )
    server, listening = uvicorn.Server(config), listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until = time.monotonic() + LONGEST_START_SECONDS
    while not server.started:
        assert thread.is_alive() and time.monotonic() < until, "the hall did not open"
        time.sleep(0.01)
    try:
        yield CheatingHouse(f"http://127.0.0.1:{listening.getsockname()[1]}", mouth, app)
    finally:
        server.should_exit = True
        thread.join(30)
        store.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheatingHouse]:
    """Open one house for all tests of a file."""
    with cheating_house(tmp_path_factory.mktemp("cheating")) as house:
        yield house
