"""A guest's line: how a call speaks and listens on a socket.

Behind our own server a line is the socket itself. Behind any other it is Litestar's, which says the same, only slower:
every message would pass a dozen functions on its way, and they would cost more than the move that it tells of.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from .uvicorn_protocols import LINE, LimitedWebSocketProtocol

SEND_SECONDS = 60.0


class WebSocketChannel:
    """Messages to and from a guest."""

    def __init__(self, socket: WebSocket[Any, Any, State]) -> None:
        self._socket = socket

    async def listen(self) -> str:
        """Wait for a message."""
        return await self._socket.receive_data("text")

    def say_now(self, text: str) -> bool:
        """Send a message without waiting for anything, if that can be."""
        return False

    async def say(self, text: str) -> None:
        """Send a message; a TimeoutError says that they have stopped reading."""
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send_data(text)

    async def close(self, code: int) -> None:
        """Hang up."""
        await self._socket.close(code)


class DirectChannel(WebSocketChannel):
    """The same without a detour."""

    def __init__(self, socket: WebSocket[Any, Any, State], direct: LimitedWebSocketProtocol) -> None:
        super().__init__(socket)
        self._direct = direct

    async def listen(self) -> str:
        message = await self._direct.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="they have gone", code=1005)
        text = message.get("text")
        return "" if text is None else text

    def say_now(self, text: str) -> bool:
        if not self._direct.writable.is_set():
            return False
        self._direct.say(text)
        return True

    async def say(self, text: str) -> None:
        if not self.say_now(text):
            async with asyncio.timeout(SEND_SECONDS):
                await self._direct.writable.wait()
            self._direct.say(text)


def channel_of(socket: WebSocket[Any, Any, State]) -> WebSocketChannel:
    """Find the shortest line to a guest."""
    found = (socket.scope.get("extensions") or {}).get(LINE)
    direct = found.get("socket") if isinstance(found, dict) else None
    return DirectChannel(socket, direct) if isinstance(direct, LimitedWebSocketProtocol) else WebSocketChannel(socket)
