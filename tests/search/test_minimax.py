"""The exact solver: agrees with a plain search of everything, never guesses, and is the same in every mode."""

import random
from itertools import permutations, product

import numpy as np
import pytest
from haugaz_table import HAUGAZ, at, late, played

import meadhall
from meadhall.search import minimax_kernel
from meadhall.search.minimax import Minimax

RULES = HAUGAZ.rules("compiled")
OPTIONS = [
    {"movers": movers, "reach": reach} for movers, reach in product(("own", "any"), ("lines", "ring"))
]  # fmt: skip
every_option = pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))


def plain(state, memory):
    """The worth of a position to its player, by trying everything: 1, 0.5 or 0."""
    key = state[: RULES.CAN_MOVE].tobytes()
    if key not in memory:
        player, best = RULES.actor(state), 0.0
        for action in listed(state):
            after = state.copy()
            RULES.apply(after, action)
            if (follower := RULES.actor(after)) == RULES.OVER:
                points = np.zeros(2)
                RULES.scores(after, points)
                value = points[player]
            else:
                value = plain(after, memory)
                value = value if follower == player else 1 - value
            best = max(best, value)
            if best == 1:
                break
        memory[key] = best
    return memory[key]


def listed(state):
    out = np.empty(RULES.MAX_ACTIONS, np.int64)
    return out[: RULES.actions(state, out)].tolist()


def mirrored(position):
    """The same position, seen in a mirror that stands beside the board."""
    ranks, *rest = position.split()
    marks = [rank.replace("b", " b").replace("w", " w").replace("-", " -").split() for rank in ranks.split("/")]
    return " ".join(["/".join("".join(reversed(rank)) for rank in marks), *rest])


def upside_down(position):
    ranks, *rest = position.split()
    return " ".join(["/".join(reversed(ranks.split("/"))), *rest])


def with_colours_swapped(position):
    return position.translate(str.maketrans("bw", "wb"))


def balanced(seed):
    """A position on nine points in which both sides own stacks of the same heights."""
    dice = random.Random(seed)
    while True:
        heights = [dice.choice((1, 1, 2, 3, 4)) for _ in range(dice.choice((2, 3)))]
        marks = [f"{colour}{h}" for colour in "bw" for h in heights]
        marks += ["-"] * (9 - len(marks))
        dice.shuffle(marks)
        ranks = "/".join("".join(marks[i : i + 3]) for i in (0, 3, 6))
        match = at(f"{ranks} {dice.choice('bw')} - {dice.choice('01')}")
        if not match.over:
            return match


@pytest.mark.parametrize("reach", ["lines", "ring"])
def test_it_agrees_with_a_plain_search_on_every_set_up_of_the_smallest_board(reach):
    memory = {}
    for black, white in permutations((f"{x}{y}" for x, y in product("abc", "123")), 2):
        match = played(black, white, "black", size=3, reach=reach)
        assert Minimax(match).solve().value == plain(match.state, memory), match.position


@every_option
@pytest.mark.parametrize(("size", "empty"), [(3, 4), (3, 5), (4, 3), (4, 4)])
def test_it_agrees_with_a_plain_search_late_in_the_game(options, size, empty):
    memory = {}
    for seed in range(10):
        match = late(size, empty, seed, **options)
        if seed % 2:
            match.play(match.actions()[0])  # in the middle of a turn
        assert Minimax(match).solve().value == plain(match.state, memory), match.position


def test_it_agrees_with_a_plain_search_where_nobody_is_ahead():
    memory, values = {}, []
    for seed in range(60):
        match = balanced(seed)
        values.append(Minimax(match).solve().value)
        assert values[-1] == plain(match.state, memory), match.position
    assert set(values) == {0, 0.5, 1}


@pytest.mark.parametrize("seed", range(6))
def test_every_action_has_the_value_that_a_plain_search_gives_it(seed):
    match = late(4, 4, seed) if seed % 2 else balanced(seed)
    lines = Minimax(match).lines()
    assert {line.action for line in lines} == set(match.actions())
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert lines[0].value == Minimax(match).solve().value
    for line in lines:
        after = match.copy()
        after.play(line.action)
        if after.over:
            expected = after.scores[match.actor]
        else:
            expected = plain(after.state, {})
            expected = expected if after.actor == match.actor else 1 - expected
        assert line.value == expected, (match.position, line)


@pytest.mark.parametrize("seed", range(12))
def test_the_line_can_be_played_and_ends_as_promised(seed):
    match = late(4, 5, seed) if seed % 2 else balanced(seed)
    player, solved = match.actor, Minimax(match).solve()
    assert solved.line[0] == solved.action
    for action in solved.line:
        match.play(action)
        if not match.over:
            value = Minimax(match).solve().value
            assert solved.value == (value if match.actor == player else 1 - value)
    assert match.over and match.scores[player] == solved.value


def test_turned_boards_and_swapped_colours_have_the_same_value():
    for seed in range(12):
        position = late(5, 5, seed).position
        value = Minimax(at(position)).solve().value
        for change in (mirrored, upside_down, with_colours_swapped):
            assert Minimax(at(change(position))).solve().value == value, (change, position)


def test_it_finds_the_win_on_the_first_turn_of_the_largest_board():
    match = played("d4", "f4", "black")
    solved = Minimax(match).solve(nodes=5000)
    assert solved.value == 1 and len(solved.line) == 2


def test_without_enough_positions_to_look_at_there_is_no_answer():
    match = late(5, 7, 1)
    needed = Minimax(match).solve().nodes
    assert needed > 1000
    for nodes in (1, needed // 10, needed // 2):
        assert Minimax(match).solve(nodes=nodes) is None
    assert Minimax(match).solve(nodes=needed) is not None
    assert len(Minimax(match).lines(nodes=needed // 10)) < len(match.actions())


def test_a_full_table_costs_time_and_never_truth(monkeypatch):
    monkeypatch.setattr("meadhall.search.minimax.MOST_PLACES", 1 << 10)
    cramped = [Minimax(late(5, 7, seed)).solve() for seed in range(4)]
    monkeypatch.undo()
    roomy = [Minimax(late(5, 7, seed)).solve() for seed in range(4)]
    assert [solved.value for solved in cramped] == [solved.value for solved in roomy]
    assert sum(solved.nodes for solved in cramped) > sum(solved.nodes for solved in roomy)


def test_it_gives_the_same_answers_interpreted_checked_and_compiled():
    for seed in range(4):
        match = late(4, 3 + seed % 2, seed)
        answers = [Minimax(match, mode=mode).solve() for mode in ("interpreted", "checked", "compiled")]
        assert answers[0] == answers[1] == answers[2]
        assert Minimax(match, mode="interpreted").lines(nodes=300) == Minimax(match).lines(nodes=300)


def test_what_waits_for_dice_has_no_answer():
    match = meadhall.game("land-ahoy").new(players=2, seed=1)
    solver = Minimax(match, mode="interpreted")
    assert solver.solve() is None and solver.lines() == []


def test_it_is_for_two_players_and_for_games_that_go_on():
    with pytest.raises(meadhall.BadOption, match="two players, not for 3"):
        Minimax(meadhall.game("land-ahoy").new(players=3))
    with pytest.raises(meadhall.IllegalAction, match="nothing to decide"):
        Minimax(at("b1--/---/--w1 b - 1", "pass"))


def test_a_position_is_known_again_by_what_matters_alone():
    match = late(8, 20, 1)
    one, other = match.state, match.state
    other[RULES.CAN_MOVE] ^= 1  # left over from the last move
    assert minimax_kernel.key_of(one, RULES.POSITION_SIZE) == minimax_kernel.key_of(other, RULES.POSITION_SIZE)
    other[RULES.BLACK], other[RULES.WHITE] = one[RULES.WHITE], one[RULES.BLACK]
    assert minimax_kernel.key_of(one, RULES.POSITION_SIZE) != minimax_kernel.key_of(other, RULES.POSITION_SIZE)
