"""The daily tables: the same for everybody, one try a day, results when they are due."""

import json
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from app_client import Guest, Quick, hall

import meadhall
from meadhall.hall.bot_pool import NoAnswer
from meadhall.hall.daily import KINDS, LEVELS, daily

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
DAY = 86_400
A_CYCLE = 3 * len(meadhall.games())


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        set_clock(guest, NOON)
        yield guest


def set_clock(guest, now):
    """Let the hall think that it is another time."""
    guest.client.app.state.dailies.clock = lambda: now


class Browser:
    """Somebody who comes back every day, and keeps the secrets of their daily tables."""

    def __init__(self, guest, name="Runa"):
        self.guest, self.name, self.secrets = guest, name, []

    def sit(self, kind, status=200, **more):
        wish = {"name": self.name, "seats": self.secrets, **more}
        seated = self.guest.post(f"/daily/{kind}", wish, status)
        if status != 200:
            return seated
        self.secrets += [secret for secret in seated["seats"].values() if secret not in self.secrets]
        return Guest(self.guest.client, seated["table"], *seated["seats"].values())

    def finish(self, kind):
        table = self.sit(kind)
        until_over(table)
        return table

    def look(self):
        return Guest(self.guest.client, "", *self.secrets).get("/daily")

    def today(self, kind):
        return next(table for table in self.look()["tables"] if table["kind"] == kind)


def until_over(table):
    """Play at random, whatever the bot does, until the match is over."""
    state = table.state()
    while state["stage"] == "playing":
        state = table.play_on() if state["choices"] else table.state()


def wait_for_bot(browser, kind):
    """Look until the bot has finished too; it thinks at once, so a few looks will do."""
    for _ in range(1000):
        if bot := browser.today(kind)["bot"]:
            return bot
    raise AssertionError("the bot never finished")


# -- which table it is -------------------------------------------------------------------------------


def test_all_that_there_is_to_a_daily_table_follows_from_its_day_and_kind():
    solo, duel = (daily(date(2026, 11, 16), kind) for kind in KINDS)
    assert (solo.game, solo.level, solo.key, solo.seed) == (
        "new-shores", None, "2026-11-16 solo", "meadhall daily 2026-11-16 solo"
    )  # fmt: skip
    assert (duel.game, duel.level, duel.seed) == ("land-ahoy", 2, "meadhall daily 2026-11-16 duel")


def test_every_game_for_two_meets_every_level_in_turn():
    days = [daily(date(2026, 11, 16) + timedelta(days=day), "duel") for day in range(A_CYCLE)]
    assert len({(one.game, one.level) for one in days}) == A_CYCLE == len(meadhall.games()) * len(LEVELS)
    assert all(one.game != other.game for one, other in pairwise(days))


def test_everybody_gets_the_same_dice_and_draws(guest):
    runa, knut = Browser(guest).sit("solo"), Browser(guest, "Knut").sit("solo")
    assert runa.name != knut.name
    for table in (runa, knut):
        table.play_on(moves=200)
    draws = [[step["action"] for step in table.get(f"/tables/{table.name}/steps") if step["actor"] == -1]
             for table in (runa, knut)]  # fmt: skip
    assert draws[0] == draws[1] and len(draws[0]) > 10


# -- one try a day -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_comes_back_gets_the_same_table(guest, kind):
    runa = Browser(guest)
    first = runa.sit(kind)
    first.play_on(moves=2)
    assert runa.sit(kind).name == first.name and len(runa.secrets) == 1
    until_over(first)
    assert runa.sit(kind).name == first.name
    assert Browser(guest, "Knut").sit(kind).name != first.name


def test_another_kind_and_another_day_are_another_try(guest):
    runa = Browser(guest)
    names = [runa.sit(kind).name for kind in KINDS]
    set_clock(guest, NOON + DAY)
    names += [runa.sit(kind).name for kind in KINDS]
    assert len(set(names)) == 4


def test_the_hall_decides_which_day_it_is(guest):
    midnight = NOON + DAY / 2
    runa = Browser(guest)
    set_clock(guest, midnight - 1)
    assert runa.look()["ends"] == 1
    late = runa.sit("solo", day="2026-11-16")
    set_clock(guest, midnight)
    assert (runa.look()["day"], runa.look()["ends"]) == ("2026-11-17", DAY)
    problem = runa.sit("solo", 409, day="2026-11-16")
    assert problem["code"] == "day-over" and problem["message"]["en"] != problem["message"]["de"]
    until_over(late)
    seen = runa.look()
    assert seen["finished"] == ["2026-11-16"]
    assert seen["before"][0]["day"] == "2026-11-16" and seen["before"][0]["tables"][0]["stage"] == "over"
    assert [table["stage"] for table in seen["tables"]] == ["new", "new"]


@pytest.mark.parametrize("kind", ["new-shores", "bot", "SOLO", "x" * 500, "%00"])
def test_there_are_only_two_kinds(guest, kind):
    problem = guest.post(f"/daily/{kind}", {}, 404)
    assert problem["code"] == "no-daily" and problem["message"]["en"] != problem["message"]["de"]
    assert guest.get("/daily")["tables"][0]["finished"] == 0


@pytest.mark.parametrize("body", [{"name": 7}, {"seats": "x"}, {"seats": [1]}, {"day": None}, []])
def test_a_wish_that_makes_no_sense(guest, body):
    assert guest.post("/daily/solo", body, 400)["code"] == "not-understood"


@pytest.mark.parametrize("wish", [{"name": "x" * 25}, {"name": "a\x07b"}])
def test_a_name_that_cannot_be_shown(guest, wish):
    assert guest.post("/daily/solo", wish, 422)["code"] == "bad-name"


def test_foreign_and_silly_secrets_open_nothing(guest):
    runa = Browser(guest)
    runa.sit("solo")
    other = Browser(guest)
    other.secrets = ["not-a-secret", "", "x" * 1000]
    assert other.look()["tables"][0]["stage"] == "new"
    assert other.sit("solo").name != runa.sit("solo").name


# -- who sees what -----------------------------------------------------------------------------------


def test_a_daily_table_is_for_one_and_not_in_the_hall(guest):
    table = Browser(guest).sit("duel")
    seen = guest.post("/hall")
    assert seen["open"] == seen["watch"] == []
    assert guest.post(f"/tables/{table.name}/sit", {"name": "Knut"}, 409)["code"] == "no-free-seat"
    assert table.state()["daily"] == "2026-11-16 duel"
    assert "daily" not in guest.client.get(f"/api/tables/{table.name}/record").text
    until_over(table)
    assert "meadhall daily 2026-11-16 duel" in guest.client.get(f"/api/tables/{table.name}/record").text


@pytest.mark.parametrize("kind", KINDS)
def test_no_bot_plays_a_daily_table_for_somebody(guest, kind):
    table = Browser(guest).sit(kind)
    while not (state := table.state())["choices"]:  # the bot is at work
        pass
    assert table.problem("stand-in", 409, seat=0, level=5, number=state["number"]) == "no-stand-in"
    assert table.state()["seats"][0]["level"] is None


def test_a_rematch_is_no_daily_table(guest):
    runa = Browser(guest)
    table = runa.finish("solo")
    again = Guest(guest.client, table.wish("rematch")["table"], *table.secrets)
    assert again.state()["daily"] == ""
    assert runa.today("solo")["table"] == table.name


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_told_to_those_who_have_finished(guest, kind):
    knut, runa = Browser(guest, "Knut"), Browser(guest)
    knut.finish(kind)
    wait_for_bot(knut, kind)
    runa.sit(kind)
    seen = runa.today(kind)
    assert (seen["stage"], seen["finished"], seen["results"], seen["bot"]) == ("playing", 1, [], None)
    runa.finish(kind)
    seen = runa.today(kind)
    assert {(result["name"], result["yours"]) for result in seen["results"]} == {("Knut", False), ("Runa", True)}
    assert seen["yours"]["said"]["en"] and seen["yours"]["table"] == seen["table"]
    assert wait_for_bot(runa, kind)["level"] == 5


def test_the_best_come_first_and_who_gave_up_last(guest):
    everybody = [Browser(guest, f"P{i}") for i in range(4)]
    for browser in everybody[:3]:
        browser.finish("solo")
    table = everybody[3].sit("solo")
    table.wish("resign", number=table.state()["number"])
    seen = everybody[3].today("solo")
    said = [result["said"]["en"] for result in seen["results"]]
    assert said[-1] == "gave up" and seen["results"][-1]["yours"]
    assert everybody[3].look()["finished"] == [] and everybody[0].look()["finished"] == ["2026-11-16"]
    points = [float(line.split()[0]) for line in said[:-1]]
    assert points == sorted(points, reverse=True)


def test_points_ranks_and_wins_in_both_languages(guest):
    runa = Browser(guest)
    table = runa.finish("solo")
    result = table.state()["result"]
    said = runa.today("solo")["yours"]["said"]
    assert said["en"] == f"{result['scores'][0]:g} points, {result['breakdown']['rank']}"
    assert " Punkte, " in said["de"]
    duel = runa.finish("duel").state()["result"]
    won = "won" if duel["winners"] == [0] else "lost" if duel["winners"] == [1] else "drawn"
    count = f"{duel['scores'][0]:g}:{duel['scores'][1]:g}"
    assert runa.today("duel")["yours"]["said"]["en"] == f"{won} {count}"


def test_where_winning_is_all_there_are_no_points(guest):
    set_clock(
        guest,
        NOON + next(d for d in range(9) if daily(date(2026, 11, 16) + timedelta(d), "duel").game == "haugaz") * DAY,
    )
    runa = Browser(guest)
    runa.finish("duel")
    assert runa.today("duel")["yours"]["said"]["de"] in ("gewonnen", "verloren", "unentschieden")


def test_the_days_before_stay_for_a_week(guest):
    runa = Browser(guest)
    for day in range(9):
        set_clock(guest, NOON + day * DAY)
        runa.finish("solo")
    seen = runa.look()
    days = [day["day"] for day in seen["before"]]
    assert days == [f"2026-11-{day}" for day in range(23, 17, -1)]
    assert all(day["tables"][0]["yours"] for day in seen["before"])
    assert seen["finished"] == [f"2026-11-{day}" for day in range(18, 25)]


def test_a_stranger_sees_the_days_before_but_not_today(guest):
    Browser(guest).finish("solo")
    set_clock(guest, NOON + DAY)
    Browser(guest, "Knut").finish("solo")
    seen = guest.get("/daily")
    assert (seen["tables"][0]["finished"], seen["tables"][0]["results"]) == (1, [])
    assert [result["name"] for result in seen["before"][0]["tables"][0]["results"]] == ["Runa"]
    assert not any(result["yours"] for result in seen["before"][0]["tables"][0]["results"])


# -- the bot in your place ---------------------------------------------------------------------------


class Counting(Quick):
    """Counts the questions, by table and level."""

    def __init__(self):
        self.asked, self.problem = [], None

    async def choose(self, table, level):
        if self.problem:
            raise self.problem
        self.asked.append((table.name, table.actor, level))
        return await super().choose(table, level)


def test_the_bot_plays_once_for_all_at_its_level(tmp_path):
    thinkers = Counting()
    with hall(tmp_path, thinkers) as guest:
        set_clock(guest, NOON)
        runa, knut = Browser(guest), Browser(guest, "Knut")
        runa.finish("duel")
        first = wait_for_bot(runa, "duel")
        knut.finish("duel")
        assert wait_for_bot(knut, "duel") == first
        asked = [one for one in thinkers.asked if one[0] == "daily 2026-11-16 duel"]
    assert {(seat, level) for _, seat, level in asked} == {(0, 5), (1, daily(date(2026, 11, 16), "duel").level)}
    with hall(tmp_path, again := Counting()) as guest:  # another day, another process
        set_clock(guest, NOON)
        assert Browser.today(_same(runa, guest), "duel")["bot"] == first
        assert again.asked == []


def _same(browser, guest):
    """Be the same browser in a hall that was opened anew."""
    other = Browser(guest, browser.name)
    other.secrets = browser.secrets
    return other


def test_the_bot_waits_until_it_is_as_good_as_it_can_be(tmp_path):
    thinkers = Counting()
    thinkers.warming = True
    with hall(tmp_path, thinkers) as guest:
        set_clock(guest, NOON)
        runa = Browser(guest)
        runa.finish("solo")
        assert runa.today("solo")["bot"] is None and thinkers.asked == []
        thinkers.warming = False
        assert wait_for_bot(runa, "solo")["level"] == 5


def test_a_bot_without_an_answer_is_asked_again(tmp_path):
    thinkers = Counting()
    with hall(tmp_path, thinkers) as guest:
        set_clock(guest, NOON)
        runa = Browser(guest)
        thinkers.problem = NoAnswer("nobody could think about it")
        runa.finish("solo")
        assert runa.today("solo")["bot"] is None
        thinkers.problem = None
        assert wait_for_bot(runa, "solo")["said"]["en"]


# -- addresses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"),
    [("/daily", 200), ("/daily/2026-11-15", 200), ("/daily/2026-11-16", 200), ("/daily/2026-11-17", 404),
     ("/daily/2026-02-30", 404), ("/daily/20261115", 404), ("/daily/solo", 404), ("/daily/2026-11-16/x", 404)],
)  # fmt: skip
def test_addresses_of_days(guest, path, status):
    assert guest.client.get(path).status_code == status


def test_notes_hold_no_secrets(guest):
    runa = Browser(guest)
    runa.finish("solo")
    assert not any(secret in json.dumps(runa.look()) for secret in runa.secrets)
