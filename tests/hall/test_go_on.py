"""A match goes on from any moment of a record, at a table of its own and with dice of its own."""

import threading
from random import Random

import pytest
from app_client import Quick, hall
from land_ahoy_table import SCATTERED
from refusals import OWN_SET

import meadhall
from meadhall.core.record import load
from meadhall.hall import snapshot, study
from meadhall.hall.bot_pool import _question
from meadhall.hall.bot_process import BotProcess, Question
from meadhall.hall.problems import Refused
from meadhall.hall.store import SeatRow, TableRow
from meadhall.hall.table import begin

HAUGAZ, AHOY, SHORES = (meadhall.game(name) for name in ("haugaz", "land-ahoy", "new-shores"))
POSITION = "-----/-b1-w1-/--b1--/-----/-w1--- w - 0"
MOST = 120  # actions of a match whose every cut is tried; those of a long one's end are tried too


def at_random(match, seed=1, stop=10**9):
    random = Random(seed)
    while not match.over and len(match.history) < stop:
        match.play(random.choice(match.actions()))
    return match


MATCHES = {
    "haugaz": lambda: HAUGAZ.new(seed=1, size=5),
    "haugaz, other rules": lambda: HAUGAZ.new(seed=2, size=4, movers="any"),
    "haugaz from a position": lambda: HAUGAZ.position(POSITION),
    "new-shores alone": lambda: SHORES.new(players=1, seed=3),
    "new-shores for three": lambda: SHORES.new(players=3, seed=4, honky_tonk="on"),
    "new-shores with another set": lambda: SHORES.new(players=2, seed=5, set=OWN_SET),
    "new-shores by hand": lambda: SHORES.new(players=2, seed=6, chance="manual"),
    "land-ahoy": lambda: AHOY.new(players=2, seed=7),
    "land-ahoy with another set": lambda: AHOY.new(players=4, seed=8, harbor="on", set=SCATTERED),
}
every_match = pytest.mark.parametrize("make", MATCHES.values(), ids=MATCHES.keys())


def rows(match, start):
    """What is kept of a table that goes on."""
    seats = [SeatRow(seat, "person", None, f"P{seat}", "x") for seat in range(match.players)]
    return TableRow("", match.game.name, dict(match.setup.options), "a seed", True, False, 0.0, start), seats


@every_match
def test_every_cut_loads_goes_on_and_loads_again(make):
    match = at_random(make())
    last = len(match.history) - 1
    for at in [*range(min(last, MOST)), *range(max(MOST, last - 8), last + 1)]:
        prefix = study.cut(match, at)
        assert not prefix.over and prefix.history == match.history[:at]
        now = begin(*rows(match, prefix.record()))
        assert now.match.history[:at] == match.history[:at] and now.first == at
        assert now.match.setup == match.setup and now.match.actor != meadhall.CHANCE
        assert meadhall.load(now.match.record()).history == now.match.history
    assert study.cut(match, last + 1).scores == match.scores


@every_match
def test_what_goes_on_can_be_played_to_the_end_and_replayed(make):
    match = at_random(make(), stop=9)
    twin = at_random(begin(*rows(match, study.cut(match, 7).record())).match, seed=9)
    assert twin.over and meadhall.load(twin.record()).scores == twin.scores
    assert "seed:" not in twin.record()


def test_dice_that_were_due_are_rolled_anew():
    match = at_random(AHOY.new(players=2, seed=7), stop=40)
    at = next(n for n, entry in enumerate(match.entries) if n > 5 and entry.text.startswith("roll"))
    start, rolled = study.cut(match, at).record(), set()
    for seed in range(12):
        twin = meadhall.load(start)
        twin.go_on(seed)
        rolled.add(twin.history[at])
    assert len(rolled) > 3 and all(text.startswith("roll") for text in rolled)


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def people(many):
    return [{"kind": "here", "name": f"P{seat}"} for seat in range(many)]


def go_on(guest, match, at, seats=None, status=201):
    seats = people(match.players) if seats is None else seats
    return guest.post("/study/go-on", {"record": match.record(), "at": at, "seats": seats}, status)


@every_match
def test_a_table_goes_on_and_says_so(guest, make):
    match = at_random(make(), stop=20)
    player = guest.sits(go_on(guest, match, 6))
    state = player.state()
    assert state["goes_on"] == 6 and state["stage"] == "playing" and state["choices"]
    steps = guest.get(f"/tables/{player.name}/steps?from=0")
    assert [step["action"] for step in steps][:6] == match.history[:6]
    assert player.play_on()["stage"] == "over"
    record = guest.client.get(f"/api/tables/{player.name}/record").text
    assert meadhall.load(record).history[:6] == match.history[:6]
    assert guest.get(f"/tables/{player.name}/study")["record"] == record
    again = player.wish("rematch")
    assert guest.sits(again).state()["goes_on"] is None


def test_records_are_played_back_where_nobody_waits_for_it(guest, monkeypatch):
    threads = []

    def loaded(*args):
        threads.append(threading.current_thread().name)
        return load(*args)

    monkeypatch.setattr(study, "load", loaded)
    monkeypatch.setattr(snapshot, "load", loaded)
    match = at_random(meadhall.game("haugaz").new(size=4, seed=1))
    record = {"record": match.record()}
    go_on(guest, match, 2)
    assert [name.rpartition("_")[0] for name in threads] == ["meadhall-scholar", "meadhall-teller", "meadhall-teller"]
    guest.post("/study", record)
    guest.post("/study/values", record)
    guest.client.post("/api/study/picture", json=record).raise_for_status()
    assert [name.rpartition("_")[0] for name in threads[3:]] == ["meadhall-scholar"] * 3


def test_a_new_table_goes_on_from_nothing(guest):
    assert guest.sits(guest.open("haugaz", "me", "here")).state()["goes_on"] is None


def test_nothing_of_the_record_is_taken_back(guest):
    match = HAUGAZ.new(size=5)
    for action in ("a1", "e5", "black", "c3"):
        match.play(action)  # a stack is placed, and its player has yet to move one
    player = guest.sits(go_on(guest, match, 4))
    assert not player.state()["can_undo"]
    assert player.problem("undo", 409, number=0) == "no-undo"
    assert guest.sits(go_on(guest, match, 3)).move("c3")["can_undo"]


def test_bots_sit_where_they_are_wanted(guest):
    match = at_random(HAUGAZ.new(size=4), stop=12)
    actor = study.cut(match, 9).actor
    seats = [{"kind": "me", "name": "Runa"} if seat == actor else {"kind": "bot", "level": 3} for seat in range(2)]
    player = guest.sits(go_on(guest, match, 9, seats))
    assert player.state()["seat"] == actor
    assert [seat["kind"] for seat in player.state()["seats"]].count("bot") == 1
    assert player.play_on()["stage"] in ("playing", "over")


@every_match
def test_bots_know_the_set_and_the_position_that_a_match_goes_on_from(tmp_path, make):
    match = at_random(make(), stop=8)
    asked = []

    class Asked(Quick):
        async def choose(self, table, level):
            asked.append(_question("choose", table, 1))
            return await super().choose(table, level)

    with hall(tmp_path, Asked()) as guest:
        seats = [{"kind": "bot", "level": 1} for _ in range(match.players)]
        seated = go_on(guest, match, 5, seats)
        with guest.sits(seated).listen() as socket:
            while not asked:  # news come with every move, and bots make the moves
                socket.receive_text()
        question = asked[0]
    assert isinstance(question, Question)
    thought = BotProcess()._match(question)
    assert thought.history == question.played and thought.setup == match.setup
    assert thought.history[:5] == match.history[:5]


def test_a_table_that_goes_on_is_there_after_the_hall_was_closed(tmp_path):
    match = at_random(SHORES.new(players=2, seed=5, set=OWN_SET), stop=20)
    with hall(tmp_path) as guest:
        player = guest.sits(go_on(guest, match, 9))
        player.play_on(2)
        before, secrets = player.state(), player.secrets
    with hall(tmp_path) as guest:
        player = type(guest)(guest.client, before["table"], *secrets)
        assert player.state() == before


# -- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [-1, 21, 10**9])
def test_a_record_has_no_such_moment(guest, at):
    match = at_random(HAUGAZ.new(), stop=20)
    problem = go_on(guest, match, at, status=422)
    assert problem["code"] == "no-moment" and "0 to 20" in problem["message"]["en"]


def test_after_the_end_nothing_goes_on(guest):
    match = at_random(HAUGAZ.new(size=3))
    assert go_on(guest, match, len(match.history), status=409)["code"] == "over"
    assert go_on(guest, match, len(match.history) - 1)["table"]


@pytest.mark.parametrize(
    "seats",
    [
        [],
        people(1),
        people(3),
        [{"kind": "me"}, {"kind": "bot", "level": 6}],
        [{"kind": "me"}, {"kind": "bot", "level": 0}],
        [{"kind": "me", "name": "\u202eRuna"}, {"kind": "bot"}],
    ],
)
def test_seats_that_do_not_fit(guest, seats):
    match = at_random(HAUGAZ.new(), stop=20)
    before = guest.post("/hall")
    problem = go_on(guest, match, 3, seats, 422)
    assert problem["code"] in ("bad-table", "bad-name") and problem["message"]["de"]
    assert guest.post("/hall") == before


def test_a_game_for_two_to_four_still_needs_as_many_as_the_record(guest):
    match = at_random(AHOY.new(players=3), stop=20)
    problem = go_on(guest, match, 3, people(2), 422)
    assert "3 players" in problem["message"]["en"]


@pytest.mark.parametrize("record", ["", "meadhall record 1", "\0", "[]", "x" * 50_000])
def test_what_is_no_record_is_refused_with_its_line(guest, record):
    problem = guest.post("/study/go-on", {"record": record, "at": 0, "seats": people(2)}, 422)
    assert problem["code"] == "bad-record" and "line" in problem["message"]["en"]


@pytest.mark.parametrize(
    "wish",
    [{}, [], {"record": 7, "at": 0, "seats": []}, {"record": "", "at": "x", "seats": []}, {"record": "", "at": 0.5}],
)
def test_what_is_no_wish_is_not_understood(guest, wish):
    assert guest.post("/study/go-on", wish, 400)["code"] == "not-understood"


def test_a_cut_beyond_the_record_is_refused_wherever_it_is_asked():
    with pytest.raises(Refused):
        study.cut(HAUGAZ.new(), 1)


# -- the beginning, and the addresses ----------------------------------------------------------------


@every_match
def test_a_study_begins_before_the_first_action(guest, make):
    match = at_random(make(), stop=4)
    told = guest.post("/study", {"record": match.record()})
    start = told["start"]
    assert start["number"] == 0 and start["action"] == ""
    assert start["view"]["number"] == 0 and start["view"] == study.cut(match, 0).view(None)
    assert told["standings"] == [study.cut(match, at).breakdown() for at in range(len(match.history) + 1)]


def test_replays_have_addresses(guest):
    seated = guest.open("haugaz", "me", "here")
    for path, status in {
        "/replay": 200,
        "/replay/": 200,
        f"/replay/{seated['table']}": 200,
        "/replay/no-such-table": 404,
        "/replay/haugaz": 404,
        f"/replay/{seated['table']}/more": 404,
    }.items():
        assert guest.client.get(path).status_code == status, path
