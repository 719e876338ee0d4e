"""The learner's search: trees side by side, the same in every way to run them; and boards that are turned."""

import random

import numpy as np
import pytest
import torch

import meadhall
from meadhall.games.haugaz import planes, rules
from meadhall.games.haugaz.training import TRAINING, setting_up
from meadhall.train import launch, selfplay, symmetry
from meadhall.train.selfplay import Trees, considered, schedule
from meadhall.train.symmetry import Symmetry

HAUGAZ = meadhall.game("haugaz")
POINTS, DIRECTIONS, CODES = planes.POINT_SEEN, planes.WAY_SEEN, planes.CODE_SEEN
SYMMETRIES = 8


def even(seen):
    """No opinion."""
    return torch.zeros(len(seen), planes.CODES), torch.full((len(seen),), 0.5)


def opinionated(seen):
    """Opinions that differ from action to action and from position to position."""
    sums = seen.float().sum((1, 2))
    logits = torch.sin(torch.arange(planes.CODES) * sums[:, None])
    return logits, torch.sigmoid(torch.sin(sums))


def trees_of(states, simulations):
    trees = Trees(len(states), simulations, {(3, 0, 0): 1.0}, Symmetry(TRAINING, "cpu"))
    trees.current[:] = torch.tensor(np.array(states))
    trees._run("whose", trees.current, trees.player)
    return trees


def some_states(many, seed=1, **options):
    """Prepared positions of random games, none of them over."""
    rng, states = random.Random(seed), []
    while len(states) < many:
        match = HAUGAZ.new(seed=seed, **options)
        while not match.over:
            state = match.state.copy()
            planes.prepare(state)
            states.append(state)
            match.play(rng.choice(match.actions()))
    return rng.sample(states, many)


# -- halving ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", [1, 2, 3, 7, 16])
@pytest.mark.parametrize("simulations", [1, 4, 16, 50, 64])
def test_there_is_always_an_action_that_was_tried_as_often_as_is_due(actions, simulations):
    tried = [0] * actions
    for due in considered(actions, simulations):
        tried[tried.index(due)] += 1
    assert sum(tried) == simulations


def test_the_worse_half_is_dropped_again_and_again():
    tried = [0] * 16
    for due in considered(16, 64):
        tried[tried.index(due)] += 1
    assert sorted(tried) == [1] * 8 + [3] * 4 + [7] * 2 + [15] * 2


def test_the_schedule_has_a_row_for_every_number_of_actions():
    table = schedule(16, 20)
    assert table.shape == (17, 20)
    assert all(list(table[n]) == considered(n, 20) for n in range(1, 17))


# -- the search -------------------------------------------------------------------------------------


def test_visits_add_up_and_opinions_are_about_legal_actions_alone():
    states = some_states(12, size=5)
    trees = trees_of(states, 20)
    trees.search(opinionated, 20)
    for g, state in enumerate(states):
        legal = set(HAUGAZ.codes(state))
        children = [int(child) for child in trees.child[g, 0, : len(legal)] if child >= 0]
        assert trees.visits[g, 0] == 21
        assert sum(int(trees.visits[g, child]) for child in children) == 20
        assert set(trees.policy[g].nonzero()[:, 0].tolist()) == legal
        assert float(trees.policy[g].sum()) == pytest.approx(1, abs=1e-3)
        assert int(trees.chosen[g]) in legal


@pytest.mark.parametrize("seat", [0, 1])
def test_a_win_in_one_is_found_without_any_opinion(seat):
    # White has passed and Black is ahead: passing too ends the game, and wins it (HZ-11).
    state = HAUGAZ.position("-----/-----/b2---w1/-----/----- b - 1").state.copy()
    state[rules.BLACK_SEAT] = seat
    planes.prepare(state)
    trees = trees_of([state], 32)
    trees.search(even, 32, heat=0.0, widest=32)
    assert int(trees.chosen[0]) == rules.PASS
    assert float(trees.policy[0, rules.PASS]) > 0.5
    trees.play()
    assert int(trees.over[0]) == 1 and float(trees.result[0]) == 1 - seat


def test_a_pass_that_would_lose_is_not_taken():
    state = HAUGAZ.position("-----/-----/b2---w1/-----/----- w - 1").state.copy()
    planes.prepare(state)
    trees = trees_of([state], 32)
    trees.search(even, 32, heat=0.0, widest=32)
    assert int(trees.chosen[0]) != rules.PASS


def test_heat_decides_how_much_is_left_to_chance():
    def sure(seen):
        logits = torch.zeros(len(seen), planes.CODES)
        logits[:, 9] = 3.0
        return logits, torch.full((len(seen),), 0.5)

    torch.manual_seed(1)
    chosen = {}
    for heat in (0.0, 1.0, 100.0):
        trees = Trees(256, 1, {(4, 0, 0): 1.0}, Symmetry(TRAINING, "cpu"))
        trees.renew()
        assert bool(setting_up(trees.current).all())
        trees.search(sure, 1, torch.full((256,), heat))
        chosen[heat] = (trees.chosen == 9).float().mean().item()
    opinion = np.exp(3) / (np.exp(3) + 15)
    assert chosen[0.0] == 1.0
    assert chosen[1.0] == pytest.approx(opinion, abs=0.08)  # as often as it thinks of it
    assert chosen[100.0] == pytest.approx(1 / 16, abs=0.05)  # like any other


def interpreted(package, name, device):
    """What launch.kernel gives, without a compiler."""
    function = getattr(launch.tree(package), name)

    def run(n, *arrays):
        for i in range(n):
            which = (i // planes.POINTS, i % planes.POINTS) if name == "see" else (i,)
            function(*which, *arrays)

    return run


def test_trees_grow_alike_interpreted_and_compiled(monkeypatch):
    states = some_states(6, size=3) + some_states(3, size=4, movers="any", reach="ring")
    grown = []
    for kernel in (selfplay.kernel, interpreted):
        monkeypatch.setattr(selfplay, "kernel", kernel)
        monkeypatch.setattr(symmetry, "kernel", kernel)
        torch.manual_seed(5)
        trees = trees_of(states, 12)
        trees.search(opinionated, 12)
        trees.play()
        trees.renew()
        grown.append(trees)
    one, two = grown
    for name in ("current", "visits", "many", "code", "child", "path", "chosen", "over", "player", "planes"):
        assert torch.equal(getattr(one, name), getattr(two, name)), name
    for name in ("worth", "policy", "result"):
        assert torch.allclose(getattr(one, name), getattr(two, name), atol=1e-5), name


# -- symmetries -------------------------------------------------------------------------------------


def turned_state(state, turn):
    """The position with everything on the board turned."""
    came_from = POINTS[state[rules.SIZE], turn]
    new = state.copy()
    for word in (rules.BLACK, rules.WHITE, *range(rules.HEIGHT, rules.HEIGHT + 7), rules.PLACEABLE):
        bits = sum(int(state[word]) >> int(p) & 1 and 1 << at for at, p in enumerate(came_from) if p >= 0)
        new[word] = bits - (1 << 64) if bits >> 63 else bits
    for k, way in enumerate(DIRECTIONS[turn]):
        bits = sum(
            int(state[rules.CAN_MOVE + way]) >> int(p) & 1 and 1 << at for at, p in enumerate(came_from) if p >= 0
        )
        new[rules.CAN_MOVE + k] = bits - (1 << 64) if bits >> 63 else bits
    if state[rules.PLACED] >= 0:
        new[rules.PLACED] = list(came_from).index(state[rules.PLACED])
    return new


def board_words(state):
    return state[: rules.POSITION_SIZE].tolist()


@pytest.mark.parametrize("options", [{"size": 8}, {"size": 5}, {"size": 4, "movers": "any", "reach": "ring"}])
def test_turned_actions_lead_to_turned_positions(options):
    for state in some_states(6, **options):
        legal = HAUGAZ.codes(state)
        for turn in range(SYMMETRIES):
            codes, turned = CODES[state[rules.SIZE], turn], turned_state(state, turn)
            there = HAUGAZ.codes(turned)
            assert sorted(codes[there].tolist()) == sorted(legal)
            for action in there[:: max(1, len(there) // 5)]:
                after, turned_after = state.copy(), turned.copy()
                rules.apply(after, int(codes[action]))
                rules.apply(turned_after, int(action))
                assert board_words(turned_state(after, turn)) == board_words(turned_after)


@pytest.mark.parametrize("size", [8, 3])
def test_a_turned_look_is_a_look_at_the_turned_position(size):
    states = some_states(8, size=size)
    look = Symmetry(TRAINING, "cpu")
    for turn in range(SYMMETRIES):
        seen, straight = (torch.empty(8, planes.POINTS, planes.PLANES, dtype=torch.uint8) for _ in range(2))
        look.see(torch.tensor(np.array(states)), torch.full((8,), turn, dtype=torch.int32), seen)
        turned = np.array([turned_state(state, turn) for state in states])
        look.see(torch.tensor(turned), torch.zeros(8, dtype=torch.int32), straight)
        assert torch.equal(seen, straight)


def test_every_symmetry_moves_every_point_once():
    for size in range(3, 9):
        places = [8 * y + x for y in range(size) for x in range(size)]
        boards = {tuple(POINTS[size, turn]) for turn in range(SYMMETRIES)}
        assert len(boards) == SYMMETRIES
        assert all(sorted(p for p in board if p >= 0) == places for board in boards)
