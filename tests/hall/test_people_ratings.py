"""Ratings: they move the right way, once a match, and only where a match says something."""

import asyncio
import math
import random
import re
import sqlite3
from pathlib import Path

import pytest
from app_client import hall

import meadhall
from meadhall.hall.match_results import ended
from meadhall.hall.people import People
from meadhall.hall.store import Event, Kept, NoStore, SeatRow, SQLiteStore, TableRow
from meadhall.hall.store import people as store_people
from meadhall.hall.table import Table
from meadhall.hall.table_setup import new_table
from meadhall.learn.ratings import SCALE, ahead, beginner, bot_rating, points, rated
from meadhall.search.levels import bots_of

MEASURED = {name: bots_of(meadhall.game(name)).measured for name in meadhall.games()}


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def profile(person, game="haugaz"):
    found = person.get("/people/me/profile")
    return next(one for one in found["games"] if one["game"] == game)


def sit(seated, person, seat, name="Ulf"):
    at = person.sits(seated, seat)
    at.wish("sit", name=name)
    return at


def lose(at):
    """Give a match up, once the bots have made up their minds."""
    while at.state()["thinking"]:
        pass
    at.wish("resign", number=at.state()["number"])


# -- numbers -------------------------------------------------------------------------------------------


def test_a_winner_rises_and_a_loser_falls():
    (winner, loser) = rated([beginner(), beginner()], [1.0, 0.0])
    assert winner[0] > 25 > loser[0] and winner[1] < 25 / 3 > loser[1]
    assert points(beginner()) == 1000 < points(winner) and points(loser) < 1000


def test_a_draw_between_equals_only_makes_surer():
    before = (28.0, 5.0)
    for mu, sigma in rated([before, before], [0.5, 0.5]):
        assert mu == pytest.approx(28.0) and sigma < 5.0


def test_400_points_are_about_ten_to_one():
    assert 30 * ahead(10 / 11) == pytest.approx(400, rel=0.03)
    assert 1 / (1 + math.exp(-ahead(0.8) / SCALE)) == pytest.approx(0.8)


def test_the_strength_of_bots_is_what_the_arena_has_measured():
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    line = re.compile(r"\| `([\w-]+) level:(\d) level:(\d) --games \d+` \| ([\d.]+) %(?: \(([\d.]+) %\))?")
    found = {}
    for game, high, low, share, other in line.findall(text):
        assert int(high) == int(low) + 1
        share, other = float(share), float(other) if other else 100 - float(share)
        found.setdefault(game, []).append((share + (100 - share - other) / 2) / 100)
    assert set(found) == set(MEASURED)
    for game, shares in found.items():
        assert MEASURED[game] == pytest.approx(shares, abs=0.0006)


@pytest.mark.parametrize("game", MEASURED)
def test_every_level_is_stronger_than_the_one_below(game):
    levels = [bot_rating(game, level)[0] for level in range(1, 6)]
    assert levels == sorted(levels) and levels[1] == pytest.approx(25)
    assert bot_rating("chess", 3) is None


# -- matches -------------------------------------------------------------------------------------------


def test_a_match_between_people_moves_both_ways(guest):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open("haugaz", "me", "link")
    lose(sit(seated, ulf, 1))
    won, lost = profile(runa), profile(ulf)
    assert won["points"] > 1000 > lost["points"] and won["rated"] == lost["rated"] == 1
    assert (won["wins"], lost["wins"], won["contests"]) == (1, 0, 1)
    assert [match["points"] for match in won["history"]] == [won["points"]]
    assert runa.get("/people/me/profile")["matches"][0]["gain"] == won["points"] - 1000


def test_a_draw_is_called_a_draw_and_counts_as_no_win(guest):
    runa = guest.known("Runa")
    at = runa.sits(runa.open("haugaz", "me", "here"))
    for action in ("d4", "f8", "black", "pass", "pass"):
        end = at.move(action)
    assert end["result"]["winners"] == [0, 1]
    found = profile(runa)
    assert (found["contests"], found["wins"]) == (1, 0)
    assert runa.get("/people/me/profile")["matches"][0]["draw"]


def test_losing_to_a_strong_bot_costs_less_than_losing_to_a_weak_one(guest):
    after = []
    for level in (1, 3, 5):
        runa = guest.known("Runa")
        lose(runa.sits(runa.open("haugaz", "me", level)))
        after.append(profile(runa)["points"])
    assert after[0] < after[1] < after[2] <= 1000


def test_each_game_has_a_rating_of_its_own(guest):
    runa = guest.known("Runa")
    lose(runa.sits(runa.open("haugaz", "me", 2)))
    lose(runa.sits(runa.open("new-shores", "me", 2)))
    assert profile(runa)["rated"] == profile(runa, "new-shores")["rated"] == 1
    assert profile(runa, "land-ahoy")["points"] is None


@pytest.mark.parametrize(
    ("kinds", "more"),
    [
        (("me", "here"), {}),
        (("me", "link"), {}),
        (("me", 2), {"seed": "1"}),
        (("me",), {"game": "new-shores"}),
    ],
    ids=["hot-seat", "nobody sat there", "seed by hand", "alone"],
)
def test_what_says_nothing_is_counted_but_not_rated(guest, kinds, more):
    runa = guest.known("Runa")
    game = more.pop("game", "haugaz")
    lose(runa.sits(runa.open(game, *kinds, **more), 0))
    found = profile(runa, game)
    assert (found["matches"], found["rated"], found["points"]) == (1, 0, None)
    assert runa.get("/people/me/profile")["matches"][0]["gain"] is None


def test_the_rematch_of_a_table_with_a_seed_by_hand_is_rated(guest):
    runa = guest.known("Runa")
    at = runa.sits(runa.open("haugaz", "me", 2, seed="1"))
    lose(at)
    at.name = at.wish("rematch")["table"]
    lose(at)
    found = profile(runa)
    assert (found["matches"], found["rated"]) == (2, 1)


@pytest.mark.parametrize(("moves", "counts"), [(0, 1), (1, 0), (10**6, 0)], ids=["at once", "later", "after the end"])
def test_nobody_waits_how_a_match_goes_before_they_say_who_they_are(guest, moves, counts):
    runa, seated = guest.known("Runa"), guest.open("haugaz", "me", 2, options={"size": 4})
    at = runa.sits(seated)
    while moves and (state := at.state())["stage"] == "playing":
        if state["choices"]:
            at.play_on(1)
            moves -= 1
    at.wish("sit", name="Runa")
    if at.state()["stage"] == "playing":
        lose(at)
    assert profile(runa)["rated"] == profile(runa)["matches"] == counts


def test_who_leaves_a_table_of_three_comes_last_whatever_the_bot_makes_of_it(guest):
    runa, ulf, tuva = (guest.known(name) for name in ("Runa", "Ulf", "Tuva"))
    seated = runa.open("new-shores", "me", "link", "link")
    others = [sit(seated, ulf, 1, "Ulf"), sit(seated, tuva, 2, "Tuva")]
    lose(runa.sits(seated, 0))
    state = others[0].state()
    while state["stage"] == "playing":
        for other in others:
            state = other.play_on(seed=5)
    left = runa.get("/people/me/profile")["matches"][0]
    assert left["left"] and left["won"] is False and left["score"] is None and left["gain"] < 0
    assert min(profile(other, "new-shores")["points"] for other in (ulf, tuva)) > profile(runa, "new-shores")["points"]


@pytest.mark.parametrize("change", [{"start": "record"}, {"daily": "2026-11-16 haugaz"}, {"rated": False}, {}])
def test_only_whole_matches_with_fresh_dice_are_rated(change):
    match = meadhall.game("haugaz").new(size=4, seed=1)
    for action in ("a1", "d4"):
        match.play(action)
    if "start" in change:
        change = {"start": match.record()}
    row = TableRow("long-friday", "haugaz", dict(match.setup.options), "1", True, True, 1.0, **change)
    seats = [SeatRow(0, "person", None, "Runa", "x", "r"), SeatRow(1, "bot", 2, "Ulf", None)]
    kept = new_table(row, seats)
    end = ended(Table(Kept(kept.table, kept.card, seats, [Event(1, "resign", 0, "", 2.0)]), NoStore()))
    assert end.rated == (change == {})
    assert end.seats[0].facts.counted == ("start" not in change)
    assert end.seats[1].bot == bot_rating("haugaz", 2)


@pytest.mark.parametrize("stood_in", ["not at all", "without a decision", "for a decision"])
def test_what_a_bot_has_won_for_somebody_is_not_theirs_but_what_it_lost_is(stood_in):
    seen = set()
    for seed in range(10):
        end = _stood_in(stood_in, seed)
        won = end.seats[0].facts.won
        seen.add(won)
        mine = stood_in != "for a decision" or not won
        assert end.rated == end.seats[0].facts.counted == mine
        assert end.seats[1].facts.counted
    assert seen == {True, False}


def _stood_in(how, seed):
    """Play at random with Runa in the first seat; a bot stands in for her first decision, or leaves before it."""
    dice, match = random.Random(seed), meadhall.game("haugaz").new(size=4, seed=1)
    events = []
    while not match.over:
        actor = match.actor
        match.play(dice.choice(match.actions()))
        events.append(("move", actor, match.history[-1]))
    first = next(place for place, (_, seat, _) in enumerate(events) if seat == 0)
    if how != "not at all":
        events.insert(first + (how == "for a decision"), ("back", 0, ""))
        events.insert(first, ("stand-in", 0, "5"))
    row = TableRow("long-friday", "haugaz", dict(match.setup.options), "1", True, True, 1.0)
    seats = [SeatRow(0, "person", None, "Runa", "x", "r"), SeatRow(1, "bot", 2, "Ulf", None)]
    kept = new_table(row, seats)
    numbered = [Event(number, *event, 2.0) for number, event in enumerate(events, 1)]
    return ended(Table(Kept(kept.table, kept.card, seats, numbered), NoStore()))


# -- exactly once --------------------------------------------------------------------------------------


def test_a_match_counts_once_however_often_it_is_looked_at(tmp_path):
    with hall(tmp_path) as guest:
        runa = guest.known("Runa")
        at = runa.sits(runa.open("haugaz", "me", 2))
        lose(at)
        before = profile(runa)
        at.wish("rematch")
        at.state()
    for _ in range(2):
        with hall(tmp_path) as guest:
            guest.phrase = runa.phrase
            guest.get(f"/tables/{at.name}")
            assert profile(guest) == before


def test_an_end_that_was_not_written_down_is_caught_up_at_the_next_start(tmp_path, monkeypatch):
    with monkeypatch.context() as crash, hall(tmp_path) as guest:
        crash.setattr(People, "notice", lambda self, table: None)
        runa, ulf = guest.known("Runa"), guest.known("Ulf")
        seated = runa.open("haugaz", "me", "link")
        lose(sit(seated, ulf, 1))
        assert profile(runa)["matches"] == 0
    with hall(tmp_path) as guest:
        runa.client = ulf.client = guest.client
        guest.get(f"/tables/{seated['table']}")  # what is caught up at the start may still be on its way
        assert profile(runa)["points"] > 1000 > profile(ulf)["points"]


def test_a_crash_in_the_middle_leaves_nothing_half_written(tmp_path, monkeypatch):
    def torn(ended, known):
        yield "delete from ratings", ()
        found = yield from rate(ended, known)
        assert found
        raise OSError("the power is gone")

    rate = store_people._rate
    with monkeypatch.context() as crash, hall(tmp_path) as guest:
        crash.setattr(store_people, "_rate", torn)
        runa = guest.known("Runa")
        lose(runa.sits(runa.open("haugaz", "me", 2)))
        assert profile(runa)["matches"] == 0 and profile(runa)["points"] is None
    with hall(tmp_path) as guest:
        runa.client = guest.client
        guest.get(f"/tables/{sqlite_rows(tmp_path, 'select name from tables')[0][0]}")
        found = profile(runa)
        assert (found["matches"], found["rated"]) == (1, 1)


def sqlite_rows(folder, query):
    connection = sqlite3.connect(folder / "hall.db")
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_matches_that_end_at_the_same_time_all_count(tmp_path):
    with hall(tmp_path) as guest:
        runa = guest.known("Runa")
        for _ in range(6):
            lose(runa.sits(runa.open("haugaz", "me", 2)))
        names = [match["table"] for match in runa.get("/people/me/profile")["matches"]]
        one_by_one = profile(runa)
    connection = sqlite3.connect(tmp_path / "hall.db")
    connection.executescript("delete from played; delete from ratings;")
    connection.close()
    store = SQLiteStore(tmp_path / "hall.db")

    async def at_once():
        tables = [Table(await store.load(name), NoStore()) for name in reversed(names)]
        await asyncio.gather(*(store.reckon(ended(table)) for table in [*tables, *tables]))

    asyncio.run(at_once())
    store.close()
    assert sqlite_rows(tmp_path, "select games from ratings") == [(6,)]
    with hall(tmp_path) as guest:
        runa.client = guest.client
        assert profile(runa)["points"] == one_by_one["points"]


def test_the_profile_tells_shares_bests_and_spreads(guest):
    runa = guest.known("Runa")
    for kinds in (("me", "here"), ("here", "me")):
        runa.sits(runa.open("haugaz", *kinds, options={"size": 3})).play_on()
    coast = runa.sits(runa.open("new-shores", "me"))
    coast.play_on()
    reached = meadhall.load(guest.client.get(f"/api/tables/{coast.name}/record").text).breakdown()["rank"]
    found = profile(runa)
    by_seat = next(group for group in found["shares"] if group["title"]["en"] == "by seat")
    assert [(share["words"]["de"], share["matches"]) for share in by_seat["shares"]] == [("Platz 1", 1), ("Platz 2", 1)]
    assert sum(bar["many"] for bar in found["spreads"][0]["bars"]) == 2
    alone = profile(runa, "new-shores")
    assert (alone["matches"], alone["contests"]) == (1, 0)
    ranks = [best["value"]["en"] for best in alone["bests"] if best["words"]["en"] == "best rank alone"]
    assert ranks == [reached]
