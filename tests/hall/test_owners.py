"""For owners of the real box, over the web: tables are scored, sets are checked, printed and played with."""

import random
import tomllib
from io import BytesIO

import pytest
from app_client import hall
from land_ahoy_table import SCATTERED
from pypdf import PdfReader
from refusals import OWN_SET

import meadhall
from meadhall.core import sets
from meadhall.core.speaker import Speaker
from meadhall.render import prints

AHOY, SHORES = meadhall.game("land-ahoy"), meadhall.game("new-shores")
TABLES = {
    "new-shores": {
        "players": 2,
        "coasters": [{"id": "k01", "at": [0, 0], "turn": 1}, {"id": "k02", "at": [1, 0], "turn": 0}],
        "tokens": [{"is": "hagar", "player": 0, "at": [0, 0], "field": "NE"}],
        "die": 4,
    },
    "land-ahoy": {"players": 2, "hands": [[1, "hagar"], [3]], "x2": {"player": 0, "token": 1}},
    "haugaz": {"size": 5, "stacks": {"a1": "b3", "c3": "w3", "e5": "w1"}},
}
OWN = {"new-shores": OWN_SET, "land-ahoy": SCATTERED}


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    with hall(tmp_path_factory.mktemp("hall")) as guest:
        yield guest


def refused(guest, address, data, code, *words, status=422):
    """A wish that is refused, in both languages, with these words in the English one."""
    problem = guest.post(address, data, status)
    assert problem["code"] == code and all(word in problem["message"]["en"] for word in words), problem
    assert problem["message"]["en"] != problem["message"]["de"]
    return problem["message"]["de"]


# -- scoring ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TABLES)
def test_a_table_is_scored_as_the_library_does_it(guest, game):
    room, table = meadhall.game(game), TABLES[game]
    scored = guest.post(f"/score/{game}", {"table": table, "names": ["Opa", "Oma"]})
    assert scored["breakdown"] == room.score(table)
    assert scored["names"] == ["Opa", "Oma"]
    assert scored["winners"] == list(room.winners(scored["breakdown"]["scores"]))
    assert [line["de"] for line in scored["lines"]] == room.explain(scored["breakdown"], Speaker(["Opa", "Oma"], "de"))


def test_a_table_brings_its_own_set_along(guest):
    table = {**TABLES["new-shores"], "set": OWN_SET, "coasters": [{"id": "own3", "at": [0, 0]}]}
    assert guest.post("/score/new-shores", {"table": table})["breakdown"] == SHORES.score(table)


def test_who_owes_whom_a_beer_is_told(guest):
    table = {**TABLES["new-shores"], "spilt": [0, 2]}
    scored = guest.post("/score/new-shores", {"table": table, "names": ["Opa", "Oma"]})
    assert scored["winners"] == [0] and scored["beers"] == [[1, 0, 2]]
    assert scored["lines"][-1] == {"en": "Oma owes Opa 2 beers.", "de": "Oma schuldet Opa 2 Bier."}
    assert guest.post("/score/haugaz", {"table": TABLES["haugaz"]})["beers"] == []


@pytest.mark.parametrize("path", ["/etc/passwd", "coasters.toml", ""])
def test_the_hall_opens_no_files_for_anybody(guest, path):
    refused(guest, "/score/new-shores", {"table": {"players": 2, "set": path}}, "bad-score", "not a path")
    guest.post("/sets/new-shores", {"set": path}, 400)
    guest.post("/tables", {"game": "new-shores", "seats": [{"kind": "me"}], "set": path}, 400)


def test_what_cannot_be_scored_is_refused(guest):
    refused(guest, "/score/new-shores", {"table": {"players": 9}}, "bad-score", "players is a whole number from 1 to 3")
    refused(guest, "/score/new-shores", {"table": {"players": 2, "set": {}}}, "bad-set", "a set is a list of coasters")
    refused(guest, "/score/haugaz", {"table": {"stacks": {"z9": "b1"}}}, "bad-score", "z9")
    refused(guest, "/score/chess", {"table": {}}, "no-game", "chess", status=404)


# -- sets -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_a_set_comes_back_as_it_was_parsed_and_as_toml(guest, game):
    room = meadhall.game(game)
    checked = room.read_set(OWN[game])
    found = guest.post(f"/sets/{game}", {"set": OWN[game]})
    assert found["set"] == checked
    assert room.read_set(tomllib.loads(found["toml"])) == checked
    assert guest.post(f"/sets/{game}", {"toml": found["toml"]}) == found
    assert guest.get(f"/sets/{game}")["set"] == room.default_set()


@pytest.mark.parametrize("game", OWN)
def test_every_set_that_is_written_reads_the_same(game):
    room = meadhall.game(game)
    for checked in (room.default_set(), room.read_set(OWN[game])):
        assert room.read_set(sets.parse(sets.write(checked))) == checked


def test_a_wrong_set_is_refused_in_words(guest):
    twice = SHORES.default_set()
    twice["coaster"][1]["marks"].append({"on": "NW", "is": "die", "number": 1, "arrow": "vertical"})
    said = refused(guest, "/sets/new-shores", {"set": twice}, "bad-set", "coaster k02", "stands on coaster k01 already")
    assert "Deckel k02, Zeichen die 1 auf NW: Diese Zahl steht schon auf Deckel k01" in said
    fewer = AHOY.default_set()
    fewer["coaster"][0]["treasures"] = 1
    said = refused(guest, "/sets/land-ahoy", {"set": fewer}, "bad-set", "nine spaces", "have 8")
    assert "neun Plätze" in said
    refused(guest, "/sets/new-shores", {"toml": "[[coaster"}, "bad-set", "is no TOML")
    refused(guest, "/sets/new-shores", {"toml": ""}, "bad-set", "a set is a list of coasters")
    refused(guest, "/sets/haugaz", {"set": OWN_SET}, "no-set", "Haugaz", status=404)


def german_of(game, spoilt):
    with pytest.raises(meadhall.BadSet) as caught:
        meadhall.game(game).read_set(spoilt)
    return caught.value


SPOILT = {
    "no coasters": ("new-shores", lambda raw: raw.pop("coaster")),
    "something else": ("new-shores", lambda raw: raw.update(name="mine")),
    "too few": ("new-shores", lambda raw: raw["coaster"].pop()),
    "no table": ("new-shores", lambda raw: raw["coaster"].__setitem__(0, 7)),
    "id": ("new-shores", lambda raw: raw["coaster"][0].update(id="a b")),
    "id twice": ("new-shores", lambda raw: raw["coaster"][0].update(id="k02")),
    "key": ("new-shores", lambda raw: raw["coaster"][0].update(bier=True)),
    "beer": ("new-shores", lambda raw: raw["coaster"][0].update(beer="yes")),
    "rows": ("new-shores", lambda raw: raw["coaster"][0].update(fields=["land land"])),
    "fields of a row": ("new-shores", lambda raw: raw["coaster"][0].update(fields=["land", "land land"])),
    "kind": ("new-shores", lambda raw: raw["coaster"][0].update(fields=["land lava", "land land"])),
    "marks": ("new-shores", lambda raw: raw["coaster"][0].update(marks="gold")),
    "no mark": ("new-shores", lambda raw: raw["coaster"][0].update(marks=["gold"])),
    "mark twice": ("new-shores", lambda raw: raw["coaster"][0].update(marks=2 * [{"on": "N", "is": "gold"}])),
    "skull on a border": ("new-shores", lambda raw: raw["coaster"][0].update(marks=[{"on": "N", "is": "skull"}])),
    "spot": ("new-shores", lambda raw: raw["coaster"][0].update(marks=[{"on": "up", "is": "gold"}])),
    "number": (
        "new-shores",
        lambda raw: raw["coaster"][0].update(marks=[{"on": "NW", "is": "die", "number": 7, "arrow": "vertical"}]),
    ),
    "island": ("land-ahoy", lambda raw: raw["coaster"][0].update(island="SE")),
    "field of an island": ("land-ahoy", lambda raw: raw["coaster"][0].update(island=["up"])),
    "field twice": ("land-ahoy", lambda raw: raw["coaster"][0].update(island=["SE", "SE"])),
    "island of the ship": ("land-ahoy", lambda raw: raw["coaster"][8].update(island=["SE"])),
    "treasure at sea": ("land-ahoy", lambda raw: raw["coaster"][8].update(treasures=1)),
    "two ships": ("land-ahoy", lambda raw: raw["coaster"][7].update(ship=True, island=[], treasures=0)),
}


@pytest.mark.parametrize("what", SPOILT)
def test_whatever_is_wrong_with_a_set_is_said_in_both_languages(what):
    game, spoil = SPOILT[what]
    raw = meadhall.game(game).default_set()
    spoil(raw)
    problem = german_of(game, raw)
    assert problem.de != str(problem)
    assert not any(word in problem.de for word in ("coaster ", " is a", "not ", "mark "))


# -- playing with them ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_a_match_is_played_with_ones_own_coasters_to_its_end(guest, game):
    both = guest.sits(guest.open(game, "here", "here", set=OWN[game], seed="7"))
    state = both.state()
    names = {coaster["id"] for coaster in OWN[game]["coaster"]}
    assert {coaster["id"] for coaster in state["view"]["coasters"]} == names
    assert state["goes_on"] is None and state["number"] == 0
    both.play_on()
    record = guest.client.get(f"/api/tables/{both.name}/record").text
    match = meadhall.load(record)
    assert match.over and match.setup.coasters == meadhall.game(game).read_set(OWN[game])


def test_the_set_is_there_after_the_hall_was_closed_and_in_the_rematch(tmp_path):
    with hall(tmp_path) as guest:
        both = guest.sits(guest.open("new-shores", "here", "here", set=OWN_SET))
        before, secrets = both.play_on(4), both.secrets
    with hall(tmp_path) as guest:
        both = type(guest)(guest.client, before["table"], *secrets)
        assert both.state() == before
        both.play_on()
        again = guest.sits(both.wish("rematch"))
        state = again.state()
        assert {coaster["id"] for coaster in state["view"]["coasters"]} == {f"own{i}" for i in range(12)}
        assert state["goes_on"] is None


@pytest.mark.parametrize(("more", "rated"), [({"set": OWN_SET}, 0), ({}, 1)])
def test_a_match_with_ones_own_coasters_is_not_rated(guest, more, rated):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open("new-shores", "me", "link", **more)
    at, other = runa.sits(seated, 0), ulf.sits(seated, 1)
    other.wish("sit", name="Ulf")
    other.wish("resign", number=at.state()["number"])
    games = runa.get("/people/me/profile")["games"]
    assert next(one for one in games if one["game"] == "new-shores")["rated"] == rated


def test_a_table_with_a_wrong_set_is_refused(guest):
    wish = {"game": "new-shores", "seats": [{"kind": "me"}], "set": {"coaster": []}}
    refused(guest, "/tables", wish, "bad-set", "12 coasters")
    refused(guest, "/tables", {**wish, "game": "haugaz", "seats": 2 * [{"kind": "here"}]}, "no-set", status=404)


def test_an_own_set_has_dice_that_can_be_verified(guest):
    promise = guest.post("/commitments", {}, 201)["commitment"]
    nonce = f"{random.Random(1).getrandbits(128):032x}"
    seats = [{"kind": "me", "name": "Runa", "nonce": nonce}, {"kind": "here", "name": "Opa"}]
    wish = {"game": "new-shores", "seats": seats, "set": OWN_SET, "commitment": promise}
    runa = guest.sits(guest.post("/tables", wish, 201))
    runa.play_on()
    record = guest.client.get(f"/api/tables/{runa.name}/record").text
    assert guest.post("/study/verify", {"record": record})["right"] is True


# -- printing ---------------------------------------------------------------------------------------


def test_a_game_is_printed_with_our_coasters_or_others(guest):
    for wish in ({"lang": "de"}, {"lang": "en", "paper": "letter", "set": OWN_SET}):
        answer = guest.client.post("/api/print/new-shores", json=wish)
        assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
        assert PdfReader(BytesIO(answer.content)).metadata.title == SHORES.title[wish["lang"]]


def test_a_hall_without_a_press_says_so(guest, monkeypatch):
    monkeypatch.setattr(prints, "find_spec", lambda name: None)
    wish = {"lang": "en", "set": OWN_SET}
    said = refused(guest, "/print/new-shores", wish, "no-press", "pip install 'meadhall[print]'", status=503)
    assert "reportlab" in said
    refused(guest, "/print/haugaz", wish, "no-set", status=404)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/score", 200), ("/score/haugaz", 200), ("/score/chess", 404), ("/sets", 200), ("/sets/land-ahoy", 200),
     ("/sets/haugaz", 404)],
)  # fmt: skip
def test_the_pages_have_addresses(guest, path, status):
    assert guest.client.get(path).status_code == status
