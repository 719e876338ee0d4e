"""Programs that play at tables of the hall: chosen by name, asked by the protocol, replaced when they misbehave."""

import shlex
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from app_client import hall

import meadhall
from meadhall.hall import external_bots
from meadhall.hall.external_bots import ExternalBots

GUEST = Path(__file__).parents[1] / "support" / "bot_program.py"


def command(manner):
    return shlex.join([sys.executable, str(GUEST), manner])


def brought(manner, seconds=20.0):
    return ExternalBots({"Noda": command(manner)}, seconds)


def seats(*kinds):
    wishes = {"me": {"kind": "me", "name": "Runa"}, "Noda": {"kind": "bot", "program": "Noda", "level": 3}}
    return [wishes[kind] for kind in kinds]


def sit_down(guest, game="haugaz", **options):
    wish = {"game": game, "seats": seats("me", "Noda"), "options": options}
    return guest.sits(guest.post("/tables", wish, 201))


def answered(me):
    """The table when nobody thinks any more."""
    state = me.state()
    while state["thinking"]:
        state = me.state()
    return state


def play_out(me):
    """Play the last action each time: the state at the end."""
    state = answered(me)
    while state["choices"]:
        me.move(state["choices"][-1]["action"], number=state["number"])
        state = answered(me)
    return state


@pytest.mark.parametrize(("game", "options"), [("haugaz", {"size": 3}), ("land-ahoy", {})])
def test_a_program_plays_a_whole_match_and_the_next_one_and_nobody_is_rated_by_it(tmp_path, game, options):
    with hall(tmp_path, programs=brought("plays")) as guest:
        assert guest.get("/programs") == ["Noda"]
        me = sit_down(guest.known("Runa"), game, **options)
        seat = me.state()["seats"][1]
        assert (seat["name"], seat["kind"], seat["program"], seat["notice"]) == ("Noda", "bot", "Noda", None)
        end = play_out(me)
        assert end["stage"] == "over" and end["seats"][1]["notice"] is None
        plays_first_actions(guest.client.get(f"/api/tables/{me.name}/record").text, seat=1)
        again = guest.sits(me.wish("rematch"))
        assert [seat["program"] for seat in again.state()["seats"]] == ["Noda", ""]
        assert answered(again)["actor"] in (1, None)
    with closing(sqlite3.connect(tmp_path / "hall.db")) as kept:
        assert kept.execute("select count(*) from played").fetchone() == (1,)
        assert kept.execute("select count(*) from ratings").fetchone() == (0,)


def plays_first_actions(record, seat):
    """Check that a seat has always played the first legal action, as its program does."""
    match = meadhall.load(record)
    twin = match.game.new(players=2, chance="manual", **match.setup.options)
    for entry in match.entries:
        assert entry.actor != seat or entry.text == twin.actions()[0]
        twin.play(entry.text)


@pytest.mark.parametrize("manner", ["hangs", "cheats", "babbles"])
def test_a_bot_of_the_house_plays_on_for_a_program_that_misbehaves_and_everybody_is_told(tmp_path, caplog, manner):
    with hall(tmp_path, programs=brought(manner, 0.3 if manner == "hangs" else 20.0)) as guest:
        me = sit_down(guest, size=3)
        end = play_out(me)
        assert end["stage"] == "over" and end["seats"][1]["level"] == 3
        assert "“Noda” gave no answer that counts. A bot of the house, level 3," in end["seats"][1]["notice"]["en"]
        assert "„Noda“ kam keine gültige Antwort" in end["seats"][1]["notice"]["de"]
    assert sum("the program Noda" in record.message for record in caplog.records) == 1  # it is not asked again


def test_a_table_whose_program_is_gone_goes_on_after_a_restart(tmp_path):
    with hall(tmp_path, programs=brought("plays")) as guest:
        me = sit_down(guest, size=3)
    with hall(tmp_path) as guest:
        me.client = guest.client
        assert guest.get("/programs") == []
        end = play_out(me)
        assert end["stage"] == "over" and end["seats"][1]["notice"]


def test_only_programs_of_the_house_can_be_asked_to_a_table(tmp_path):
    with hall(tmp_path, programs=brought("plays")) as guest:
        for seat in ({"kind": "bot", "program": "rm -rf /"}, {"kind": "link", "program": "Noda"}):
            wish = {"game": "haugaz", "seats": [*seats("me"), seat]}
            problem = guest.post("/tables", wish, 422)
            assert problem["code"] == "bad-table" and "plays in this hall" in problem["message"]["en"]


def test_no_more_processes_wait_than_there_is_room_for(tmp_path, monkeypatch):
    monkeypatch.setattr(external_bots, "MOST", 1)
    house = brought("plays")
    with hall(tmp_path, programs=house) as guest:
        tables = [sit_down(guest, size=3) for _ in range(2)]
        for me in tables:
            me.move("b2")
            me.move("a3")
            answered(me)
        assert len(house._waiting) == 1
        for me in tables:  # who was sent home is told everything again
            assert play_out(me)["seats"][1]["notice"] is None
        assert not house._waiting


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("Noda", "NAME=COMMAND"),
        ("=node bot.mjs", "cannot be called ''"),
        ("Noda=no-such-program --fast", "'no-such-program --fast' is no program of this machine"),
    ],
)
def test_a_bot_that_cannot_play_is_refused(refused, pair, said):
    assert said in refused("--bot", pair)


def test_two_bots_of_one_name_are_refused():
    with pytest.raises(meadhall.BadOption, match="two bots are called 'Noda'"):
        external_bots.read(["Noda=cat", "Noda=cat"])
