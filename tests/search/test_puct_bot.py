"""The search that a net guides, mostly tried with an evaluator that has no opinion."""

import numpy as np
import pytest

import meadhall
from meadhall.search import mcts_kernel, puct_kernel
from meadhall.search.nets import Even
from meadhall.search.puct_bot import AT_ONCE, PuctBot, PuctTree

pytestmark = pytest.mark.usefixtures("unhurried")

GAME = meadhall.game("haugaz")
EVEN = Even(GAME)
POSITION = "-----/-b1---/-----/---w2-/----- b - 0"


def grown(match, simulations, mode="compiled", net=EVEN, nodes=100_000):
    tree = PuctTree(match, 1, net, mode=mode, nodes=nodes)
    tree.grow(simulations)
    return tree


@pytest.mark.parametrize("simulations", [1, 2, 7, 100])
def test_every_simulation_is_counted_once(simulations):
    tree = grown(GAME.position(POSITION), simulations)
    assert tree.simulations == simulations
    assert sum(tree._visits(0)) == simulations - 1  # the first one judges the position itself


def test_nothing_stays_under_way():
    tree = grown(GAME.position(POSITION), 200)
    assert not tree._values[puct_kernel.UNDER_WAY :: puct_kernel.SEATS].any()


def test_results_of_both_players_add_up():
    tree = grown(GAME.position(POSITION), 200)
    visits = tree._tree[mcts_kernel.VISITS :: mcts_kernel.WORDS]
    assert np.allclose(tree._values[0 :: puct_kernel.SEATS] + tree._values[1 :: puct_kernel.SEATS], visits)


def test_interpreted_and_compiled_grow_the_same_tree():
    one, two = (grown(GAME.position(POSITION), 60, mode) for mode in ("interpreted", "compiled"))
    assert np.array_equal(one._tree, two._tree) and np.allclose(one._values, two._values)


def test_a_full_tree_goes_on_without_new_nodes():
    tree = grown(GAME.position(POSITION), 300, nodes=200)
    assert tree.simulations == 300 and tree._used <= 200


@pytest.mark.parametrize(
    "position",
    [
        "-----/-b1---/--w1--/-----/----- b - 0",  # beside White's only stack Black flips it, and White is out
        "----/b1-w2-/----/---- w - 1",  # Black has passed, White is ahead and passes too
    ],
)
def test_a_win_on_the_spot_is_found_even_without_an_opinion(position):
    match = GAME.position(position)
    player = match.actor
    bot = PuctBot(GAME, 1, EVEN, simulations=3000)
    while not match.over and match.actor == player:
        match.play(bot.choose(match))
    assert match.over and match.winners == (player,)


class Fond:
    """Likes one action above all, and thinks that whoever decides is lost."""

    def __init__(self, place):
        self.place, self.asked = place, []

    def evaluate(self, states, seed=0):
        self.asked.append(len(states))
        priors = np.zeros((len(states), GAME.rules().MAX_ACTIONS))
        for row, state in zip(priors, states, strict=True):
            row[self.place % len(GAME.codes(state))] = 1.0
        return priors, np.full(len(states), 0.1)


def test_after_one_simulation_the_opinion_decides():
    match = GAME.position(POSITION)
    assert PuctBot(GAME, 1, Fond(5), simulations=1).choose(match) == match.actions()[5]


def test_the_net_is_asked_about_a_few_positions_at_once_but_not_at_first():
    net = Fond(0)
    grown(GAME.position(POSITION), 300, net=net)
    assert net.asked[0] == 1 and max(net.asked) <= AT_ONCE
    assert sum(net.asked) <= 300  # ends of games are not asked about


def test_values_are_those_of_the_player_to_act():
    lines = PuctBot(GAME, 1, EVEN, simulations=10).analyse(GAME.position("----/b1-w2-/----/---- w - 1"), 0.2)
    assert lines[0].action == "pass" and lines[0].value > 0.9


def test_the_same_seed_plays_the_same_game():
    def play(seed):
        match = GAME.new(seed=1, size=4)
        bot = PuctBot(GAME, seed, EVEN, simulations=20)
        while not match.over:
            match.play(bot.choose(match))
        return match.record()

    assert play(3) == play(3)


def test_the_tree_follows_the_match_whoever_decides():
    match = GAME.position("b1-----/------/------/------/------/-----w1 b - 0")
    bot = PuctBot(GAME, 1, EVEN, simulations=2000)
    for _ in range(2):
        match.play(bot.choose(match))
    kept = bot._searcher
    match.play(match.actions()[0])
    tree = bot._prepared(match)
    assert tree is kept and tree.simulations > 0
    assert sorted(line.action for line in tree.lines()) == sorted(match.actions())


def test_the_tree_of_another_match_is_not_used():
    match, other = GAME.position(POSITION), GAME.position("-----/-b1---/-----/---w3-/----- b - 0")
    bot = PuctBot(GAME, 1, EVEN, simulations=100)
    match.play(bot.choose(match))
    kept = bot._searcher
    assert bot._prepared(other) is not kept
