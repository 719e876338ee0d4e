"""Greedy takes what leads furthest at the end of its turn, the same interpreted and compiled."""

import random

import numpy as np
import pytest
from test_every_game import every_count, every_game, played

import meadhall
from meadhall.core import jit
from meadhall.core.game import CHANCE, OVER
from meadhall.core.position import Position
from meadhall.search import by_name
from meadhall.search.simple import Greedy, Turn

FEW = 40  # actions of a position that is looked at


class Meets(Exception):
    """Chance comes up before the turn is over."""


def after(game, state, code):
    state = state.copy()
    game.rules().apply(state, code)
    return state


def at_the_end(game, setup, state, player):
    """How far a position leads by the end of the turn, plainly; Meets where that hangs on dice or a draw."""
    actor = game.rules().actor(state)
    if actor == player:
        return max(at_the_end(game, setup, after(game, state, code), player) for code in game.codes(state))
    if actor == CHANCE and setup.players > 1:
        later = state
        while game.rules().actor(later) == CHANCE:
            later = after(game, later, game.codes(later)[0])
        if game.rules().actor(later) == player:
            raise Meets
    return game.lead(Position(game, setup, state), player)


@every_count
def test_every_action_is_worth_the_best_that_the_turn_can_end_with(game, players):
    match, turn, rng, seen = game.new(players=players, seed=4), Turn(game, "compiled"), random.Random(4), 0
    while not match.over:
        if len(match.codes()) <= FEW:
            try:
                worths = [
                    at_the_end(game, match.setup, after(game, match.state, code), match.actor) for code in match.codes()
                ]
            except Meets:
                pass
            else:
                assert turn.worths(match, 1) == pytest.approx(worths)
                seen += 1
        match.play(rng.choice(match.actions()))
    assert seen > 2


@every_count
def test_the_choice_is_the_same_interpreted_and_compiled(game, players):
    match = played(game, players, {"size": 5} if game.name == "haugaz" else {}, 2, 16)
    one, other = Greedy(game, 5, "interpreted"), Greedy(game, 5, "compiled")
    for _ in range(6):
        if not match.over:
            action = one.choose(match)
            assert other.choose(match) == action
            match.play(action)


def test_a_chance_on_the_way_is_worth_the_mean_of_what_it_may_bring():
    game = meadhall.game("land-ahoy")
    match, rng, rules = game.new(seed=1), random.Random(1), game.rules()
    while match.actions()[0] != "keep" or match.state[rules.ROLLS_LEFT] != 1 or not match.state[rules.ASHORE]:
        match.play(rng.choice(match.actions()))
    assert match.actions() == ["keep", "reroll red", "reroll black", "reroll both"]
    turn = Turn(game, "compiled")
    found = np.mean([turn.worths(match, dice) for dice in range(2000)], axis=0)
    expected = []
    for code in match.codes():
        state = after(game, match.state, code)
        outcomes = game.codes(state) if game.rules().actor(state) == CHANCE else [None]
        ends = [state if outcome is None else after(game, state, outcome) for outcome in outcomes]
        expected.append(np.mean([at_the_end(game, match.setup, end, match.actor) for end in ends]))
    assert found == pytest.approx(expected, abs=0.1)
    assert max(expected) - min(expected) > 0.3


@every_game
def test_how_the_table_stands_is_the_scores_or_what_the_room_says(game):
    match = played(game, game.usual_players, {}, 3)
    assert game.rules().actor(match.state) == OVER
    if game.name == "land-ahoy":
        mine, theirs = match.scores
        assert game.lead(match.current, 0) == 2 * (mine - theirs)
    elif game.name == "haugaz":
        stacks = match.breakdown()["stacks"]
        worth = [sum(8**height for height in stacks[colour]) for colour in ("black", "white")]
        black = match.view(None)["colours"].index("black")
        assert game.lead(match.current, black) == worth[0] - worth[1]
    else:
        assert game.lead(match.current, 0) == match.scores[0] - max(match.scores[1:])


def test_by_name_it_is_compiled_unless_one_wants_nothing_compiled(monkeypatch):
    match = meadhall.game("haugaz").new(size=3)
    assert by_name("greedy", match.game, 1)._mode == "compiled"
    monkeypatch.setattr(jit, "compile_loop", lambda *arguments: pytest.fail("this compiles"))
    assert by_name("greedy", match.game, 1, "interpreted").choose(match) in match.actions()
