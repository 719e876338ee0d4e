"""The tree search: finds what can be found, knows nothing that is hidden, runs the same in every mode."""

import numpy as np
import pytest

import meadhall
from meadhall.search import mcts_bot, mcts_kernel
from meadhall.search.mcts_bot import MctsBot
from meadhall.search.mcts_tree import MctsTree
from meadhall.search.simple import Random

pytestmark = pytest.mark.usefixtures("unhurried")

GAMES = [meadhall.game(name) for name in meadhall.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def middle(game, actions=12, **options):
    """A match that has begun, the same every time."""
    match = game.new(seed=5, **options)
    while len(match.history) < actions:
        legal = match.actions()
        match.play(legal[len(match.history) % len(legal)])
    return match


def children(searcher, node):
    """The visits of a node's children."""
    tree = searcher._tree.reshape(-1, mcts_kernel.WORDS)
    first, count = tree[node, mcts_kernel.FIRST], tree[node, mcts_kernel.COUNT]
    return tree[first : first + count, mcts_kernel.VISITS].tolist()


@pytest.mark.parametrize("start", ["-----/-----/b1-w1--/-----/----- b - 0", "----/-b1--/----/-w1-- b - 0"])
def test_it_finds_the_win_on_the_first_turn(start):
    match = meadhall.game("haugaz").position(start)
    bot = MctsBot(match.game, seed=1, simulations=4000)
    match.play(bot.choose(match))
    match.play(bot.choose(match))
    assert match.over and match.winners == (0,)


def test_it_takes_the_win_that_a_pass_brings():
    match = meadhall.game("haugaz").position("b9---/----/-b1--/---w1 b - 1")
    assert MctsBot(match.game, seed=1, simulations=500).choose(match) == "pass"


def test_chance_is_drawn_anew_in_every_simulation():
    match = meadhall.game("new-shores").new(players=2, seed=5)
    match.play(match.actions()[0])
    searcher = MctsTree(match, seed=1)
    searcher.grow(6000)
    root = children(searcher, 0)
    token = 1 + root.index(max(root))
    draws = children(searcher, token)
    assert len(draws) == 11
    assert all(0.06 < visits / sum(draws) < 0.125 for visits in draws)  # each of them 1/11


@every_game
def test_it_sees_no_more_than_its_player(game):
    match = middle(game)
    other = game.new(players=match.players, seed="another", chance="manual")
    for action in match.history:
        other.play(action)
    chosen = [MctsBot(game, seed=3, simulations=300).choose(m) for m in (match, other)]
    assert chosen[0] == chosen[1] in match.actions()


@every_game
def test_the_same_tree_grows_interpreted_and_compiled(game):
    trees = []
    for mode in ("interpreted", "compiled"):
        searcher = MctsTree(middle(game), seed=2, mode=mode, nodes=5000)
        searcher.grow(25)
        trees.append((searcher._tree.copy(), searcher._values.copy()))
    assert np.array_equal(trees[0][0], trees[1][0])
    assert np.allclose(trees[0][1], trees[1][1])


@every_game
def test_a_tree_without_room_goes_on_with_what_it_has(game):
    searcher = MctsTree(middle(game), seed=1, nodes=200)
    searcher.grow(500)
    lines = searcher.lines()
    assert sum(line.visits for line in lines) == 500
    assert all(0 <= line.value <= 1 for line in lines)


@every_game
def test_lines_begin_with_their_action_and_can_be_played(game):
    match = middle(game)
    searcher = MctsTree(match, seed=1)
    searcher.grow(2000)
    lines = searcher.lines()
    assert {line.action for line in lines} == set(match.actions())
    assert lines[0].line[0] == lines[0].action
    replayed = meadhall.load(match.record().replace("chance: auto", "chance: manual"))
    for action in lines[0].line:
        replayed.play(action)


def test_it_beats_a_random_player():
    game = meadhall.game("haugaz")
    won = 0
    for number in range(6):
        match = game.new(size=6, seed=number)
        bots = [MctsBot(game, 1, simulations=300), Random(game, number)]
        if number % 2:
            bots.reverse()
        while not match.over:
            match.play(bots[match.actor].choose(match))
        won += match.scores[number % 2]
    assert won >= 5


@pytest.mark.parametrize(("name", "needed"), [("haugaz", {"Ending", "Minimax"}), ("new-shores", {"Ending"})])
def test_warming_up_compiles_what_the_last_decisions_will_need(name, needed, monkeypatch):
    asked = set()
    for part in ("Ending", "Minimax"):
        spy = type(part, (), {"__init__": lambda self, *_: None, "lines": lambda *_: asked.add("Ending")})
        spy.solve = lambda *_: asked.add("Minimax")
        monkeypatch.setattr(mcts_bot, part, spy)
    game = meadhall.game(name)
    MctsBot(game, seed=1, simulations=10, ending=1000).warm_up(game.new(seed=1))
    assert asked == needed
