"""Pictures from the server: SVG with the headers of all answers, or a problem."""

import xml.etree.ElementTree as ET

import pytest
from app_client import hall
from test_study import random_match

import meadhall


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


def drawn(guest, **wish):
    return guest.client.post("/api/study/picture", json=wish)


@pytest.mark.parametrize("game", meadhall.games())
def test_a_record_comes_as_a_picture(guest, game):
    match = random_match(game)
    answer = drawn(guest, record=match.record(), names=["Ylva"], lang="de")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text == meadhall.svg(match, lang="de", names=["Ylva"])
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    ET.fromstring(answer.text)


def test_a_moment_and_the_whole_game(guest):
    match = random_match("land-ahoy")
    assert drawn(guest, record=match.record(), at=5).text == meadhall.svg(match, at=5)
    assert drawn(guest, record=match.record(), animated=True).text == meadhall.animated(match)


def test_a_nasty_name_is_only_text(guest):
    answer = drawn(guest, record=random_match("haugaz").record(), names=["<script>", '"><b>'])
    assert answer.status_code == 200 and "<script" not in answer.text and "<b>" not in answer.text


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"record": "no record"}, 422, "bad-record"), ({"at": -1}, 422, "no-moment"), ({"at": 10**9}, 422, "no-moment"),
        ({"at": "three"}, 400, "not-understood"), ({"lang": "fr"}, 400, "not-understood"),
        ({"names": "Ulf"}, 400, "not-understood"), ({"names": ["x" * 99]}, 422, "bad-name"),
        ({"animated": "perhaps"}, 400, "not-understood"), ({"record": 7}, 400, "not-understood"),
        ({"record": "x" * 70_000}, 413, "not-understood"),
    ],
)  # fmt: skip
def test_a_wrong_wish_gets_a_problem(guest, wish, status, code):
    answer = drawn(guest, **{"record": random_match("haugaz").record(), **wish})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]["en"] != answer.json()["message"]["de"]
