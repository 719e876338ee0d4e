"""The door for nets: what every evaluator promises, kept by the one that has no opinion and by a net."""

import numpy as np
import pytest

import meadhall
from meadhall.bots import nets

GAMES = [meadhall.game(name) for name in meadhall.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Session:
    """Stands for a loaded net that likes high action codes."""

    def run(self, outputs, inputs):
        assert outputs == ["logits", "values"]
        states = inputs["states"]
        logits = np.tile(np.arange(2000, dtype=np.float32), (len(states), 1))
        return logits, np.full((len(states), 1), 0.25, np.float32)


def some_states(game):
    match, states = game.new(seed=3), []
    while len(states) < 8:
        states.append(match.state)
        legal = match.actions()
        match.play(legal[3 * len(states) % len(legal)])
    return np.stack(states)


@every_game
def test_even_likes_all_legal_actions_alike_and_calls_every_position_open(game):
    states = some_states(game)
    priors, values = nets.Even(game).evaluate(states)
    assert values.tolist() == [0.5] * len(states)
    assert priors.shape == (len(states), game.rules().MAX_ACTIONS)
    for state, row in zip(states, priors, strict=True):
        count = len(game.codes(state))
        assert np.allclose(row[:count], 1 / count) and not row[count:].any()


@every_game
def test_a_net_shares_among_legal_actions_only(game):
    states = some_states(game)
    priors, values = nets.Net(game, Session()).evaluate(states)
    assert np.allclose(priors.sum(axis=1), 1) and values.tolist() == [0.25] * len(states)
    for state, row in zip(states, priors, strict=True):
        count = len(game.codes(state))
        assert row.argmax() == count - 1 and not row[count:].any()


@every_game
def test_where_no_net_lies_in_the_room_none_is_found(game):
    assert nets.find_net(game) is None
