"""The last decisions played out: as exact as a plain search of everything, in every mode, or no answer at all."""

import random

import numpy as np
import pytest
from haugaz_table import at

import meadhall
from meadhall.core.position import Position
from meadhall.games.new_shores import rules
from meadhall.search.levels import ALONE
from meadhall.search.mcts_bot import FEW, LONG, SOLVABLE, Ending, MctsBot, honest, what_is_left
from meadhall.search.mcts_tree import SearchParams
from meadhall.search.simple import Greedy

pytestmark = pytest.mark.usefixtures("unhurried")

GAME = meadhall.game("new-shores")
PLAIN = SearchParams()


def last_round(seed, players, moves, **options):
    """A position of the last round in which so many moves are left, after random play."""
    dice, match = random.Random(seed), GAME.new(players=players, seed=seed, **options)
    while match.state[rules.PHASE] != rules.MOVING or players - match.state[rules.MOVED] > moves:
        match.play(dice.choice(match.actions()))
    return match


def last_coaster(seed):
    """Alone with the last coaster in hand, after greedy play."""
    match, greedy = GAME.new(players=1, seed=seed), Greedy(GAME, seed)
    while match.state[rules.LAID] < 8:
        match.play(greedy.choose(match))
    return match


def expectimax(state, results):
    """What a position is worth to each player, by the rule functions alone."""
    actor = rules.actor(state)
    if actor == rules.OVER:
        return np.array(results(GAME.scores(state, int(state[rules.PLAYERS]))))
    worths = [expectimax(after(state, code), results) for code in GAME.codes(state)]
    if actor == rules.CHANCE:
        return np.average(worths, axis=0, weights=GAME.weights(state))
    return max(worths, key=lambda worth: worth[actor])


def after(state, code):
    state = state.copy()
    rules.apply(state, code)
    return state


def expected(match, results):
    codes = zip(match.actions(), GAME.codes(match.state), strict=True)
    return {text: expectimax(after(match.state, code), results)[match.actor] for text, code in codes}


def found(match, manner, mode="compiled", budget=10**6):
    return {line.action: line.value for line in Ending(match, manner, mode).lines(budget)}


def by_steps(scores):
    """Alone: the share of the ranks above the lowest that a score reaches."""
    return [sum(scores[0] >= step for step in (16, 21, 26)) / 3]


def by_points(scores):
    return [min(scores[0] / 60, 1)]


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(("players", "moves"), [(2, 1), (3, 1), (2, 2), (3, 2)])
def test_the_last_moves_are_worth_what_a_plain_search_finds(players, moves, mode):
    for seed in range(3 if moves == 1 else 1):
        match = last_round(seed, players, moves, skulls=("on", "off")[seed % 2])
        assert found(match, PLAIN, mode) == pytest.approx(expected(match, GAME.results))


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(("goal", "results"), [("rank", by_steps), ("points", by_points)])
def test_the_last_move_alone_is_worth_its_rank_or_its_points(goal, results, mode):
    for seed in range(4):
        match = last_round(seed, 1, 1)
        assert found(match, honest(ALONE[goal]), mode) == pytest.approx(expected(match, results))


@pytest.mark.parametrize(("goal", "results"), [("rank", by_steps), ("points", by_points)])
def test_the_last_coaster_alone_is_worth_the_mean_of_all_six_numbers(goal, results):
    match = min((last_coaster(seed) for seed in range(12)), key=lambda match: len(match.actions()))
    values = found(match, honest(ALONE[goal]))
    assert values == pytest.approx(expected(match, results))
    assert len(set(values.values())) > 1


def test_two_last_moves_have_different_values_somewhere():
    assert any(len(set(found(last_round(seed, 2, 2), PLAIN).values())) > 1 for seed in range(4))


def rich(seed):
    """Alone before the last move of a game that was played well."""
    match, bot = GAME.new(players=1, seed=seed), MctsBot(GAME, seed, PLAIN, ALONE["points"], simulations=300)
    while match.state[rules.PHASE] != rules.MOVING:
        match.play(bot.choose(match))
    return match


@pytest.mark.parametrize("goal", ["rank", "points"])
def test_alone_the_best_last_move_gets_the_most_points_even_beyond_the_highest_rank(goal):
    beyond = 0
    for seed in (2, 260):  # points up to 25, and 27 to 29
        match = rich(seed)
        points = [GAME.scores(after(match.state, code), 1)[0] for code in GAME.codes(match.state)]
        match.play(MctsBot(GAME, 1, PLAIN, ALONE[goal], simulations=1, ending=1000).choose(match))
        assert match.scores[0] == max(points)
        beyond += len({mine for mine in points if mine >= max(GAME.steps)}) > 1
    assert beyond > 0


def test_lines_come_best_first_and_of_equals_the_one_that_leads_further():
    match = last_round(2, 2, 1)
    lines = Ending(match, PLAIN, "interpreted").lines(1000)
    leads = {}
    for text, code in zip(match.actions(), GAME.codes(match.state), strict=True):
        leads[text] = GAME.lead(Position(GAME, match.setup, after(match.state, code)), match.actor)
    ranks = [(line.value, leads[line.action]) for line in lines]
    assert ranks == sorted(ranks, reverse=True) and len(set(ranks)) > 2


def test_with_too_few_positions_to_look_at_there_is_no_answer():
    match = last_round(1, 2, 2)
    ending = Ending(match, PLAIN)
    needed = sum(line.visits for line in ending.lines(10**6))
    for budget in (1, needed // 2, needed - 1):
        assert ending.lines(budget) is None
    assert len(ending.lines(needed)) == len(match.actions())


def test_it_looks_at_the_match_and_leaves_it_alone():
    match = last_round(1, 2, 2)
    before = match.state
    Ending(match, PLAIN).lines(10**6)
    assert np.array_equal(match.state, before)


@pytest.mark.parametrize(
    ("match", "left"),
    [
        (at("b1--/---/--w1 b - 1"), SOLVABLE),
        (at("b9b1b1/b1b1-/w1w1w1 b - 0"), FEW),
        (meadhall.game("haugaz").new(size=8), LONG),
        (GAME.new(players=2, seed=1), LONG),
        (GAME.new(players=1, seed=1), LONG),
        (last_coaster(1), FEW),
        (last_round(1, 3, 3), FEW),
        (meadhall.game("land-ahoy").new(players=3, seed=1), LONG),
    ],
    ids=["small", "full", "large", "two", "alone", "last coaster", "last round", "dice"],
)
def test_it_is_known_how_near_the_end_is(match, left):
    assert what_is_left(match) == left
