"""Text from people is text, everywhere: in answers, on sockets, in pictures, records, exports and in the terminal."""

import json
import xml.etree.ElementTree as ET
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from app_client import hall
from hostile import HARMLESS, REFUSED
from test_study import random_match

import meadhall
from meadhall.hall import names, talk
from meadhall.hall.names import person_name
from meadhall.hall.problems import Refused


@pytest.fixture(params=["sqlite", "postgres"])
def guest(request, tmp_path):
    folder = tmp_path if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    with hall(folder) as guest:
        yield guest


def seats(*names):
    return [{"kind": "here", "name": name} for name in names]


def fields(guest):
    """All calls with a field for people's text: what each of them takes, and where it says it again."""
    both = guest.sits(guest.open("haugaz", "here", "here"))
    runa = guest.known("Runa")
    record = random_match("haugaz").record()
    return {
        "new table": lambda text: guest.post("/tables", {"game": "haugaz", "seats": seats(text, "B")}, None),
        "go on": lambda text: guest.post("/study/go-on", {"record": record, "at": 3, "seats": seats(text, "B")}, None),
        "sit": lambda text: both.wish("sit", None, name=text),
        "talk": lambda text: both.wish("talk", None, text=text),
        "meet": lambda text: guest.post("/people", {"name": text}, None),
        "rename": lambda text: runa.post("/people/me/name", {"name": text}, None),
        "daily": lambda text: guest.post("/daily/solo", {"name": text}, None),
        "study": lambda text: guest.post("/study", {"record": record, "names": [text]}, None),
        "picture": lambda text: guest.post("/study/picture", {"record": record, "names": [text]}, None),
    }


FIELDS = ["new table", "go on", "sit", "talk", "meet", "rename", "daily", "study", "picture"]
EMPTY_IS_FINE = {"new table", "go on", "daily", "study", "picture"}  # somebody without a name gets one


@pytest.fixture
def asked(monkeypatch):
    """Let guests say what the answer was, instead of insisting on one."""
    from app_client import Guest

    def post(self, address, data=None, status=200):
        answer = self.client.post(f"/api{address}", json={} if data is None else data, headers=self.headers)
        if status is None:
            return answer
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    monkeypatch.setattr(Guest, "post", post)


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_no_plain_text_is_refused_in_every_field(guest, field, asked, caplog):
    say = fields(guest)[field]
    for kind, text in REFUSED.items():
        answer = say(text)
        if not text.strip() and field in EMPTY_IS_FINE:
            assert answer.status_code in (200, 201)
        else:
            assert answer.status_code == 422, (kind, answer.text)
            assert answer.json()["code"] in ("bad-name", "bad-talk")
            assert text not in answer.text or not text.strip()
    assert not caplog.records


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_only_strange_is_taken_as_it_is_in_every_field(guest, field, asked, caplog, monkeypatch):
    monkeypatch.setattr("meadhall.hall.talk.OFTEN", 1000)
    say = fields(guest)[field]
    for kind, text in HARMLESS.items():
        answer = say(text)
        assert answer.status_code in (200, 201, 204), (kind, answer.text)
    assert guest.get("/games") and not caplog.records


@pytest.mark.parametrize("kind", HARMLESS)
def test_a_strange_name_is_the_same_text_wherever_it_is_shown(one_hall, kind):
    guest, name = one_hall, HARMLESS[kind]
    runa = guest.known(name)
    both = runa.sits(runa.post("/tables", {"game": "land-ahoy", "seats": seats(name, name)}, 201))
    called = [person_name(name), person_name(name, [person_name(name)])]
    assert len(called[1]) <= 24 and called[1].endswith(" 2")
    with both.listen() as socket:
        assert [seat["name"] for seat in socket.receive_json()["state"]["seats"]] == called
        both.client.post(f"/api/tables/{both.name}/talk", json={"text": name}, headers=both.headers)
        while not (talk := socket.receive_json()["talk"]):
            pass
        assert talk[0]["text"] == called[0]
    both.play_on(moves=6)
    both.wish("resign", number=both.state()["number"])
    said = [step["said"] for step in guest.get(f"/tables/{both.name}/steps")]
    assert any(called[0] in one["en"] for one in said) and any(called[0] in one["de"] for one in said)
    record = guest.client.get(f"/api/tables/{both.name}/record").text
    assert len(called[0]) < 6 or called[0] not in record
    assert meadhall.load(record).history
    looked = guest.get(f"/tables/{both.name}/study")
    assert looked["names"] == called
    assert [card["names"] for card in both.post("/hall", {"seats": list(both.secrets)})["yours"]] == [called]
    for animated in (False, True):
        wish = {"record": record, "names": called, "animated": animated}
        root = ET.fromstring(guest.client.post("/api/study/picture", json=wish).text)
        assert not [part for part in root.iter() if part.tag.rsplit("}")[-1] in ("script", "b", "img", "a", "image")]
        assert not [key for part in root.iter() for key in part.attrib if key.startswith("on")]
        assert called[0] in "".join(root.itertext())
    assert runa.get("/people/me")["name"] == called[0]
    assert json.dumps(runa.get("/people/me/data"), ensure_ascii=False)


def test_after_all_that_the_database_is_whole(guest):
    for name in HARMLESS.values():
        table = guest.post("/tables", {"game": "haugaz", "seats": seats(name, "B")}, 201)["table"]
        assert guest.get(f"/tables/{table}")["seats"][0]["name"] == person_name(name)


@pytest.mark.parametrize("place", ["/tables/{}", "/rules/{}/en", "/rules/haugaz/{}", "/lessons/{}", "/puzzles/{}/x"])
def test_an_address_says_again_only_text(place, one_hall):
    for text in [*HARMLESS.values(), *REFUSED.values()]:
        answer = one_hall.client.get("/api" + place.format(quote(text[:500], safe="")))
        assert answer.status_code in (404, 400, 405)
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.json()["message"]["en"] != answer.json()["message"]["de"]


@pytest.fixture(scope="module")
def one_hall(tmp_path_factory):
    with hall(tmp_path_factory.mktemp("hall")) as guest:
        yield guest


@pytest.mark.parametrize("kind", {**HARMLESS, **REFUSED})
def test_the_terminal_is_told_nothing_but_text(run, tmp_path, kind):
    """Neither a file's name, nor its content, nor what is typed reaches the screen with its controls."""
    text = {**HARMLESS, **REFUSED}[kind][:300]
    match = meadhall.game("haugaz").new(size=4)
    (tmp_path / "record.txt").write_text(match.record() + text + "\n", "utf-8")
    (tmp_path / "set.toml").write_text(f"[[coaster]]\nid = {json.dumps(text)}\n", "utf-8")
    for command, typed in (
        (["replay", "record.txt"], ""),
        (["play", "new-shores", "--set", "set.toml"], ""),
        (["play", "haugaz", "--plain", "--seed", "1"], f"{text}\nquit\n"),
        (["play", text.replace("\0", "") or "x"], ""),
        (["replay", text.replace("\0", "") or "x"], ""),
    ):
        _, out, err = run(*command, typed=typed)
        assert not [sign for sign in out + err if not sign.isprintable() and sign not in "\n\u3000"], (
            command,
            out,
            err,
        )
        assert "Traceback" not in err


@pytest.mark.parametrize("tidy", [person_name, talk.tidy], ids=["name", "talk"])
def test_a_text_of_thousands_of_accents_is_refused_before_they_are_put_into_order(tidy, monkeypatch):
    def normalize(form, text):
        raise AssertionError(f"{len(text)} signs are put into order")

    monkeypatch.setattr(names, "unicodedata", SimpleNamespace(normalize=normalize))
    with pytest.raises(Refused):
        tidy("a" + "\u0301\u0323" * 10_000)


def test_a_name_may_be_typed_with_blanks_around_it_and_accents_that_stand_alone():
    assert person_name(" " * 99 + "Tu\u0301va") == "T\u00fava"
    assert talk.tidy("e\u0301" * 200) == "\u00e9" * 200
