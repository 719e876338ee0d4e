"""What the rooms count, against games whose facts were counted by hand."""

from collections import Counter

import land_ahoy_table as sea
import pytest
from haugaz_table import played as haugaz
from test_new_shores import MEADOW, WASTE, box, to_the_roll
from test_new_shores import played as shores
from test_new_shores_beer import TWO

from meadhall.learn.match_facts import facts_of


def counted(match):
    assert match.over
    return Counter(facts_of(match.game).facts(match))


# -- Haugaz -----------------------------------------------------------------------------------------


def test_haugaz_two_passes_at_once():
    match = haugaz("a1", "d4", "white", "pass", "pass", size=4)
    pie = ("pie", "3", "white lost")
    assert counted(match) == {pie: 1, ("passes",): 2, ("ended", "passes"): 1, ("highest", 1): 1, ("draws",): 1}
    assert facts_of(match.game).turns(match) == 2


def test_haugaz_a_knock_out_on_the_first_turn():
    match = haugaz("b2", "d2", "black", "e5", "b2-c2", size=5)  # d2 rises and is Black's
    pie, end = ("pie", "2", "black won"), ("ended", "stuck")
    assert counted(match) == {pie: 1, ("raised", 1): 1, ("knocked_out",): 1, end: 1, ("highest", 2): 1}
    assert facts_of(match.game).turns(match) == 1


def test_haugaz_a_new_stack_is_caught():
    match = haugaz("b2", "d2", "black", "b1", "b2-c2", "pass", "pass", size=5)  # b1 rises for White, d2 for Black
    facts = counted(match)
    assert facts["raised", 2] == facts["caught",] == 1 and not facts["knocked_out",]
    assert facts["below",] == 1  # both have a 2; Black has a 1 besides


@pytest.mark.parametrize(("white", "steps"), [("b1", 1), ("b2", 1), ("c2", 2), ("a4", 3), ("e5", 4)])
def test_haugaz_steps_between_the_stacks_of_the_set_up(white, steps):
    match = haugaz("a1", white, "black", "pass", "pass", size=5)
    assert counted(match)["pie", str(steps), "black lost"] == 1


# -- Off to New Shores! -----------------------------------------------------------------------------


def finish(match, die, *moves):
    to_the_roll(match).play(f"roll {die}")
    for move in moves:
        match.play(move)
    return counted(match)


def test_shores_a_coaster_that_fits_nowhere_and_fields_full_of_skulls():
    facts = finish(shores(box(a=MEADOW, rest=WASTE), "start 1; draw a; 0,0/0; hagar NW"), 6, "stay", "stay")
    assert facts["fits_nowhere",] == 1  # the first water beside nothing but land
    assert facts["no_field",] == 11 and facts["skulls",] == 0
    assert facts["die", "absent"] == 1
    assert facts["last_round", "stayed"] == facts["last_round", "stuck"] == 1  # player 2 has no Viking out


def test_shores_a_skull_that_leaves_three_fields():
    coasters = box(a=MEADOW + "; skull SE", rest=WASTE)
    assert finish(shores(coasters, "start 1; draw a; 0,0/0; hagar NW"), 6, "stay", "stay")["skulls",] == 1
    lenient = shores(coasters, "start 1; draw a; 0,0/0; hagar SE", skulls="off")
    assert not finish(lenient, 6, "stay", "stay").keys() & {("skulls",), ("no_field",)}


TIE = box(a=MEADOW + "; shield N; die 4 NW horizontal", b=MEADOW, rest=WASTE)


def test_shores_a_tie_that_gives_nobody_points():
    match = shores(TIE, "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW")
    facts = finish(match, 4, "stay", "0,0NW>0,0SW")
    assert facts["ties",] == 0 and facts["conquered", 8] == 1  # Ulf alone stands on the doubled row
    assert facts["last_round", "moved"] == facts["last_round", "stayed"] == 1
    facts = finish(shores(TIE, "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW"), 4, "stay", "stay")
    assert facts["ties",] == facts["shared_wins",] == facts["die", "vikings"] == 1
    assert not facts["points_doubled",]  # both count double


def test_shores_the_doubled_line_decides():
    match = shores(TIE, "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar SW")
    facts = finish(match, 4, "stay", "stay")
    assert facts["points_doubled",] == facts["win_doubled",] == facts["conquered", 8] == 1
    assert facts_of(match.game).turns(match) == 14


def test_shores_a_line_without_vikings():
    match = shores(TIE, "start 1; draw a; 0,0/0; hagar SW; draw b; 1,0/0; hagar SW")
    assert finish(match, 4, "stay", "stay")["die", "empty"] == 1


def test_shores_beers_are_spilt_and_owed():
    match = shores(TWO, "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/2", honky_tonk="on")
    facts = finish(match, 6, "stay", "stay")
    assert facts["spilt",] == facts["owed",] == 1


def test_shores_alone_there_is_a_rank():
    match = shores(box(MEADOW), "start 1", players=1)
    facts = finish(match, 6, "stay")
    assert facts["rank", match.breakdown()["rank"]] == 1
    assert facts_of(match.game).turns(match) == 10


# -- Land Ahoy! -------------------------------------------------------------------------------------


def test_ahoy_four_landings_win_all_numbers():
    match = sea.win(sea.table(), "1 1", "2 2", "1", "3")
    assert counted(match) == {
        ("fields", "1", "e"): 4,
        ("landing", "direct"): 4,
        ("rolls", 1): 4,
        ("two_numbers",): 2,
        ("one_number",): 2,
        ("ended", "sixth"): 1,
    }
    assert facts_of(match.game).turns(match) == 4


def rest(match):
    """Take all the numbers that are left, whoever's turn it is; then roll for the Svens."""
    for haul in ("1 1", "2 2", "1", "3"):
        sea.win(match, haul)
    while not match.over:
        match.play(match.actions()[0])
    return counted(match)


def test_ahoy_the_open_sea_and_a_second_roll():
    match = sea.drift(sea.table())
    sea.play(match, "roll 5 1", "reroll red", "roll 2 1", "roll 2 2", "reroll both", "roll 2 6")
    facts = rest(match)
    assert facts["rerolls",] == 2 and facts["landing", "none"] == 2
    assert facts["fields", "2", "b"] == facts["fields", "6", "b"] == 1
    assert facts["landing", "indirect"] == 1  # b1, beside Helga, where nothing can be doubled yet
    assert facts["skipped",] == 1


def test_ahoy_an_island_that_can_win_nothing_is_skipped():
    facts = rest(sea.sail(sea.table(), "a3"))
    assert facts["skipped",] == 1 and facts["landing", "direct"] == 5 and sum(facts["rolls", n] for n in (1, 2, 3)) == 4


def test_ahoy_a_choice_of_islands():
    match = sea.sail(sea.table(), "b5")  # between two Chiefs' islands, and nobody has the Chief
    match.play("land c5")
    facts = rest(match)
    assert facts["choices",] == facts["landing", "indirect"] == facts["skipped",] == 1


def test_ahoy_rolls_of_a_landing_and_what_is_left():
    match = sea.sail(sea.table(), "e1")
    sea.play(match, "roll 6 6", "reroll both", "roll 5 6", "reroll red", "roll 1 6", "leave")
    sea.play(sea.land(match, "e1", "4 5"), "leave")  # nothing could be taken
    facts = rest(match)
    assert facts["left",] == 1 and facts["rolls", 3] == 1 and facts["rolls", 1] == 5


def test_ahoy_doubles_lucky_sevens_and_thefts():
    match = sea.table()
    sea.play(sea.land(match, "e1", "5 5"), "take hagar")
    sea.play(sea.land(match, "a3", "6 6"), "steal hagar 1")
    sea.play(sea.land(match, "e1", "2 5"), "take sven")
    sea.play(sea.land(match, "e5", "1 6"), "steal sven 1")
    facts = rest(match)
    assert facts["doubles",] == facts["lucky",] == facts["chief_stolen",] == facts["fellow_stolen",] == 1
    assert sum(facts["luck", points] for points in range(6)) == 1


def test_ahoy_a_lucky_seven_takes_a_number_that_no_die_shows():
    match = sea.table()
    sea.play(sea.land(match, "e1", "1 6"), "take 3")
    sea.win(match, "1 1", "2 2", "1")
    facts = counted(match)
    assert facts["lucky",] == facts["one_number",] == 1


def test_ahoy_helga_and_the_dragon():
    match = sea.table(harbor="on")
    sea.win(match, "1", "2")
    sea.play(sea.land(match, "c1", "1 4"), "dragon")
    sea.play(sea.land(match, "a1", "2 4"), "helga 2")
    sea.win(match, "1 1", "2", "3")
    facts = counted(match)
    assert facts["dragon",] == facts["helga",] == 1
    assert facts["owed",] == len(match.beers)


def test_la22_a_game_without_a_sixth_number_ends_by_its_turns():
    match = sea.drift(sea.table(), 1000)
    facts = counted(match)
    assert facts["ended", "turns"] == facts["all_lose",] == 1 and facts["landing", "none"] == 1000
    assert facts_of(match.game).turns(match) == 1000
