"""The server, call by call: what it gives, and what it refuses."""

import json
import random

import pytest
from app_client import Guest, hall

import meadhall
from meadhall.hall import table
from meadhall.hall.typescript import typescript

GAMES = meadhall.games()
MOST = {name: max(meadhall.game(name).players) for name in GAMES}


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


# -- the hall -----------------------------------------------------------------------------------------


def test_the_hall_presents_every_game_in_both_languages(guest):
    games = {game["name"]: game for game in guest.get("/games")}
    assert list(games) == GAMES
    for game in games.values():
        assert game["title"]["de"] and game["goal"]["en"]
        for option in game["options"]:
            assert all(choice["words"]["de"] for choice in option["choices"])


def test_the_hall_lists_your_tables_those_to_join_and_those_to_watch(guest):
    mine = guest.sits(guest.open("haugaz", "me", 1), 0)
    to_join = guest.open("haugaz", "me", "link")["table"]
    hidden = guest.open("haugaz", "me", "link", listed=False)["table"]
    seen = guest.post("/hall", {"seats": list(mine.secrets)})
    assert [card["table"] for card in seen["yours"]] == [mine.name]
    assert seen["yours"][0]["yours"] == [0]
    assert [(card["table"], card["free"]) for card in seen["open"]] == [(to_join, 1)]
    assert seen["watch"] == []
    assert [card["table"] for card in guest.post("/hall")["watch"]] == [mine.name]
    assert hidden not in json.dumps(guest.post("/hall"))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_pages(guest, game, lang):
    rules = guest.get(f"/rules/{game}/{lang}")
    assert rules["title"] and any("<li>" in (part["html"] or "") for part in rules["parts"])
    assert all((part["html"] is None) == (part["view"] is not None) for part in rules["parts"])


def test_a_name_that_is_taken_gets_a_number_and_bots_have_names_of_their_own(guest):
    seats = [{"kind": "me", "name": " Anna  B "}, {"kind": "here", "name": "anna b"}, {"kind": "bot", "level": 1}]
    me = guest.sits(guest.post("/tables", {"game": "new-shores", "seats": seats}, 201))
    names = [seat["name"] for seat in me.state()["seats"]]
    assert names[:2] == ["Anna B", "anna b 2"] and names[2]


# -- playing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_through_the_server_is_the_game_played_directly(guest, game):
    for players in meadhall.game(game).players:
        all_seats = guest.sits(guest.open(game, *["here"] * players, seed="north wind"))
        direct = meadhall.game(game).new(players=players, seed="north wind")
        state, dice = all_seats.state(), random.Random(players)
        whole = players == direct.game.usual_players
        while not direct.over and (whole or state["number"] < 40):
            assert [choice["action"] for choice in state["choices"]] == direct.game.in_order(direct.actions())
            assert state["view"] == direct.view(direct.actor)
            action = dice.choice(direct.actions())
            direct.play(action)
            state = all_seats.move(action, number=state["number"])
        assert state["view"] == direct.view(direct.actor or 0)
        if direct.over:
            assert state["result"]["scores"] == list(direct.scores)
            assert state["result"]["winners"] == list(direct.winners)
        assert guest.client.get(f"/api/tables/{all_seats.name}/record").text == direct.record()
        steps = guest.get(f"/tables/{all_seats.name}/steps?from=0")
        assert [step["action"] for step in steps] == direct.history
        assert steps[-1]["view"] == direct.view(None)


@pytest.mark.parametrize("game", GAMES)
def test_a_restart_loses_nothing(tmp_path, game):
    with hall(tmp_path) as guest:
        both = guest.sits(guest.open(game, "here", "here", seed="1"))
        before = both.play_on(moves=25)
        steps = both.get(f"/tables/{both.name}/steps?from=0")
    with hall(tmp_path) as guest:
        back = Guest(guest.client, both.name, *both.secrets)
        assert back.state() == before
        assert back.get(f"/tables/{both.name}/steps?from=0") == steps


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_when_it_is_their_turn(guest, game):
    me = guest.sits(guest.open(game, "me", *[1] * (MOST[game] - 1)))
    deciders = set()
    with me.listen() as socket:
        while len(deciders) < MOST[game]:
            news = socket.receive_json()
            deciders |= {step["actor"] for step in news["steps"] if step["actor"] >= 0}
            if news["state"]["choices"]:
                choice = news["state"]["choices"][0]["action"]
                me.wish("move", action=choice, number=news["state"]["number"])


def test_a_preview_shows_the_table_after_an_action_and_plays_nothing(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    seen = both.wish("preview", action="d4", number=0)
    assert seen["view"]["number"] == 1 and seen["said"]["en"] and seen["why"]["de"]
    assert both.state()["number"] == 0


def test_a_hint_names_actions_and_says_why(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    assert both.wish("hint", number=0)["lines"][0]["why"] == {"en": "why", "de": "warum"}


def test_undo_takes_the_last_decision_of_a_turn_back(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    before = both.play_on(moves=8)
    while not before["can_undo"]:
        before = both.play_on(moves=1)
    after = both.wish("undo", number=before["number"])
    assert after["entries"] == before["entries"] - 1
    assert after["number"] == before["number"] + 1


def test_no_match_goes_on_for_ever(guest, monkeypatch):
    """What is kept of a table is played back when it is fetched, moves that were taken back included."""
    monkeypatch.setattr(table, "MOST_MOVES", 6)
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.play_on(moves=5)
    state = both.wish("undo", number=5) if both.state()["can_undo"] else both.play_on(moves=1)
    assert state["number"] == 6
    assert both.problem("move", 409, action=state["choices"][0]["action"], number=6) == "endless"
    assert both.wish("resign", number=6)["stage"] == "over"


def test_undo_stops_at_dice_and_draws(guest):
    alone = guest.sits(guest.open("new-shores", "me", seed="1"))
    state = alone.play_on(moves=2)  # a coaster and a token: then the next coaster was drawn
    assert not state["can_undo"]
    assert alone.problem("undo", 409, number=state["number"]) == "no-undo"


def test_undo_is_not_for_others(guest):
    seated = guest.open("haugaz", "here", "link")
    both = guest.sits(seated)
    state = both.play_on(moves=4)
    while not state["can_undo"]:
        state = both.play_on(moves=1)
    other = guest.sits(seated, 1 - state["actor"])
    assert not other.state()["can_undo"]
    assert other.problem("undo", 409, number=state["number"]) == "no-undo"


def test_who_resigns_of_two_loses(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"), 1)
    state = both.wish("resign", number=0)
    assert (state["stage"], state["result"]["resigned"], state["result"]["winners"]) == ("over", 1, [0])
    assert both.problem("move", 409, action="d4", number=1) == "over"


def test_who_resigns_alone_ends_it(guest):
    alone = guest.sits(guest.open("new-shores", "me"))
    state = alone.wish("resign", number=0)
    assert (state["stage"], state["result"]["winners"]) == ("over", [])


def test_who_resigns_of_three_leaves_the_seat_to_a_bot(guest):
    seated = guest.open("new-shores", "me", "here", "here")
    leaver = guest.sits(seated, 0)
    state = leaver.wish("resign", number=0)
    assert state["stage"] == "playing"
    assert (state["seats"][0]["kind"], state["seats"][0]["level"], state["seats"][0]["yours"]) == ("bot", 2, False)
    rest = guest.sits(seated, 1, 2)
    with rest.listen() as socket:
        while (state := socket.receive_json()["state"])["stage"] == "playing":
            if state["choices"]:
                rest.wish("move", action=state["choices"][0]["action"], number=state["number"])
    again = leaver.wish("rematch")
    assert Guest(guest.client, again["table"], *leaver.secrets).state()["seats"][1]["yours"]


def test_a_rematch_moves_everybody_a_seat_further_and_old_secrets_open_it(guest):
    seated = guest.open("haugaz", "me", "link")
    me, friend = guest.sits(seated, 0), guest.sits(seated, 1)
    assert me.problem("rematch", 409) == "not-over"
    me.wish("resign", number=0)
    new = me.wish("rematch")
    assert list(new["seats"]) == ["1"]
    assert friend.wish("rematch")["table"] == new["table"] == me.state()["rematch"]
    assert friend.post(f"/tables/{new['table']}/claim")["seats"] == {"0": friend.secrets[0]}
    assert guest.post(f"/tables/{new['table']}/claim", status=401)["code"] == "no-seat"


# -- sitting down -------------------------------------------------------------------------------------


def test_an_invitation_names_its_seat(guest):
    seated = guest.open("haugaz", "me", "link", listed=False)
    friend = guest.sits(seated, 1)
    assert friend.state()["seats"][1]["name"] == ""
    assert friend.wish("sit", name="Tuva")["seats"] == {"1": seated["invitations"]["1"]}
    assert friend.state()["seats"][1]["name"] == "Tuva"


def test_a_free_seat_of_a_listed_table_is_anybodys_and_its_invitation_is_void_then(guest):
    seated = guest.open("haugaz", "me", "link")
    watcher = Guest(guest.client, seated["table"])
    taken = watcher.wish("sit", name="Tuva")
    assert guest.sits({"seats": taken["seats"], "invitations": {}, "table": seated["table"]}).state()["seats"][1][
        "yours"
    ]
    assert guest.sits(seated, 1).state(403)["code"] == "foreign-seat"
    assert watcher.problem("sit", 409, name="Ole") == "no-free-seat"


def test_nobody_takes_a_seat_of_a_hidden_table(guest):
    seated = guest.open("haugaz", "me", "link", listed=False)
    assert Guest(guest.client, seated["table"]).problem("sit", 409, name="Ole") == "no-free-seat"


# -- wrong input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb" * 9, "a\u202eb", "\x00"])
def test_a_bad_name_is_refused(guest, name):
    seated = guest.open("haugaz", "me", "link")
    assert guest.sits(seated, 1).problem("sit", 422, name=name) == "bad-name"


def test_somebody_elses_turn(guest):
    seated = guest.open("haugaz", "here", "link")
    actor = guest.sits(seated).state()["actor"]
    other = guest.sits(seated, 1 - actor)
    assert other.problem("move", 403, action="d4", number=0) == "not-your-turn"
    assert other.problem("preview", 403, action="d4", number=0) == "not-your-turn"
    assert other.problem("hint", 403, number=0) == "not-your-turn"


def test_no_seat_and_a_foreign_seat(guest):
    table = guest.open("haugaz", "here", "here")["table"]
    watcher, stranger = Guest(guest.client, table), Guest(guest.client, table, "not-a-secret")
    for what, data in (("move", {"action": "d4"}), ("undo", {}), ("resign", {}), ("hint", {})):
        assert watcher.problem(what, 401, number=0, **data) == "no-seat"
        assert stranger.problem(what, 403, number=0, **data) == "foreign-seat"
    assert stranger.problem("sit", 403, name="Ole") == "foreign-seat"
    assert watcher.problem("rematch", 401) == "no-seat"


def test_an_illegal_action_is_refused_in_the_games_own_words(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    assert both.problem("move", 422, action="z99", number=0) == "illegal"
    assert both.problem("preview", 422, action="", number=0) == "illegal"


def test_an_outdated_action_is_refused(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.move("d4")
    assert both.problem("move", 409, action="d5", number=0) == "moved-on"
    assert both.problem("move", 409, action="d5", number=2) == "moved-on"


@pytest.mark.parametrize("wish", [("move", {"action": "d5"}), ("undo", {}), ("resign", {})])
def test_who_comes_too_late_gets_the_table_as_it_is_now(guest, wish):
    seated = guest.open("haugaz", "here", "here")
    both = guest.sits(seated)
    both.move("d4")
    what, more = wish
    late = guest.sits(seated, 1)
    assert late.wish(what, 409, number=0, **more)["table"] == late.state()


IMPOSSIBLE = {
    "players": {"game": "haugaz", "seats": [{"kind": "me"}]},
    "nobody": {"game": "haugaz", "seats": []},
    "option": {"game": "haugaz", "seats": [{"kind": "me"}] * 2, "options": {"colour": "red"}},
    "value": {"game": "haugaz", "seats": [{"kind": "me"}] * 2, "options": {"size": 99}},
    "file": {"game": "new-shores", "seats": [{"kind": "me"}] * 2, "options": {"set": "/etc/passwd"}},
    "level": {"game": "haugaz", "seats": [{"kind": "me"}, {"kind": "bot", "level": 6}]},
    "seed": {"game": "haugaz", "seats": [{"kind": "me"}] * 2, "seed": "a\nb"},
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_table_that_cannot_be_is_refused(guest, case):
    assert guest.post("/tables", IMPOSSIBLE[case], 422)["code"] == "bad-table"
    assert guest.post("/hall")["watch"] == []


def test_unknown_addresses(guest):
    assert guest.get("/tables/long-friday", 404)["code"] == "no-table"
    assert guest.get("/tables/..%2Fx", 404)["code"] in ("no-table", "no-page")
    assert guest.post("/tables", {"game": "chess", "seats": []}, 404)["code"] == "no-game"
    assert guest.get("/rules/chess/en", 404)["code"] == "no-game"
    assert guest.get("/rules/haugaz/fr", 404)["code"] == "no-page"
    assert guest.get("/nowhere", 404)["code"] == "no-page"


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '{"game": 3}', '"x"', "\xff", '{"game": "haugaz", "seats": [{"kind": "king"}]}']
)
def test_what_is_no_message_is_refused(guest, body):
    answer = guest.client.post(
        "/api/tables", content=body.encode("latin-1"), headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "not-understood")


def test_too_much_is_refused(guest):
    answer = guest.client.post("/api/tables", content=b'"' + b"x" * 100_000 + b'"')
    assert (answer.status_code, answer.json()["code"]) == (413, "not-understood")


def test_no_foreign_page_plays(guest):
    headers = {"origin": "https://elsewhere.example"}
    answer = guest.client.post("/api/hall", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")


# -- pages --------------------------------------------------------------------------------------------


def test_pages_allow_nothing_from_elsewhere(guest):
    for path in ("/", "/api", "/api/games", "/nowhere", "/api/nowhere"):
        headers = guest.client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
        assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")


def test_the_web_app_is_given_for_every_page(guest, tmp_path, monkeypatch):
    from meadhall.http import static_files

    monkeypatch.setattr(static_files, "FOLDER", tmp_path / "static")
    assert "not built" in guest.client.get("/").text
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<p>the app")
    (tmp_path / "static" / "assets" / "app-1a2b.js").write_text("let mead = 1\n" * 99)
    table = guest.open("haugaz", "here", "here")["table"]
    pages = ["/", "/new/haugaz", f"/table/{table}", "/rules/land-ahoy"]
    others = ["/new/chess", "/table/long-friday", "/else", "/../hall.db"]
    for path in pages + others:
        status = 200 if path in pages else 404
        answer = guest.client.get(path)
        assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (status, "<p>the app", "no-cache")
    script = guest.client.get("/assets/app-1a2b.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"] and script.headers["content-encoding"] == "gzip"
    assert script.text.startswith("let mead")


def test_the_calls_are_listed_without_help_from_elsewhere(guest):
    page = guest.client.get("/api").text
    assert "/api/tables/{name}/move" in page and "<script" not in page and "https://" not in page
    assert "TableState" in guest.get("/openapi.json")["components"]["schemas"]


def test_the_wire_types_of_the_browser_are_up_to_date():
    from pathlib import Path

    assert Path(__file__).parents[2].joinpath("web/src/wire.ts").read_text("utf-8") == typescript()
