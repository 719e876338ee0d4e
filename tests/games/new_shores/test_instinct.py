"""The instinct of New Shores: it sees what a turn would bring, and leaves out only last moves that come to the same."""

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
def test_before_the_last_round_it_knows_all_legal_actions(phase):
    state = drawn_until(phase, 3, 2, "on")
    assert listed(instinct.actions, state) == listed(rules.actions, state)


@pytest.mark.parametrize("phase", [rules.DRAWING, rules.ROLLING])
def test_it_draws_any_outcome(phase):
    state = drawn_until(phase, 3, 2, "on")
    legal, random = listed(rules.actions, state), np.array([1], np.int64)
    assert {instinct.sample(state, random) for _ in range(40 * len(legal))} == set(legal)


def middle_of(phase, seed, players, skulls):
    """A position of a phase with some coasters on the table, some of them laid well."""
    state = GAME.new(players=players, seed=seed, skulls=skulls).state
    random = np.array([seed], np.int64)
    many = 2 + seed % (7 if phase == rules.LAYING else 4)  # alone, five coasters take a token
    while state[rules.LAID] < many or state[rules.PHASE] != phase:
        action = (instinct if seed % 2 else rules).sample(state, random)
        rules.apply(state, action if action >= 0 else ~action)
    return state


def best_lead_after(state, laying):
    """How far the player is ahead after a coaster and the best token on it, by doing it."""
    laid, player = state.copy(), int(state[rules.PLAYER])
    rules.apply(laid, laying)
    if laid[rules.PHASE] != rules.TOKEN:
        return lead(rules.points(laid), player)
    return max(lead(points_after(laid, token), player) for token in listed(rules.actions, laid))


@kinds_of_table
def test_what_it_sees_in_a_place_is_what_laying_the_coaster_there_brings(players, skulls):
    seen = set()
    for seed in range(8):
        state = middle_of(rules.LAYING, seed, players, skulls)
        before, random = state.copy(), np.array([seed], np.int64)
        for laying in listed(rules.actions, state)[:: 1 + seed % 3]:
            spot = rules.spot_of(state, laying >> 2)
            ahead = instinct.lead_if_laid(state, random, spot, laying & 3, *rules.points(state))
            assert ahead == best_lead_after(state, laying)
            seen.add(int(ahead))
        assert np.array_equal(state, before)
    assert len(seen) > 5


@kinds_of_table
def test_it_lays_where_it_may_and_rather_where_it_leads_further(players, skulls):
    better = 0
    for seed in range(8):
        state = middle_of(rules.LAYING, seed, players, skulls)
        before, random = state.copy(), np.array([seed], np.int64)
        leads = {laying: best_lead_after(state, laying) for laying in listed(rules.actions, state)}
        answers = [instinct.sample(state, random) for _ in range(10)]
        assert all(answer < 0 for answer in answers) and np.array_equal(state, before)
        better += np.mean([leads[~answer] for answer in answers]) > np.mean(list(leads.values()))
    assert better >= 6


@kinds_of_table
def test_its_token_leads_as_far_as_any(players, skulls):
    for seed in range(20):
        state = middle_of(rules.TOKEN, seed, players, skulls)
        before, player = state.copy(), int(state[rules.PLAYER])
        answer = instinct.sample(state, np.array([seed], np.int64))
        leads = {token: lead(points_after(state, token), player) for token in listed(rules.actions, state)}
        assert leads[~answer] == max(leads.values())
        assert np.array_equal(state, before)


def test_it_is_the_same_interpreted_and_compiled():
    compiled = jit.twin("meadhall.games.new_shores.instinct", "compiled")
    for seed in range(12):
        players, skulls = 1 + seed % 3, ("on", "off")[seed // 3 % 2]
        last = drawn_until(rules.MOVING, seed, players, skulls)
        earlier = [middle_of(phase, seed, players, skulls) for phase in (rules.LAYING, rules.TOKEN)]
        for state in (last, *earlier):
            assert listed(compiled.actions, state) == listed(instinct.actions, state)
            assert compiled.sample(state, np.array([1], np.int64)) == instinct.sample(state, np.array([1], np.int64))
