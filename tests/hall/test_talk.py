"""Talk at a table: who may say what, how often, and who hears it."""

import sqlite3

import pytest
from app_client import hall
from fake_clock import sundial

from meadhall.hall import talk
from meadhall.hall.problems import Refused

__all__ = ["sundial"]


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


@pytest.fixture
def pair(guest):
    seated = guest.open("haugaz", "me", "link")
    friend = guest.sits(seated, 1)
    friend.wish("sit", name="Ulf")
    return guest.sits(seated, 0), friend


def says(guest, text):
    answer = guest.client.post(f"/api/tables/{guest.name}/talk", json={"text": text}, headers=guest.headers)
    return answer.status_code if answer.status_code == 204 else answer.json()["code"]


def heard(guest, **hello):
    """Give what somebody hears who comes now."""
    with guest.client.websocket_connect(f"/api/tables/{guest.name}/socket") as socket:
        socket.send_json({"seats": list(guest.secrets), **hello})
        return [(line["number"], line["seat"], line["text"]) for line in socket.receive_json()["talk"]]


def test_what_one_says_the_others_hear_once(pair):
    me, friend = pair
    with friend.listen() as socket:
        assert socket.receive_json()["talk"] == []
        assert says(me, "  Skål,\n  Ulf! ") == 204
        assert [line["text"] for line in socket.receive_json()["talk"]] == ["Skål, Ulf!"]
        assert says(friend, "Skål!") == 204
        assert [(line["seat"], line["text"]) for line in socket.receive_json()["talk"]] == [(1, "Skål!")]
    assert heard(me.watcher()) == [(1, 0, "Skål, Ulf!"), (2, 1, "Skål!")]
    assert heard(me, heard=1) == [(2, 1, "Skål!")]
    assert heard(me, heard=99) == heard(me, heard=2) == []
    assert heard(me, heard=-5) == heard(me)


def test_talk_is_there_after_a_restart(tmp_path):
    with hall(tmp_path) as guest:
        me = guest.sits(guest.open("haugaz", "me", "link"), 0)
        says(me, "<b>One moment</b>")
        name, secrets = me.name, me.secrets
    with hall(tmp_path) as guest:
        guest.name, guest.secrets = name, secrets
        assert heard(guest) == [(1, 0, "<b>One moment</b>")]
        assert says(guest, "Back.") == 204
        assert heard(guest, heard=1) == [(2, 0, "Back.")]


def test_talk_changes_nothing_else_and_goes_on_when_the_match_is_over(pair):
    me, friend = pair
    before = me.state()
    says(me, "Hm.")
    assert me.state() == before
    me.wish("resign", number=0)
    assert says(friend, "Well played") == 204


@pytest.mark.parametrize(
    "text", ["", "   \n ", "x" * 201, "a\x00b", "bell\x07", "\u202eright to left", "\u200d", "\ud800"]
)
def test_what_is_no_line_is_refused(pair, text):
    me, _ = pair
    with pytest.raises(Refused) as refused:
        talk.tidy(text)
    assert refused.value.problem.code == "bad-talk" and "200" in refused.value.problem.message.de
    if text.isascii():
        assert me.problem("talk", 422, text=text) == "bad-talk"
    assert heard(me) == []


def test_the_longest_line_and_joined_emoji_are_fine(pair):
    me, _ = pair
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert says(me, "x" * 200) == says(me, family) == 204
    assert heard(me, heard=1) == [(2, 0, family)]


@pytest.mark.parametrize("body", [{}, {"text": 3}, {"text": None}, [], "text"])
def test_what_is_no_talk_at_all(pair, body):
    me, _ = pair
    answer = me.client.post(f"/api/tables/{me.name}/talk", json=body, headers=me.headers)
    assert answer.status_code == 400 and answer.json()["code"] == "not-understood"
    assert heard(me) == []


def test_watchers_and_strangers_only_read(pair, guest):
    me, _ = pair
    assert me.watcher().problem("talk", 401, text="Me too!") == "no-seat"
    stranger = guest.sits(guest.open("haugaz", "me", "link"), 0)
    stranger.name = me.name
    assert stranger.problem("talk", 403, text="Me too!") == "foreign-seat"
    assert heard(me) == []


def test_who_says_very_much_waits_a_little(pair, sundial):
    me, friend = pair
    assert [says(me, "!") for _ in range(9)] == [204] * 8 + ["too-fast"]
    assert "wait 20 seconds" in me.wish("talk", 429, text="!")["message"]["en"]
    assert says(friend, "Calm down.") == 204
    sundial.go_on(19)
    assert "wait 1 second." in me.wish("talk", 429, text="!")["message"]["en"]
    sundial.go_on(1)
    assert says(me, "Now?") == 204


def test_a_table_has_heard_enough_at_some_point(tmp_path):
    with hall(tmp_path) as guest:
        me = guest.sits(guest.open("haugaz", "me", "link"), 0)
        name, secrets = me.name, me.secrets
    with sqlite3.connect(tmp_path / "hall.db") as database:
        database.executemany(
            "insert into talk values (?, ?, 0, 'and another thing', 1.0)", [(name, n) for n in range(1, 501)]
        )
    with hall(tmp_path) as guest:
        guest.name, guest.secrets = name, secrets
        assert guest.problem("talk", 409, text="One more.") == "full-talk"
        assert len(heard(guest)) == 500
        assert guest.move("d4")["number"] == 1
