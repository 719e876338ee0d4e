"""Off to New Shores!, the die and the last round (NS-13 and NS-14)."""

import pytest
from test_new_shores import MEADOW, box, played, refused, to_the_roll
from test_new_shores_scoring import scores

import meadhall


def moves(match, start):
    """Where the Hägar on this field may go."""
    return {action.split(">")[1] for action in match.actions() if action.startswith(start + ">")}


@pytest.mark.parametrize("players", [1, 2, 3])
def test_ns13_all_six_numbers_can_be_rolled(players):
    match = to_the_roll(played(box(), "start 1", players=players))
    assert match.actor == meadhall.CHANCE
    assert set(match.actions()) == {f"roll {n}" for n in range(1, 7)}
    assert match.chances() == pytest.approx([1 / 6] * 6)


@pytest.mark.parametrize("roll", ["roll 0", "roll 7", "roll", "4", "stay"])
def test_ns13_a_die_has_six_sides(roll):
    assert refused(to_the_roll(played(box(), "start 1")), roll)


def test_ns13_a_horizontal_arrow_doubles_its_row():
    row = box(a=MEADOW + "; die 4 SW horizontal", b=MEADOW)
    laid = "a 0,0/0; b 1,0/0"
    assert scores(row, laid, "red 0,0NW; gold 0,0SW", die=4) == [2, 0]
    assert scores(row, laid, "red 0,0NW; gold 1,0SE", die=4) == [2, 0]
    assert scores(row, laid, "red 0,0NW; gold 1,0NE", die=4) == [1, 0]


def test_ns13_a_vertical_arrow_doubles_its_column():
    column = box(a=MEADOW + "; die 4 SW vertical", b=MEADOW)
    laid = "a 0,0/0; b 0,-1/0"
    assert scores(column, laid, "red 0,0NE; gold 0,-1NW", die=4) == [2, 0]
    assert scores(column, laid, "red 0,0NE; gold 0,0SE", die=4) == [1, 0]


def test_ns13_gaps_do_not_stop_it():
    row = box(a=MEADOW + "; die 4 SW horizontal", b=MEADOW)
    assert scores(row, "a 0,0/0; b -6,0/0", "red -6,0NW; gold -6,0SE", die=4) == [2, 0]


def test_ns13_another_number_doubles_another_line_or_nothing():
    row = box(a=MEADOW + "; die 4 SW horizontal; die 5 NE horizontal")
    assert scores(row, "a 0,0/0", "red 0,0NW; gold 0,0SW", die=5) == [1, 0]
    assert scores(row, "a 0,0/0", "red 0,0NW; gold 0,0SW", die=6) == [1, 0]
    assert scores(row, "a 0,0/0", "red 0,0NW; gold 0,0SW", die=None) == [1, 0]


def test_ns13_a_number_left_in_the_box_doubles_nothing():
    row = box(a=MEADOW + "; die 4 SW horizontal", b=MEADOW)
    assert scores(row, "b 0,0/0", "red 0,0NW; gold 0,0SW", die=4) == [1, 0]


@pytest.mark.parametrize(
    ("turn", "gold", "points"),
    [
        (0, "NW", 2),
        (0, "SW", 1),
        (1, "SE", 2),
        (1, "NW", 1),
        (2, "SW", 2),
        (2, "NE", 1),
        (3, "NW", 2),
        (3, "SE", 1),
    ],
)
def test_ns13_a_turned_coaster_turns_its_arrow(turn, gold, points):
    row = box(a=MEADOW + "; die 1 NW horizontal", b=MEADOW)
    tokens = f"red 1,0NE; gold 0,0{gold}"
    assert scores(row, f"a 0,0/{turn}; b 1,0/0", tokens, die=1) == [points, 0]


def test_ns13_the_breakdown_names_the_doubled_line():
    match = to_the_roll(played(box(a=MEADOW + "; die 1 NW horizontal"), "start 1; draw a; 0,0/1; hagar NE"))
    match.play("roll 1")
    assert match.breakdown()["doubled"]["number"] == 1
    assert match.breakdown()["doubled"]["arrow"] == "vertical"


def test_ns13_a_missing_number_leaves_the_breakdown_without_a_doubled_line():
    match = to_the_roll(played(box(a=MEADOW), "start 1; draw a; 0,0/0; hagar NE"))
    match.play("roll 2")
    assert match.breakdown()["doubled"] is None


@pytest.mark.parametrize(("start", "order"), [(1, [1, 2, 0]), (2, [2, 0, 1]), (3, [0, 1, 2])])
def test_ns14_the_starting_player_moves_last(start, order):
    match = to_the_roll(played(box(), f"start {start}", players=3))
    match.play("roll 1")
    actors = []
    while not match.over:
        actors.append(match.actor)
        match.play("stay")
    assert actors == order


def test_ns14_who_has_nothing_to_move_can_only_stay():
    match = to_the_roll(played(box(), "start 1"))
    match.play("roll 1")
    assert match.actions() == ["stay"]


SHORE = {"a": "land land / water forest", "b": "land water / forest land; die 3 SE vertical"}


def last_round(*script, **options):
    """Alone with the coasters of SHORE, the rest is wasteland; a 3 was rolled."""
    match = to_the_roll(played(box(**SHORE), *script, players=1, **options))
    match.play("roll 3")
    return match


def test_ns14_a_hagar_moves_to_any_free_field_of_its_kind():
    match = last_round("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; gold NW")
    assert set(match.actions()) == {"stay", "0,0NW>0,0NE", "0,0NW>1,0SE"}


def test_ns14_it_need_not_be_connected_and_never_changes_the_kind():
    match = last_round("start 1; draw a; 0,0/0; hagar SE; draw b; 1,0/0; gold NW")
    assert set(match.actions()) == {"stay", "0,0SE>1,0SW"}


def test_ns14_gold_does_not_walk():
    match = last_round("start 1; draw a; 0,0/0; gold NW; draw b; 1,0/0; hagar NW")
    assert moves(match, "0,0NW") == set()
    assert refused(match, "0,0NW>0,0NE")


def test_ns14_an_occupied_field_is_not_free():
    match = last_round("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar SE")
    assert refused(match, "0,0NW>1,0SE")
    assert moves(match, "0,0NW") == {"0,0NE", "1,0NW"}


@pytest.mark.parametrize("move", ["0,0NW>0,0SW", "0,0NW>0,0NW", "0,0NE>0,0NW", "0,0NW>9,9NE", "0,0NW"])
def test_ns14_no_other_kind_no_running_on_the_spot_no_ghosts_no_sea_beyond_the_table(move):
    assert refused(last_round("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; gold NE"), move)


def test_ns14_never_onto_a_skull():
    match = last_round("start 1; draw a; 0,0/0; hagar SW; draw b; 1,0/0; gold NW")
    assert moves(match, "0,0SW") == {"1,0NE"}


def test_ns14_without_skulls_also_there():
    coasters = box(a="land land / water forest", b="land water / water water; skull NW")
    turns = "start 1; draw a; 0,0/0; hagar NW; draw b; -1,0/0; gold SW"
    with_skulls = to_the_roll(played(coasters, turns, players=1, skulls="on"))
    without = to_the_roll(played(coasters, turns, players=1, skulls="off"))
    for match in (with_skulls, without):
        match.play("roll 1")
    assert moves(with_skulls, "0,0NW") == {"0,0NE"}
    assert moves(without, "0,0NW") == {"0,0NE", "-1,0NW"}


def test_ns14_the_die_does_not_occupy_its_field():
    match = last_round("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; gold NE")
    assert "0,0NW>1,0SE" in match.actions()


def test_ns14_others_stay_where_they_are_unless_they_move_themselves():
    match = to_the_roll(played(box(**SHORE), "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW"))
    match.play("roll 1")
    assert match.actor == 1
    assert moves(match, "0,0NW") == set() and moves(match, "1,0NW") == {"0,0NE", "1,0SE"}


def test_ns14_a_field_just_left_is_free():
    match = to_the_roll(played(box(**SHORE), "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW"))
    match.play("roll 1")
    match.play("1,0NW>0,0NE")
    assert moves(match, "0,0NW") == {"1,0NW", "1,0SE"}


def test_ns14_one_move_each_and_the_game_is_over():
    match = last_round("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; gold NW")
    match.play("0,0NW>1,0SE")
    assert match.over and match.actor is None and match.actions() == []


def test_ns14_the_move_counts_in_the_scoring():
    coasters = box(a="land forest / forest water", b="land water / water water; shield NW")
    turns = "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/1; gold NW"
    match = to_the_roll(played(coasters, turns, players=1))
    match.play("roll 1")
    before = list(match.breakdown()["scores"])
    match.play("0,0NW>1,0NE")
    assert (before, match.scores) == ([0], (1,))
