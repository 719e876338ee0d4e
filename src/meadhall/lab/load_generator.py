"""Guests by the thousand, for `meadhall bench serve`: a process of its own that plays at many tables of a server.

It reads a Plan from stdin, says "ready", begins when it gets a line, and writes a Report: JSON, a line each. The games
are known beforehand, so that the guests need no time to think; their next move waits for the news of the last one.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TypeAlias, cast

import msgspec
from msgspec import Struct
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

AT_ONCE = 32  # guests who come at the same time
PATIENCE = 60.0  # seconds for an answer
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # frames that are whole messages


class Plan(Struct, frozen=True):
    """What to do."""

    port: int
    game: str
    games: list[list[tuple[int, str]]]  # the actor and the action of each move
    tables: int
    seconds: float
    warm_up: float = 0.0  # seconds before what is measured
    every: float | None = None  # seconds between two moves of a table; None: as fast as it goes
    watchers: int = 0
    play: bool = True
    by_http: bool = False  # as browsers make their moves, instead of over lean sockets


class LoadReport(Struct, frozen=True):
    """What came of it."""

    seconds: float
    moves: int  # confirmed in the measured time
    matches: int  # that came to their end
    refused: list[str]  # what the server would not do; nothing of this should happen
    latencies: list[float]  # in seconds, that half, 95 and 99 of 100 moves did not exceed, and the longest
    confirmed: dict[str, tuple[int, int]]  # by table: its game, and how many of its moves were confirmed
    processor: float  # seconds that the guests themselves took


def first_frame(data: bytes) -> tuple[int, int, int] | None:
    """Find the first frame of the server's: its kind, where its content begins, and where it ends; None: not yet."""
    if len(data) < 2:
        return None
    size, begin = data[1], 2
    if size >= 126:
        begin = 4 if size == 126 else 10
        if len(data) < begin:
            return None
        size = int.from_bytes(data[2:begin], "big")
    return (data[0], begin, begin + size) if len(data) >= begin + size else None


class LoadConnection(asyncio.Protocol):
    """One guest's WebSocket."""

    def __init__(self, port: int, table: str, hello: object, hear: Callable[[bytes], object]) -> None:
        self._socket = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/api/tables/{table}/socket"), max_size=2**24)
        self._hello, self._hear = hello, hear
        self._open, self._rest = False, b""  # whether the handshake is done, and what has come of the next frame
        self._transport: asyncio.Transport | None = None
        self.heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # something, for the first time

    async def open(self, port: int) -> LoadConnection:
        """Come in, and wait until the first news is there."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        async with asyncio.timeout(PATIENCE):
            await self.heard
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._socket.send_request(self._socket.connect())
        self._transport.write(b"".join(self._socket.data_to_send()))

    def data_received(self, data: bytes) -> None:
        if not self._open:
            self._socket.receive_data(data)
            if not self._socket.events_received():
                return
            self._open = True  # from now on by hand, for all guests share the machine with the server
            self.say(self._hello)
            return
        self._rest += data
        while (frame := first_frame(self._rest)) is not None:
            kind, begin, end = frame
            payload, self._rest = self._rest[begin:end], self._rest[end:]
            if kind == TEXT:
                if not self.heard.done():
                    self.heard.set_result(None)
                self._hear(payload)
            elif kind == PING:
                self._write(PONG, payload)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.heard.done():
            self.heard.set_exception(ConnectionError("the server has hung up"))

    def say(self, message: object) -> None:
        """Send a message."""
        self._write(TEXT, msgspec.json.encode(message))

    def _write(self, kind: int, payload: bytes) -> None:
        """Send a frame, masked with zeros: what is masked so is as it was."""
        assert self._transport is not None
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + bytes(4) + payload)

    def close(self) -> None:
        """Go, as one goes who closes the window."""
        if self._transport is not None:
            self._transport.abort()


class Seated(Struct, frozen=True):
    """What matters of a new table."""

    table: str
    seats: dict[str, str]


class Heard(Struct, frozen=True):
    """What matters of a Played, a Declined or the first words of a refusal."""

    number: int = 0
    id: int | None = None
    code: str = ""


HEARD = msgspec.json.Decoder(Heard)


class Pair:
    """Two guests at a table, who play a game that is known."""

    def __init__(self, crowd: Crowd, name: str, secrets: list[str], game: int) -> None:
        self.name, self.game = name, game
        self._crowd, self._secrets = crowd, secrets
        self._calling: asyncio.Task[None] | None = None
        self._moves = crowd.plan.games[game]
        self._numbers = [0, 0]  # of moves that each of them knows
        self._sent = -1  # the move that was sent last
        self._sent_at = 0.0
        self._lines = [
            LoadConnection(crowd.plan.port, name, {"seats": [secret], "lean": True}, partial(self._hear, seat))
            for seat, secret in enumerate(secrets)
        ]
        self.confirmed = 0
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def sit(self) -> None:
        """Sit down, both of them."""
        for line in self._lines:
            await line.open(self._crowd.plan.port)

    def _hear(self, seat: int, data: bytes) -> None:
        heard = HEARD.decode(data)
        if heard.code:
            self._crowd.refused.append(f"{self.name}: {heard.code}")
            return
        self._numbers[seat] = max(self._numbers[seat], heard.number)
        if heard.id is not None and heard.id == self._sent:
            self.confirmed = heard.id + 1
            self._crowd.note(time.perf_counter() - self._sent_at)
        self.go_on()

    def go_on(self) -> None:
        """Make the next move, once its player has heard of the last one."""
        crowd, at = self._crowd, self.confirmed
        if at == len(self._moves):
            if not self.over.done():
                self.over.set_result(None)
        elif crowd.playing and at > self._sent and self._numbers[self._moves[at][0]] >= at:
            self._sent = at
            if crowd.plan.every is None:
                self._move()
            else:
                asyncio.get_running_loop().call_at(crowd.when(self, at), self._move)

    def _move(self) -> None:
        if self._crowd.playing:
            seat, action = self._moves[self._sent]
            self._sent_at = time.perf_counter()
            self._lines[seat].say({"do": "move", "action": action, "number": self._sent, "id": self._sent})

    def leave(self) -> None:
        """Go, both of them."""
        for line in self._lines:
            line.close()


class CallingPair(Pair):
    """Two guests who make their moves by HTTP, one after the other, as browsers do."""

    async def sit(self) -> None:
        """Sit down: nothing is to be done for that."""

    def go_on(self) -> None:
        """Begin, if that is not done."""
        if self._calling is None:
            self._calling = asyncio.create_task(self._call())

    async def _call(self) -> None:
        async with connected(self._crowd.plan.port, ",".join(self._secrets)) as call:
            for number, (_, action) in enumerate(self._moves):
                if self._crowd.playing:
                    sent = time.perf_counter()
                    await call(f"/api/tables/{self.name}/move", {"action": action, "number": number})
                    self.confirmed = number + 1
                    self._crowd.note(time.perf_counter() - sent)
        if self.confirmed == len(self._moves):
            self.over.set_result(None)

    def leave(self) -> None:
        """Hang up."""
        if self._calling is not None:
            self._calling.cancel()


class Crowd:
    """All guests."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.playing = False
        self.refused: list[str] = []
        self.confirmed: dict[str, tuple[int, int]] = {}
        self._latencies: list[float] = []
        self._measured_from = float("inf")
        self._began = 0.0
        self._matches = 0
        self._pairs: list[Pair] = []
        self._watchers: list[LoadConnection] = []
        self._random = random.Random(7)
        self._door = asyncio.Semaphore(AT_ONCE)

    def note(self, latency: float) -> None:
        """A move was confirmed."""
        if time.perf_counter() >= self._measured_from:
            self._latencies.append(latency)

    def when(self, pair: Pair, at: int) -> float:
        """Say when a move is due, where there is time between moves; tables do not move in step."""
        every = self.plan.every or 0.0
        loop = asyncio.get_running_loop().time()
        return loop + (self._random.uniform(0, every) if at == 0 else every)

    async def gather(self) -> None:
        """Let everybody come."""
        games = range(self.plan.tables)
        self._pairs = list(await asyncio.gather(*(self._pair(k % len(self.plan.games)) for k in games)))
        names = [pair.name for pair in self._pairs]
        watching = (self._watch(names[k % len(names)]) for k in range(self.plan.watchers))
        self._watchers = list(await asyncio.gather(*watching))

    async def _pair(self, game: int) -> Pair:
        async with self._door:
            seats = [{"kind": "me", "name": "Ulf"}, {"kind": "here", "name": "Runa"}]
            wish = {"game": self.plan.game, "seats": seats, "listed": False}
            async with connected(self.plan.port) as call:
                seated = msgspec.json.decode(await call("/api/tables", wish), type=Seated)
            kind = CallingPair if self.plan.by_http else Pair
            pair = kind(self, seated.table, [seated.seats["0"], seated.seats["1"]], game)
            await pair.sit()
            return pair

    async def _watch(self, name: str) -> LoadConnection:
        async with self._door:
            return await LoadConnection(self.plan.port, name, {}, lambda _: None).open(self.plan.port)

    async def play(self) -> LoadReport:
        """Play for as long as planned; where a match ends, the two go to a new table."""
        began, processor = time.perf_counter(), time.process_time()
        self._measured_from = began + self.plan.warm_up
        self.playing = self.plan.play
        tables = [asyncio.create_task(self._table(pair)) for pair in self._pairs]
        await asyncio.sleep(self.plan.warm_up + self.plan.seconds)
        self.playing = False
        ended = time.perf_counter()
        latencies, many = sorted(self._latencies), len(self._latencies)
        shown = [latencies[min(many - 1, int(many * share))] for share in (0.5, 0.95, 0.99, 1.0)] if many else []
        processor = time.process_time() - processor
        await asyncio.sleep(0.5)  # what was sent is still answered
        for task in tables:
            task.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        seconds = ended - self._measured_from
        return LoadReport(seconds, many, self._matches, self.refused, shown, self.confirmed, processor)

    async def _table(self, pair: Pair) -> None:
        while True:
            pair.go_on()
            try:
                await pair.over
                self._matches += 1
            finally:
                self.confirmed[pair.name] = pair.game, pair.confirmed
                pair.leave()
            pair = await self._pair(pair.game)


Call: TypeAlias = Callable[[str, object], Awaitable[bytes]]


@asynccontextmanager
async def connected(port: int, secret: str = "") -> AsyncIterator[Call]:
    """Have a connection on which to ask the server for something, one thing after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def call(path: str, data: object) -> bytes:
        body = msgspec.json.encode(data)
        head = [f"POST {path} HTTP/1.1", f"host: 127.0.0.1:{port}", f"content-length: {len(body)}"]
        head += ["content-type: application/json", *([f"authorization: Bearer {secret}"] if secret else [])]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        top = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next(line for line in top.splitlines() if line.startswith("content-length"))
        answer = await reader.readexactly(int(length.partition(":")[2]))
        if top.split()[1] not in ("200", "201"):
            raise ConnectionError(f"the server refused {path}: {answer[:200].decode()}")
        return answer

    try:
        yield call
    finally:
        writer.close()


async def main() -> None:
    """Do what the plan says."""
    plan = msgspec.json.decode(sys.stdin.readline(), type=Plan)
    crowd = Crowd(plan)
    await crowd.gather()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(msgspec.json.encode(await crowd.play()).decode(), flush=True)


if __name__ == "__main__":
    with suppress(ImportError):  # where there is no such limit
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    runner = asyncio.run
    with suppress(ImportError):
        import uvloop

        runner = uvloop.run
    runner(main())
