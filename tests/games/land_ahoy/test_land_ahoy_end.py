"""Land Ahoy!, clause by clause: Helga, stealing, the end, the harbor. land_ahoy_table.py draws the board."""

import pytest
from land_ahoy_table import (
    AGAIN,
    GAME,
    HARBOR,
    ONE_ROCK,
    SCATTERED,
    asks_for_a_free_roll,
    choices,
    drift,
    hagars,
    held,
    land,
    play,
    refuses,
    sail,
    svens,
    table,
    win,
)

import meadhall

# Helga


def test_la14_a_die_with_the_number_of_your_token_puts_it_on_x2():
    match = land(win(table(), "2", "1"), "a1", "2 1")
    assert choices(match) == {"helga 2", "leave"}
    play(match, "helga 2")
    assert held(match, 0) == {(2, "x2"): 1}
    assert match.breakdown()["scores"] == [4, 1]


def test_la14_one_token_a_landing():
    match = land(win(table(), "1 2", ""), "a1", "1 2")
    assert choices(match) == {"helga 1", "helga 2", "leave"}


def test_la14_a_lucky_seven_puts_any_of_yours():
    match = land(win(table(), "2 3", "1"), "a1", "1 6")
    assert choices(match) == {"helga 2", "helga 3", "leave"}


def test_la14_a_double_of_another_number_puts_nothing():
    assert choices(land(win(table(), "1 2", ""), "a1", "5 5")) == {"leave"}


def test_la14_helga_gives_three_rolls_directly_and_one_indirectly():
    match = play(sail(win(table(), "2", ""), "a1"), "roll 5 6")
    assert choices(match) == AGAIN
    assert choices(play(match, "reroll red", "roll 4 6")) == AGAIN
    assert choices(play(match, "reroll red", "roll 2 6")) == {"helga 2", "leave"}
    assert choices(play(sail(win(table(), "2", ""), "b1"), "roll 2 6")) == {"helga 2", "leave"}


def test_la14_the_token_that_lay_there_goes_back_to_its_owner():
    match = play(land(win(table(), "2", "1"), "a1", "2 4"), "helga 2")
    play(land(match, "a1", "1 4"), "helga 1")
    assert held(match, 0) == {(2, "hand"): 1}
    assert held(match, 1) == {(1, "x2"): 1}
    assert choices(land(match, "a1", "2 4")) == {"helga 2", "leave"}


def test_la14_a_lower_one_may_replace_your_own():
    match = drift(play(land(win(table(), "2 3", ""), "a1", "3 6"), "helga 3"))
    assert choices(land(match, "a1", "2 3")) == {"helga 2", "leave"}
    assert held(play(match, "helga 2"), 0) == {(2, "x2"): 1, (3, "hand"): 1}


def test_la14_placing_is_no_duty():
    match = play(land(win(table(), "2", ""), "a1", "2 4"), "leave")
    assert held(match, 0) == {(2, "hand"): 1}


# Stealing


@pytest.mark.parametrize("dice", ["3 3", "6 6", "1 6", "4 3"])
def test_la15_a_double_or_seven_on_an_empty_hagar_island_takes_the_hagar(dice):
    match = land(win(table(), "hagar"), "c3", dice)
    assert choices(match) == {"steal hagar 1", "leave"}
    play(match, "steal hagar 1")
    assert hagars(match) == [None, 0]


def test_la15_other_dice_steal_nothing():
    assert choices(land(win(table(), "hagar"), "c3", "1 2")) == {"leave"}
    assert choices(land(win(table(), "sven"), "e3", "6 5")) == {"leave"}


def test_la15_you_choose_from_whom_to_take_a_sven():
    match = land(win(table(players=3), "sven", "sven"), "e3", "2 5")
    assert choices(match) == {"steal sven 1", "steal sven 2", "leave"}
    play(match, "steal sven 2")
    assert svens(match) == [[None], [], [None]]


def test_la15_with_a_sven_of_your_own_you_may_take_the_other():
    match = land(win(table(), "sven", "sven"), "e3", "4 4")
    assert choices(match) == {"steal sven 2", "leave"}
    assert svens(play(match, "steal sven 2")) == [[None, None], []]


def test_la15_two_svens_with_one_player_are_taken_one_at_a_time():
    match = land(win(table(), "sven", "", "sven"), "e3", "4 4")
    assert choices(match) == {"steal sven 1", "leave"}
    assert svens(play(match, "steal sven 1")) == [[None], [None]]


def test_la15_a_hagar_island_holds_no_sven_and_a_sven_island_no_hagar():
    assert play(sail(win(table(), "hagar"), "e3"), "roll 1 1").actor == 0
    assert play(sail(win(table(), "sven"), "c3"), "roll 1 1").actor == 0


def test_la15_an_island_without_treasure_spaces_is_empty_from_the_start():
    match = sail(win(table(), "hagar"), "a3")
    assert asks_for_a_free_roll(match)
    assert choices(play(match, "roll 5 6")) == AGAIN


def test_la15_indirectly_there_is_one_roll_to_steal():
    match = play(sail(win(table(), "hagar"), "c2"), "roll 5 5")
    assert match.actor == 1
    assert choices(match) == {"steal hagar 1", "leave"}


def test_la15_nothing_is_stolen_on_an_island_with_tokens():
    match = play(sail(table(set=SCATTERED), "c3"), "reveal c3 hagar", "roll 4 4", "keep", "take hagar")
    play(sail(match, "a5"), "reveal a5 sven", "roll 4 4", "keep")
    assert choices(match) == {"take sven", "leave"}


def test_la15_a_cleared_island_is_empty_for_who_comes_next():
    match = play(sail(table(set=SCATTERED), "c3"), "reveal c3 hagar", "roll 4 4", "keep", "take hagar")
    assert choices(land(match, "c3", "4 4")) == {"steal hagar 1", "leave"}


# The end


def test_la16_the_sixth_number_token_ends_the_game_at_once():
    match = win(table(), "1 1", "1 2", "2")
    assert not match.over
    assert match.scores is None
    assert match.winners == ()
    win(match, "3")
    assert match.over
    assert match.actor is None
    assert match.actions() == []
    refuses(match, "roll 1 1", "leave")


def test_la16_two_tokens_at_once_can_be_fifth_and_sixth():
    match = win(table(), "1 1", "1 2", "2 3")
    assert match.over
    assert match.scores == (7, 3)


def test_la16_svens_and_the_hagar_do_not_end_it():
    match = win(table(), "1 1", "1 2", "2", "hagar", "sven", "sven")
    assert not match.over
    assert play(match, "roll 1 1").actor == 0


def test_la16_who_comes_after_in_the_round_has_no_turn_left():
    match = win(table(players=4), "1 1", "1 2", "2 3")
    assert match.over
    assert match.scores == (2, 3, 5, 0)


def test_la17_the_numbers_count_before_the_end_too():
    match = win(table(), "2 3", "1 1")
    assert match.breakdown()["scores"] == [5, 2]
    assert match.breakdown()["losers"] == []


def test_la17_hagar_counts_the_number_tokens_and_not_the_svens():
    match = win(table(), "2 3", "1 1", "hagar", "", "sven", "")
    assert match.breakdown()["players"][0]["hagar"] == 2
    assert match.breakdown()["scores"] == [7, 2]


def test_la17_each_sven_is_rolled_after_the_end_by_player_number():
    match = win(table(start=2), "sven", "sven", "1 1", "1 2", "2 3")
    assert not match.over
    assert match.actor == meadhall.CHANCE
    assert len(match.actions()) == 36
    assert all(outcome.startswith("sven 1 ") for outcome in match.actions())
    assert match.chances() == pytest.approx([1 / 36] * 36)
    play(match, "sven 1 5 2")
    assert all(outcome.startswith("sven 2 ") for outcome in match.actions())
    play(match, "sven 2 1 6")
    assert match.over
    assert match.scores == (3 + 3, 7 + 5)


def test_la17_two_svens_are_rolled_one_after_the_other_and_a_double_gives_nothing():
    match = win(table(), "sven", "1 1", "sven", "1 2", "2 3")
    play(match, "sven 1 4 4", "sven 1 2 6")
    assert match.over
    assert match.scores == (5 + 0 + 4, 5)
    assert match.breakdown()["players"][0]["sven"] == [0, 4]


def test_la17_an_unrolled_sven_counts_nothing_yet():
    assert win(table(), "sven").breakdown()["scores"] == [0, 0]


def test_la18_only_the_last_loses_and_everyone_else_wins():
    match = win(table(players=3), "2 3", "1 1", "1", "2")
    assert match.scores == (7, 2, 1)
    assert match.winners == (0, 1)
    assert match.breakdown()["losers"] == [2]


def test_la18_with_a_tie_several_lose():
    match = win(table(players=4), "1 2", "1", "1", "2", "3")
    assert match.scores == (6, 1, 1, 2)
    assert match.winners == (0, 3)
    assert match.breakdown()["losers"] == [1, 2]


def test_la18_with_all_equal_nobody_wins():
    match = win(table(), "2 2", "1 1", "", "3", "1")
    assert match.scores == (5, 5)
    assert match.winners == ()
    assert match.breakdown()["losers"] == [0, 1]


def test_la19_the_example_of_the_sheet_makes_eight():
    match = win(table(), "1 1", "", "2", "", "hagar", "")
    play(land(match, "a1", "1 5"), "helga 1")
    assert held(match, 0) == {(1, "hand"): 1, (1, "x2"): 1, (2, "hand"): 1}
    assert match.breakdown()["players"][0]["hagar"] == 3
    assert match.breakdown()["scores"][0] == 1 + 2 + 2 + 3


def test_la22_after_a_thousand_turns_the_game_is_scored_as_it_lies():
    match = drift(win(table(), "2", "sven"), 997)
    assert play(match, "roll 2 2").actor == 1
    match.play("keep")
    assert not match.over
    assert all(outcome.startswith("sven 2 ") for outcome in match.actions())
    play(match, "sven 2 6 1")
    assert match.over
    assert match.scores == (2, 5)
    assert match.winners == (1,)


# Viking's Harbor


def test_la20_the_dragon_takes_the_place_of_the_ship():
    for harbor, gone in [("off", "dragon"), (False, "dragon"), ("on", "ship"), (True, "ship")]:
        match = GAME.new(players=2, chance="manual", set=ONE_ROCK, harbor=harbor)
        laid = {item.split("/")[0] for item in match.actions()[0].split()[1:]}
        assert {"dragon", "ship"} - laid == {gone}


def test_la20_off_is_the_default():
    refuses(GAME.new(players=2, chance="manual", set=ONE_ROCK), HARBOR)


def test_la20_another_value_is_refused():
    with pytest.raises(meadhall.BadOption):
        GAME.new(players=2, harbor="perhaps")


@pytest.mark.parametrize("dice", ["1 4", "5 1", "6 1", "3 4"])
def test_la20_a_one_or_a_seven_puts_a_one_on_the_dragon(dice):
    match = land(win(table(harbor="on"), "1 2", ""), "c1", dice)
    assert choices(match) == {"dragon", "leave"}
    play(match, "dragon")
    assert held(match, 0) == {(1, "dragon"): 1, (2, "hand"): 1}
    assert match.breakdown()["scores"] == [3, 0]


def test_la20_only_a_one_can_be_put_there():
    assert choices(land(win(table(harbor="on"), "1 2", ""), "c1", "2 4")) == {"leave"}


def test_la20_three_rolls_directly_and_one_indirectly():
    assert choices(play(sail(win(table(harbor="on"), "1", ""), "c1"), "roll 6 6")) == AGAIN
    match = play(sail(win(table(harbor="on"), "1", ""), "d1"), "land c1", "roll 1 6")
    assert choices(match) == {"dragon", "leave"}


def test_la20_the_one_that_lay_there_goes_back_to_its_owner():
    match = play(land(win(table(harbor="on"), "1", "1"), "c1", "1 4"), "dragon")
    play(land(match, "c1", "1 4"), "dragon")
    assert held(match, 0) == {(1, "hand"): 1}
    assert held(match, 1) == {(1, "dragon"): 1}


def test_la13_the_dragon_is_skipped_without_a_one_before_you():
    match = win(table(harbor="on"), "2", "1")
    assert play(sail(match, "c1"), "roll 1 1").actor == 1
    match = drift(play(land(win(table(harbor="on"), "1", ""), "c1", "1 4"), "dragon"))
    assert play(sail(match, "c1"), "roll 1 1").actor == 1


def test_la13_a_token_with_the_dragon_does_not_lie_before_you():
    match = drift(play(land(win(table(harbor="on"), "1", ""), "c1", "1 4"), "dragon"))
    assert play(sail(match, "a1"), "roll 1 1").actor == 1


def test_la17_hagar_counts_the_tokens_on_x2_and_with_the_dragon():
    match = win(table(harbor="on"), "1 1", "", "2", "", "hagar", "")
    play(land(match, "c1", "1 4"), "dragon")
    play(land(drift(match), "a1", "2 4"), "helga 2")
    assert held(match, 0) == {(1, "hand"): 1, (1, "dragon"): 1, (2, "x2"): 1}
    assert match.breakdown()["scores"][0] == 1 + 1 + 4 + 3


def test_la21_the_owner_of_the_token_with_the_dragon_gets_a_beer_from_the_loser():
    match = play(land(win(table(harbor="on"), "1 2", "1 1"), "c1", "1 4"), "dragon")
    assert match.beers == []
    win(match, "2", "3")
    assert match.scores == (6, 4)
    assert match.beers == [(1, 0, 1)]


def test_la21_if_several_lose_each_pays():
    match = play(land(win(table(players=3, harbor="on"), "1 2", "1", "1"), "c1", "1 4"), "dragon")
    win(match, "", "", "2 3")
    assert match.scores == (8, 1, 1)
    assert sorted(match.beers) == [(1, 0, 1), (2, 0, 1)]


def test_la21_an_owner_who_loses_gets_none():
    match = play(land(win(table(harbor="on"), "1", "1 1"), "c1", "1 4"), "dragon")
    win(match, "2 3", "", "2")
    assert match.scores == (1, 9)
    assert match.beers == []


def test_la21_an_empty_dragon_pays_nobody():
    match = win(table(harbor="on"), "1 1", "1 2", "2 3")
    assert match.over
    assert match.winners == (0,)
    assert match.beers == []
