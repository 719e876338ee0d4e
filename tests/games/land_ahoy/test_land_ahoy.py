"""Land Ahoy!, clause by clause: the start, navigating and landing. land_ahoy_table.py draws the board."""

from collections import Counter

import pytest
from land_ahoy_table import (
    AGAIN,
    BOARD,
    GAME,
    HARBOR,
    ONE_ROCK,
    SCATTERED,
    TREASURE,
    asks_for_a_free_roll,
    choices,
    coasters,
    drift,
    held,
    land,
    play,
    refuses,
    sail,
    table,
    win,
)

import meadhall

ONE_ROCK_IDS = {coaster["id"] for coaster in ONE_ROCK["coaster"]}

# Material and start


@pytest.mark.parametrize("players", [0, 1, 5])
def test_la1_two_to_four_play_and_no_other_number(players):
    with pytest.raises(meadhall.BadOption):
        GAME.new(players=players)


def test_la1_the_board_is_nine_coasters_in_any_order_and_rotation():
    match = GAME.new(players=2, chance="manual", set=ONE_ROCK)
    word, *laid = match.actions()[0].split()
    assert (match.actor, len(match.actions()), word) == (meadhall.CHANCE, 1, "board")
    assert sorted(item.split("/")[0] for item in laid) == sorted(ONE_ROCK_IDS - {"dragon"})
    play(match, "board s2/3 h4/2 h3/1 s1/0 h2/3 h1/2 rock/1 ship/0 helga/3")
    assert match.actions() == ["start 1", "start 2"]


def test_la1_a_board_needs_each_coaster_once_and_quarter_turns():
    match = GAME.new(players=2, chance="manual", set=ONE_ROCK)
    refuses(match, BOARD.replace("s2", "s1"), BOARD.replace(" s2/0", ""), BOARD + " dragon/0", "board")
    refuses(match, BOARD.replace("rock/0", "rock/4"), BOARD.replace("rock/0", "rock"), "start 1", HARBOR)


def test_la1_the_listed_board_does_not_use_up_the_match():
    match = GAME.new(players=2, chance="manual", set=ONE_ROCK)
    match.actions()
    assert match.history == []
    assert play(match, BOARD).history == [BOARD]


def test_la1_coasters_turn_clockwise():
    for turns, field, dice in [(0, "e1", "5 1"), (1, "e2", "5 2"), (2, "f2", "6 2"), (3, "f1", "6 1")]:
        match = table(board=BOARD.replace("rock/0", f"rock/{turns}"))
        assert play(match, f"roll {dice}", "keep").actions() == [f"reveal {field} {TREASURE}"]


def test_la2_red_is_the_column_from_the_left_and_black_the_row_from_the_bottom():
    assert "reveal e1 1 1" in play(table(set=SCATTERED), "roll 5 1", "keep").actions()
    assert "reveal a5 1" in play(table(set=SCATTERED), "roll 1 5", "keep").actions()


def test_la3_nine_tokens_lie_on_the_islands():
    tokens = Counter(sail(table(), "e1").history[-1].split()[2:])
    assert tokens == {"1": 3, "2": 2, "3": 1, "sven": 2, "hagar": 1}


def test_la3_every_hand_of_face_down_tokens_is_as_likely_as_shuffling_makes_it():
    match = sail(table(set=SCATTERED), "c3")
    odds = dict(zip(match.actions(), match.chances(), strict=True))
    ninths = {"1": 3, "2": 2, "3": 1, "sven": 2, "hagar": 1}
    assert odds == pytest.approx({f"reveal c3 {token}": n / 9 for token, n in ninths.items()})


def test_la3_two_tokens_are_one_hand_in_whatever_order():
    match = sail(table(set=SCATTERED), "e1")
    odds = dict(zip(match.actions(), match.chances(), strict=True))
    assert len(odds) == 13
    assert odds["reveal e1 1 sven"] == pytest.approx(6 / 36)
    assert odds["reveal e1 1 1"] == pytest.approx(3 / 36)
    assert "reveal e1 sven 1" not in odds
    assert "reveal e1 3 3" not in odds
    assert asks_for_a_free_roll(play(match, "reveal e1 sven 1"))


def test_la3_what_lies_open_is_no_longer_under_the_others():
    match = play(sail(table(set=SCATTERED), "c3"), "reveal c3 hagar", "roll 1 2", "keep", "leave")
    odds = dict(zip(sail(match, "e3").actions(), match.chances(), strict=True))
    eighths = {"1": 3, "2": 2, "3": 1, "sven": 2}
    assert odds == pytest.approx({f"reveal e3 {token}": n / 8 for token, n in eighths.items()})


def test_la3_a_view_holds_nothing_that_the_record_of_the_open_game_lacks():
    match = GAME.new(players=2, seed=3)
    assert meadhall.load(match.record()).view(0) == match.view(0)


def test_la5_everybody_is_equally_likely_to_start():
    match = play(GAME.new(players=3, chance="manual", set=ONE_ROCK), BOARD)
    assert (match.actor, match.actions()) == (meadhall.CHANCE, ["start 1", "start 2", "start 3"])
    assert match.chances() == pytest.approx([1 / 3] * 3)


def test_la5_the_turn_goes_round_clockwise_from_the_starting_player():
    match = table(players=3, start=2)
    turns = []
    for _ in range(4):
        turns.append(play(match, "roll 2 2").actor)
        match.play("keep")
    assert turns == [1, 2, 0, 1]


# Navigate


def test_la6_the_first_roll_is_with_both_dice():
    match = table()
    assert asks_for_a_free_roll(match)
    assert match.chances() == pytest.approx([1 / 36] * 36)


def test_la6_then_keep_or_roll_any_dice_again():
    assert choices(play(table(), "roll 4 1")) == AGAIN


@pytest.mark.parametrize(
    ("reroll", "outcomes"),
    [("red", [f"roll {n} 1" for n in range(1, 7)]), ("black", [f"roll 4 {n}" for n in range(1, 7)])],
)
def test_la6_a_die_that_is_not_rolled_again_stays(reroll, outcomes):
    match = play(table(), "roll 4 1", f"reroll {reroll}")
    assert sorted(match.actions()) == outcomes
    assert match.chances() == pytest.approx([1 / 6] * 6)


def test_la6_both_dice_may_be_rolled_again():
    assert asks_for_a_free_roll(play(table(), "roll 4 1", "reroll both"))


def test_la6_only_once_and_only_the_second_result_counts():
    match = play(table(), "roll 2 2", "reroll both", "roll 5 1")
    assert match.actions() == [f"reveal e1 {TREASURE}"]


def test_la6_a_reroll_may_miss_what_the_first_roll_hit():
    assert play(table(), "roll 5 1", "reroll both", "roll 2 2", "roll 1 1").actor == 1


def test_la7_a_sea_field_hits_the_island_beside_it():
    for field in ("d1", "f1"):
        assert sail(table(), field).history[-1].startswith("reveal e1")


def test_la7_diagonal_is_not_beside():
    for field in ("f2", "d2"):
        match = sail(table(), field)
        assert play(match, "roll 1 1").actor == 1


def test_la7_across_coaster_borders_several_islands_can_be_hit_and_one_is_chosen():
    match = sail(table(), "e2")
    assert match.actor == 0
    assert choices(match) == {"land e1", "land e3"}
    assert play(match, "land e1").actions() == [f"reveal e1 {TREASURE}"]


def test_la7_an_island_where_nothing_can_be_won_may_be_chosen():
    match = play(sail(table(), "e2"), "land e3", "roll 1 1")
    assert match.actor == 1


def test_la7_a_direct_hit_is_no_choice_even_beside_another_island():
    board = BOARD.replace("h2/0", "h2/3")  # its island is d3, beside e3
    match = sail(table(set=SCATTERED, board=board), "e3")
    assert all(outcome.startswith("reveal e3 ") for outcome in match.actions())


def test_la7_with_no_island_in_reach_the_turn_is_over():
    match = sail(table(), "b2")
    assert asks_for_a_free_roll(match)
    assert play(match, "roll 1 1").actor == 1


def test_la7_the_board_has_an_edge():
    assert play(sail(table(set=SCATTERED), "f4"), "roll 1 1").actor == 1
    assert "reveal e5 1" in sail(table(set=SCATTERED), "f5").actions()


def test_la7_an_unhit_island_cannot_be_landed_on():
    refuses(sail(table(), "e2"), "land c3", "land e2", "keep", "leave")


# Land


def test_la8_only_the_tokens_of_the_island_are_turned_up_and_stay_so():
    match = play(sail(table(set=SCATTERED), "e1"), "reveal e1 1 2", "roll 5 5", "keep", "leave")
    match = land(match, "e1", "1 2")
    assert choices(match) == {"take 1", "take 2", "take 1 2", "leave"}


def test_la8_turning_up_is_asked_even_if_only_one_hand_is_left():
    match = play(table(), "roll 5 1", "keep")
    assert match.actor == meadhall.CHANCE
    assert (match.actions(), match.chances()) == ([f"reveal e1 {TREASURE}"], [1.0])


def test_la9_indirectly_there_is_one_roll():
    match = sail(table(), "d1")
    assert asks_for_a_free_roll(match)
    assert choices(play(match, "roll 1 4")) == {"take 1", "leave"}


def test_la9_directly_there_are_up_to_three_rolls():
    match = sail(table(), "e1")
    for dice in ("roll 5 6", "roll 4 4"):
        assert asks_for_a_free_roll(match)
        assert choices(play(match, dice)) == AGAIN
        match.play("reroll both")
    assert choices(play(match, "roll 3 5")) == {"take 3", "leave"}


def test_la9_stopping_early_is_allowed():
    assert choices(play(sail(table(), "e1"), "roll 3 5", "keep")) == {"take 3", "leave"}


def test_la9_dice_are_chosen_anew_before_each_roll():
    match = play(sail(table(), "e1"), "roll 3 5", "reroll black")
    assert sorted(match.actions()) == [f"roll 3 {n}" for n in range(1, 7)]
    play(match, "roll 3 6", "reroll red")
    assert sorted(match.actions()) == [f"roll {n} 6" for n in range(1, 7)]


def test_la9_only_the_last_result_counts():
    match = play(sail(table(), "e1"), "roll 1 1", "reroll red", "roll 4 1", "reroll black", "roll 4 5")
    assert choices(match) == {"leave"}


def test_la10_two_dice_can_take_two_tokens():
    assert choices(land(table(), "e1", "2 1")) == {"take 1", "take 2", "take 1 2", "leave"}


def test_la10_one_die_cannot_take_two():
    match = land(table(), "e1", "1 5")
    assert choices(match) == {"take 1", "leave"}
    refuses(match, "take 1 1", "take 5", "take 2", "take sven", "take hagar")


def test_la10_two_equal_dice_take_two_equal_tokens_if_there_are_two():
    assert choices(land(table(), "e1", "1 1")) == {"take 1", "take 1 1", "take sven", "take hagar", "leave"}
    assert choices(land(table(), "e1", "3 3")) == {"take 3", "take sven", "take hagar", "leave"}


def test_la10_what_is_taken_lies_before_the_player_and_is_gone_from_the_island():
    match = win(table(), "2 3")
    assert held(match, 0) == {(2, "hand"): 1, (3, "hand"): 1}
    assert choices(land(match, "e1", "2 3")) == {"take 2", "leave"}


def test_la11_a_double_takes_one_sven_or_hagar():
    assert choices(land(table(), "e1", "5 5")) == {"take sven", "take hagar", "leave"}


def test_la11_a_double_takes_that_token_instead_of_numbers():
    match = land(table(), "e1", "2 2")
    assert choices(match) == {"take 2", "take 2 2", "take sven", "take hagar", "leave"}


@pytest.mark.parametrize("dice", ["1 6", "6 1", "2 5", "5 2", "3 4", "4 3"])
def test_la12_seven_takes_any_one_token(dice):
    any_one = {"take 1", "take 2", "take 3", "take sven", "take hagar"}
    assert choices(land(table(), "e1", dice)) == any_one | {"leave"}


def test_la12_seven_finds_only_what_lies_on_the_island():
    match = play(sail(table(set=SCATTERED), "e1"), "reveal e1 3 hagar", "roll 2 5", "keep")
    assert choices(match) == {"take 3", "take hagar", "leave"}


def test_la13_what_could_be_taken_may_be_left():
    match = play(land(table(), "e1", "1 1"), "leave")
    assert held(match, 0) == {}
    assert play(match, "roll 1 1").actor == 1


def test_la13_without_a_find_leaving_is_still_said():
    match = land(table(), "e1", "4 5")
    assert match.actor == 0
    assert choices(match) == {"leave"}


def test_la13_an_empty_nameless_island_is_skipped():
    match = play(sail(table(set=coasters(rock=1, h1=8)), "e1"), "reveal e1 2", "roll 2 4", "keep", "take 2")
    assert play(sail(match, "e1"), "roll 1 1").actor == 0


@pytest.mark.parametrize("field", ["c3", "e3"])
def test_la13_an_empty_island_is_skipped_while_its_token_is_nobodys(field):
    assert play(sail(table(), field), "roll 1 1").actor == 1


@pytest.mark.parametrize(("token", "field"), [("hagar", "c3"), ("sven", "e3")])
def test_la13_an_empty_island_is_skipped_if_only_you_have_its_token(token, field):
    match = drift(win(table(), token))
    assert play(sail(match, field), "roll 1 1").actor == 1


def test_la13_helga_is_skipped_without_a_number_token_before_you():
    assert play(sail(table(), "a1"), "roll 1 1").actor == 1
    match = drift(win(table(), "sven"))
    assert play(sail(match, "a1"), "roll 1 1").actor == 1


def test_la13_a_token_on_x2_does_not_lie_before_you():
    match = drift(play(land(drift(win(table(), "2")), "a1", "2 4"), "helga 2"))
    assert play(sail(match, "a1"), "roll 1 1").actor == 1
