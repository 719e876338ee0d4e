"""Several processes with one database: a match may have its players at different ones."""

import json
import time

import pytest
from app_client import Guest, hall

from meadhall.hall import metrics


@pytest.fixture
def two(postgres):
    """Guests of two servers that share a database."""
    address = postgres.database()
    with hall(address) as here, hall(address) as there:
        yield here, there


def elsewhere(guest, other):
    """The same person at another server."""
    return Guest(other.client, guest.name, *guest.secrets, phrase=guest.phrase)


def until(true, seconds=20.0):
    """Wait for something that another process will do."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)
    return found


def test_a_move_here_is_seen_there(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    ulf = elsewhere(runa, there)
    assert ulf.state()["number"] == 0
    runa.move("d4")
    assert until(lambda: ulf.state()["number"] == 1)
    ulf.move("e5")
    assert until(lambda: runa.state()["number"] == 2)
    assert runa.state()["view"] == ulf.state()["view"]


def test_it_is_measured_how_late_news_comes(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    ulf, before = elsewhere(runa, there), sum(metrics.NEWS_LAG.counts)
    ulf.state()
    runa.move("d4")
    assert until(lambda: sum(metrics.NEWS_LAG.counts) > before)


def test_of_two_moves_at_two_servers_one_wins(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    ulf = elsewhere(runa, there)
    ulf.state()
    runa.move("d4", number=0)
    answer = ulf.wish("move", 409, action="e5", number=0)
    assert answer["code"] == "moved-on"
    assert answer["table"] == ulf.state()
    assert ulf.state()["number"] == 1


def test_who_knows_more_than_a_server_is_not_too_late(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    ulf = elsewhere(runa, there)
    ulf.state()
    for turn, (player, action) in enumerate([(runa, "d4"), (ulf, "e5"), (runa, "black"), (ulf, "f6")]):
        assert player.move(action, number=turn)["number"] == turn + 1


def test_news_comes_over_the_socket_of_another_server(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    with elsewhere(runa, there).listen() as socket:
        json.loads(socket.receive_text())
        runa.move("d4")
        while json.loads(socket.receive_text())["state"]["number"] == 0:
            pass


def test_talk_goes_from_one_server_to_the_other(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    with elsewhere(runa, there).listen() as socket:
        runa.client.post(f"/api/tables/{runa.name}/talk", json={"text": "Skål!"}, headers=runa.headers)
        while not (talk := json.loads(socket.receive_text())["talk"]):
            pass
    assert talk[0]["text"] == "Skål!"


def test_who_is_at_another_server_is_there(two):
    here, there = two
    seated = here.open("haugaz", "me", "link")
    runa, ulf = here.sits(seated, 0), elsewhere(here.sits(seated, 1), there)
    ulf.wish("sit", name="Ulf")
    assert not runa.state()["seats"][1]["online"]
    with ulf.listen() as socket:
        socket.receive_text()
        assert until(lambda: runa.state()["seats"][1]["online"])
    assert until(lambda: not runa.state()["seats"][1]["online"])


def test_bots_play_exactly_once(two):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", 1, options={"size": 3}))
    ulf = elsewhere(runa, there)
    ulf.state()
    while (state := until(lambda: (s := runa.state())["actor"] in (0, None) and s))["stage"] == "playing":
        runa.move(state["choices"][0]["action"], number=state["number"])
    assert until(lambda: ulf.state()["stage"] == "over")
