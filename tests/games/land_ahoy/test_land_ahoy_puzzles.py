"""What the questions of Land Ahoy! mean: their values against the odds, and against the map."""

from fractions import Fraction
from itertools import product

import pytest
from land_ahoy_table import GAME, land, play, sail, table, win

import meadhall
from meadhall.games.land_ahoy.puzzles import aims, worths
from meadhall.learn import puzzles
from meadhall.learn.quiz import lay

SHIPPED = {puzzle.id: (puzzle, lay(GAME, puzzle)) for puzzle in puzzles.of(GAME).values()}
REPLACED = {"la-18", "la-58", "la-68", "la-70", "la-76", "la-83", "la-150", "la-186"}


def of_kind(kind):
    return [(puzzle, match) for puzzle, match in SHIPPED.values() if puzzle.kind == kind]


def fields(view, action):
    """Where the dice of a choice may lead, each as likely as the others."""
    reds = range(1, 7) if action in ("reroll red", "reroll both") else [view["dice"]["red"]]
    blacks = range(1, 7) if action in ("reroll black", "reroll both") else [view["dice"]["black"]]
    return list(product(reds, blacks))


def hit(view, x, y):
    """The islands that a field hits, looked up on the map, and whether directly (LA-7)."""
    name = "abcdef"[x - 1] + str(y)
    if on := [island for island in view["islands"] if name in island["fields"]]:
        return on, True
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    near = {"abcdef"[a - 1] + str(b) for a, b in around if 1 <= a <= 6 and 1 <= b <= 6}
    return [island for island in view["islands"] if near & set(island["fields"])], False


def worth_it(view, island):
    """Whether the player could win something on an island, whatever the dice (LA-13)."""
    mine = view["hands"][view["player"]]
    theirs = [token for player, hand in enumerate(view["hands"]) if player != view["player"] for token in hand]
    if island["face_down"] or island["open"]:
        return True
    return {
        "hagar": "hagar" in theirs,
        "sven": "sven" in theirs,
        "helga": any(number in mine for number in (1, 2, 3)),
        "dragon": 1 in mine,
        "none": False,
    }[island["portrait"]]


def shares(match, asked):
    """For each choice of dice, the share of fields whose hits are what is asked for."""
    view, found = match.view(None), {}
    for action in match.actions():
        hits = [hit(view, *field) for field in fields(view, action)]
        found[action] = str(Fraction(sum(any(asked(view, *one) for one in each(*two)) for two in hits), len(hits)))
    return found


def each(islands, direct):
    return [(island, direct) for island in islands]


# -- what is shipped -------------------------------------------------------------------------------


def test_la7_to_reach_an_island_is_to_hit_it_by_the_odds():
    for puzzle, match in of_kind("reach"):
        odds = meadhall.odds(match)
        for action, value in puzzle.values.items():
            hits = sum(odds[action].get(f"{puzzle.goal} {how}", 0) for how in ("direct", "beside"))
            assert hits == pytest.approx(float(Fraction(value))), puzzle.id


def test_la7_to_reach_an_island_is_to_hit_it_on_the_map():
    for puzzle, match in of_kind("reach"):
        name = puzzle.goal
        assert shares(match, lambda view, island, direct, name=name: island["name"] == name) == puzzle.values, puzzle.id


def test_la13_a_direct_hit_counts_where_something_can_be_won():
    for puzzle, match in of_kind("direct"):
        assert shares(match, lambda view, island, direct: direct and worth_it(view, island)) == puzzle.values, puzzle.id


def test_la13_a_shore_counts_where_something_can_be_won():
    for puzzle, match in of_kind("shore"):
        assert shares(match, lambda view, island, direct: worth_it(view, island)) == puzzle.values, puzzle.id


def test_la10_a_claim_has_the_chance_that_the_odds_give():
    for puzzle, match in of_kind("claim"):
        odds = meadhall.odds(match)
        for action, value in puzzle.values.items():
            assert odds[action].get(puzzle.goal, 0) == pytest.approx(float(Fraction(value))), puzzle.id


def test_any_claim_at_all_has_the_chance_that_the_board_shows():
    for puzzle, match in of_kind("any"):
        keeps = GAME.aids(match.current)["keeps"]
        for action, value in puzzle.values.items():
            assert keeps[action]["any"] == pytest.approx(float(Fraction(value))), puzzle.id


def test_la13_nobody_is_asked_for_an_island_on_which_nothing_can_be_won():
    for puzzle, match in of_kind("reach"):
        view = match.view(None)
        (island,) = (one for one in view["islands"] if one["name"] == puzzle.goal)
        assert worth_it(view, island), puzzle.id


def test_a_puzzle_that_was_replaced_has_left_its_name_to_nobody():
    assert not REPLACED & SHIPPED.keys()


# -- on a table ------------------------------------------------------------------------------------


def test_la13_only_islands_with_something_to_win_are_asked_for():
    assert aims(play(table(), "roll 2 2"))["reach"] == ["e1"]
    rich = win(table(), "2", "")
    assert aims(play(rich, "roll 2 2"))["reach"] == ["a1", "e1"]  # a 2 for Helga


def test_la7_an_island_without_anything_to_win_is_hit_too():
    match = play(table(), "roll 3 3")  # on the empty island c3
    assert worths(match, "reach", "c3")["keep"] == 1
    assert meadhall.odds(match)["keep"] == {"c3 direct": 1.0}


def test_la13_a_field_beside_two_islands_without_anything_to_win_is_no_shore():
    match = play(table(), "roll 2 3")  # between a3 and c3
    assert worths(match, "shore", "")["keep"] == 0
    assert worths(play(table(), "roll 4 1"), "shore", "")["keep"] == 1


def test_la13_a_choice_is_a_shore_where_one_of_the_islands_is_worth_it():
    match = play(win(table(), "hagar"), "roll 2 3")  # between two Hägar islands: the other player has him
    assert worths(match, "shore", "")["keep"] == 1


def test_la13_a_claim_that_costs_points_is_left():
    match = land(win(table(), "3", ""), "a1", "3 3")
    match = win(play(match, "helga 3"), "", "1", "")
    match = play(sail(match, "a1"), "roll 1 1")  # the 3 on the field would give way to the 1
    assert worths(match, "points", "")["keep"] == 0
    assert worths(match, "any", "")["keep"] == 1
