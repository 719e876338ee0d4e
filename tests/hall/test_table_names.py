"""Names of tables: those of the hall's lists are friendly, all others are for whoever was told them."""

import math
import re

import pytest
from app_client import hall
from litestar.exceptions import WebSocketDisconnect

from meadhall.hall import hall as halls
from meadhall.hall import names
from meadhall.http.rate_limits import Limits

HERE, THERE = "203.0.113.7", "198.51.100.9"
FRIENDLY = re.compile(r"[a-z]+-[a-z]+")
SECRET = re.compile(r"[a-z]+-[a-z]+(-[a-z2-9]{4}){3}")


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def test_a_table_of_the_lists_has_a_name_of_two_words(guest):
    assert FRIENDLY.fullmatch(guest.open("haugaz", "me", "link", listed=True)["table"])


def test_an_unlisted_table_has_a_name_that_nobody_guesses(guest):
    assert SECRET.fullmatch(guest.open("haugaz", "me", "link", listed=False)["table"])


def test_a_daily_table_has_a_name_that_nobody_guesses(guest):
    assert SECRET.fullmatch(guest.post("/daily/solo", {"name": "Runa"})["table"])


@pytest.mark.parametrize(("listed", "form"), [(True, FRIENDLY), (False, SECRET)])
def test_a_rematch_is_named_as_its_table(guest, listed, form):
    runa = guest.sits(guest.open("haugaz", "me", "here", listed=listed))
    runa.wish("resign", number=0)
    assert form.fullmatch(runa.wish("rematch")["table"])


def test_such_a_name_holds_sixty_bits_besides_its_words(monkeypatch):
    choices = []
    monkeypatch.setattr(names.secrets, "choice", lambda signs: choices.append(signs) or signs[0])
    names.secret_table_name()
    assert sum(math.log2(len(set(signs))) for signs in choices if isinstance(signs, str)) >= 60


def test_such_a_name_comes_from_a_source_for_secrets():
    import secrets

    with pytest.MonkeyPatch.context() as real:
        real.setattr(names, "secrets", secrets)
        assert len({names.secret_table_name() for _ in range(1000)}) == 1000
    assert SECRET.fullmatch(names.secret_table_name())


@pytest.mark.parametrize("old", ["long-friday", "long-bold-friday", "long-bold-friday-123456789"])
def test_an_old_table_keeps_its_name(guest, monkeypatch, old):
    monkeypatch.setattr(halls, "secret_table_name", lambda: old)
    seated = guest.open("haugaz", "me", "here", listed=False)
    guest.client.app.state.hall._known.clear()
    guest.client.app.state.hall._tables.clear()
    assert guest.sits(seated).state()["table"] == old


# -- guessing ------------------------------------------------------------------------------------------


def limited(tmp_path, setting="guesses=2:0"):
    return hall(tmp_path, limits=Limits(1, [setting]))


def asked(guest, path, address=HERE, secret=""):
    headers = {"x-forwarded-for": address} | ({"authorization": f"Bearer {secret}"} if secret else {})
    return guest.client.get(path, headers=headers).status_code


WAYS = ["/api/tables/{}", "/api/tables/{}/steps", "/api/tables/{}/record", "/table/{}", "/replay/{}", "/verify/{}"]


@pytest.mark.parametrize("way", WAYS)
def test_who_has_guessed_much_learns_nothing_by_guessing_on(tmp_path, way):
    with limited(tmp_path) as guest:
        name = guest.open("haugaz", "me", "here", listed=False)["table"]
        assert asked(guest, way.format(name)) == 200
        assert [asked(guest, way.format("short-friday")) for _ in range(2)] == [404, 404]
        after = asked(guest, way.format("short-friday"))
        assert after == asked(guest, way.format(name)) == (404 if way[1:4] != "api" else 429)
        assert asked(guest, way.format(name), THERE) == 200


def test_a_socket_is_no_way_to_guess(tmp_path):
    with limited(tmp_path) as guest:
        name = guest.open("haugaz", "me", "here", listed=False)["table"]
        codes = []
        for guessed in ("a-b", "a-b", "a-b", name):
            with guest.client.websocket_connect(
                f"/api/tables/{guessed}/socket", headers={"x-forwarded-for": HERE}
            ) as socket:
                socket.send_text("{}")
                assert "code" in socket.receive_json()
                with pytest.raises(WebSocketDisconnect) as closed:
                    socket.receive_json()
                codes.append(closed.value.code)
        assert codes == [4404, 4404, 4429, 4429]


def test_who_has_a_seat_or_a_listed_table_does_not_notice_a_neighbour_who_guesses(tmp_path):
    with limited(tmp_path, "guesses=0:0") as guest:
        hidden, shown = (guest.open("haugaz", "me", "here", listed=listed) for listed in (False, True))
        assert asked(guest, f"/api/tables/{hidden['table']}", secret=hidden["seats"]["0"]) == 200
        assert asked(guest, f"/api/tables/{shown['table']}") == 200
        assert asked(guest, f"/api/tables/{hidden['table']}", secret="guessed") == 429


def test_numbers_that_nobody_has_reached_cost_guesses_and_tell_the_table_as_it_is(tmp_path):
    with limited(tmp_path) as guest:
        name = guest.open("haugaz", "me", "here", listed=True)["table"]
        paths = [f"/api/tables/{name}?number=999999", f"/api/tables/{name}?events=7"]
        assert [asked(guest, path) for path in paths * 2] == [200, 200, 429, 429]
        assert asked(guest, f"/api/tables/{name}?number=0") == 200
