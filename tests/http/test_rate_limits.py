"""What one address may ask for: who asks for too much waits, and nobody else notices."""

import json
import time
from contextlib import contextmanager

import pytest
from app_client import hall
from litestar.exceptions import WebSocketDisconnect

from meadhall.core.errors import BadOption
from meadhall.hall.problems import Refused
from meadhall.http import rate_limits as kept
from meadhall.http.rate_limits import RATES, Limits

HERE, THERE = "203.0.113.7", "198.51.100.9"


class Time:
    """A clock that stands still until it is told to go on."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def limited(tmp_path, *settings, now=time.monotonic):
    return hall(tmp_path, limits=Limits(1, settings, now))


def asking(guest, address, method, path, **more):
    return guest.client.request(method, f"/api{path}", headers={"x-forwarded-for": address}, **more)


TABLE = {"game": "haugaz", "seats": [{"kind": "here"}, {"kind": "here"}]}


def test_new_tables_from_one_address_have_an_end_and_another_address_does_not_notice(tmp_path):
    now = Time()
    with limited(tmp_path, "tables=3:6", now=now) as guest:
        answers = [asking(guest, HERE, "POST", "/tables", json=TABLE) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        problem = answers[-1].json()
        assert problem["code"] == "too-many" and answers[-1].headers["retry-after"] == "10"
        assert problem["message"] == {
            "en": "Too many new tables from your network: wait 10 seconds.",
            "de": "Zu viele neue Tische aus deinem Netz: Warte 10 Sekunden.",
        }
        assert asking(guest, THERE, "POST", "/tables", json=TABLE).status_code == 201
        assert asking(guest, HERE, "GET", "/games").status_code == 200
        now.now += 10
        assert asking(guest, HERE, "POST", "/tables", json=TABLE).status_code == 201
        assert asking(guest, HERE, "POST", "/tables", json=TABLE).status_code == 429


@pytest.mark.parametrize(
    ("kind", "method", "path", "body"),
    [
        ("requests", "GET", "/games", None),
        ("people", "POST", "/people", {"name": "Ulf"}),
        ("moves", "POST", "/tables/{table}/move", {"action": "d4", "number": 99}),
        ("moves", "POST", "/tables/{table}/sit", {"name": "Ulf"}),
        ("talk", "POST", "/tables/{table}/talk", {"text": "Skål"}),
        ("thinking", "POST", "/tables/{table}/hint", {"number": 0, "level": 1}),
        ("thinking", "POST", "/tables/{table}/coach", {"action": "d4", "number": 0}),
        ("thinking", "POST", "/study/values", {"record": ""}),
        ("study", "POST", "/study", {"record": ""}),
        ("study", "POST", "/study/picture", {"record": ""}),
        ("study", "POST", "/study/verify", {"record": ""}),
        ("study", "POST", "/sets/land-ahoy", {"toml": ""}),
        ("study", "GET", "/puzzles/haugaz/hz-1/solution", None),
        ("moves", "GET", "/puzzles/haugaz/hz-1", None),
        ("moves", "POST", "/puzzles/haugaz/hz-1/try", {"action": "d4"}),
        ("moves", "POST", "/puzzles/haugaz/hz-1/preview", {"action": "d4"}),
        ("moves", "POST", "/score/haugaz", {"table": {}}),
        ("tables", "POST", "/tables/{table}/rematch", {}),
        ("tables", "POST", "/daily/solo", {}),
    ],
)
def test_whatever_costs_something_has_an_end(tmp_path, kind, method, path, body):
    with limited(tmp_path, f"{kind}=2:0") as guest:
        path = path.format(table=guest.open("haugaz", "here", "here")["table"])
        answers = [asking(guest, HERE, method, path, json=body) for _ in range(3)]
        assert [answer.status_code == 429 for answer in answers] == [False, False, True]
        assert answers[-1].json()["code"] == "too-many" and answers[-1].headers["retry-after"]
        assert asking(guest, THERE, method, path, json=body).status_code != 429


def test_a_class_behind_one_address_never_notices(tmp_path):
    now = Time()
    with limited(tmp_path, now=now) as guest:
        for _ in range(30):
            assert asking(guest, HERE, "POST", "/tables", json=TABLE).status_code == 201
            for _ in range(40):  # the app's files
                assert asking(guest, HERE, "GET", "/games").status_code == 200


@contextmanager
def sockets(guest, address, table, hello):
    path, headers = f"/api/tables/{table}/socket", {"x-forwarded-for": address}
    with guest.client.websocket_connect(path, headers=headers) as socket:
        socket.send_text(json.dumps(hello))
        yield socket


@pytest.mark.parametrize("limit", ["sockets=1", "table-sockets=1"])
def test_sockets_are_counted_while_they_are_open(tmp_path, limit):
    with limited(tmp_path, limit) as guest:
        table, other = (guest.open("haugaz", "here", "here")["table"] for _ in range(2))
        with sockets(guest, HERE, table, {}) as first:
            assert "state" in first.receive_json()
            with sockets(guest, HERE, table, {}) as second:
                assert second.receive_json()["code"] == "too-many"
                with pytest.raises(WebSocketDisconnect) as closed:
                    second.receive_json()
                assert closed.value.code == 4429
            with sockets(guest, THERE, other, {}) as third:
                assert "state" in third.receive_json()
        wait_until(lambda: not guest.client.app.state.limits._open)
        with sockets(guest, HERE, table, {}) as again:
            assert "state" in again.receive_json()


def wait_until(done):
    """Wait for what the server does in a thread of its own."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_talks_on_a_socket_without_end_is_shown_out(tmp_path):
    with limited(tmp_path, "messages=5:0") as guest:
        table = guest.open("haugaz", "here", "here")["table"]
        with sockets(guest, HERE, table, {}) as socket:
            assert "state" in socket.receive_json()
            for _ in range(6):
                socket.send_text("{}")
            assert [socket.receive_json()["code"] for _ in range(6)] == ["not-understood"] * 5 + ["too-many"]
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4429


# -- who asks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        (0, HERE, [], HERE),
        (0, HERE, [THERE], HERE),  # anybody can write that
        (0, "127.0.0.1", [THERE], None),
        (0, "::1", [], None),
        (0, None, [], None),  # a Unix socket
        (0, "::ffff:203.0.113.7", [], HERE),
        (0, "2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::"),
        (0, "fe80::1%eth0", [], "fe80::"),
        (1, "127.0.0.1", [HERE], HERE),
        (1, "127.0.0.1", [f"{THERE}, {HERE}"], HERE),  # the first one is what the guest claims
        (1, "127.0.0.1", [THERE, HERE], HERE),
        (1, "127.0.0.1", [f"127.0.0.1, {HERE}"], HERE),
        (2, "127.0.0.1", [f"{THERE}, {HERE}, 10.0.0.1"], HERE),
        (2, "127.0.0.1", [HERE], None),  # not by both proxies, so from this machine
        (1, HERE, [], HERE),
        (1, "127.0.0.1", ["unknown"], "unknown"),
        (1, "127.0.0.1", ["x" * 500], "x" * 60),
    ],
)
def test_who_asks(proxies, peer, forwarded, address):
    assert Limits(proxies).address(peer, forwarded) == address


def test_without_a_proxy_nobody_can_claim_to_be_another(tmp_path):
    with hall(tmp_path, limits=Limits(0, ["requests=1:0"])) as guest:
        guest.client.app.state.limits.address = lambda peer, forwarded: Limits(0).address(HERE, forwarded)
        answers = [asking(guest, f"192.0.2.{number}", "GET", "/games") for number in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]


# -- settings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setting", ["", "tables", "tables=3", "sockets=3:4", "beer=1:2", "tables=-1:2", "tables=1:x", "all=3:3", "a" * 999]
)
def test_a_limit_that_cannot_be_understood(setting):
    with pytest.raises(BadOption, match="limit cannot be"):
        Limits(0, [setting])


def test_limits_can_be_switched_off():
    for setting, kind in (("all=off", "requests"), ("talk=off", "talk")):
        limits = Limits(0, ["talk=1:0", "requests=1:0", setting])
        for _ in range(9):
            limits.take(kind, HERE)
    limits = Limits(0, ["sockets=0", "sockets=off"])
    with limits.socket(HERE, "long-friday"):
        pass


def test_the_command_says_what_a_limit_may_be(refused):
    assert "tables" in refused("--limit", "beer=9")


def test_what_is_remembered_of_addresses_does_not_grow(monkeypatch):
    monkeypatch.setattr(kept, "MOST_BUCKETS", 10)
    limits = Limits(0, ["requests=1:0"])
    for number in range(100):
        limits.take("requests", f"192.0.2.{number}")
    assert len(limits._buckets) == 10
    with pytest.raises(Refused):
        limits.take("requests", "192.0.2.99")
    with limits.socket(HERE, "long-friday"):
        assert len(limits._open) == 2
    assert not limits._open


def test_every_kind_of_wish_has_words_in_both_languages():
    assert set(RATES) | {"sockets"} == set(kept.WORDS)
    assert all(words.en != words.de for words in kept.WORDS.values())
