"""Secrets stay secret, and pages of other sites can do nothing with ours."""

import logging

import pytest
from app_client import Guest, Quick, hall
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from meadhall.hall import recovery_phrase, seat_secrets
from meadhall.hall.store import SQLiteStore
from meadhall.http.server import create_app


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def test_no_secret_is_ever_in_a_log(guest, caplog):
    caplog.set_level(logging.DEBUG)
    runa = guest.known("Runa")
    seated = runa.open("haugaz", "me", "link", seed="the-seed-of-this-match")
    both = runa.sits(seated)
    both.play_on(moves=3)
    both.wish("talk", 400, text=3)
    both.wish("move", 400, action=both.secrets[0])
    both.problem("move", 422, action=both.secrets[0], number=both.state()["number"])
    both.wish("invite", seat=1)
    guest.get(f"/tables/{both.secrets[0]}", 404)
    Guest(guest.client, both.name, *both.secrets[1:]).state(403)
    with both.listen() as socket:
        socket.receive_json()
    guest.client.post("/api/hall", content=both.secrets[0].encode())
    logged = [record.getMessage() for record in caplog.records if not record.name.startswith("http")]  # no client's
    for secret in (*both.secrets, runa.phrase, "the-seed-of-this-match"):
        assert not [line for line in logged if secret in line]


def test_secrets_have_128_bits_and_are_kept_as_hashes(guest, tmp_path):
    both = guest.known("Runa").sits(guest.open("haugaz", "here", "here"))
    assert (
        all(len(secret) >= 22 for secret in both.secrets)
        and len({seat_secrets.new_secret() for _ in range(999)}) == 999
    )
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in both.secrets:
        assert secret.encode() not in kept and seat_secrets.digest(secret).encode() in kept
    assert both.phrase.encode() not in kept and recovery_phrase.phrase_digest(both.phrase).encode() in kept


def test_secrets_are_compared_in_constant_time(guest, monkeypatch):
    compared, compare = [], seat_secrets.hmac.compare_digest

    def noted(one, other):
        compared.append((one, other))
        return compare(one, other)

    both = guest.sits(guest.open("haugaz", "here", "here"))
    monkeypatch.setattr(seat_secrets.hmac, "compare_digest", noted)
    assert both.state()["seats"][0]["yours"]
    hashes = {seat_secrets.digest(secret) for secret in both.secrets}
    assert {(one, other) for one in hashes for other in hashes} <= set(compared)


@pytest.mark.parametrize(
    "path",
    ["/", "/table/nowhere", "/nowhere", "/api", "/api/games", "/api/nowhere", "/api/tables/x", "/api/openapi.json"],
)
def test_every_answer_tells_browsers_what_our_pages_need_and_nothing_else(guest, path):
    headers = guest.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
    assert "frame-ancestors 'none'" in policy and headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer" and headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in headers and "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        *("//elsewhere.example", "/\\elsewhere.example", "/%2f%2felsewhere.example", "/https://elsewhere.example"),
        *("/?next=//elsewhere.example", "/table/..%2f..", "/api/", "/api/games/", "/rules/haugaz/"),
    ],
)
def test_nobody_is_sent_elsewhere(guest, path):
    for method in ("GET", "HEAD", "POST"):
        answer = guest.client.request(method, "http://testserver.local" + path, follow_redirects=False)
        assert not answer.is_redirect and "location" not in answer.headers


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://testserver.local", True),
        ("HTTP://TestServer.local:80", True),  # written otherwise
        ("https://testserver.local", False),
        (None, True),  # no browser
        ("https://elsewhere.example", False),
        ("http://testserver.local:99", False),
        ("http://testserver.local.elsewhere.example", False),
        ("http://testserver.local@elsewhere.example", False),
        ("null", False),
        ("", False),
        ("http://[::", False),
    ],
)
def test_sockets_are_for_our_own_pages(guest, origin, welcome):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    address, headers = f"/api/tables/{both.name}/socket", {} if origin is None else {"origin": origin}
    if welcome:
        with guest.client.websocket_connect(address, headers=headers) as socket:
            socket.send_text("{}")
            assert "state" in socket.receive_json()
    else:
        with pytest.raises(WebSocketDisconnect), guest.client.websocket_connect(address, headers=headers):
            pass


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("localhost:5173", 200),
        ("[::1]:8000", 200),
        ("hall.localhost", 200),
        ("elsewhere.example", 421),
        ("elsewhere.example:8000", 421),
        ("localhost.elsewhere.example", 421),
        ("192.168.1.2:8000", 421),
        ("[::", 421),
        ("", 421),
    ],
)
def test_at_home_the_hall_answers_to_its_own_names_only(tmp_path, host, status):
    store = SQLiteStore(tmp_path / "hall.db")
    with TestClient(create_app(store, Quick(), at_home=True)) as client:
        answer = client.get("/api/games", headers={"host": host})
        assert answer.status_code == status
        if status == 421:
            problem = answer.json()
            assert problem["code"] == "foreign-name" and problem["message"]["en"] != problem["message"]["de"]
            with client.websocket_connect("/api/tables/no-table/socket", headers={"host": host}) as socket:
                assert socket.receive_json()["code"] == "foreign-name"
    store.close()
