"""Off to New Shores!, the beer coasters (NS-9 and NS-12)."""

import random

import pytest
from refusals import refused_in_both
from test_new_shores import PLAIN, box, played, refused, to_the_end

import meadhall

GAME = meadhall.game("new-shores")


@pytest.mark.parametrize(
    ("players", "player", "turn"), [(1, 1, 0), (2, 1, 0), (2, 2, 2), (3, 1, 0), (3, 2, 1), (3, 3, 2)]
)
def test_ns9_the_glass_stands_upright_for_who_lays_it(players, player, turn):
    match = played(box("land land / land land; beer"), f"start {player}; draw z01", players=players)
    assert match.actions() == [f"0,0/{turn}"]


def test_ns9_a_spilled_beer_is_refused():
    assert refused(played(box(PLAIN + "; beer"), "start 2; draw z01"), "0,0/0")


def test_ns9_the_seat_counts_and_not_who_started():
    turns = "start 3; draw z01; 0,0/2; hagar NE; draw z02"
    match = played(box("land land / land land; beer"), turns, players=3)
    assert set(match.actions()) == {"1,0/0", "-1,0/0", "0,1/0", "0,-1/0"}


# Red is the first player and always wins here: three land fields with a shield are his.
LAND = "land land / land water; shield NW; beer"
SEA = "water water / water water; skull NW; skull NE; skull SW; skull SE; beer"


TWO = box(a=LAND, b=SEA)
THREE = box(a=LAND, b=SEA, c=SEA)


def beers(*script, coasters=TWO, players=2, **options):
    options = {"honky_tonk": "on", **options}
    return to_the_end(played(coasters, *script, players=players, **options)).beers


def test_ns12_in_line_with_a_beer_coaster_costs_a_beer():
    assert beers("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/2") == [(1, 0, 1)]


def test_ns12_a_column_is_as_good_as_a_row():
    assert beers("start 1; draw a; 0,0/0; hagar NW; draw b; 0,-1/2") == [(1, 0, 1)]


def test_ns12_gaps_do_not_matter():
    way = "draw z01; 0,-1/0; draw z02; 1,-1/0; draw z03; 2,-1/0; draw z04; 3,-1/0; draw z05; 3,0/0"
    far = "draw z06; 4,-1/0; draw b; 4,0/2"
    assert beers("start 1; draw a; 0,0/0; hagar NW", way, far) == [(1, 0, 1)]


def test_ns12_across_a_corner_costs_nothing():
    way = "draw z01; 1,0/0; draw z02; 2,0/0"
    assert beers("start 1; draw a; 0,0/0; hagar NW", way, "draw b; 1,1/2") == []


def test_ns12_one_beer_a_coaster_however_many_stand_in_line():
    turns = "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/2; draw z01; 0,-1/0; draw c; 2,0/2"
    assert beers(turns, coasters=THREE) == [(1, 0, 2)]


def test_ns12_the_winner_owes_nothing():
    turns = "start 2; draw b; 0,0/2; draw a; -1,0/0; hagar NW; draw z01; 0,1/0; draw c; 1,0/0"
    match = to_the_end(played(THREE, turns, honky_tonk="on"))
    assert (match.winners, match.beers) == ((0,), [])


def test_ns12_each_of_several_winners_gets_the_beer():
    coasters = box(a="land land / water water; gold N; beer", b="land water / water water", c=SEA)
    turns = "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW; draw c; 0,-1/2"
    match = to_the_end(played(coasters, turns, players=3, honky_tonk=True))
    assert match.winners == (0, 1)
    assert sorted(match.beers) == [(2, 0, 1), (2, 1, 1)]


def test_ns12_where_everybody_wins_nobody_pays():
    match = to_the_end(played(box(SEA), "start 1; draw z01; 0,0/0; draw z02; 1,0/2", honky_tonk="on"))
    assert (match.winners, match.beers) == ((0, 1), [])


def test_ns12_alone_nobody_owes():
    assert beers("start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0", players=1) == []


@pytest.mark.parametrize("options", [{"honky_tonk": "off"}, {"honky_tonk": False}, {}])
def test_ns12_without_the_rule_nobody_owes(options):
    turns = "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/2"
    assert to_the_end(played(TWO, turns, **options)).beers == []


def test_ns12_no_beer_before_the_end():
    match = played(TWO, "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/2", honky_tonk="on")
    assert match.beers == []


def test_ns12_the_rule_is_on_or_off():
    with pytest.raises(meadhall.BadOption):
        GAME.new(players=2, honky_tonk="sometimes")


# A real table: who has spilt how many beers is typed in.
RED_WINS = {
    "set": TWO,
    "coasters": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [1, 0], "turn": 2}],
    "tokens": [{"is": "hagar", "player": 0, "at": [0, 0], "field": "NW"}],
}


def owed(players, spilt, **more):
    return GAME.score({"players": players, **RED_WINS, **more, "spilt": spilt})["beers"]


def test_ns12_at_a_real_table_too_those_who_spilt_pay_the_winner():
    assert owed(3, [0, 2, 1]) == [[1, 0, 2], [2, 0, 1]]


def test_ns12_at_a_real_table_too_the_winner_and_who_plays_alone_owe_nothing():
    assert owed(2, [3, 0]) == []
    assert owed(1, [3]) == []


def test_ns12_at_a_real_table_nobody_owes_where_nobody_says_what_was_spilt():
    table = {"players": 2, **RED_WINS}
    assert GAME.score(table) == GAME.score({**table, "spilt": None}) == GAME.score({**table, "spilt": [0, 0]})
    assert GAME.score(table)["beers"] == []


@pytest.mark.parametrize("players", [2, 3])
def test_ns12_a_table_is_scored_with_its_beers_as_the_match_that_led_to_it(players):
    paid = 0
    for seed in range(8):
        match, dice = GAME.new(players=players, seed=seed, honky_tonk="on"), random.Random(seed)
        while not match.over:
            match.play(dice.choice(match.actions()))
        view = match.view(None)
        coasters = [{key: coaster[key] for key in ("id", "at", "turn")} for coaster in view["laid"]]
        table = {"players": players, "coasters": coasters, **{key: view[key] for key in ("tokens", "die", "spilt")}}
        assert GAME.score(table)["beers"] == match.breakdown()["beers"]
        paid += len(match.beers)
    assert paid


@pytest.mark.parametrize("spilt", [1, "1", {}, [], [1], [0, 0, 0], [0, -1], [0, 12], [0, True], [0, "1"], [0, [1]]])
def test_ns12_beers_that_cannot_be_are_refused(spilt):
    refused_in_both(meadhall.BadTable, lambda: owed(2, spilt), "spilt", "2", "11")
