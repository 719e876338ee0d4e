"""How long the server waits for whoever reads or writes slowly, and how much it listens to meanwhile.

Without this, one guest with many connections who never finishes a sentence, or never reads an answer, could use up
the server's memory.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

REQUEST_SECONDS = 20.0  # for a request to come in whole; twice as long where it began just after a look
READ_SECONDS = 60.0  # for an answer to be read on
LONGEST_HEAD = 64_000  # bytes before a body begins
MOST_PIECES = 1_000  # of one message on a socket
MOST_WAITING = 8  # messages of a guest that wait until they are heard; then no more is read of them
LINE = "meadhall.line"  # where a call finds the socket itself

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as HTTPProtocol
else:
    HTTPProtocol = AutoHTTPProtocol


class Reading:
    """Notes how long somebody does not read what they were sent."""

    transport: asyncio.Transport
    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait for somebody to read on, but not for ever."""
        super().pause_writing()  # type: ignore[misc]
        if self._stuck is None:
            self._stuck = asyncio.get_running_loop().call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()  # type: ignore[misc]
        self._calm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nobody any more."""
        self._calm()
        super().connection_lost(exc)  # type: ignore[misc]

    def _calm(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class LimitedHttpProtocol(Reading, HTTPProtocol):
    """HTTP, as long as requests come in within some seconds and answers are read."""

    parser: Any = None  # of httptools, where that is installed
    _looking: asyncio.TimerHandle | None = None
    _awaited: tuple[object, bool] | None = None  # what was waited for when we last looked
    _head = 0  # bytes of a request whose head has not ended yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Greet somebody, and look now and then whether they have finished their sentence."""
        super().connection_made(transport)
        self._looking = asyncio.get_running_loop().call_later(REQUEST_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self._rest()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Leave the connection to a socket, which has its own patience."""
        self._rest()
        super().handle_websocket_upgrade(*event)
        self.parser = None  # it holds us: else we would go only when Python's collector comes by

    def data_received(self, data: bytes) -> None:
        """Listen, but to no endless head of a request."""
        before = self.cycle
        super().data_received(data)
        begun = self.cycle is not before or (before is not None and before.more_body)
        self._head = 0 if begun else self._head + len(data)
        if self._head > LONGEST_HEAD and not self.transport.is_closing():
            self.transport.abort()

    def _look(self) -> None:
        """Close where the same request is still not there."""
        cycle = self.cycle
        awaited = cycle is None or cycle.response_complete or cycle.more_body
        waiting = (cycle, cycle is not None and cycle.more_body) if awaited else None
        if waiting is not None and waiting == self._awaited:
            self.transport.abort()
        else:
            self._awaited = waiting
            self._looking = asyncio.get_running_loop().call_later(REQUEST_SECONDS, self._look)

    def _rest(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None


def is_short_text(data: bytes) -> bool:
    """Say whether this is one frame of a guest's, and all of it: a whole message, and a short one."""
    return len(data) > 6 and data[0] == 0x81 and 0x80 <= data[1] < 0xFE and len(data) == data[1] - 0x80 + 6


def unmasked(mask: bytes, data: bytes) -> bytes:
    """Read what a guest has masked, as all must."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def ends_a_frame(data: bytes) -> bool:
    """Say whether what begins with a frame ends with one, too."""
    at, size = 0, len(data)
    while at + 2 <= size:
        length, head = data[at + 1] & 0x7F, 6 if data[at + 1] & 0x80 else 2
        more = {126: 2, 127: 8}.get(length, 0)
        if more:
            length = int.from_bytes(data[at + 2 : at + 2 + more], "big")
        at += head + more + length
    return at == size


class LimitedWebSocketProtocol(Reading, WebSocketsSansIOProtocol):
    """A socket whose guest must read to be listened to.

    A call may speak and listen here without a detour, for what lies between costs more than many a move: see line.py.
    """

    _between = True  # whether the last frame has come whole, and nothing of the next one yet

    def data_received(self, data: bytes) -> None:
        """Listen; a short message in one frame, as nearly all are, needs no ceremony. All else is the library's."""
        if self._between and self.handshake_complete:
            if self.conn.state is State.OPEN and not self.frames and not self.close_sent and is_short_text(data):
                self.curr_msg_data_type, self.frames = "text", [unmasked(data[2:6], data[6:])]
                self.send_receive_event_to_app()
                return
            self._between = ends_a_frame(data)
        elif self.handshake_initiated:
            self._between = False  # frames of somebody who did not wait for our answer
        super().data_received(data)

    def handle_connect(self, event: Any) -> None:
        """Let somebody in; the call that takes care of them can find us."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][LINE] = {"socket": self}

    def connection_lost(self, exc: Exception | None) -> None:
        """Be found no more."""
        super().connection_lost(exc)
        if self.handshake_initiated and not self.conn.handshake_exc:
            self.scope["extensions"].pop(LINE, None)

    def say(self, text: str) -> None:
        """Send a message at once, as one frame."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            raise ConnectionError("nobody is there any more")
        data = text.encode()
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + data)

    def pause_writing(self) -> None:
        """Hear nothing more before our answers are read: each ping would add one."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Listen again."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def handle_cont(self, event: Any) -> None:
        """Take no message in endlessly many pieces, not even in empty ones."""
        if len(self.frames) >= MOST_PIECES:
            self.conn.fail(1009, "too many pieces")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; what is no text is nothing for our log."""
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        pieces, self.frames = self.frames, []
        try:
            text = (pieces[0] if len(pieces) == 1 else b"".join(pieces)).decode()
        except UnicodeDecodeError:
            self.conn.fail(1007, "no text")
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
