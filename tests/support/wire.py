"""A WebSocket to the bit: what no well-behaved client would send."""

import os
import socket
import struct


def frame(kind, content, last=True, reserved=0, masked=True, length=None):
    """Write a frame; 1 is text, 2 bytes, 0 more of the same, 8 the end, 9 a ping, 10 a pong."""
    many = len(content) if length is None else length
    head = bytes([(0x80 if last else 0) | reserved << 4 | kind])
    mask_bit = 0x80 if masked else 0
    if many < 126:
        head += bytes([mask_bit | many])
    elif many < 65536:
        head += bytes([mask_bit | 126]) + struct.pack(">H", many)
    else:
        head += bytes([mask_bit | 127]) + struct.pack(">Q", many)
    if not masked:
        return head + content
    mask = os.urandom(4)
    stream = (mask * (len(content) // 4 + 1))[: len(content)]
    blind = int.from_bytes(content, "big") ^ int.from_bytes(stream, "big")
    return head + mask + blind.to_bytes(len(content), "big")


class Wire:
    """A socket at a table, as bytes."""

    def __init__(self, port, table, timeout=60):
        self.line = socket.create_connection(("127.0.0.1", port), timeout)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.line.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self._more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.close()

    def _more(self):
        data = self.line.recv(65536)
        if not data:
            raise ConnectionError("gone")
        self.rest += data

    def _take(self, many):
        while len(self.rest) < many:
            self._more()
        taken, self.rest = self.rest[:many], self.rest[many:]
        return taken

    def receive(self):
        """Wait for a frame: its kind and content; who asks whether we are there is told so."""
        kind, many = self._take(2)
        if many == 126:
            (many,) = struct.unpack(">H", self._take(2))
        elif many == 127:
            (many,) = struct.unpack(">Q", self._take(8))
        content = self._take(many)
        if kind & 15 == 9:
            self.line.sendall(frame(10, content))
        return kind & 15, content

    def message(self):
        """Wait for a message, not for pings and the like."""
        while True:
            kind, content = self.receive()
            if kind == 1:
                return content
            assert kind in (9, 10), (kind, content)

    def closed(self):
        """Wait for the end: its code."""
        while True:
            kind, content = self.receive()
            if kind == 8:
                return struct.unpack(">H", content[:2])[0]
