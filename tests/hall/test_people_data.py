"""The beer tab, and what people may take with them or have deleted."""

import sqlite3

import pytest
from app_client import Guest, hall

import meadhall


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def beery(person, other=None, name="Ulf"):
    """Play honky-tonk games until somebody owes somebody: the table, and what seat 0 owes seat 1."""
    for seed in range(20):
        seats = [{"kind": "me", "name": "Runa"}, {"kind": "link" if other else "here", "name": name}]
        wish = {"game": "new-shores", "seats": seats, "options": {"honky_tonk": "on"}, "seed": str(seed)}
        seated = person.post("/tables", wish, 201)
        if other:
            other.sits(seated, 1).wish("sit", name=name)
        beers = person.sits(seated).play_on(seed=seed)["result"]["beers"]
        if beers:
            return seated["table"], sum(many if owes == 0 else -many for owes, _, many in beers)
    raise AssertionError("nobody ever spilt a beer")


def everything(folder):
    """Read all rows of all tables, as text."""
    connection = sqlite3.connect(folder / "hall.db")
    tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
    found = {table: [str(row) for row in connection.execute(f"select * from {table}")] for table in tables}
    connection.close()
    return found


# -- the tab -------------------------------------------------------------------------------------------


def test_both_sides_see_the_same_debt_and_strike_it_off_once(guest):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    table, owed = beery(runa, ulf)
    (mine,), (theirs,) = runa.get("/people/me/tab"), ulf.get("/people/me/tab")
    assert (mine["name"], mine["kind"], mine["many"]) == ("Ulf", "person", owed)
    assert (theirs["name"], theirs["many"]) == ("Runa", -owed)
    assert [line["table"] for line in mine["lines"]] == [table] and mine["key"] != theirs["key"]

    drunk = ulf.post("/people/me/drunk", {"key": theirs["key"], "many": abs(owed)})
    assert [debt["many"] for debt in drunk] == [0]
    (mine,) = runa.get("/people/me/tab")
    assert mine["many"] == 0 and [line["many"] for line in mine["lines"]] == [-owed, owed]
    assert runa.post("/people/me/drunk", {"key": mine["key"], "many": 1}, 409)["code"] == "not-owed"


def test_debts_add_up_across_matches(guest):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    owed = beery(runa, ulf)[1] + beery(runa, ulf)[1]
    (mine,) = runa.get("/people/me/tab")
    assert mine["many"] == owed and len(mine["lines"]) == 2


@pytest.mark.parametrize("many", [0, -1, 10**6, 2**70])
def test_what_is_not_owed_cannot_be_drunk(guest, many):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    beery(runa, ulf)
    before = runa.get("/people/me/tab")
    answer = guest.client.post(
        "/api/people/me/drunk", json={"key": before[0]["key"], "many": many}, headers=runa.headers
    )
    assert answer.status_code in (400, 409)
    assert runa.get("/people/me/tab") == before == [before[0]]


def test_nobody_strikes_off_the_debts_of_others(guest):
    runa, ulf, thief = guest.known("Runa"), guest.known("Ulf"), guest.known("Thief")
    beery(runa, ulf)
    keys = [debt["key"] for person in (runa, ulf) for debt in person.get("/people/me/tab")]
    for key in [*keys, "", "x" * 5000]:
        assert thief.post("/people/me/drunk", {"key": key, "many": 1}, 409)["code"] == "not-owed"


@pytest.mark.parametrize("name", ["Opa Knut", "bot Ulf", "guest", "Runa 2"])
def test_guests_are_on_the_tab_by_name(guest, name):
    runa = guest.known("Runa")
    _, owed = beery(runa, name=name)
    (debt,) = runa.get("/people/me/tab")
    assert (debt["name"], debt["kind"], debt["many"]) == (name, "guest", owed)


def test_who_plays_on_from_a_record_does_not_pay_for_it(guest):
    runa = guest.known("Runa")
    table, owed = beery(runa)
    record = guest.client.get(f"/api/tables/{table}/record").text
    *before, last = meadhall.load(record).history
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "here", "name": "Knut"}]
    at = runa.sits(runa.post("/study/go-on", {"record": record, "at": len(before), "seats": seats}, 201))
    assert at.move(last)["result"]["beers"]
    assert [(debt["name"], debt["many"]) for debt in runa.get("/people/me/tab")] == [("Ulf", owed)]


def test_bots_drink_too(guest):
    runa, debts = guest.known("Runa"), []
    while not debts:
        at = runa.sits(runa.open("new-shores", "me", 1, options={"honky_tonk": "on"}))
        while at.play_on()["stage"] == "playing":
            pass
        debts = runa.get("/people/me/tab")
    assert debts[0]["kind"] == "bot" and debts[0]["many"] != 0


# -- take it ---------------------------------------------------------------------------------------------


def test_the_download_has_everything(guest):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    table, owed = beery(runa, ulf)
    running = runa.open("haugaz", "me", "link")["table"]
    data = runa.get("/people/me/data")
    assert data["person"]["name"] in ("Runa", "P0") and set(data["ratings"]) <= {"new-shores"}
    assert table in [match["name"] for match in data["matches"]]
    assert [debt["many"] for debt in data["beers"]] == [owed]
    kept = {one["table"]: one for one in data["tables"]}
    assert kept[running]["stage"] == "playing" and "seed" not in kept[running]["record"]
    record = guest.client.get(f"/api/tables/{table}/record").text
    assert kept[table]["record"] == record and kept[table]["name"] == "Runa"


# -- delete it ---------------------------------------------------------------------------------------------


def test_deleting_leaves_nothing_of_a_person_in_any_table(guest, tmp_path):
    runa, ulf = guest.known("Hrafnhildur"), guest.known("Ulf")
    seats = [{"kind": "link"}, {"kind": "me", "name": "Ulf"}]
    seated = ulf.post("/tables", {"game": "haugaz", "seats": seats}, 201)
    at = runa.sits(seated, 0)
    at.wish("sit", name="Hrafnhild")
    at.wish("sit", name="Hrafnhildur")
    said = guest.client.post(f"/api/tables/{at.name}/talk", json={"text": "Skál!"}, headers=at.headers)
    assert said.status_code == 204
    at.wish("resign", number=0)
    beery(runa, ulf)
    runa.sits(runa.post("/daily/solo", {"name": "Hrafnhildur"})).wish("resign", number=0)
    runa.get("/daily")
    runa.post("/people/me/name", {"name": "Hrafnhildur"})
    database = sqlite3.connect(tmp_path / "hall.db")
    person, digest = database.execute("select person, digest from people where name = 'Hrafnhildur'").fetchone()
    database.close()
    before = everything(tmp_path)
    assert sum(person in row or "Hrafnhildur" in row for rows in before.values() for row in rows) > 5

    assert runa.post("/people/me/forget")["name"] == "Hrafnhildur"
    after = everything(tmp_path)
    left = [row for rows in after.values() for row in rows]
    assert not [row for row in left for trace in (person, digest, "Hrafnhild", "Skál") if trace in row]
    assert len(after["tables"]) == len(before["tables"]) and len(after["people"]) == 1

    for call in ("", "/profile", "/data"):
        assert runa.get(f"/people/me{call}", 404)["code"] == "unknown-phrase"
    assert runa.post("/people/me/forget", {}, 404)["code"] == "unknown-phrase"


def test_the_matches_of_others_stay_with_a_guest_in_them(guest):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    table, _ = beery(runa, ulf)
    points = [game["points"] for game in ulf.get("/people/me/profile")["games"]]
    runa.post("/people/me/forget")
    profile = ulf.get("/people/me/profile")
    assert [game["points"] for game in profile["games"]] == points
    assert [match["names"] for match in profile["matches"] if match["table"] == table] == [["", "Ulf"]]
    assert profile["tab"] == []
    state = guest.get(f"/tables/{table}")
    assert state["seats"][0]["name"] == "" and any("Guest" in line["en"] for line in state["result"]["lines"])
    assert any("Gast" in line["de"] for line in state["result"]["lines"])


def test_who_is_forgotten_in_the_middle_of_a_match_can_sit_down_anew(guest, tmp_path):
    runa = guest.known("Runa")
    at = runa.sits(runa.open("haugaz", "me", "link"), 0)
    runa.post("/people/me/forget")
    at.phrase = ""
    assert [seat["name"] for seat in at.state()["seats"]] == ["", ""]
    at.wish("sit", name="Somebody Else")
    at.wish("resign", number=0)
    again = at.wish("rematch")["table"]
    assert [seat["name"] for seat in guest.get(f"/tables/{again}")["seats"]] == ["", "Somebody Else"]
    assert everything(tmp_path)["people"] == everything(tmp_path)["played"] == []


def test_the_hall_counts_the_seat_of_who_was_forgotten_as_free(guest):
    runa = guest.known("Runa")
    runa.open("haugaz", "me", 1)
    assert guest.post("/hall")["open"] == []
    runa.post("/people/me/forget")
    assert [card["free"] for card in guest.post("/hall")["open"]] == [1]


def test_talk_goes_on_without_the_lines_of_who_was_forgotten(tmp_path):
    with hall(tmp_path) as guest:
        runa, ulf = guest.known("Runa"), guest.known("Ulf")
        seated = runa.open("haugaz", "me", "link")
        one, other = runa.sits(seated, 0), ulf.sits(seated, 1)
        other.wish("sit", name="Ulf")
        for who, text in ((one, "My secret."), (other, "Skål!")):
            assert guest.client.post(
                f"/api/tables/{who.name}/talk", json={"text": text}, headers=who.headers
            ).is_success
        runa.post("/people/me/forget")
        assert _talk(other) == [(2, "Skål!")]
    with hall(tmp_path) as guest:
        other = Guest(guest.client, other.name, *other.secrets)
        said = guest.client.post(f"/api/tables/{other.name}/talk", json={"text": "Gone?"}, headers=other.headers)
        assert said.is_success
        assert _talk(other) == [(2, "Skål!"), (3, "Gone?")]


def _talk(guest):
    with guest.listen() as socket:
        return [(line["number"], line["text"]) for line in socket.receive_json()["talk"]]
