"""Dice and draws: the same on every machine and in every later version."""

import hashlib
import hmac
from collections import Counter

import pytest

import meadhall
from meadhall.core import chance


def by_hand(seed, step, attempt=0):
    """The number of a chance step, computed as the documentation says, byte by byte."""
    message = b"meadhall chance 1" + bytes([0, 0, 0, 0, 0, 0, 0, step]) + bytes([0, 0, 0, attempt])
    return int.from_bytes(hmac.new(seed.encode(), message, hashlib.sha256).digest()[:8], "big")


@pytest.mark.parametrize("step", range(20))
def test_a_draw_is_what_anybody_can_recompute(step):
    assert chance.number_below("7", step, 36) == by_hand("7", step) % 36


def test_weights_share_out_the_number():
    for step in range(50):
        rest = by_hand("mead", step) % 10
        assert chance.draw("mead", step, [1, 2, 3, 4]) == (0 if rest < 1 else 1 if rest < 3 else 2 if rest < 6 else 3)


def test_a_number_that_would_favour_some_outcomes_is_drawn_again():
    total = 2**63 + 1  # nearly half of all numbers lie above the largest multiple of this
    steps = [step for step in range(64) if by_hand("7", step) >= total]
    assert steps, "no step of these needs a second attempt"
    for step in steps:
        attempt = next(a for a in range(64) if by_hand("7", step, a) < total)
        assert chance.number_below("7", step, total) == by_hand("7", step, attempt)


def test_all_outcomes_come_up_about_equally_often():
    counts = Counter(chance.draw("even", step, [1] * 6) for step in range(6000))
    assert set(counts) == set(range(6)) and all(900 < count < 1100 for count in counts.values())


COASTERS = {"coaster": [{"id": f"c{number}", "fields": ["land forest", "water land"]} for number in range(12)]}
ISLANDS = {
    "coaster": [
        *({"id": f"i{number}", "island": ["SE"], "portrait": "hagar", "treasures": 3} for number in range(3)),
        {"id": "helga", "island": ["NE"], "portrait": "helga"},
        *({"id": f"sea{number}"} for number in range(4)),
        {"id": "ship", "ship": True},
        {"id": "dragon", "island": ["SE"], "portrait": "dragon"},
    ]
}
GOLDEN = [  # a change here is a change to every game ever played from a seed
    ("new-shores", 2, COASTERS, "53377fc3a6e142c3 38 (1, 1)"),
    ("land-ahoy", 3, ISLANDS, "c18bc0b3bb15318c 1011 (11, 2, 4)"),
]


@pytest.mark.parametrize(("name", "players", "coasters", "golden"), GOLDEN)
def test_the_same_seed_gives_the_same_game_for_ever(name, players, coasters, golden):
    match = meadhall.game(name).new(players=players, seed=7, set=coasters)
    while not match.over:
        match.play(match.actions()[len(match.history) % len(match.actions())])
    digest = hashlib.sha256("\n".join(match.history).encode()).hexdigest()
    assert f"{digest[:16]} {len(match.history)} {match.scores}" == golden


def test_number_and_text_of_a_seed_are_the_same_seed():
    game = meadhall.game("new-shores")
    assert game.new(seed=7).history == game.new(seed="7").history


def test_without_a_seed_games_differ():
    game = meadhall.game("land-ahoy")
    assert len({game.new().history[0] for _ in range(5)}) == 5
