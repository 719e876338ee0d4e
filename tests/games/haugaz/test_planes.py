"""What a net sees of Haugaz: true to the position, and the same however the board is turned."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadhall
from meadhall.core import jit
from meadhall.games.haugaz import planes, rules

GAME = meadhall.game("haugaz")
SIGHT = jit.twin("meadhall.search.sight_kernel", "interpreted", GAME.package)
STRAIGHT = np.arange(8)


def seen(state):
    """Describe every point of a position as it lies."""
    state, out = state.copy(), np.zeros(planes.POINTS * planes.PLANES, np.int64)
    planes.prepare(state)
    for point in range(planes.POINTS):
        if rules.BOARD[state[rules.SIZE]] >> point & 1:
            planes.describe(state, point, STRAIGHT, out, planes.PLANES * point)
    return out.reshape(planes.POINTS, planes.PLANES)


def at(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def marks(row):
    return {k: int(value) for k, value in enumerate(row) if value}


def test_stacks_are_told_by_owner_and_height_from_the_side_of_the_player_to_decide():
    match = GAME.position("---/b1-w2/--- w - 0")
    points = seen(match.state)
    assert marks(points[at("a2")]).items() >= {0: 1, 2: 1, 11: 1, 19: 1}.items()
    assert marks(points[at("c2")]).items() >= {0: 1, 1: 1, 4: 1, 19: 2, 20: 1}.items()
    assert not marks(points[at("a2")]).keys() & {1, 20, 21}


def test_beside_a_small_board_there_is_nothing():
    points = seen(GAME.position("---/b1-w2/--- w - 0").state)
    on_board = {at(file + rank) for file in "abc" for rank in "123"}
    assert all(bool(marks(points[p])) == (p in on_board) for p in range(planes.POINTS))
    assert points[at("a1")][40] == 3


def test_moves_and_placements_are_the_legal_ones():
    match = GAME.position("----/-b1--/--w1-/---- b - 0")
    points = seen(match.state)
    assert {p for p in range(64) if points[p][31]} == set(GAME.codes(match.state)) - {rules.PASS}
    match.play("a1")
    points = seen(match.state)
    moves = {rules.FIRST_MOVE + 64 * k + p for p in range(64) for k in range(8) if points[p][23 + k]}
    assert moves == set(GAME.codes(match.state))
    assert [p for p in range(64) if points[p][22]] == [at("a1")]


@pytest.mark.parametrize("options", [{}, {"movers": "any"}, {"reach": "ring"}], ids=str)
@settings(max_examples=20, deadline=None)
@given(size=st.integers(3, 8), turn=st.integers(0, 7), seed=st.integers(0, 10**6))
def test_a_turned_game_is_the_same_game(options, size, turn, seed):
    """Play a random game and, action by action, the same one on a turned board: rules and planes must not notice."""
    match, turned = (GAME.new(seed=1, size=size, **options) for _ in range(2))
    random = np.random.default_rng(seed)
    meant = planes.CODE_SEEN[size, turn]
    stands_for = {int(code): place for place, code in enumerate(meant) if code >= 0}
    for _ in range(30):
        if match.over:
            assert turned.over and match.state[rules.SIDE] == turned.state[rules.SIDE]
            break
        legal = GAME.codes(match.state)
        assert sorted(int(meant[code]) for code in GAME.codes(turned.state)) == sorted(legal)
        look_alike = planes.POINT_SEEN[size, turn]
        out = np.zeros((planes.POINTS, planes.PLANES), np.int64)
        state = match.state
        planes.prepare(state)
        for place, point in enumerate(look_alike):
            if point >= 0:
                planes.describe(state, point, planes.WAY_SEEN[turn], out[place], 0)
        assert np.array_equal(out, seen(turned.state))
        code = int(random.choice(legal))
        match.play(GAME.write(match.current, (code,)))
        turned.play(GAME.write(turned.current, (stands_for[code],)))


def test_look_turns_positions_and_straighten_turns_opinions_back():
    match = GAME.position("-----/-b1---/---w3-/-----/--w1-- b - 0")
    states = np.stack([match.state] * 6).reshape(-1)
    state, turns = np.zeros(rules.STATE_SIZE, np.int64), np.zeros(6, np.int64)
    used = set()
    for seed in range(20):
        out = np.zeros(6 * planes.POINTS * planes.PLANES, np.int64)
        SIGHT.look(states, state, turns, out, 6, seed)
        assert len(set(turns)) == 1  # the same position, the same seed
        used.add(int(turns[0]))
        opinions = np.where(planes.CODE_SEEN[5, turns[0]] < 0, -1, planes.CODE_SEEN[5, turns[0]]).astype(float)
        straight = np.zeros(6 * planes.CODES)
        SIGHT.straighten(states, state, turns, np.tile(opinions, 6), straight, 6)
        legal = GAME.codes(match.state)
        assert all(straight[planes.CODES * row + code] == code for row in range(6) for code in legal)
    assert len(used) > 4
