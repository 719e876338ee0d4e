"""Learning Land Ahoy!: what is learned is what the bots play with, and nothing is lost when it stops."""

import numpy as np
import pytest

from meadhall.games.land_ahoy import rules, value_net
from meadhall.games.land_ahoy.navigator import learned
from meadhall.games.land_ahoy.research.learn_value import LEAD, Learner, Net, gather
from meadhall.games.land_ahoy.research.value_games import Sailor, Sea, Voyage


def chances(state, weights, inputs):
    """What the bots read from a net, by player number."""
    players, out = int(state[rules.PLAYERS]), np.zeros(4)
    hidden = np.zeros(value_net.HIDDEN_UNITS)
    value_net.ask_net(weights, inputs, len(inputs), hidden, players, int(state[rules.PLAYER]), out, 0)
    return out[:players]


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_net_learned_for_a_position_is_what_the_bots_read(players):
    sea = Sea(1)
    voyage = sea.learn(LEAD, players, True)
    state = voyage.positions[players + 1]
    row = sea.room.describe([state], players)
    wanted = np.linspace(0.1, 0.9, players)
    net = Net(players)
    off = [net.step(row, wanted[None, :], 0.01) for _ in range(200)]
    assert off[-1] < 1e-3 < off[0]
    mover = int(state[rules.PLAYER])
    assert np.roll(chances(state, net.flat(), row[0]), -mover) == pytest.approx(wanted, abs=0.02)


def test_targets_mix_what_a_turn_was_worth_with_what_came_after():
    worths = [np.array([0.5, 0.5]), np.array([0.6, 0.4]), np.array([0.9, 0.1])]
    result = np.array([1.0, 0.0])
    fair = Voyage([], worths, [False, False, False], result)
    assert np.allclose(fair.targets(0.0), worths)
    assert np.allclose(fair.targets(1.0), [result] * 3)
    assert np.allclose(fair.targets(0.5)[:, 0], [0.6375, 0.775, 0.95])
    assert np.allclose(Voyage([], worths, [False, True, False], result).targets(1.0)[:, 0], [0.6, 0.6, 1.0])


def test_learning_goes_on_where_it_was(tmp_path):
    learner = Learner(tmp_path)
    lesson = gather(learner.weights(), 0.01, learner.trust(), seed=1)
    learner.study([lesson], 0.001)
    again = Learner(tmp_path)
    assert again.rounds == 1
    for players in (2, 3, 4):
        assert np.array_equal(again.nets[players].flat(), learner.nets[players].flat())
        shipped = learned(players, tmp_path / "value_net.npz")
        assert np.allclose(shipped, learner.nets[players].flat(), atol=1e-6)
        rows, targets = lesson[players]
        assert rows.shape[0] == targets.shape[0] and targets.min() >= 0 and targets.max() <= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shipped_net_is_last_less_often_than_a_sailor_who_slips(players):
    sea, ours, theirs = Sea(7), 0.0, 0.0
    good, poor = Sailor(learned(players)), Sailor(LEAD, noise=0.1)
    for game in range(60):
        result = sea.play([good if seat == game % players else poor for seat in range(players)], game % 2 == 1)
        ours += result[game % players] / 60
        theirs += (sum(result) - result[game % players]) / (players - 1) / 60
    assert ours > theirs + 0.2
