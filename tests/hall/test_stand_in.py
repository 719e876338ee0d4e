"""Bots for people who are away: who may ask for one, and that the seat is theirs again when they are back."""

import asyncio

import pytest
from app_client import Quick, hall
from fake_clock import sundial

__all__ = ["sundial"]


class Slow(Quick):
    """Thinks only when it is told to."""

    def __init__(self):
        self.questions = []

    async def choose(self, table, level):
        answer = asyncio.get_running_loop().create_future()
        self.questions.append((answer, level))
        return await answer


@pytest.fixture
def slow():
    return Slow()


@pytest.fixture
def guest(tmp_path, sundial, slow):
    with hall(tmp_path, slow) as guest:
        yield guest


def pair(guest, game="haugaz", *more):
    """Give two people, the second of whom has the first turn; nobody is connected."""
    seated = guest.open(game, "link", "me", *more)
    ulf, me = guest.sits(seated, 0), guest.sits(seated, 1)
    ulf.wish("sit", name="Ulf")
    return me, ulf


def asks(guest, seat, **more):
    return {"seat": seat, "number": guest.watcher().state()["number"], **more}


def test_after_half_a_minute_a_bot_may_play_for_whoever_must_decide(guest, sundial, slow):
    me, _ = pair(guest)
    sundial.go_on(29)
    problem = me.wish("stand-in", 409, **asks(me, 0))
    assert problem["code"] == "no-stand-in" and "1 more second." in problem["message"]["en"]
    assert not me.state()["seats"][0]["absent"]
    sundial.go_on(1)
    state = me.wish("stand-in", **asks(me, 0))
    assert state["seats"][0]["level"] == 2 and state["seats"][0]["kind"] == "person" and state["thinking"]
    assert state["ask"]["de"] == "Ein Bot überlegt für Ulf."
    assert [level for _, level in slow.questions] == [2]
    assert me.problem("stand-in", 409, **asks(me, 0)) == "no-stand-in"


def test_after_two_minutes_for_anybody(guest, sundial):
    me, ulf = pair(guest)
    ulf.play_on()
    assert me.state()["actor"] == 1
    sundial.go_on(119)
    assert me.problem("stand-in", 409, **asks(me, 0)) == "no-stand-in"
    sundial.go_on(1)
    assert me.watcher().state()["seats"][0]["absent"]
    assert me.wish("stand-in", **asks(me, 0, level=5))["seats"][0]["level"] == 5


def test_nobody_gives_an_opponent_a_fool_to_stand_in(guest, sundial):
    me, ulf = pair(guest)
    sundial.go_on(30)
    assert me.wish("stand-in", **asks(me, 0, level=1))["seats"][0]["level"] == 2
    assert ulf.state()["seats"][0]["level"] is None
    assert ulf.wish("stand-in", **asks(ulf, 0, level=1))["seats"][0]["level"] == 1


def test_who_is_there_needs_no_bot(guest, sundial):
    me, ulf = pair(guest)
    with ulf.listen() as socket:
        socket.receive_json()
        sundial.go_on(1000)
        assert "at the table" in me.wish("stand-in", 409, **asks(me, 0))["message"]["en"]
        assert not me.state()["seats"][0]["absent"]


def test_a_program_that_asks_now_and_then_is_there_too(guest, sundial):
    me, ulf = pair(guest)
    sundial.go_on(25)
    ulf.state()
    sundial.go_on(25)
    assert me.problem("stand-in", 409, **asks(me, 0)) == "no-stand-in"


def test_hello_brings_the_seat_back_and_what_the_bot_thought_is_dropped(guest, sundial, slow):
    me, ulf = pair(guest)
    sundial.go_on(30)
    me.wish("stand-in", **asks(me, 0))
    with ulf.listen() as socket:
        state = socket.receive_json()["state"]
        assert state["seats"][0]["level"] is None and state["seat"] == 0 and state["choices"]
        answer, _ = slow.questions[0]
        guest.client.blocking_portal.call(answer.set_result, state["choices"][0]["action"])
        assert ulf.move(state["choices"][1]["action"], number=0)["entries"] == 1
    assert me.state()["number"] == 1


def test_who_only_looks_leaves_the_seat_to_the_bot(guest, sundial):
    _, ulf = pair(guest)
    ulf.wish("stand-in", **asks(ulf, 0, level=3))
    with guest.client.websocket_connect(f"/api/tables/{ulf.name}/socket") as socket:
        socket.send_json({"seats": list(ulf.secrets), "away": True})
        state = socket.receive_json()["state"]
    assert state["seats"][0]["level"] == 3 and state["seats"][0]["yours"]
    assert state["seat"] is None and state["choices"] == [] and not state["can_undo"]


@pytest.mark.parametrize("call", ["back", "get", "move"])
def test_other_ways_to_come_back(guest, call):
    me, ulf = pair(guest)
    action = ulf.state()["choices"][0]["action"]
    ulf.wish("stand-in", **asks(ulf, 0))
    for what in ("preview", "hint", "undo"):
        ulf.wish(what, 409, number=0, **({"action": action} if what == "preview" else {}))
    if call == "back":
        ulf.wish("back")
    elif call == "get":
        ulf.state()
    else:
        ulf.wish("move", action=action, number=0)
    assert me.state()["seats"][0]["level"] is None
    assert ulf.wish("back")["seats"][0]["level"] is None


def test_the_bot_plays_on_and_the_owner_finds_the_table_further(tmp_path, sundial):
    with hall(tmp_path) as guest:
        me, ulf = pair(guest)
        sundial.go_on(30)
        me.wish("stand-in", **asks(me, 0, level=3))
        with me.listen() as socket:
            while (state := socket.receive_json()["state"])["actor"] == 0:
                pass
        assert state["number"] > 0 and state["seats"][0]["level"] == 3
        name, secrets = me.name, (me.secrets, ulf.secrets)
    with hall(tmp_path) as guest:  # after a restart as before
        me.client = ulf.client = guest.client
        assert (me.name, (me.secrets, ulf.secrets)) == (name, secrets)
        assert me.state()["seats"][0] == state["seats"][0] | {"absent": False}
        me.play_on()
        assert ulf.state()["seats"][0]["level"] is None


def test_a_bot_that_was_to_play_is_asked_again_after_a_restart(tmp_path, sundial, slow):
    with hall(tmp_path, slow) as guest:
        me, _ = pair(guest)
        sundial.go_on(30)
        me.wish("stand-in", **asks(me, 0))
    with hall(tmp_path) as guest:
        me.client = guest.client
        with me.listen() as socket:
            while socket.receive_json()["state"]["actor"] == 0:
                pass


def test_no_bot_for_bots_for_nobody_and_for_nowhere(guest, sundial):
    seated = guest.open("new-shores", "me", "link", 1)
    me = guest.sits(seated, 0)
    sundial.go_on(1000)
    for seat in (1, 2, 3, -1, 10**12):
        assert me.problem("stand-in", 409, **asks(me, seat)) == "no-stand-in"
    assert me.problem("stand-in", 409, seat=0, number=7) == "moved-on"
    for level in (0, 6, -1):
        assert me.problem("stand-in", 422, **asks(me, 0, level=level)) == "bad-table"
    for body in ({}, {"seat": "first", "number": 0}, {"seat": 0}, {"seat": 0, "number": 0, "level": None}):
        assert me.wish("stand-in", 400, **body)["code"] == "not-understood"


def test_watchers_and_strangers_have_no_say(guest, sundial):
    me, _ = pair(guest)
    sundial.go_on(1000)
    assert me.watcher().problem("stand-in", 401, **asks(me, 0)) == "no-seat"
    assert me.watcher().problem("back", 401) == "no-seat"
    stranger, _ = pair(guest)
    stranger.name = me.name
    assert stranger.problem("stand-in", 403, **asks(me, 0)) == "foreign-seat"
    assert stranger.problem("back", 403) == "foreign-seat"


def test_not_when_the_match_is_over(guest, sundial):
    me, _ = pair(guest)
    me.wish("resign", number=0)
    sundial.go_on(1000)
    assert me.problem("stand-in", 409, **asks(me, 0)) == "over"


def test_it_is_not_like_giving_up(guest, sundial):
    me, ulf = pair(guest, "new-shores", "here")
    ulf.wish("stand-in", **asks(ulf, 0))
    assert ulf.wish("back")["seats"][0]["kind"] == "person"
    ulf.wish("resign", number=0)
    assert ulf.wish("back", 401)["code"] == "no-seat"
    assert me.state()["seats"][0]["kind"] == "bot"


def test_a_rematch_seats_the_person_again(guest, sundial):
    me, ulf = pair(guest)
    sundial.go_on(30)
    me.wish("stand-in", **asks(me, 0))
    me.wish("resign", number=0)
    again = guest.sits(me.wish("rematch"))
    assert [(seat["kind"], seat["level"]) for seat in again.state()["seats"]] == [("person", None)] * 2
    assert ulf.state()["rematch"] == again.name


def test_at_a_table_with_a_clock_the_bot_costs_no_time(guest, sundial):
    seated = guest.open("haugaz", "here", "here", clock={"move": 60})
    both, nought = guest.sits(seated), guest.sits(seated, 0)
    state = both.play_on(moves=1)
    while state["actor"] != 0:
        state = both.play_on(moves=1)
    sundial.go_on(20)
    nought.wish("stand-in", **asks(both, 0))
    sundial.go_on(1000)
    assert both.watcher().state()["clock"]["running"] is None
    state = nought.wish("back")
    assert state["clock"]["running"] == 0 and state["clock"]["turn"] == 40_000


def test_a_stand_in_comes_too_late_for_somebody_whose_time_ran_out(guest, sundial):
    me, ulf = pair(guest)
    seated = guest.open("haugaz", "link", "me", clock={"move": 30})
    ulf, me = guest.sits(seated, 0), guest.sits(seated, 1)
    ulf.wish("sit", name="Ulf")
    state = ulf.play_on()
    me.play_on()
    state = me.watcher().state()
    assert state["clock"]["running"] == 0
    sundial.go_on(31)
    assert me.wish("stand-in", 409, seat=0, number=state["number"])["code"] == "over"
    assert me.state()["result"]["winners"] == [1]


def test_everybody_hears_when_somebody_has_been_away_for_long(tmp_path, monkeypatch):
    monkeypatch.setattr("meadhall.hall.presence.SOON", 0.2)
    with hall(tmp_path, Slow()) as guest:
        me, ulf = pair(guest)
        with me.listen() as socket:
            with ulf.listen() as other:
                other.receive_json()
            while not (seat := socket.receive_json()["state"]["seats"][0])["absent"]:
                pass
            assert not seat["online"]
            me.wish("stand-in", **asks(me, 0))
            assert socket.receive_json()["state"]["thinking"]
