"""Which pages may play: those of our own scheme, host and port, also where a proxy speaks HTTPS for us."""

import pytest
from app_client import hall
from litestar.exceptions import WebSocketDisconnect

from meadhall.http.rate_limits import Limits

HTTP, HTTPS = "http://hall.example", "https://hall.example"
GUEST = "203.0.113.7"


def by_proxy(*schemes, many=1):
    """What a request brings along that came through proxies."""
    noted = {"x-forwarded-proto": ", ".join(schemes)} if schemes else {}
    return {"host": "hall.example", "x-forwarded-for": ", ".join([GUEST] * many), **noted}


CASES = [
    # proxies, headers, page, welcome
    (0, {"host": "hall.example"}, HTTP, True),
    (0, {"host": "hall.example"}, HTTPS, False),
    (0, {"host": "hall.example:8000"}, "http://hall.example:8000", True),
    (0, {"host": "hall.example:8000"}, HTTP, False),
    (0, {"host": "hall.example", "x-forwarded-proto": "https"}, HTTPS, False),  # anybody can write that
    (1, by_proxy("https"), HTTPS, True),
    (1, by_proxy("https"), HTTP, False),
    (1, by_proxy("http"), HTTP, True),
    (1, by_proxy("http"), HTTPS, False),
    (1, by_proxy("http", "https"), HTTPS, True),  # the first one is what the guest claims
    (1, by_proxy("https", "http"), HTTPS, False),
    (1, by_proxy(), HTTPS, True),  # a proxy that says nothing is there for HTTPS
    (1, by_proxy(), HTTP, False),
    (2, by_proxy("https", "http", many=2), HTTPS, True),  # the second one was asked by the first
    (2, by_proxy("https", many=2), HTTPS, True),  # the second one hands on what the first has noted
    (1, {"host": "127.0.0.1:8000"}, "http://127.0.0.1:8000", True),  # past the proxy, on this machine
    (1, {"host": "127.0.0.1:8000"}, "https://127.0.0.1:8000", False),
]


@pytest.mark.parametrize(("proxies", "headers", "page", "welcome"), CASES)
def test_calls_are_for_pages_of_our_own_scheme_host_and_port(tmp_path, proxies, headers, page, welcome):
    with hall(tmp_path, limits=Limits(proxies)) as guest:
        answer = guest.client.post("/api/hall", json={}, headers={**headers, "origin": page})
        assert (answer.status_code, answer.json().get("code")) == ((200, None) if welcome else (403, "foreign-page"))


@pytest.mark.parametrize(("proxies", "headers", "page", "welcome"), CASES)
def test_sockets_are_for_pages_of_our_own_scheme_host_and_port(tmp_path, proxies, headers, page, welcome):
    with hall(tmp_path, limits=Limits(proxies)) as guest:
        address = f"/api/tables/{guest.open('haugaz', 'here', 'here')['table']}/socket"
        connecting = guest.client.websocket_connect(address, headers={**headers, "origin": page})
        if welcome:
            with connecting as socket:
                socket.send_text("{}")
                assert "state" in socket.receive_json()
        else:
            with pytest.raises(WebSocketDisconnect) as closed, connecting:
                pass
            assert closed.value.code == 4403


def test_who_has_forgotten_to_announce_a_proxy_is_told(tmp_path):
    with hall(tmp_path) as guest:
        message = guest.client.post("/api/hall", json={}, headers={"host": "hall.example", "origin": HTTPS}).json()
        assert "--proxy 1" in message["message"]["en"] and "X-Forwarded-Proto" in message["message"]["de"]


def test_a_foreign_page_is_not_told_how_the_hall_is_reached(tmp_path):
    with hall(tmp_path) as guest:
        headers = {"host": "hall.example", "origin": "https://elsewhere.example"}
        assert "proxy" not in guest.client.post("/api/hall", json={}, headers=headers).text
