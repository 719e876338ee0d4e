"""Haugaz, clause by clause: the board, the start, a turn (HZ-1 to HZ-10)."""

import pytest
from haugaz_table import HAUGAZ, assert_refused, at, offered, played, points

import meadhall

RAISING = "w1---b3/-w1---/-----/----w1/b2---- b - 0"


# Board and stacks


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_hz1_the_board_is_empty_at_first_and_has_3_to_8_points_a_side(size):
    assert offered(played(size=size)) == points(size)


def test_hz1_eight_points_a_side_unless_asked_otherwise():
    assert offered(played()) == points(8)


@pytest.mark.parametrize("size", [-3, 0, 2, 9, 4.5, "wide"])
def test_hz1_other_sizes_are_refused(size):
    with pytest.raises(meadhall.BadOption):
        HAUGAZ.new(players=2, size=size)


@pytest.mark.parametrize("players", [0, 1, 3])
def test_hz1_it_takes_two(players):
    with pytest.raises(meadhall.BadOption):
        HAUGAZ.new(players=players)


def test_hz2_a_point_has_eight_neighbours():
    match = at("w1----/-----/--b1--/-----/----- b - 0", "e1")
    assert offered(match) == {"c3-" + p for p in ("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4")}


def test_hz2_a1_is_the_bottom_left_point_and_the_file_comes_first():
    assert at("--w1/---/--- w - 0", "a2", "c3-c2").position == "---/w1-w1/--- b - 0"


def test_hz2_the_edges_do_not_wrap_round():
    assert offered(at("----/----/----/b1--w1 b - 0", "d4")) == {"a1-a2", "a1-b1", "a1-b2"}


def test_hz3_a_stack_is_never_split():
    match = at("----/----/---w1/b3--- b - 0", "b1", "a1-a4")
    assert match.position == "b3---/----/---w1/-b1-- w - 0"


def test_hz3_a_stack_belongs_to_the_colour_on_top():
    match = at("---w1/w1---/----/--b1- b - 0", "d1", "c1-b2")  # a3 gets a black piece
    assert match.breakdown()["stacks"] == {"black": [2, 1, 1], "white": [1]}
    match.play("a1")
    assert {a.split("-")[0] for a in match.actions()} == {"d4"}


def test_hz3_the_new_owner_moves_the_stack_by_its_full_height():
    match = at("---w1/w1---/----/--b1- b - 0", "d1", "c1-b2", "pass", "a1")
    assert {a for a in match.actions() if a.startswith("a3")} == {"a3-c3", "a3-c1"}


def test_hz4_the_pieces_never_run_out():
    match = at("/".join(["b60" * 8] * 7) + "/b1------- b - 0", "h1", "a1-b1")
    raised = "/".join(["b60" * 8] * 6 + ["w61" * 3 + "b60" * 5])
    assert match.position == raised + "/-b1-----b1 w - 0"


# Start


def test_hz5_the_first_player_sets_a_black_and_a_white_stack_then_the_second_chooses():
    actors = [played(*("a1", "c3", "black")[:n], size=3).actor for n in range(3)]
    assert actors == [0, 0, 1]
    assert offered(played("a1", "c3", size=3)) == {"black", "white"}


def test_hz5_the_black_stack_is_set_first_and_both_are_one_high():
    assert played("a1", "c2", "white", size=3).position == "---/--w1/b1-- b - 0"


def test_hz5_the_two_stacks_need_two_points():
    match = played("b2", size=3)
    assert offered(match) == points(3) - {"b2"}
    assert_refused(match, "b2")


@pytest.mark.parametrize("action", ["pass", "a4", "d1", "a1-a2", "black", ""])
def test_hz5_setting_up_takes_nothing_but_points(action):
    assert_refused(played("b2", size=3), action)


@pytest.mark.parametrize("action", ["pass", "c1", "red"])
def test_hz5_the_choice_is_black_or_white(action):
    assert_refused(played("b2", "a1", size=3), action)


@pytest.mark.parametrize(("choice", "colours"), [("black", ["white", "black"]), ("white", ["black", "white"])])
def test_hz5_the_second_player_plays_the_colour_chosen(choice, colours):
    assert played("a1", "c3", size=3).breakdown()["colours"] is None
    assert played("a1", "c3", choice, size=3).breakdown()["colours"] == colours


def test_hz5_there_is_no_position_line_before_the_choice():
    assert played("a1", "c3", size=3).position is None


@pytest.mark.parametrize(("choice", "black"), [("black", 1), ("white", 0)])
def test_hz6_black_begins_and_turns_alternate(choice, black):
    match = played("a1", "d4", choice, size=4)
    actors = [match.actor]
    for action in ("a4", "a1-b1", "d1", "d4-c4", "pass"):
        match.play(action)
        actors.append(match.actor)
    white = 1 - black
    assert actors == [black, black, white, white, black, white]


# A turn


def test_hz7_a_turn_is_a_pass_or_begins_with_a_placement():
    assert offered(at("--w1/---/b1-- b - 0")) == points(3) - {"a1", "c3"} | {"pass"}


def test_hz7_no_move_without_a_placement():
    assert_refused(at("--w1/---/b1-- b - 0"), "a1-b1")


def test_hz7_after_placing_only_moves_are_left():
    match = at("--w1/---/b1-- b - 0", "b2")
    assert offered(match) == {"a1-a2", "a1-b1"}
    assert_refused(match, "pass")
    assert_refused(match, "c1")


def test_hz7_a_placement_that_leaves_no_move_is_not_offered():
    match = at("w1-w1/---/b2-- b - 0")  # c1 is the only point that a1 can reach
    assert offered(match) == {"b1", "a2", "b2", "c2", "b3", "pass"}
    assert_refused(match, "c1")


def test_hz7_a_position_whose_placed_stack_leaves_no_move_is_refused():
    with pytest.raises(meadhall.BadPosition):
        at("w1-w1/---/b2-b1 b c1 0")


def test_hz7_placing_and_moving_are_two_decisions_and_can_be_taken_back_singly():
    match = at("--w1/---/b1-- b - 0", "c1", "a1-b1")
    match.undo()
    assert match.position == "--w1/---/b1-b1 b c1 0"
    match.undo()
    assert match.position == "--w1/---/b1-- b - 0"
    with pytest.raises(meadhall.IllegalAction):
        match.undo()


@pytest.mark.parametrize(("movers", "turns"), [("own", 4 * 3 + 3 * 2), ("any", 2 * (4 * 3 + 3 * 2))])
def test_hz7_every_placement_goes_with_every_move_that_it_leaves(movers, turns):
    # a1 has three neighbours: four placements leave them free, three take one; c3 likewise
    start = at("--w1/---/b1-- b - 0", movers=movers)
    places = offered(start) - {"pass"}
    assert sum(len(offered(at(start.position, place, movers=movers))) for place in places) == turns


@pytest.mark.parametrize(("side", "row"), [("b", "-b1-"), ("w", "-w1-")])
def test_hz8_the_new_stack_is_one_high_and_of_your_colour(side, row):
    assert at(f"--w1/---/b1-- {side} - 0", "b2").position == f"--w1/{row}/b1-- {side} b2 0"


@pytest.mark.parametrize("point", ["a1", "c3"])
def test_hz8_only_empty_points_take_a_new_stack(point):
    assert_refused(at("--w1/---/b1-- b - 0"), point)


def test_hz9_the_stack_just_placed_stays_where_it_is():
    assert_refused(at("----/--w1-/----/b1--- b - 0", "d1"), "d1-d2")


def test_hz9_a_stack_placed_in_an_earlier_turn_moves_like_any_other():
    match = at("----/---w1/----/b1--- b - 0", "d1", "a1-b1", "pass", "a4")
    assert "d1-d2" in offered(match)


def test_hz9_a_move_is_straight_and_exactly_as_long_as_the_stack_is_high():
    match = at("-----/-----/--b2--/-----/----w1 b - 0", "b1")
    assert offered(match) == {"c3-" + p for p in ("a1", "a3", "a5", "c1", "c5", "e3", "e5")}


@pytest.mark.parametrize("target", ["c4", "d4", "b5", "d1", "c3", "c6", "e1"])
def test_hz9_shorter_longer_crooked_and_blocked_moves_are_refused(target):
    assert_refused(at("-----/-----/--b2--/-----/----w1 b - 0", "b1"), "c3-" + target)


def test_hz9_a_stack_jumps_over_friends_and_enemies():
    match = at("----/b1---/w1w1--/b2b1-- b - 0", "d4")
    assert {a for a in match.actions() if a.startswith("a1")} == {"a1-c1", "a1-c3"}


def test_hz9_a_move_must_end_on_an_empty_point():
    match = at("----/b1-w1-/----/b2-b1- b - 0", "d4")
    assert not {a for a in match.actions() if a.startswith("a1")}


def test_hz9_the_stack_just_placed_can_stand_in_the_way():
    assert_refused(at("----/----/---w1/b2--- b - 0", "c1"), "a1-c1")


def test_hz9_a_stack_as_high_as_the_board_is_wide_moves_no_more():
    match = at("---/--w1/b3b1- b - 0", "c3")
    assert {a.split("-")[0] for a in match.actions()} == {"b1"}


def test_hz9_enemy_stacks_stay_unless_any_may_move():
    text = "----/--w1-/----/b1--- b - 0"
    assert at(text, "d1").actions() == at(text, "d1", movers="own").actions()
    assert {a.split("-")[0] for a in at(text, "d1").actions()} == {"a1"}
    assert_refused(at(text, "d1"), "c3-c4")


def test_hz9_with_any_both_colours_may_be_moved_but_not_the_placed_stack():
    match = at("----/--w1-/----/b1--- b - 0", "d1", movers="any")
    assert {a.split("-")[0] for a in match.actions()} == {"a1", "c3"}


def test_hz9_with_any_a_moved_enemy_stack_stays_the_enemys():
    match = at("----/--w1-/----/b1--- b - 0", "d1", "c3-c4", movers="any")
    assert match.position == "--w1-/----/----/b1--b1 w - 0"


def test_hz9_with_any_a_player_without_stacks_can_still_take_a_turn():
    assert at("---/-b1-/--- w - 0").over
    assert "a1" in offered(at("---/-b1-/--- w - 0", movers="any"))


@pytest.mark.parametrize("option", [{"movers": "mine"}, {"reach": "far"}, {"hight": 3}])
def test_hz9_and_hz10_options_are_checked(option):
    with pytest.raises(meadhall.BadOption):
        HAUGAZ.new(players=2, **option)


def test_hz10_stacks_at_the_distance_of_the_height_grow_and_change_hands():
    # a5, e5 and the new e1 stand two steps from c3 on a line; b4 and e2 do not
    after = at(RAISING, "e1", "a1-c3").position
    assert after == "b2---w4/-w1---/--b2--/----w1/----w2 w - 0"
    assert at(RAISING, "e1", "a1-c3", reach="lines").position == after


def test_hz10_with_ring_points_off_the_lines_count_as_well():
    after = at(RAISING, "e1", "a1-c3", reach="ring").position
    assert after == "b2---w4/-w1---/--b2--/----b2/----w2 w - 0"


def test_hz10_with_ring_nearer_and_farther_stacks_are_still_left_alone():
    after = at("b1---w1/-----/-w1---/-----/b1---- b - 0", "c1", "a1-a2", reach="ring").position
    assert after == "b1---w1/-----/-b2---/b1----/--b1-- w - 0"


def test_hz10_distance_is_counted_from_where_the_stack_arrives():
    after = at("----/----/w1---/b1--w1 b - 0", "a4", "a1-b1").position
    assert after == "b1---/----/b2---/-b1-w1 w - 0"
    after = at("----/----/w1---/b2--- b - 0", "d4", "a1-c1").position  # a2 stood beside a1, not two from c1
    assert after == "---b1/----/w1---/--b2- w - 0"


def test_hz10_nothing_between_shields_a_stack():
    after = at("-----/-----/-----/-----/b2--w1w1 b - 0", "a5", "a1-c1").position
    assert after == "b1----/-----/-----/-----/--b2w1b2 w - 0"


def test_hz10_friends_are_lost_by_raising_them():
    assert at("---/b1--/b1-- b - 0", "c3", "a1-b1").position == "--b1/w2--/-b1- w - 0"


def test_hz10_the_stack_just_placed_can_be_raised():
    assert at("--w1/---/b1-- b - 0", "c1", "a1-b1").position == "--w1/---/-b1w2 w - 0"


def test_hz10_the_moved_stack_does_not_grow():
    assert at("w1w1w1/w1-w1/b1-- b - 0", "b1", "a1-b2").position == "b2b2b2/b2b1b2/-w2- w - 0"


def test_hz10_raising_nothing_is_fine():
    assert at("---w1/----/----/b1--- b - 0", "d1", "a1-a2").position == "---w1/----/b1---/---b1 w - 0"


def test_hz10_an_enemy_stack_moved_under_any_raises_by_its_own_height():
    after = at("w2----/-----/-----/-----/b1---- b - 0", "e3", "a5-a3", movers="any").position
    assert after == "-----/-----/w2---b1/-----/w2---- w - 0"
