"""The socket on which a table tells its news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from meadhall.service.hall import Hall
from meadhall.service.manners import STATUS, address_of, by_our_name, same_origin
from meadhall.service.messages import Hello
from meadhall.service.problems import Refused
from meadhall.service.saga import common
from meadhall.service.table import Table

from .common import hall_of, limits_of

HELLO_SECONDS = 10.0
SEND_SECONDS = 60.0


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, State], state: State, name: FromPath[str]) -> None:
    """Tell a browser about a table, from its Hello on until it goes."""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403)
        return
    await socket.accept()
    limits, address = limits_of(state), address_of(socket)
    with suppress(WebSocketDisconnect, RuntimeError):  # a RuntimeError where we speak to somebody who has just gone
        try:
            by_our_name(socket)
            limits.take("requests", address)
            with limits.socket(address, name):
                await _serve(socket, state, name, partial(limits.take, "messages", address))
        except Refused as refused:
            await socket.send_data(msgspec.json.encode(refused.problem).decode())
            await socket.close(4000 + STATUS[refused.problem.code])


async def _serve(socket: WebSocket[Any, Any, State], state: State, name: str, heed: Callable[[], None]) -> None:
    """Understand a Hello, and tell the news from then on."""
    try:
        hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
    except (TimeoutError, msgspec.DecodeError, RecursionError):  # the latter of brackets without end
        await socket.close(4400)
        return
    table = await hall_of(state).table(name)
    table.mine(hello.seats)
    try:
        await _tell(socket, hall_of(state), table, hello, heed)
    except TimeoutError:  # of somebody who has stopped reading
        await socket.close(4408)


async def _hello(socket: WebSocket[Any, Any, State]) -> Hello:
    return msgspec.json.decode(await socket.receive_data("text"), type=Hello)


async def _tell(
    socket: WebSocket[Any, Any, State], hall: Hall, table: Table, hello: Hello, heed: Callable[[], None]
) -> None:
    """Send the news whenever there are some; what comes in between is told together."""
    news, gone = asyncio.Event(), asyncio.create_task(_until_gone(socket, heed))
    gone.add_done_callback(lambda _: news.set())
    told, heard, here = table.match.entries[: hello.seen], hello.heard, frozenset(table.opened(hello.seats))
    table.listeners.add(news.set)
    table.come(here)
    try:
        if not hello.away:
            await table.come_back(hello.seats)
        while not gone.done():
            news.clear()
            entries = table.match.entries
            last = table.talk.last
            mine = table.mine(hello.seats)  # refused where their invitation was taken back
            lost = here.difference(table.opened(hello.seats))
            table.leave(lost)
            here -= lost
            message = await hall.news(table, mine, common(told, entries), heard)
            told, heard = entries, last
            await asyncio.wait_for(socket.send_data(message), SEND_SECONDS)
            await news.wait()
        gone.result()  # or somebody said too much
    finally:
        gone.cancel()
        table.listeners.discard(news.set)
        table.leave(here)


async def _until_gone(socket: WebSocket[Any, Any, State], heed: Callable[[], None]) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_data("text")
            heed()


HANDLERS = [table_socket]
