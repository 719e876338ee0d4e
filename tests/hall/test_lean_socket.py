"""Programs at a table: commands over the socket, and news without views for who knows the rules."""

import json
import random
from contextlib import contextmanager

import pytest
from app_client import hall

import meadhall


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


@contextmanager
def talking(guest, lean=True, seen=0):
    """Open somebody's socket: a function that sends a command and gives the answer, and the socket."""
    with guest.client.websocket_connect(f"/api/tables/{guest.name}/socket") as socket:
        socket.send_text(json.dumps({"seats": list(guest.secrets), "seen": seen, "lean": lean}))
        first = socket.receive_json()

        def do(what, **more):
            socket.send_text(json.dumps({"do": what, **more}))
            return socket.receive_json()

        yield first, do, socket


def two(guest, game="haugaz"):
    seated = guest.open(game, "here", "link")
    return guest.sits(seated, 0), guest.sits(seated, 1)


@pytest.mark.parametrize("game", meadhall.games())
def test_a_program_that_knows_the_rules_follows_a_whole_match_by_what_was_played(guest, game):
    both, dice = guest.sits(guest.open(game, "here", "here")), random.Random(3)
    mine = meadhall.game(game).new(players=2, chance="manual")
    with talking(both) as (news, do, _), talking(both.watcher()) as (seen, _, other):
        number = 0
        while True:
            assert set(news) == {"number", "since", "played", "stage", "actor"}
            assert {**news} == seen and news["since"] == len(mine.history)
            for actor, action in news["played"]:
                assert mine.actor == actor
                mine.play(action)
            assert (news["actor"], news["stage"]) == (mine.actor, "over" if mine.over else "playing")
            if mine.over:
                break
            news = do("move", action=dice.choice(mine.actions()), number=news["number"], id=number)
            assert news.pop("id") == number
            seen, number = other.receive_json(), number + 1
    assert guest.client.get(f"/api/tables/{both.name}/record").text.count("\n") > 10
    assert both.state()["entries"] == len(mine.history)


def test_a_browser_may_send_commands_too_and_hears_the_news_after_the_answer(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    with talking(both, lean=False) as (news, do, socket):
        assert news["state"]["number"] == 0
        assert do("move", action="d4", number=0, id="first") == {"id": "first", "number": 1}
        told = socket.receive_json()
        assert told["state"]["number"] == 1 and [step["action"] for step in told["steps"]] == ["d4"]


def test_what_is_taken_back_is_told_as_what_still_stands(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    with talking(both) as (_, do, _):
        do("move", action="d4", number=0)
        assert do("move", action="e5", number=1)["played"] == [[0, "e5"]]
        assert do("undo", number=2, id=7)["code"] == "no-undo"  # the other player has to choose a colour now
        do("move", action="black", number=2)
        assert do("move", action="a1", number=3)["since"] == 3
        undone = do("undo", number=4, id=8)
        assert (undone["since"], undone["played"], undone["number"], undone["id"]) == (3, [], 5, 8)
        assert do("move", action="b1", number=5)["played"] == [[1, "b1"]]


def test_resigning_ends_the_match_for_everybody(guest):
    one, other = two(guest)
    with talking(one) as (_, do, _), talking(other) as (_, _, heard):
        assert do("resign", number=0, id=1)["stage"] == "over"
        news = heard.receive_json()
        assert (news["stage"], news["actor"], news["number"]) == ("over", None, 1)


@pytest.mark.parametrize(
    ("who", "command", "code"),
    [
        (0, {"do": "move", "action": "d4", "number": 3}, "moved-on"),
        (0, {"do": "move", "action": "z9", "number": 0}, "illegal"),
        (0, {"do": "move", "number": 0}, "illegal"),
        (0, {"do": "undo", "number": 0}, "no-undo"),
        (1, {"do": "move", "action": "d4", "number": 0}, "not-your-turn"),
        (None, {"do": "move", "action": "d4", "number": 0}, "no-seat"),
        (None, {"do": "resign", "number": 0}, "no-seat"),
    ],
)
def test_a_command_that_is_refused_changes_nothing_and_the_socket_goes_on(guest, who, command, code):
    players = two(guest)
    mover = players[0]
    with talking(players[0].watcher() if who is None else players[who]) as (_, do, socket):
        before = mover.watcher().state()
        problem = do(**{"what": command["do"], **{k: v for k, v in command.items() if k != "do"}}, id=5)
        assert (problem["id"], problem["code"]) == (5, code)
        assert problem["message"]["en"] and problem["message"]["de"] != problem["message"]["en"]
        after = mover.watcher().state()
        assert (after["number"], after["view"]) == (before["number"], before["view"])
        mover.move("d4")
        assert socket.receive_json()["played"] == [[0, "d4"]]


@pytest.mark.parametrize(
    "text", ["", "{", "7", '{"do": "dance", "number": 0}', '{"do": "move"}', '{"number": 0}', "[" * 5000, "[]",
             '{"do": "move", "number": 0.5}', '{"do": "move", "number": 0, "action": 4}', "null"]
)  # fmt: skip
@pytest.mark.parametrize("lean", [True, False])
def test_what_is_no_command_gets_an_answer_and_the_socket_goes_on(guest, text, lean):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    with talking(both, lean) as (_, do, socket):
        socket.send_text(text)
        problem = socket.receive_json()
        assert (problem["code"], problem["id"]) == ("not-understood", None)
        assert problem["message"]["en"] and problem["message"]["de"]
        assert do("move", action="d4", number=0, id=1)["number"] == 1


def test_bytes_are_no_command(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    with talking(both) as (_, do, socket):
        socket.send_bytes(b"\xff\x00")
        assert socket.receive_json()["code"] == "not-understood"
        assert do("move", action="d4", number=0, id=1)["number"] == 1


def test_lean_sockets_hear_nothing_of_talk_and_of_who_comes(guest):
    one, other = two(guest)
    with talking(one) as (_, do, _):
        said = one.client.post(f"/api/tables/{one.name}/talk", json={"text": "Skål!"}, headers=one.headers)
        assert said.status_code == 204
        with talking(other) as (first, _, _):
            assert first["number"] == 0
        assert do("move", action="d4", number=0, id=1)["id"] == 1  # nothing came in between


def test_who_has_seen_some_is_told_the_rest(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.play_on(moves=5)
    played = [step["action"] for step in both.get(f"/tables/{both.name}/steps")]
    with talking(both, seen=3) as (first, _, _):
        assert (first["since"], [action for _, action in first["played"]]) == (3, played[3:])
    with talking(both, seen=99) as (first, _, _):
        assert (first["since"], first["played"]) == (5, [])


def test_moves_over_a_socket_are_kept(tmp_path):
    with hall(tmp_path) as guest:
        both = guest.sits(guest.open("haugaz", "here", "here"))
        with talking(both) as (_, do, _):
            do("move", action="d4", number=0)
            do("move", action="e5", number=1)
    with hall(tmp_path) as later:
        state = later.get(f"/tables/{both.name}")
        assert (state["number"], state["entries"]) == (2, 2)
