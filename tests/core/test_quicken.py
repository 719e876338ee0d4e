"""Matches by compiled rules: the same as by interpreted ones, and only once somebody has asked for them."""

import random

import pytest

import meadhall
from meadhall.core.match import Match


@pytest.fixture(params=meadhall.games())
def game(request):
    """A game whose rules are interpreted again afterwards."""
    game = meadhall.game(request.param)
    before, game._at_hand = game._at_hand, None
    yield game
    game._at_hand = before


def a_match(game: meadhall.core.game.Game, seed: int) -> Match:
    match, dice = game.new(players=2, seed=seed), random.Random(seed)
    while not match.over:
        match.play(dice.choice(match.actions()))
    return match


def test_compiled_rules_play_the_same_matches(game):
    interpreted = [a_match(game, seed) for seed in range(3)]
    game.quicken()
    assert game.at_hand() is not game.rules()
    for seed, before in enumerate(interpreted):
        after = a_match(game, seed)
        assert after.record() == before.record()
        assert (after.scores, after.winners, after.beers) == (before.scores, before.winners, before.beers)


def test_a_match_goes_on_when_the_rules_change_hands(game):
    match, dice = game.new(players=2, seed=5), random.Random(5)
    for _ in range(6):
        match.play(dice.choice(match.actions()))
    before, actions = match.view(None), match.actions()
    game.quicken()
    assert match.copy().view(None) == before and match.copy().actions() == actions
    while not match.over:
        match.play(dice.choice(match.actions()))
    assert meadhall.load(match.record()).record() == match.record()
