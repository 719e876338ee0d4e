"""Haugaz, clause by clause: passing and the end (HZ-11 to HZ-13)."""

import pytest
from haugaz_table import assert_refused, at, offered, played


def test_hz11_two_passes_in_a_row_end_the_game():
    match = at("--w1/---/b1-- b - 0", "pass")
    assert not match.over
    match.play("pass")
    assert match.over
    assert match.actor is None
    assert match.actions() == []
    assert match.position == "--w1/---/b1-- b - 2"


def test_hz11_passes_with_a_turn_between_them_do_not_end_the_game():
    match = at("---w1/----/----/b1--- b - 0", "pass", "a4", "d4-c4", "pass")
    assert not match.over
    assert match.position == "w1-w1-/----/----/b1--- w - 1"


def test_hz11_placing_a_stack_wipes_out_the_pass():
    assert at("---w1/----/----/b1--- w - 1", "a4").position == "w1--w1/----/----/b1--- w a4 0"


def test_hz11_nothing_can_be_played_after_the_end():
    assert_refused(at("--w1/---/b1-- b - 2"), "pass")
    assert_refused(at("--w1/---/b1-- b - 2"), "b2")


def test_hz11_passing_is_offered_at_every_turn_that_can_be_played():
    assert "pass" in at("--w1/---/b1-- b - 0").actions()
    assert "pass" in at("--w1/---/b1-- w - 1").actions()


def test_hz12_the_game_ends_when_the_player_to_move_has_no_turn():
    match = at("---/b1-w2/--- w - 0")  # c2 reaches only a2, which is taken
    assert match.over
    assert match.actions() == []


def test_hz12_it_goes_on_while_only_the_other_player_is_stuck():
    assert not at("---/b1-w2/--- b - 0").over


def test_hz12_a_single_pass_ends_the_game_if_the_other_player_is_stuck():
    match = at("---/b1-w2/--- b - 0", "pass")
    assert match.over
    assert match.scores == (0, 1)
    assert match.position == "---/b1-w2/--- w - 1"


def test_hz12_a_stack_that_placing_would_shut_in_is_no_turn():
    assert at("w1w1w1/w1w1w1/b2w1- b - 0").over


def test_hz12_two_empty_points_can_be_enough():
    match = at("w1w1w1/w1-w1/b2w1- b - 0")
    assert offered(match) == {"b2", "pass"}


def test_hz12_one_point_always_stays_empty():
    match = at("w1w1w1/w1-w1/b2w1- b - 0", "b2", "a1-c1")
    assert match.over
    assert match.position == "b2w1b2/w1b1w1/-w1b2 w - 0"


def test_hz12_black_wins_at_once_if_the_two_stacks_start_two_steps_apart():
    match = played("d4", "f5", "white", "a1", "d4-e4")
    assert match.over
    assert match.scores == (1, 0)
    assert match.winners == (0,)


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("b3--/---/w2w2w2 b - 2", (1, 0)),
        ("b2--/---/--w3 b - 2", (0, 1)),
        ("b3b1-/---/w3w2- b - 2", (0, 1)),
        ("b3b3b1/---/w3w2w2 b - 2", (1, 0)),
        ("b1-w10/---/b9-- b - 2", (0, 1)),
    ],
)
def test_hz13_the_highest_stack_wins_and_equal_ones_give_way_to_the_next(text, scores):
    assert at(text).scores == scores


@pytest.mark.parametrize(
    ("text", "scores"),
    [("b3b1-/---/w3-- b - 2", (1, 0)), ("b2--/---/w2w1w1 b - 2", (0, 1)), ("---/w1--/--- b - 2", (0, 1))],
)
def test_hz13_a_further_stack_beats_none(text, scores):
    assert at(text).scores == scores


def test_hz13_all_equal_is_a_draw_that_both_win():
    match = at("b2b1-/---/w1w2- w - 2")
    assert match.scores == (0.5, 0.5)
    assert match.winners == (0, 1)


@pytest.mark.parametrize(("choice", "scores"), [("black", (0, 1)), ("white", (1, 0))])
def test_hz13_scores_are_listed_by_player_not_by_colour(choice, scores):
    match = played("a1", "c1", choice, "c3", "a1-b1", size=3)
    assert match.over
    assert match.scores == scores
    assert match.winners == (scores.index(1),)


def test_hz13_before_the_end_nobody_has_won_but_the_table_can_be_read():
    match = at("---/b1-w2/--- b - 0")
    assert match.scores is None
    assert match.winners == ()
    assert match.beers == []
    assert match.breakdown()["scores"] == [0, 1]
    assert match.breakdown()["stacks"] == {"black": [1], "white": [2]}


def test_hz13_no_beer_is_owed_over_haugaz():
    assert at("---/b1-w2/--- w - 0").beers == []
