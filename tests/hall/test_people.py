"""People without accounts: a phrase says who they are, and nobody else can."""

import json
import re
import sqlite3

import pytest
from app_client import hall

from meadhall.hall.problems import Refused
from meadhall.hall.recovery_phrase import FIRST, SECOND, new_phrase, phrase_digest


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def rows(folder, query):
    connection = sqlite3.connect(folder / "hall.db")
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


# -- phrases -------------------------------------------------------------------------------------------


def test_a_phrase_can_be_said_and_has_more_than_80_bits():
    phrases = {new_phrase() for _ in range(200)}
    assert len(phrases) == 200
    said = re.compile(r"([bdfghklmnprstvwz][aeio]){3}( ([bdfghklmnprstvwz][aeio]){3}){4}")
    assert all(said.fullmatch(phrase) for phrase in phrases)
    assert (len(FIRST) * len(SECOND)) ** 14 > 2**80  # the last of fifteen syllables is a check


def test_a_phrase_is_the_same_however_it_is_typed():
    phrase = new_phrase()
    ways = [phrase.upper(), phrase.replace(" ", ""), f"  {phrase.replace(' ', '-')}.\n", phrase.replace(" ", " · ")]
    assert {phrase_digest(way) for way in ways} == {phrase_digest(phrase)}
    assert phrase not in phrase_digest(phrase)


def test_every_wrong_syllable_is_noticed():
    letters = new_phrase().replace(" ", "")
    for place in range(0, len(letters), 2):
        for first in FIRST:
            for second in SECOND:
                wrong = letters[:place] + first + second + letters[place + 2 :]
                if wrong != letters:
                    with pytest.raises(Refused):
                        phrase_digest(wrong)


@pytest.mark.parametrize("text", ["x", "bakelo", "a" * 5000, "bababa " * 6, "ßßß", "ｂａ" * 15 + "b", "💥" * 30])
def test_what_is_no_phrase_is_told_as_that(guest, text):
    with pytest.raises(Refused) as refused:
        phrase_digest(text)
    assert refused.value.problem.code == "bad-phrase"


# -- who is who ----------------------------------------------------------------------------------------


def test_somebody_is_known_again_by_the_phrase_alone(guest):
    runa = guest.known("Runa")
    assert runa.get("/people/me")["name"] == "Runa"
    runa.phrase = runa.phrase.upper()
    assert runa.get("/people/me")["name"] == "Runa"


def test_only_a_digest_of_the_phrase_is_kept(guest, tmp_path):
    runa = guest.known("Runa")
    guest.open("haugaz", "me", 1)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("hall.db*"))
    assert b"Runa" in kept
    assert runa.phrase.encode() not in kept and runa.phrase.replace(" ", "").encode() not in kept


@pytest.mark.parametrize(
    ("phrase", "status", "code"),
    [("", 401, "no-person"), ("bakelo", 422, "bad-phrase"), (new_phrase(), 404, "unknown-phrase")],
    ids=["none", "slip", "nobody's"],
)
def test_a_wrong_phrase_opens_nothing(guest, phrase, status, code):
    guest.known("Runa")
    guest.phrase = phrase
    for call in ("", "/profile", "/tab", "/data"):
        problem = guest.get(f"/people/me{call}", status)
        assert problem["code"] == code and problem["message"]["en"] != problem["message"]["de"]
    assert guest.post("/people/me/forget", {}, status)["code"] == code
    assert guest.post("/people/me/name", {"name": "Ulf"}, status)["code"] == code
    assert guest.post("/people/me/drunk", {"key": "x", "many": 1}, status)["code"] == code


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\x00b", "a\u202eb", "\ud800", "a\nb\x07"])
def test_a_name_that_cannot_be_shown_makes_nobody(guest, tmp_path, name):
    body = json.dumps({"name": name}).encode()
    answer = guest.client.post("/api/people", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert rows(tmp_path, "select * from people") == []


@pytest.mark.parametrize("name", ["<script>alert(1)</script>"[:24], "'; drop table people;--", "Ægir 🍺", "bot Ulf"])
def test_a_hostile_name_is_only_a_name(guest, name):
    runa = guest.known(name)
    assert runa.get("/people/me/profile")["person"]["name"] == name


def test_a_new_name_counts_from_now_on(guest):
    runa = guest.known("Runa")
    assert runa.post("/people/me/name", {"name": " Runa  the Red "})["name"] == "Runa the Red"
    assert runa.post("/people/me/name", {"name": "x" * 25}, 422)["code"] == "bad-name"
    assert runa.get("/people/me")["name"] == "Runa the Red"
    runa.post("/tables", {"game": "haugaz", "seats": [{"kind": "me", "name": "Runi"}, {"kind": "bot"}]}, 201)
    assert runa.get("/people/me")["name"] == "Runi"


# -- seats ---------------------------------------------------------------------------------------------

SEATS = "select s.seat, p.name from seats s left join people p on p.person = s.person order by s.seat"


def test_who_opens_a_table_sits_there_as_themselves_and_nobody_else_does(guest, tmp_path):
    guest.known("Runa").open("land-ahoy", "here", "me", "link", 1)
    assert rows(tmp_path, SEATS) == [(0, None), (1, "P1"), (2, None), (3, None)]


def test_there_is_only_one_me(guest, tmp_path):
    guest.known("Runa").open("land-ahoy", "me", "me", "me")
    assert [name for _, name in rows(tmp_path, SEATS)] == ["P0", None, None]


def test_who_takes_a_seat_is_known_there_but_not_twice(guest, tmp_path):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open("land-ahoy", "me", "link", "link")
    ulf.sits(seated, 1).wish("sit", name="Ulf")
    ulf.sits(seated, 2).wish("sit", name="Ulf again")
    runa.sits(seated, 0).wish("sit", name="Runa")
    runa.sits(seated, 1).wish("sit", name="Thief")
    assert [name for _, name in rows(tmp_path, SEATS)] == ["Thief", "Ulf again", None]


def test_a_phrase_that_nobody_has_opens_no_table(guest, tmp_path):
    guest.phrase = new_phrase()
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "bot"}]
    assert guest.post("/tables", {"game": "haugaz", "seats": seats}, 404)["code"] == "unknown-phrase"
    assert rows(tmp_path, "select * from tables") == []


def test_nobody_learns_who_others_are(guest, tmp_path):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open("haugaz", "me", "link")
    at = ulf.sits(seated, 1)
    at.wish("sit", name="Ulf")
    at.wish("resign", number=0)
    person = rows(tmp_path, "select person from people where name = 'P0'")[0][0]
    for told in (at.state(), ulf.get("/people/me/profile"), ulf.get("/people/me/data"), ulf.post("/hall")):
        assert person not in str(told) and runa.phrase not in str(told)


def test_a_rematch_keeps_who_is_who(guest, tmp_path):
    runa, ulf = guest.known("Runa"), guest.known("Ulf")
    seated = runa.open("haugaz", "me", "link")
    at = ulf.sits(seated, 1)
    at.wish("sit", name="Ulf")
    at.wish("resign", number=0)
    again = at.wish("rematch")["table"]
    query = f"select s.seat, p.name from seats s join people p on p.person = s.person where s.name = '{again}'"
    assert sorted(rows(tmp_path, query)) == [(0, "Ulf"), (1, "P0")]


def test_the_profile_has_an_address_of_its_own(guest):
    assert guest.client.get("/profile").status_code == 200
    assert guest.client.get("/profile/somebody").status_code == 404
