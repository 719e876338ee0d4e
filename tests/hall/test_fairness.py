"""Help while a match is played: one decision, and every door asks for it.

A table without aids gives none, at no door; a rated match between people never gives a bot's opinion, whatever its
aids; what the board shows to all alike stays the table's choice. After the end all is open.
"""

import json
import random

import pytest
from app_client import Quick, hall

import meadhall
from meadhall.core.record import load
from meadhall.core.registry import find
from meadhall.hall import clock, fairness
from meadhall.hall.fairness import SHORTEST, Help, help_at
from meadhall.hall.store import NoStore
from meadhall.http.server import create_app

GAMES = meadhall.games()
SMALL = {"haugaz": {"size": 5}}
HELP = {"why", "warning", "visits", "lost", "weighed", "best", "luck"}  # what nobody may find in an answer

# What each door gives to whom. A door that is not listed here fails the first test: decide what it may say about a
# match that is being played. `board`: facts about it. `bots`: a bot's opinion of it. `over`: nothing before its end.
# `open`: neither facts nor opinions.
DOORS = {
    "POST /api/commitments": "open",
    "GET /api/daily": "open",  # how others did: told once one's own match is over
    "POST /api/daily/{kind}": "open",
    "GET /api/games": "open",
    "POST /api/hall": "open",
    "GET /api/health": "open",
    "GET /api/lessons/{game}": "open",  # of positions in the lesson
    "POST /api/people": "open",
    "GET /api/people/me": "open",
    "GET /api/people/me/data": "open",
    "POST /api/people/me/drunk": "open",
    "POST /api/people/me/forget": "open",
    "POST /api/people/me/name": "open",
    "GET /api/people/me/profile": "open",
    "GET /api/people/me/tab": "open",
    "POST /api/print/{game}": "open",
    "GET /api/programs": "open",
    "GET /api/puzzles/{game}": "open",  # of the positions that ship
    "GET /api/puzzles/{game}/{name}": "open",
    "POST /api/puzzles/{game}/{name}/preview": "open",
    "GET /api/puzzles/{game}/{name}/solution": "open",
    "POST /api/puzzles/{game}/{name}/try": "open",
    "GET /api/rules/{game}/{lang}": "open",
    "POST /api/score/{game}": "open",  # counts what was typed in, as the table's own state does
    "GET /api/sets/{game}": "open",
    "POST /api/sets/{game}": "open",
    "POST /api/study": "bots",
    "POST /api/study/go-on": "bots",
    "POST /api/study/luck": "bots",
    "POST /api/study/picture": "open",
    "POST /api/study/values": "bots",
    "POST /api/study/verify": "open",
    "POST /api/tables": "open",
    "GET /api/tables/{name}": "open",  # its aids are tested below
    "POST /api/tables/{name}/back": "open",
    "POST /api/tables/{name}/claim": "open",
    "POST /api/tables/{name}/coach": "bots",
    "POST /api/tables/{name}/hint": "bots",
    "POST /api/tables/{name}/invite": "open",
    "POST /api/tables/{name}/move": "open",
    "POST /api/tables/{name}/preview": "board",
    "GET /api/tables/{name}/record": "open",
    "POST /api/tables/{name}/rematch": "open",
    "POST /api/tables/{name}/resign": "open",
    "POST /api/tables/{name}/sit": "open",
    "SOCKET /api/tables/{name}/socket": "open",
    "POST /api/tables/{name}/stand-in": "open",  # how strong the bot may be is tested below
    "GET /api/tables/{name}/steps": "open",
    "GET /api/tables/{name}/study": "over",
    "POST /api/tables/{name}/talk": "open",
    "POST /api/tables/{name}/undo": "open",
}
CLOSED = [door for door, gives in DOORS.items() if gives in ("board", "bots", "over")]
LOOKING_BACK = [door for door in CLOSED if "/study" in door and not door.endswith("luck")]  # that was not played out
OPEN = [door for door, gives in DOORS.items() if gives == "open" and "/tables/{name}" in door and "SOCKET" not in door]


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


# -- the decision ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aids", "rated", "people", "over", "help"),
    [
        (True, True, 2, False, Help.BOARD),
        (True, True, 3, False, Help.BOARD),
        (False, True, 2, False, Help.NONE),
        (True, True, 1, False, Help.BOTS),
        (False, True, 1, False, Help.NONE),
        (True, False, 2, False, Help.BOTS),
        (False, False, 2, False, Help.NONE),
        (True, False, 1, False, Help.BOTS),
        (False, False, 1, False, Help.NONE),
        (True, False, 0, False, Help.BOTS),
        *((aids, rated, 2, True, Help.BOTS) for aids in (True, False) for rated in (True, False)),
    ],
)
def test_one_decision(aids, rated, people, over, help):
    assert help_at(aids, rated, people, over) is help


def test_who_may_hear_the_bots_may_see_the_board_and_not_the_other_way_round():
    assert Help.BOTS.includes(Help.BOARD) and Help.BOARD.includes(Help.BOARD) and not Help.BOARD.includes(Help.BOTS)
    assert not Help.NONE.includes(Help.BOARD) and Help.NONE.includes(Help.NONE)


# -- the tables ------------------------------------------------------------------------------------


def duel(guest, game="haugaz", aids=True, **more):
    """Two people who are known, at one table: somebody with both their seats."""
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open(game, "me", "link", aids=aids, options=SMALL.get(game, {}), **more)
    ulf.sits(seated, 1).wish("sit", name="Ulf")
    return runa.sits(seated)


def hot_seat(guest, game="haugaz", aids=True):
    """Two people at one screen."""
    return guest.sits(guest.open(game, "me", "here", aids=aids, options=SMALL.get(game, {})))


def help_of(at):
    state = at.state()
    return state["rated"], state["help"], state["coach"]


@pytest.mark.parametrize(
    ("kinds", "more", "says"),
    [
        (("me", "link"), {}, (True, "board", False)),
        (("me", "link"), {"aids": False}, (True, "none", False)),
        (("me", "link"), {"seed": "1"}, (False, "bots", True)),
        (("me", 2), {}, (True, "bots", True)),
        (("me", 2), {"aids": False}, (True, "none", False)),
        (("me", "here"), {}, (False, "bots", True)),
        (("me", "here"), {"aids": False}, (False, "none", False)),
        (("here", "link"), {}, (False, "bots", True)),
    ],
)
def test_a_table_says_before_one_sits_down_what_it_gives(guest, kinds, more, says):
    runa = guest.known("Runa")
    at = runa.sits(runa.open("haugaz", *kinds, **more), 0)
    assert help_of(at) == help_of(at.watcher()) == says


def test_between_two_people_and_a_bot_no_bot_speaks(guest):
    runa = guest.known("Runa")
    assert help_of(runa.sits(runa.open("land-ahoy", "me", "link", 2), 0)) == (True, "board", False)


def test_who_plays_alone_may_ask(guest):
    runa = guest.known("Runa")
    assert help_of(runa.sits(runa.open("new-shores", "me"))) == (False, "bots", True)


def test_a_guest_makes_it_a_match_that_is_not_rated(guest):
    runa = guest.known("Runa")
    seated = runa.open("haugaz", "me", "link")
    guest.sits(seated, 1).wish("sit", name="Nobody")
    assert help_of(runa.sits(seated)) == (False, "bots", True)


def test_a_daily_table_is_not_rated_and_its_bots_may_be_asked(guest):
    runa = guest.known("Runa")
    seated = runa.post("/daily/duel", {"name": "Runa"})
    at = runa.sits(seated)
    assert help_of(at) == (False, "bots", True)
    assert at.wish("hint", number=at.state()["number"])["lines"]


def test_who_leaves_a_rated_table_to_a_bot_leaves_no_adviser_behind(guest):
    people = [guest.known(name) for name in ("Runa", "Ulf", "Tuva")]
    seated = people[0].open("land-ahoy", "me", "link", "link")
    at = [one.sits(seated, seat) for seat, one in enumerate(people)]
    for one, name in zip(at[1:], ("Ulf", "Tuva"), strict=True):
        one.wish("sit", name=name)
    for one in at[:2]:
        one.wish("resign", number=one.state()["number"])
    assert help_of(at[2]) == (True, "board", False)


# -- every door ------------------------------------------------------------------------------------


def all_doors():
    app = create_app(NoStore(), Quick())
    doors = {
        f"{method.upper()} {path}"
        for path, item in app.openapi_schema.to_schema()["paths"].items()
        for method in item
    }  # fmt: skip
    sockets = {route.path.replace(":str}", "}") for route in app.routes if not getattr(route, "methods", None)}
    return doors | {f"SOCKET {path}" for path in sockets}


def test_every_door_has_a_decision():
    assert all_doors() == set(DOORS)


def test_what_is_in_no_list_of_doors_gives_nothing_about_a_table():
    """Pages, pictures of the app, figures for the host."""
    unlisted = {
        route.path.replace(":str}", "}")
        for route in create_app(NoStore(), Quick()).routes
        if not {f"{method} {route.path.replace(':str}', '}')}" for method in ("GET", "POST", "SOCKET")} & set(DOORS)
    }
    own = {"/", "/api", "/metrics", "/{page:path}"}
    assert {path for path in unlisted if not path.startswith("/api/openapi")} == own


def knock(at, door):
    """Ask at a door about the table as it is now: status and answer."""
    method, _, path = door.partition(" ")
    state = at.state()
    action = state["choices"][0]["action"] if state["choices"] else ""
    record = at.client.get(f"/api/tables/{at.name}/record").text
    seats = [{"kind": "here"}] * len(state["seats"])
    wishes = {
        "move": {"action": action, "number": state["number"]},
        "talk": {"text": "Skål"},
        "sit": {"name": "Runa"},
        "stand-in": {"seat": 0, "level": 5, "number": state["number"]},
        "study": {"record": record},
        "values": {"record": record},
        "luck": {"record": record},
        "go-on": {"record": record, "at": state["entries"], "seats": seats},
        "invite": {"seat": 1},
    }
    last = path.rpartition("/")[2]
    wish = wishes["move"] if last in ("preview", "coach") else wishes.get(last, {"number": state["number"]})
    answer = at.client.request(
        method, path.replace("{name}", at.name), headers=at.headers, json=wish if method == "POST" else None
    )
    return answer.status_code, answer.json() if "json" in answer.headers.get("content-type", "") else answer.text


def found_help(answer):
    """Name what is help in an answer, wherever it stands in it."""
    if isinstance(answer, list):
        return {one for part in answer for one in found_help(part)}
    if not isinstance(answer, dict):
        return set()
    here = {key for key, value in answer.items() if key in HELP and value}
    return here.union(*map(found_help, answer.values()))


@pytest.mark.parametrize("door", CLOSED)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("aids", [True, False], ids=["with aids", "without aids"])
def test_people_who_play_a_rated_match_hear_no_bot(guest, game, door, aids):
    at = duel(guest, game, aids)
    at.play_on(moves=SHORTEST)
    status, answer = knock(at, door)
    if DOORS[door] == "over":
        assert (status, answer["code"]) == (409, "not-over")
    elif DOORS[door] == "board" and aids:
        assert status == 200
    else:
        assert status == 403 and answer["code"] in ("no-help", "no-coach")
        assert answer["message"]["en"] != answer["message"]["de"]


@pytest.mark.parametrize("door", CLOSED)
def test_a_table_without_aids_gives_none_not_even_against_a_bot(guest, door):
    at = guest.sits(guest.open("new-shores", "me", 2, aids=False))
    while len(at.client.get(f"/api/tables/{at.name}/steps").json()) < SHORTEST or not at.state()["choices"]:
        at.play_on(moves=1)
    assert knock(at, door)[0] == (409 if DOORS[door] == "over" else 403)


@pytest.mark.parametrize("door", [door for door in CLOSED if door != "POST /api/study/luck"])
def test_with_aids_at_a_table_that_is_not_rated_every_door_is_open(guest, door):
    at = hot_seat(guest)
    at.play_on(moves=SHORTEST)
    assert knock(at, door)[0] == (409 if DOORS[door] == "over" else 201 if door.endswith("go-on") else 200)


@pytest.mark.parametrize("door", OPEN)
@pytest.mark.parametrize("game", GAMES)
def test_no_other_door_of_a_table_without_help_gives_any(guest, game, door):
    at = duel(guest, game, aids=False)
    at.play_on(moves=2)
    _, answer = knock(at, door)
    assert not found_help(answer)
    assert not isinstance(answer, dict) or answer.get("aids") is None


def test_the_socket_of_a_table_without_help_gives_none(guest):
    at = duel(guest, "land-ahoy", aids=False)
    for who in (at, at.watcher()):
        with who.listen() as socket:
            news = json.loads(socket.receive_text())
        assert news["state"]["aids"] is None and news["state"]["help"] == "none" and not found_help(news["steps"])


@pytest.mark.parametrize("door", LOOKING_BACK)
@pytest.mark.parametrize("aids", [True, False], ids=["with aids", "without aids"])
def test_after_the_end_everybody_looks_back(guest, door, aids):
    at = duel(guest, aids=aids)
    at.play_on(moves=SHORTEST)
    at.wish("resign", number=at.state()["number"])
    assert knock(at.watcher(), door)[0] in (200, 201)


# -- what the board shows --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("aids", [True, False])
def test_what_the_board_shows_is_the_choice_of_the_table(guest, game, aids):
    at = duel(guest, game, aids)
    shows = aids and not find(game).aids_advise
    assert (at.state()["aids"] is not None) == (at.watcher().state()["aids"] is not None) == shows
    action = at.state()["choices"][0]["action"]
    at.wish("preview", 200 if aids else 403, action=action, number=0)


@pytest.mark.parametrize("aids", [True, False])
def test_what_is_left_in_the_pile_has_to_be_remembered_where_there_are_no_aids(guest, aids):
    at = duel(guest, "new-shores", aids)
    at.play_on(moves=2)
    with at.watcher().listen() as socket:
        news = json.loads(socket.receive_text())
    views = [at.state()["view"], news["state"]["view"], *(step["view"] for step in news["steps"])]
    views += [step["view"] for step in at.get(f"/tables/{at.name}/steps")]
    assert len(views) > 6 and {"pile" in view for view in views} == {aids}


def test_advice_for_the_set_up_is_a_bot_s_opinion(guest):
    assert hot_seat(guest).state()["aids"]["said"]["en"]
    assert duel(guest).state()["aids"] is None


# -- the same match elsewhere ----------------------------------------------------------------------


def record_of(at):
    return at.client.get(f"/api/tables/{at.name}/record").text


def copied(guest, at):
    """The same match once more, at a table of one's own where bots may be asked."""
    twin = hot_seat(guest)
    for action in [step["action"] for step in at.get(f"/tables/{at.name}/steps")]:
        twin.move(action)
    return twin


def test_a_copy_of_a_rated_match_gets_no_opinion_while_that_is_played(guest):
    at = duel(guest)
    at.play_on(moves=SHORTEST)
    twin = copied(guest, at)
    number = twin.state()["number"]
    action = twin.state()["choices"][0]["action"]
    assert twin.problem("hint", 403, number=number) == "no-help"
    assert twin.problem("coach", 403, action=action, number=number) == "no-help"
    twin.move(action)  # nor is a move further on any better
    assert twin.problem("hint", 403, number=number + 1) == "no-help"
    at.wish("resign", number=at.state()["number"])
    assert twin.wish("hint", number=number + 1)["lines"]


@pytest.mark.parametrize("door", ["", "/values", "/luck", "/go-on"])
@pytest.mark.parametrize("change", ["as it is", "played on", "cut"])
def test_no_record_of_a_rated_match_opens_a_door_while_it_is_played(guest, door, change):
    at = duel(guest)
    at.play_on(moves=SHORTEST + 2)
    match = load(record_of(at), find)
    if change == "cut":
        match.undo()
    while change == "played on" and not match.over:
        match.play(random.Random(len(match.entries)).choice(match.actions()))
    wish = {"record": match.record()}
    if door == "/go-on":
        wish |= {"at": SHORTEST, "seats": [{"kind": "me"}, {"kind": "bot", "level": 5}]}
    assert guest.post(f"/study{door}", wish, 403)["code"] == "no-help"


def test_another_match_and_an_opening_that_many_share_are_judged(guest):
    at = duel(guest)
    at.play_on(moves=SHORTEST)
    other = guest.sits(guest.open("haugaz", "me", "here", options=SMALL["haugaz"]))
    other.play_on(moves=SHORTEST, seed=2)
    assert record_of(other) != record_of(at)
    assert guest.post("/study/values", {"record": record_of(other)})["weighed"]
    match = load(record_of(at), find)
    short = match.game.new(size=5)
    for action in match.history[: SHORTEST - 1]:
        short.play(action)
    assert guest.post("/study/values", {"record": short.record()})["weighed"]


def test_who_looks_back_at_a_finished_match_is_not_stopped_by_one_that_goes_on_from_it(guest):
    first = hot_seat(guest)
    first.play_on()
    record = record_of(first)
    wish = {"record": record, "at": SHORTEST, "aids": False, "seats": [{"kind": "me"}, {"kind": "here"}]}
    fork = guest.sits(guest.post("/study/go-on", wish, 201))
    fork.play_on(moves=SHORTEST, seed=5)
    assert guest.post("/study/values", {"record": record})["weighed"]
    assert guest.post("/study", {"record": record_of(fork)}, 403)["code"] == "no-help"


def test_a_match_that_was_left_long_ago_keeps_nobody_from_its_opening(guest, monkeypatch):
    at = duel(guest)
    at.play_on(moves=SHORTEST)
    record, now = record_of(at), clock.steady()
    guest.post("/study/values", {"record": record}, 403)
    monkeypatch.setattr(clock, "steady", lambda: now + fairness.FORGOTTEN + 1)
    assert guest.post("/study/values", {"record": record})["weighed"]


def test_the_order_of_options_does_not_make_another_match(guest):
    match = meadhall.game("haugaz").new(size=5, seed=1)
    while len(match.entries) < SHORTEST:
        match.play(random.Random(1).choice(match.actions()))
    twin = load(match.record(), find)
    assert fairness.beginnings(match) == fairness.beginnings(twin) != []


# -- ways around -----------------------------------------------------------------------------------


def test_who_has_asked_as_a_guest_does_not_make_the_match_a_rated_one(guest):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open("haugaz", "me", "link")
    mine, theirs = runa.sits(seated, 0), guest.sits(seated, 1)
    theirs.wish("sit", name="Nobody")
    assert mine.wish("hint", number=0)["lines"]
    ulf.sits(seated, 1).wish("sit", name="Ulf")
    assert help_of(mine) == (False, "bots", True)
    mine.wish("resign", number=0)
    assert runa.get("/people/me/profile")["matches"][0]["gain"] is None


def test_an_invitation_that_is_taken_back_does_not_make_the_match_a_rated_one(guest):
    runa = guest.known("Runa")
    seated = runa.open("haugaz", "me", "link")
    guest.sits(seated, 1).wish("sit", name="Nobody")
    mine = runa.sits(seated, 0)
    assert mine.wish("hint", number=0)["lines"]
    mine.wish("invite", seat=1)
    assert help_of(mine) == (False, "bots", True)


def test_a_match_that_stays_unrated_does_so_after_a_restart(tmp_path):
    with hall(tmp_path) as guest:
        runa = guest.known("Runa")
        seated = runa.open("haugaz", "me", "link")
        guest.sits(seated, 1).wish("sit", name="Nobody")
        mine = runa.sits(seated, 0)
        mine.wish("invite", seat=1)
        name, secrets = mine.name, mine.secrets
    with hall(tmp_path) as guest:
        guest.name, guest.secrets = name, secrets
        assert help_of(guest) == (False, "bots", True)


@pytest.mark.parametrize(("aids", "rated", "level"), [(True, True, 2), (False, False, 2), (True, False, 5)])
def test_a_bot_in_one_s_own_place_is_no_strong_adviser_where_none_may_speak(guest, aids, rated, level):
    at = duel(guest, aids=aids) if rated else hot_seat(guest, aids=aids)
    assert at.wish("stand-in", seat=1, level=5, number=0)["seats"][1]["level"] == level


def test_another_server_of_the_hall_knows_which_matches_are_kept_from_the_bots(postgres):
    address = postgres.database()
    with hall(address) as here, hall(address) as there:
        at = duel(here)
        at.play_on(moves=SHORTEST)
        assert there.post("/study/values", {"record": record_of(at)}, 403)["code"] == "no-help"
        at.wish("resign", number=at.state()["number"])
        assert there.post("/study/values", {"record": record_of(at)})["weighed"]
