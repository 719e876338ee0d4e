"""Guests who never finish a sentence, never read, or speak in endless pieces: each is let go, and nobody else waits."""

import gc
import json
import socket
import struct
import threading
import time
from contextlib import contextmanager, suppress

import httpx
import pytest
import uvicorn
from app_client import Quick
from hypothesis import given
from hypothesis import strategies as st
from wire import Wire, frame

from meadhall.hall import metrics
from meadhall.hall.store import SQLiteStore
from meadhall.http import uvicorn_protocols
from meadhall.http.routes.socket import Subscriber
from meadhall.http.server import LONGEST_BODY, create_app
from meadhall.http.uvicorn_protocols import LimitedHttpProtocol, LimitedWebSocketProtocol

UPLOADS = 5  # that are broken off, each in one way


@pytest.fixture
def port(tmp_path, monkeypatch):
    """A server in a thread of its own, whose patience is short."""
    monkeypatch.setattr(uvicorn_protocols, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(uvicorn_protocols, "READ_SECONDS", 0.5)
    store = SQLiteStore(tmp_path / "hall.db")
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(store, Quick()),
        http=LimitedHttpProtocol,
        ws=LimitedWebSocketProtocol,
        log_level="warning",
        ws_max_size=LONGEST_BODY,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(30)
    listening.close()
    store.close()


@contextmanager
def connected(port):
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        yield line


def ended(line):
    """Read until the other side is gone: what it said before."""
    said = b""
    with suppress(ConnectionError):
        while more := line.recv(65536):
            said += more
    return said


def said_until_gone(line, words, pause=0.0):
    """Say the same again and again, until nobody is there any more."""
    end = time.monotonic() + 60
    with suppress(ConnectionError):
        while True:
            line.sendall(words)
            assert time.monotonic() < end, "nobody minds"
            time.sleep(pause)


def still_open(port):
    return httpx.get(f"http://127.0.0.1:{port}/api/games", trust_env=False).status_code == 200


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ",
        b"POST /api/hall HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
    ],
    ids=["silence", "first line", "head", "body"],
)
def test_who_does_not_finish_a_request_is_let_go(port, begun):
    with connected(port) as line:
        line.sendall(begun)
        assert b"200 OK" not in ended(line)
    assert still_open(port)


@pytest.mark.parametrize("how", ["in the midst of it", "before it", "in pieces", "with a reset", "after too long"])
def test_whoever_goes_before_the_body_is_there_is_no_mistake_of_ours(port, monkeypatch, caplog, how):
    if how != "after too long":
        monkeypatch.setattr(uvicorn_protocols, "REQUEST_SECONDS", 3600.0)
    chunked = how == "in pieces"
    head = b"POST /api/hall HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    head += b"transfer-encoding: chunked\r\n\r\n" if chunked else b"content-length: 50\r\n\r\n"
    body = b'3\r\n{"s\r\n' if chunked else b"" if how == "before it" else b'{"s'
    before = dict(metrics.ANSWERS.kinds)
    with caplog.at_level("INFO"):
        for _ in range(UPLOADS):
            with connected(port) as line:
                line.sendall(head + body)
                if how == "with a reset":
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if how == "after too long":
                    ended(line)
        end = time.monotonic() + 60
        while metrics.ANSWERS.kinds.get("499", 0) < before.get("499", 0) + UPLOADS and time.monotonic() < end:
            assert still_open(port)
    answers = {status: many - before.get(status, 0) for status, many in metrics.ANSWERS.kinds.items()}
    assert answers["499"] == UPLOADS and not answers.get("500")
    assert [record.message for record in caplog.records if record.name != "httpx"] == []


def test_a_drop_now_and_then_is_no_way_to_stay(port):
    with connected(port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx: ")
        said_until_gone(line, b"y", pause=0.02)


def test_a_second_request_that_is_not_finished_is_let_go_too(port):
    with connected(port) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\nx: ")
        assert ended(line).count(b"HTTP/1.1 ") == 1


def test_no_head_is_endless(port, monkeypatch):
    monkeypatch.setattr(uvicorn_protocols, "REQUEST_SECONDS", 3600.0)
    with connected(port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        said_until_gone(line, b"x-more: " + b"x" * 1000 + b"\r\n")


def test_who_does_not_read_is_let_go(port):
    with connected(port) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        said_until_gone(line, b"GET /api/lessons/land-ahoy HTTP/1.1\r\nhost: x\r\n\r\n" * 20)


# -- sockets -------------------------------------------------------------------------------------------


@pytest.fixture
def wire(port):
    seats = [{"kind": "here"}, {"kind": "here"}]
    opened = httpx.post(f"http://127.0.0.1:{port}/api/tables", json={"game": "haugaz", "seats": seats}, trust_env=False)
    with Wire(port, opened.json()["table"]) as wire:
        yield wire


def test_who_pings_and_never_reads_is_heard_no_more(port, wire):
    said_until_gone(wire.line, frame(0x9, b"p" * 125) * 200)
    assert still_open(port)


def test_a_message_in_endlessly_many_pieces(wire):
    wire.line.sendall(frame(0x1, b"{", last=False) + frame(0x0, b"", last=False) * 2000)
    assert wire.closed() == 1009


@pytest.mark.parametrize("pieces", [[b"\xff\xfe"], [b"\xc3", b"\xff"], [b'{"seats": ["\xed\xa0\x80"]}']])
def test_what_is_no_text_ends_it_without_a_word_in_the_log(wire, pieces, caplog):
    for number, piece in enumerate(pieces):
        wire.line.sendall(frame(0x0 if number else 0x1, piece, last=number == len(pieces) - 1))
    assert wire.closed() == 1007
    assert not caplog.records


def test_text_may_come_in_pieces_that_cut_a_letter(wire):
    hello = json.dumps({"seats": [], "älter": 0}, ensure_ascii=False).encode()
    cut = hello.index(b"\xc3") + 1
    wire.line.sendall(frame(0x1, hello[:cut], last=False) + frame(0x9, b"still there?") + frame(0x0, hello[cut:]))
    assert b'"state"' in wire.message()


def test_however_its_bytes_are_cut_a_message_is_heard(wire):
    hello, wishes = frame(0x1, b'{"seats": []}'), [b'{"do": "dance", "id": %d}' % k for k in range(4)]
    for byte in hello:
        wire.line.sendall(bytes([byte]))
    assert b'"state"' in wire.message()
    first, second, third, fourth = (frame(0x1, wish) for wish in wishes)
    for piece in (first, second + third[:2], third[2:], fourth):  # two bytes are a head without its mask
        wire.line.sendall(piece)
        time.sleep(0.02)
    assert all(b"not-understood" in wire.message() for _ in wishes)


@given(
    st.lists(st.tuples(st.sampled_from((0x1, 0x2, 0x9)), st.sampled_from((0, 1, 125, 126, 300, 70_000))), max_size=4)
)
def test_where_a_frame_ends(kinds):
    frames = [frame(kind, bytes(size), masked=kind != 0x2) for kind, size in kinds]
    whole = b"".join(frames)
    ends = {sum(map(len, frames[:many])) for many in range(len(frames) + 1)}
    cuts = {cut for end in ends for cut in range(end - 15, end + 15) if 0 <= cut <= len(whole)}
    assert {cut for cut in cuts if uvicorn_protocols.ends_a_frame(whole[:cut])} == ends


@given(st.binary(min_size=1, max_size=125))
def test_a_short_text_is_read_without_ceremony(content):
    data = frame(0x1, content)
    assert uvicorn_protocols.is_short_text(data)
    assert uvicorn_protocols.unmasked(data[2:6], data[6:]) == content


@pytest.mark.parametrize(
    "data",
    [
        frame(0x1, b"part", last=False),
        frame(0x1, b"bits", reserved=4),
        frame(0x1, b"bare", masked=False),
        frame(0x2, b"bytes"),
        frame(0x8, b"\x03\xe8"),
        frame(0x1, b"long" * 50),
        frame(0x1, b"two") * 2,
        frame(0x1, b"cut")[:-1],
        frame(0x1, b""),
    ],
    ids=["a part", "other bits", "bare", "bytes", "the end", "long", "two", "cut", "empty"],
)
def test_all_else_is_left_to_the_library(data):
    assert not uvicorn_protocols.is_short_text(data)


def test_who_goes_leaves_nothing_that_has_to_be_swept(port, wire):
    gc.collect()
    gc.disable()
    try:
        wire.line.sendall(frame(0x1, b'{"seats": []}'))
        assert b'"state"' in wire.message()
        wire.line.close()
        end = time.monotonic() + 30
        while any(type(one) in (LimitedWebSocketProtocol, Subscriber) for one in gc.get_objects()):
            assert time.monotonic() < end, "they are still there"
            time.sleep(0.05)
    finally:
        gc.enable()
