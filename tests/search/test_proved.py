"""What is proved comes first: the strongest bots, hints and analysis say of a solved board what its table says."""

import random
from itertools import product

import pytest
from fourth_game.little_morris import LittleMorris
from haugaz_table import HAUGAZ, late, played

from meadhall.games.haugaz import solved
from meadhall.learn.values import analyst_for, verdict
from meadhall.search import levels, proved
from meadhall.search.minimax import Minimax
from meadhall.search.precompile import StandInBot
from meadhall.search.simple import Beginner

BOARDS = [
    {"size": size, "movers": movers, "reach": reach}
    for size, movers, reach in product((3, 4, 5), ("own", "any"), ("lines", "ring"))
]
BOARDS = [board for board in BOARDS if solved.shipped(board)]
NOTED = [board for board in BOARDS if solved.won_by_black(*board.values())]
WORTH = {"black": 1.0, "draw": 0.5, "white": 0.0}
FOUR = ("a1", "d4")  # three steps apart: Black does not win at once


def named(board):
    return "-".join(str(value) for value in board.values())


each_board = pytest.mark.parametrize("board", BOARDS, ids=named)
each_noted_board = pytest.mark.parametrize("board", NOTED, ids=named)


def worth(match):
    return proved.worths(match.current)


def after(match, *actions):
    match = match.copy()
    for action in actions:
        match.play(action)
    return match


def turn(match):
    """A whole turn that is proved to be best, played."""
    match, player = match.copy(), match.actor
    while match.actor == player:
        best = proved.best(match)
        assert best is not None
        match.play(best)
    return match


def random_turn(match, dice):
    match, player = match.copy(), match.actor
    while match.actor == player:
        match.play(dice.choice(match.actions()))
    return match


# -- what the room knows ---------------------------------------------------------------------------


@each_board
@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_solved_set_up_is_worth_what_its_table_says(board, colour):
    for one in solved.shipped(board):
        black = WORTH[one.best]
        match = played(one.black, one.white, colour, **board)
        assert worth(match) == ((1 - black, black) if colour == "black" else (black, 1 - black))


@each_board
def test_whoever_wins_a_solved_set_up_finds_a_whole_turn_after_which_the_other_has_lost(board):
    for one in solved.shipped(board):
        if one.best == "black":
            match = turn(played(one.black, one.white, "black", **board))
            if match.over:
                assert match.winners == (1,)
            else:
                lines = proved.lines(match)
                assert [line.action for line in lines] == match.actions()
                assert {(line.value, line.values, line.exact) for line in lines} == {(0.0, (0.0, 1.0), True)}


@each_noted_board
def test_a_game_by_what_is_noted_is_won_for_its_first_turns_whatever_the_other_does(board):
    dice = random.Random(1)
    hard = [one for one in solved.shipped(board) if one.best == "black" and one.proof > 2]
    for one in dice.sample(hard, min(4, len(hard))):
        match = turn(played(one.black, one.white, "black", **board))
        for _ in range(1 if board["movers"] == "any" and board["size"] == 4 else 2):
            if not match.over:
                match = random_turn(match, dice)
            if not match.over:
                assert worth(match) == (0.0, 1.0)
                match = turn(match)
        assert match.winners == (1,) if match.over else worth(match) == (0.0, 1.0)


@pytest.mark.parametrize("reach", ["lines", "ring"])
def test_what_the_notes_come_to_is_found_by_the_solver_of_endings_too(reach):
    board, dice, ends = {"size": 4, "movers": "own", "reach": reach}, random.Random(2), []
    hard = [one for one in solved.shipped(board) if one.proof > 2]
    while len(ends) < 3:
        one = dice.choice(hard)
        match = turn(played(one.black, one.white, "black", **board))
        for _ in range(solved.NOTED - 1):
            match = match if match.over else random_turn(match, dice)
            match = match if match.over else turn(match)
        if not match.over:
            ends.append(Minimax(match).solve(2_000_000))
    assert [end.value for end in ends] == [0.0, 0.0, 0.0]


def test_a_stack_that_was_just_placed_does_not_hide_that_all_is_lost():
    match = turn(played(*FOUR, "black", size=4))
    for action in match.actions():
        assert worth(after(match, action)) == (0.0, 1.0)


def test_a_turned_and_mirrored_board_is_known_too():
    for black, white in (("a1", "d4"), ("d4", "a1"), ("a4", "d1"), ("d1", "a4")):
        assert worth(turn(played(black, white, "black", size=4))) == (0.0, 1.0)


def test_where_every_set_up_is_lost_for_who_makes_it_the_first_player_has_lost_from_the_start():
    match = played(size=4)
    for action in ("a1", "d4", "black"):
        assert worth(match) == (0.0, 1.0)
        match.play(action)


def test_a_set_up_that_is_a_draw_is_the_best_for_who_makes_it():
    match = played(size=3, movers="any")
    assert worth(match) == (0.5, 0.5)
    match.play(proved.best(match))
    match.play(proved.best(match))
    assert [line.value for line in proved.lines(match)] == [0.5, 0.5]


def test_set_ups_that_are_known_are_told_beside_others_that_are_not():
    match = played("a1", size=5)
    assert worth(match) is None
    known = {line.action: line.value for line in proved.lines(match)}
    assert known["b2"] == 0.0 and "e5" not in known and 0 < len(known) < len(match.actions())
    assert proved.best(match) is None


UNKNOWN = {
    "a large board": played("d4", "e6", "black"),
    "its set-up": played("d4"),
    "a position after the noted turns": late(4, 7, 1),
}


@pytest.mark.parametrize("match", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_is_not_covered_is_not_known(match):
    assert worth(match) is None and proved.lines(match) == [] and proved.best(match) is None


# -- who asks --------------------------------------------------------------------------------------


def test_the_hint_on_a_small_board_says_what_the_table_beside_it_says():
    match = played(*FOUR, size=4)
    best = levels.analyst(HAUGAZ, 1).analyse(match, 0.05)[0]
    assert (best.action, best.value, best.exact) == ("black", 1.0, True)
    match.play("black")
    best = levels.analyst(HAUGAZ, 1).analyse(match, 0.05)[0]
    assert (best.value, best.values, best.exact) == (1.0, (0.0, 1.0), True)
    assert worth(after(match, best.action)) == (0.0, 1.0)


def test_a_proved_loss_is_worth_nothing_in_an_analysis():
    match = turn(played(*FOUR, "black", size=4))
    lines = levels.analyst(HAUGAZ, 1).analyse(match, 0.05)
    assert len(lines) == len(match.actions()) and {line.value for line in lines} == {0.0}


def test_the_bot_that_stands_in_while_code_is_compiled_analyses_by_the_table_too(monkeypatch):
    monkeypatch.setattr("meadhall.search.precompile.is_ready", lambda game: False)
    best = StandInBot(Beginner(HAUGAZ, 1)).analyse(played(*FOUR, "black", size=4), 0.05)[0]
    assert (best.value, best.exact) == (1.0, True)


def test_level_five_plays_a_turn_that_is_proved():
    match = played(*FOUR, "black", size=4)
    bot = levels.recipe(HAUGAZ, 5)(HAUGAZ, 1, "rank")
    match.play(bot.choose(match))
    match.play(bot.choose(match))
    assert worth(match) == (0.0, 1.0)


def test_looking_back_a_proved_mistake_costs_what_the_proof_says():
    match = played(*FOUR, size=4)
    found = verdict(match, "white", analyst_for(HAUGAZ, 2, 0.05, seed=1)(match, "white"))
    assert (found.best, found.before, found.after, found.exact) == ("black", (0.0, 1.0), (1.0, 0.0), True)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_levels_one_to_four_do_not_ask(level, monkeypatch):
    monkeypatch.setattr(proved.PROVED, "of", lambda game: pytest.fail("it asks"))
    match = played(*FOUR, "black", size=4)
    assert levels.recipe(HAUGAZ, level)(HAUGAZ, 1, "rank").choose(match) in match.actions()


def test_a_bot_asks_whatever_game_knows_something(monkeypatch):
    def known(position):
        """The middle is proved to win, and nothing else is known."""
        middle = int(position.state[4] >> 4 & 1)
        return (1.0, 0.0) if middle or not position.state[3] else None

    monkeypatch.setattr(proved.PROVED, "of", lambda game: known)
    match = LittleMorris().new()
    assert proved.best(match) == "b2"
    assert [(line.action, line.value) for line in proved.lines(match)] == [("b2", 1.0)]
    assert {line.value for line in proved.lines(after(match, "b2"))} == {0.0}
