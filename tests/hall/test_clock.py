"""Clocks: whose time runs, when it is over, and what happens then."""

import asyncio

import pytest
from app_client import Quick, hall
from fake_clock import sundial

from meadhall.hall.store import SQLiteStore
from meadhall.hall.table import Table

__all__ = ["sundial"]


@pytest.fixture
def guest(tmp_path, sundial):
    with hall(tmp_path) as guest:
        yield guest


class Silent(Quick):
    """Never answers."""

    async def choose(self, table, level):
        await asyncio.get_running_loop().create_future()


def left(state):
    """Give the seconds that are left: for this move, and for each seat's game."""
    clock = state["clock"]
    seconds = [None if one is None else one / 1000 for one in [clock["turn"], *clock["left"]]]
    return clock["running"], seconds[0], seconds[1:]


def pair(guest, **clock):
    return guest.sits(guest.open("haugaz", "here", "here", clock=clock))


def first(both):
    """Let everybody move once, so that time runs: the state."""
    return both.play_on(moves=3)


def test_a_table_has_no_clock_unless_it_is_wished_for(guest):
    for more in ({}, {"clock": None}, {"clock": {}}, {"clock": {"move": None, "game": None}}):
        assert guest.sits(guest.open("haugaz", "here", "here", **more)).state()["clock"] is None


@pytest.mark.parametrize(
    "clock", [{"move": 0}, {"move": -3}, {"move": 10**9}, {"game": 0}, {"game": 1441}, {"move": 30, "game": 10**9}]
)
def test_a_clock_that_nobody_can_read(guest, clock):
    seats = [{"kind": "here"}, {"kind": "here"}]
    problem = guest.post("/tables", {"game": "haugaz", "seats": seats, "clock": clock}, 422)
    assert problem["code"] == "bad-table" and "1440" in problem["message"]["de"]
    assert guest.post("/hall")["watch"] == []


@pytest.mark.parametrize("clock", [{"move": "soon"}, {"move": 1.5}, 30, [30], {"game": True}])
def test_a_clock_that_is_none(guest, clock):
    seats = [{"kind": "here"}, {"kind": "here"}]
    assert guest.post("/tables", {"game": "haugaz", "seats": seats, "clock": clock}, 400)["code"] == "not-understood"


def test_time_runs_from_the_first_move_on_for_whoever_must_decide(guest, sundial):
    both = pair(guest, game=10)
    sundial.go_on(5000)
    assert left(both.state()) == (None, None, [600, 600])
    state = both.play_on(moves=1)
    while state["actor"] == 0:
        state = both.play_on(moves=1)
    sundial.go_on(7)
    state = both.state()
    assert state["clock"]["started"] and left(state) == (1, None, [600, 593])
    while state["actor"] == 1:
        state = both.play_on(moves=1)
    sundial.go_on(4)
    assert left(both.state()) == (0, None, [596, 593])


def test_time_does_not_run_before_everybody_sits(guest, sundial):
    seated = guest.open("haugaz", "me", "link", clock={"move": 30})
    me, friend = guest.sits(seated, 0), guest.sits(seated, 1)
    me.play_on()
    sundial.go_on(1000)
    assert not me.state()["clock"]["started"]
    friend.wish("sit", name="Ulf")
    sundial.go_on(1000)
    assert me.state()["stage"] == "playing"
    friend.play_on(moves=1)
    assert me.state()["clock"]["started"]


def test_each_move_has_its_time_and_taking_back_gives_none_back(guest, sundial):
    both = pair(guest, move=30)
    state = first(both)
    while not state["can_undo"]:
        state = both.play_on(moves=1)
    seat = state["seat"]
    sundial.go_on(9)
    state = both.wish("undo", number=state["number"])
    assert left(state)[:2] == (seat, left(state)[1]) and left(state)[1] <= 21
    turn = left(state)[1]
    while state["seat"] == seat:
        state = both.play_on(moves=1)
    assert turn <= 21 and left(state) == (1 - seat, 30, [None, None])


def test_dice_and_draws_give_time_for_another_move(guest, sundial):
    alone = guest.sits(guest.open("new-shores", "me", clock={"move": 30}))
    state = alone.play_on(moves=1)
    for _ in range(12):
        sundial.go_on(4)
        before = state["entries"]
        state = alone.play_on(moves=1)
        steps = guest.get(f"/tables/{alone.name}/steps?from={before}")
        if any(step["actor"] < 0 for step in steps):
            assert left(state)[1] == 30
    assert state["stage"] == "playing"


def test_of_two_the_other_one_wins_when_time_runs_out(guest, sundial):
    both = pair(guest, move=30)
    state = first(both)
    late = state["seat"]
    sundial.go_on(30)
    problem = both.wish("move", 409, action=state["choices"][0]["action"], number=state["number"])
    assert problem["code"] == "time-out" and "abgelaufen" in problem["message"]["de"]
    over = both.state()
    assert over["stage"] == "over" and over["result"]["winners"] == [1 - late] and over["result"]["resigned"] == late
    assert over["result"]["lines"][0]["en"] == f"Time ran out for P{late}, P{1 - late} wins."
    assert over["clock"]["running"] is None and over["number"] == state["number"] + 1
    assert both.problem("undo", 409, number=over["number"]) == "time-out"


def test_just_in_time_is_in_time(guest, sundial):
    both = pair(guest, move=30)
    state = first(both)
    sundial.go_on(29.9)
    assert both.move(state["choices"][0]["action"])["stage"] == "playing"


def test_the_whole_game_may_be_too_long_though_no_move_is(guest, sundial):
    both = pair(guest, move=50, game=1)
    state = first(both)
    for _ in range(2):
        seat = state["seat"]
        sundial.go_on(35)
        assert both.state()["stage"] == "playing"
        while state["seat"] == seat:
            state = both.play_on(moves=1)
    assert left(state) == (state["seat"], 50, [25, 25])
    sundial.go_on(25)
    assert both.state()["stage"] == "over"


def test_among_more_a_bot_goes_on_for_who_is_late(guest, sundial):
    seated = guest.open("new-shores", "here", "here", "here", clock={"move": 30})
    all_three = guest.sits(seated)
    state = first(all_three)
    late = state["seat"]
    sundial.go_on(31)
    state = all_three.state()
    assert state["stage"] == "playing" and state["seats"][late]["kind"] == "bot" and not state["seats"][late]["yours"]
    assert state["clock"]["left"][late] is None
    problem = guest.sits(seated, late).wish("move", 401, action="pass", number=state["number"])
    assert "Bot" in problem["message"]["de"]


def test_alone_the_match_ends(guest, sundial):
    alone = guest.sits(guest.open("new-shores", "me", clock={"game": 1}))
    alone.play_on(moves=1)
    sundial.go_on(60)
    over = alone.state()
    assert over["stage"] == "over" and over["result"]["lines"][0]["de"] == "Die Zeit von P0 ist abgelaufen."


def test_bots_have_no_clock(guest, sundial):
    me = guest.sits(guest.open("haugaz", "me", 1, clock={"move": 30, "game": 10}), 0)
    while not (state := me.state())["choices"] or not state["clock"]["started"]:
        me.play_on(moves=1)
    assert left(state) == (0, 30, [600, None])


def test_time_goes_on_while_the_server_is_down(tmp_path, sundial):
    with hall(tmp_path) as guest:
        both = pair(guest, game=10)
        state = first(both)
        sundial.go_on(100)
        before = left(both.state())
        name, secrets = both.name, both.secrets
    sundial.go_on(50)
    with hall(tmp_path) as guest:
        guest.name, guest.secrets = name, secrets
        running, _, seconds = left(guest.state())
        assert running == before[0] and seconds[running] == before[2][running] - 50
    sundial.go_on(1000)
    with hall(tmp_path) as guest:
        guest.name, guest.secrets = name, secrets
        wish = {"action": state["choices"][0]["action"], "number": state["number"]}
        assert guest.wish("move", 409, **wish)["code"] == "time-out"
        assert guest.state()["stage"] == "over"


def test_a_clock_that_ran_out_while_nobody_asked_is_noticed_when_the_hall_opens(tmp_path, sundial):
    with hall(tmp_path) as guest:
        both = pair(guest, move=30)
        first(both)
    sundial.go_on(31)
    with hall(tmp_path) as guest:
        cards = {"stage": "playing"}
        while cards["stage"] == "playing":  # it looks at its tables as soon as it can
            cards = guest.post("/hall", {"seats": list(both.secrets)})["yours"][0]
        assert cards["actor"] is None


def test_everybody_hears_when_the_clock_rings(tmp_path):
    with hall(tmp_path) as guest:
        both = pair(guest, move=1)
        state = first(both)
        with both.watcher().listen() as socket:
            while (state := socket.receive_json()["state"])["stage"] == "playing":
                pass
    assert state["result"]["resigned"] is not None


def test_the_system_clock_may_be_set_back(guest, sundial):
    both = pair(guest, game=10)
    first(both)
    sundial.go_on(-5000)
    state = both.play_on(moves=1)
    assert left(state)[2] == [600, 600]


def test_a_rematch_has_the_same_clock_wound_up(guest, sundial):
    both = pair(guest, move=30, game=10)
    first(both)
    sundial.go_on(30)
    both.state()
    again = guest.sits(both.wish("rematch"))
    assert left(again.state()) == (None, None, [600, 600]) and again.state()["clock"]["move"] == 30


def test_events_tell_the_same_time_after_a_reload(tmp_path, sundial):
    with hall(tmp_path, Silent()) as guest:
        seated = guest.open("new-shores", "me", "link", "link", clock={"move": 60, "game": 10})
        me, ulf, ole = (guest.sits(seated, seat) for seat in range(3))
        me.play_on(moves=1)
        sundial.go_on(3)
        ulf.wish("sit", name="Ulf")
        me.wish("sit", name="Runa")
        me.play_on(moves=1)
        sundial.go_on(3)
        ole.wish("sit", name="Ole")
        for step in range(12):
            sundial.go_on(step)
            guest.sits(seated).play_on(moves=1, seed=step)
        state = guest.sits(seated).state()
        me.wish("stand-in", seat=0, level=1, number=state["number"])
        sundial.go_on(3)
        ulf.wish("resign", number=ulf.state()["number"])
        known = guest.client.app.state.hall._tables[me.name].now
    store = SQLiteStore(tmp_path / "hall.db")
    try:
        again = Table(asyncio.run(store.load(me.name)), store).now
    finally:
        store.close()
    assert again.clock == known.clock and any(again.clock.used)
    assert again.match.history == known.match.history and again.number == known.number


def test_a_clock_rings_at_a_table_that_was_put_away(tmp_path, monkeypatch):
    monkeypatch.setattr("meadhall.hall.hall.MOST_TABLES", 0)
    with hall(tmp_path) as guest:
        both = pair(guest, move=1)
        first(both)
        assert both.name not in guest.client.app.state.hall._tables
        stage = "playing"
        while stage == "playing":
            stage = guest.post("/hall", {"seats": list(both.secrets)})["yours"][0]["stage"]
    assert stage == "over"
