"""Matches that stand in no hall: records are played back, positions can be looked at."""

from random import Random

import pytest
from app_client import hall
from costly import wandering

import meadhall
from meadhall.core import record
from meadhall.hall import study


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def random_match(game, players=None, seed=1, stop=10**9):
    match, random = meadhall.game(game).new(players=players, seed=seed), Random(seed)
    while not match.over and len(match.history) < stop:
        match.play(random.choice(match.actions()))
    return match


@pytest.mark.parametrize("game", meadhall.games())
def test_a_record_is_told_step_by_step(guest, game):
    match = random_match(game)
    told = guest.post("/study", {"record": match.record(), "names": ["Ylva"]})
    assert [step["action"] for step in told["steps"]] == match.history
    assert told["steps"][-1]["view"] == match.view(None)
    assert told["state"]["stage"] == "over" and told["state"]["result"]["scores"] == list(match.scores)
    assert told["names"][0] == "Ylva" and told["record"] == match.record()


@pytest.mark.parametrize("game", meadhall.games())
def test_a_record_that_is_not_over_shows_where_it_stands(game):
    match = random_match(game, stop=12)
    looked = study.looked(study.still(study.read(match.record()), []))
    assert looked.state.stage == "playing" and looked.state.choices == []
    assert [choice.action for choice in study.state(match, [], decides=True).choices]


def test_a_broken_record_gets_a_plain_message_with_its_line(guest):
    record = random_match("haugaz").record().replace("size: 8", "size: 9")
    said = guest.post("/study", {"record": record}, 422)
    assert said["code"] == "bad-record" and "line" in said["message"]["en"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("what", ["", "/luck", "/picture", "/values", "/verify", "/go-on"])
def test_a_record_that_would_keep_the_house_busy_is_not_played_back(guest, what, ends, monkeypatch):
    monkeypatch.setattr(record, "play_back", None)
    long = wandering(Random(1), 4, 16 * study.MOST_LINES).replace("\n", ends)
    wish = {"record": long, **({"at": 0, "seats": []} if what == "/go-on" else {})}
    assert guest.post(f"/study{what}", wish, 422)["code"] == "too-long"


def test_a_long_record_is_told(guest):
    long = wandering(Random(1), 4, 10_000)
    assert 900 < long.count("\n") <= study.MOST_LINES
    assert len(guest.post("/study", {"record": long})["steps"]) > 900


def test_a_match_at_a_table_that_is_too_long_is_not_looked_back_at(guest, monkeypatch):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.play_on()
    assert both.get(f"/tables/{both.name}/study")["steps"]
    monkeypatch.setattr(study, "MOST_LINES", 20)
    assert both.get(f"/tables/{both.name}/study", 422)["code"] == "too-long"


def test_a_match_that_is_not_over_cannot_be_looked_back_at(guest):
    seated = guest.open("haugaz", "me", "here")
    assert guest.get(f"/tables/{seated['table']}/study", 409)["code"] == "not-over"


@pytest.mark.parametrize("game", meadhall.games())
def test_a_match_goes_on_from_a_record_with_dice_of_its_own(game):
    match = random_match(game, stop=9)
    twin = meadhall.load(match.record())
    twin.go_on("another seed")
    while not twin.over:
        twin.play(twin.actions()[0])
    assert twin.history[:9] == match.history[:9]
    assert "seed:" not in twin.record() and meadhall.load(twin.record()).scores == twin.scores
