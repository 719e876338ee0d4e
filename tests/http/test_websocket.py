"""The socket: who hears what, and that nobody hears a secret."""

import json
import random

import pytest
from app_client import Guest, hall
from litestar.exceptions import WebSocketDisconnect

import meadhall

SEED = "a-seed-that-nobody-may-see"


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def test_both_sides_hear_of_a_move_with_its_sentence(guest):
    seated = guest.open("haugaz", "me", "link")
    me, friend = guest.sits(seated, 0), guest.sits(seated, 1)
    with friend.listen() as socket:
        assert socket.receive_json()["steps"] == []
        guest.sits(seated).play_on(moves=1)
        news = socket.receive_json()
        assert [step["number"] for step in news["steps"]] == [1]
        assert news["steps"][0]["said"]["de"] and news["state"]["entries"] == 1
    assert me.state()["entries"] == 1


def test_who_comes_back_hears_what_happened_meanwhile_once(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.play_on(moves=5)
    with both.listen(seen=3) as socket:
        assert [step["number"] for step in socket.receive_json()["steps"]] == [4, 5]
    with both.listen(seen=99) as socket:
        assert socket.receive_json()["steps"] == []


def test_after_an_undo_and_another_move_the_new_move_is_told(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    state = both.play_on(moves=4)
    while not state["can_undo"]:
        state = both.play_on(moves=1)
    with both.listen(seen=state["entries"]) as socket:
        socket.receive_json()
        both.wish("undo", number=state["number"])
        assert socket.receive_json()["steps"] == []
        after = both.play_on(moves=1, seed=5)
        news = socket.receive_json()
        assert [step["number"] for step in news["steps"]] == [state["entries"]]
        assert news["state"]["view"] == after["view"]


def test_everybody_sees_who_is_there(guest):
    seated = guest.open("haugaz", "me", "link")
    me, friend = guest.sits(seated, 0), guest.sits(seated, 1)
    with me.listen() as socket:
        assert [seat["online"] for seat in socket.receive_json()["state"]["seats"]] == [True, False]
        with friend.listen() as other:
            other.receive_json()
            assert [seat["online"] for seat in socket.receive_json()["state"]["seats"]] == [True, True]
        assert [seat["online"] for seat in socket.receive_json()["state"]["seats"]] == [True, False]


@pytest.mark.parametrize("game", meadhall.games())
def test_spectators_get_no_choices(guest, game):
    both = guest.sits(guest.open(game, "here", "here"))
    with both.watcher().listen() as socket:
        for _ in range(6):
            state = socket.receive_json()["state"]
            assert (state["choices"], state["seat"], state["can_undo"]) == ([], None, False)
            assert not any(seat["yours"] for seat in state["seats"])
            both.play_on(moves=1)


@pytest.mark.parametrize(("table", "secrets", "code"), [("", ["no"], "foreign-seat"), ("no-table", [], "no-table")])
def test_a_hello_that_is_wrong_is_answered_with_a_problem(guest, table, secrets, code):
    name = table or guest.open("haugaz", "here", "here")["table"]
    with Guest(guest.client, name, *secrets).listen() as socket:
        assert socket.receive_json()["code"] == code
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


@pytest.mark.parametrize("hello", ["", "[]", "{", '{"seats": 3}', '{"a":' + "[" * 60_000])
def test_what_is_no_hello_ends_it(guest, hello):
    table = guest.open("haugaz", "here", "here")["table"]
    with guest.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(hello)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_no_foreign_page_listens(guest):
    table = guest.open("haugaz", "here", "here")["table"]
    address, headers = f"/api/tables/{table}/socket", {"origin": "https://elsewhere.example"}
    with pytest.raises(WebSocketDisconnect), guest.client.websocket_connect(address, headers=headers):
        pass


@pytest.mark.parametrize("game", meadhall.games())
def test_no_seed_and_no_secret_is_ever_sent(guest, game, tmp_path):
    seated = guest.open(game, "here", "link", seed=SEED)
    both = guest.sits(seated)
    said, dice = [], random.Random(4)
    with both.listen() as socket, both.watcher().listen() as other:
        for _ in range(12):
            state = both.state()
            said += [socket.receive_text(), other.receive_text(), json.dumps(state)]
            action, number = dice.choice(state["choices"])["action"], state["number"]
            said.append(json.dumps(both.wish("preview", action=action, number=number)))
            said.append(json.dumps(both.wish("move", action=action, number=number)))
    for address in (f"/tables/{both.name}/steps", f"/tables/{both.name}", "/games", "/openapi.json"):
        said.append(json.dumps(guest.get(address)))
    said.append(json.dumps(both.post("/hall", {"seats": list(both.secrets)})))
    said.append(guest.client.get(f"/api/tables/{both.name}/record").text)
    for text in said:
        assert SEED not in text and not any(secret in text for secret in both.secrets)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert SEED.encode() in kept and not any(secret.encode() in kept for secret in both.secrets)
