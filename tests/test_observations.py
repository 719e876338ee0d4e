"""What learning programs see: what the table says, the same in every mode, and nothing that nobody knows."""

import random

import numpy as np
import pytest

import meadhall
from meadhall.core.game import OVER

GAMES = [meadhall.game(name) for name in meadhall.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_count = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(game, players, id=f"{game.name}-{players}") for game in GAMES for players in game.players],
)


def positions(game, players, seed, options=None):
    """Every position of a random game, chance steps included."""
    rules, rng = game.rules(), random.Random(seed)
    state = game.start(game.setup(players, options or {}))
    while True:
        yield state
        if rules.actor(state) == OVER:
            return
        rules.apply(state, rng.choice(game.codes(state)))


def seen(match, player):
    """What a player sees of a match, part by part."""
    observation = match.game.observation
    return observation.split(observation.of(match.state, player))


def entry(part, array, name):
    """The numbers of one entry: some planes, or some columns."""
    at = 0
    for one in part.entries:
        if one.name == name:
            span = slice(at, at + one.many)
            return array[span] if len(array.shape) == 3 else array[..., span]
        at += one.many
    raise KeyError(name)


def said(match, player, part, name):
    parts = {one.name: one for one in match.game.observation.parts}
    return entry(parts[part], seen(match, player)[part], name)


@every_count
def test_an_observation_is_written_to_its_last_byte_and_the_same_in_every_mode(game, players):
    ways = [game.observation.function(mode) for mode in ("interpreted", "compiled", "checked")]
    for state in positions(game, players, 1):
        before = state.copy()
        for player in range(players):
            outs = [np.full(game.observation.size, filled, np.uint8) for filled in (0, 99, 255)]
            for observe, out in zip(ways, outs, strict=True):
                observe(state, player, out)
            assert (outs[0] == outs[1]).all() and (outs[0] == outs[2]).all()
        assert (state == before).all()
