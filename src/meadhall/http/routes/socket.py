"""The socket of a table: it tells the news, and takes commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from meadhall.core.match import Entry
from meadhall.hall import commands
from meadhall.hall.hall import Hall
from meadhall.hall.messages import Hello
from meadhall.hall.move_log import common
from meadhall.hall.problems import Refused
from meadhall.hall.seat_secrets import SeatSecrets
from meadhall.hall.store import SeatRow
from meadhall.hall.table import Table

from ..guards import STATUS, address_of, by_our_name, same_origin
from ..websocket_channel import WebSocketChannel, channel_of
from .common import hall_of, limits_of, table_of

log = logging.getLogger("meadhall")
HELLO_SECONDS = 10.0
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # one of the latter where we speak to somebody who has just gone
HELLO = msgspec.json.Decoder(Hello)


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, State], state: State, name: FromPath[str]) -> None:
    """Tell a browser or a program about a table, from its Hello on until it goes."""
    if not same_origin(socket):
        await socket.close(4403)
        return
    await socket.accept()
    limits, address = limits_of(state), address_of(socket)
    with suppress(*GONE):
        try:
            by_our_name(socket)
            limits.take("requests", address)
            with limits.socket(address, name):
                await _serve(socket, state, name, partial(limits.take, address=address))
        except Refused as refused:
            await _refuse(channel_of(socket), refused)
    del socket.receive, socket.send  # they hold it: else it would go only when Python's collector comes by


async def _serve(socket: WebSocket[Any, Any, State], state: State, name: str, spend: Callable[[str], None]) -> None:
    """Understand a Hello, and listen from then on."""
    line = channel_of(socket)
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = HELLO.decode(await line.listen())
    except (TimeoutError, msgspec.DecodeError, RecursionError):  # the latter of brackets without end
        await socket.close(4400)
        return
    table = await table_of(socket, state, name, hello.seats, hello.number, hello.events)
    table.mine(hello.seats)
    await (DeltaSubscriber if hello.lean else Subscriber)(line, hall_of(state), table, hello, spend).listen()


async def _refuse(line: WebSocketChannel, refused: Refused) -> None:
    """Say what is wrong, and be done."""
    await line.say(msgspec.json.encode(refused.problem).decode())
    await line.close(4000 + STATUS[refused.problem.code])


class Subscriber:
    """Somebody at a table: what is new there is told to them, together with what came while the last was told."""

    def __init__(
        self, line: WebSocketChannel, hall: Hall, table: Table, hello: Hello, spend: Callable[[str], None]
    ) -> None:
        self._line, self._hall, self._table, self._hello, self._spend = line, hall, table, hello, spend
        self._keys = SeatSecrets(hello.seats)
        self._here = frozenset(table.opened(self._keys))
        self._known: Sequence[SeatRow] | None = None  # the seats when it was last looked which are theirs
        self._mine: frozenset[int] = frozenset()
        self._told: Sequence[Entry] = table.match.entries[: hello.seen]
        self._heard = hello.heard
        self._news = False  # whether there is some that was not told yet
        self._busy = True  # coming in, or answering a command; what comes of that is told after it, or with it
        self._telling: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Tell news and take commands until they go."""
        table, hello = self._table, self._hello
        table.listeners.add(self._notice)
        table.come(self._here)
        try:
            if not hello.away:
                await table.come_back(self._keys)
            self._busy = False
            self._notice()
            while True:
                text = await self._line.listen()
                self._spend("messages")
                await self._obey(text)
        except TimeoutError:  # of somebody who has stopped reading
            await self._line.close(4408)
        finally:
            table.listeners.discard(self._notice)
            if self._telling is not None:
                self._telling.cancel()
                self._telling = None
            table.leave(self._here)

    def _notice(self) -> None:
        """Have it told that there is news; a task lives only as long as it has something to say."""
        self._news = True
        if self._telling is None and not self._busy:
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._news:
                if message := await self._message():
                    await self._line.say(message)
            self._telling = None
        except TimeoutError:  # of somebody who has stopped reading
            await self._line.close(4408)
        except Refused as refused:  # their invitation was taken back
            with suppress(*GONE):
                await _refuse(self._line, refused)
        except GONE:
            pass
        except Exception:  # nobody waits for this task: what goes wrong must be seen
            log.exception("news could not be told")
            await self._line.close(1011)

    async def _message(self) -> str:
        """Say what is new since the last time."""
        table, self._news = self._table, False
        entries, last = table.match.entries, table.talk.last
        message = await self._hall.news(table, self._seats(), common(self._told, entries), self._heard)
        self._told, self._heard = entries, last
        return message

    async def _obey(self, text: str) -> None:
        """Carry out a command, and say how that went."""
        self._busy = True
        try:
            await self._line.say(await commands.answer(self._table, self._keys, text, self._done, self._spend))
        finally:
            self._busy = False
        if self._news:
            self._notice()

    def _done(self, wish: int | str | None) -> str:
        """Say that a command was carried out."""
        return commands.done(self._table, wish)

    def _seats(self) -> frozenset[int]:
        """Find the seats that are still theirs; refused where their invitation was taken back."""
        seats = self._table.seats
        if seats is not self._known:
            self._mine = self._table.mine(self._keys)
            lost = self._here.difference(self._table.opened(self._keys))
            self._here -= lost
            self._known = seats
            self._table.leave(lost)
        return self._mine


class DeltaSubscriber(Subscriber):
    """A program that knows the rules: it is told what was played, and the answer to its own move tells that too."""

    _number = -1  # of the table when it was told last

    def _notice(self) -> None:
        """Tell it at once, where nobody has to wait for that."""
        if self._telling is None and not self._busy and self._number != self._table.number:
            with suppress(*GONE, Refused):  # then the task finds out, and does what is to be done
                before = self._told, self._number
                self._seats()
                if self._line.say_now(self._done(None)):
                    return
                self._told, self._number = before
        super()._notice()

    async def _message(self) -> str:
        self._news = False
        self._seats()
        return "" if self._number == self._table.number else self._done(None)  # who came or spoke is not told

    def _done(self, wish: int | str | None) -> str:
        entries = self._table.match.entries
        since, self._told, self._number = common(self._told, entries), entries, self._table.number
        return commands.played(self._table, since, wish)


HANDLERS = [table_socket]
