"""The instinct of New Shores: it leaves out only last moves that come to the same, and ends a game well."""

import numpy as np
import pytest

import meadhall
from meadhall.core import jit
from meadhall.games.new_shores import instinct, rules

GAME = meadhall.game("new-shores")
kinds_of_table = pytest.mark.parametrize(
    ("players", "skulls"), [(players, skulls) for players in (1, 2, 3) for skulls in ("on", "off")]
)


# Games in which the best move starts from the second Viking or a later one, to a field that another was tried on.
MOVED_BACK = (77, 106, 107, 112, 124, 145, 173, 205, 229, 254, 335, 340, 464, 515, 526, 568)


def drawn_until(phase, seed, players, skulls):
    """A position of a phase, reached by random play; in the last round some may have moved already."""
    state = GAME.new(players=players, seed=seed, skulls=skulls).state
    random = np.array([seed], np.int64)
    while state[rules.PHASE] != phase:
        rules.apply(state, rules.sample(state, random))
    if phase == rules.MOVING:
        for _ in range(seed % players):
            rules.apply(state, rules.sample(state, random))
    return state


def listed(actions, state):
    out = np.empty(rules.MAX_ACTIONS, np.int64)
    return out[: actions(state, out)].tolist()


def points_after(state, move):
    after = state.copy()
    rules.apply(after, move)
    return tuple(int(points) for points in rules.points(after)[: int(state[rules.PLAYERS])])


def lead(points, player):
    others = [mine for seat, mine in enumerate(points) if seat != player]
    return points[player] - max(others, default=0)


@kinds_of_table
def test_for_every_last_move_one_is_listed_that_scores_the_same(players, skulls):
    fewer = 0
    for seed in range(25):
        state = drawn_until(rules.MOVING, seed, players, skulls)
        legal, short = listed(rules.actions, state), listed(instinct.actions, state)
        assert set(short) <= set(legal) and short == sorted(set(short))
        assert {points_after(state, move) for move in short} == {points_after(state, move) for move in legal}
        fewer += len(short) < len(legal)
    assert fewer > 20  # or it would spare a search nothing


@kinds_of_table
def test_its_last_move_leads_as_far_as_any_and_touches_nothing(players, skulls):
    moved = 0
    for seed in (*range(25), *MOVED_BACK):
        state = drawn_until(rules.MOVING, seed, players, skulls)
        before, player = state.copy(), int(state[rules.PLAYER])
        answer = instinct.sample(state, np.array([seed], np.int64))
        assert answer < 0  # no doubt about it
        leads = {move: lead(points_after(state, move), player) for move in listed(rules.actions, state)}
        assert leads[~answer] == max(leads.values())
        assert np.array_equal(state, before)
        moved += ~answer != rules.STAY
    assert moved > 5


@pytest.mark.parametrize("phase", [rules.LAYING, rules.TOKEN, rules.DRAWING, rules.ROLLING])
def test_before_the_last_round_it_knows_all_legal_actions_and_draws_any_of_them(phase):
    state = drawn_until(phase, 3, 2, "on")
    legal = listed(rules.actions, state)
    assert listed(instinct.actions, state) == legal
    random = np.array([1], np.int64)
    assert {instinct.sample(state, random) for _ in range(40 * len(legal))} == set(legal)


def test_it_is_the_same_interpreted_and_compiled():
    compiled = jit.twin("meadhall.games.new_shores.instinct", "compiled")
    for seed in range(12):
        state = drawn_until(rules.MOVING, seed, 1 + seed % 3, ("on", "off")[seed // 3 % 2])
        assert listed(compiled.actions, state) == listed(instinct.actions, state)
        assert compiled.sample(state, np.array([1], np.int64)) == instinct.sample(state, np.array([1], np.int64))
