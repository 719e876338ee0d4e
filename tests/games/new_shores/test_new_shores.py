"""Off to New Shores!, from the first coaster to the last token (NS-1 to NS-11; for NS-9 see beer)."""

import pytest

import meadhall

GAME = meadhall.game("new-shores")
PLAIN = "land forest / water land"
MEADOW = "land land / land land"
WASTE = "water water / water water; skull NW; skull NE; skull SW; skull SE"


def coaster(ident, text):
    """`"land forest / water land; beer; gold N; die 4 NE horizontal"` as an entry of a set."""
    fields, *extras = (part.strip() for part in text.split(";"))
    marks = []
    for kind, *words in (extra.split() for extra in extras if extra != "beer"):
        if kind == "die":
            marks.append({"on": words[1], "is": "die", "number": int(words[0]), "arrow": words[2]})
        else:
            marks.append({"on": words[0], "is": kind})
    rows = [row.strip() for row in fields.split("/")]
    return {"id": ident, "fields": rows, "beer": "beer" in extras, "marks": marks}


def box(rest=WASTE, **coasters):
    """A set of the coasters named, filled up to twelve with `rest` (called z01, z02 …)."""
    fill = {f"z{n:02}": rest for n in range(1, 13 - len(coasters))}
    return {"coaster": [coaster(ident, text) for ident, text in {**coasters, **fill}.items()]}


def played(coasters, *script, players=2, **options):
    """A match with our own dice; every string of the script holds actions parted by semicolons."""
    match = GAME.new(players=players, chance="manual", set=coasters, **options)
    for action in "; ".join(script).split("; "):
        match.play(action)
    return match


def to_the_roll(match):
    """Lay what is left of the pile, no matter how."""
    while not match.actions()[0].startswith("roll"):
        match.play(min(match.actions()))
    return match


def to_the_end(match, die=6):
    to_the_roll(match).play(f"roll {die}")
    while not match.over:
        match.play("stay")
    return match


def count(match, word):
    return sum(action.startswith(word) for action in match.history)


def refused(match, action):
    """Is it refused, and the match left as it was?"""
    before = list(match.history), list(match.actions())
    with pytest.raises(meadhall.IllegalAction):
        match.play(action)
    return (match.history, match.actions()) == before


@pytest.mark.parametrize("players", [1, 2, 3])
def test_ns1_one_to_three_can_play(players):
    assert len(to_the_end(played(box(PLAIN), "start 1", players=players)).scores) == players


@pytest.mark.parametrize("players", [0, 4, -1])
def test_ns1_nobody_and_four_cannot_play(players):
    with pytest.raises(meadhall.BadOption):
        GAME.new(players=players)


@pytest.mark.parametrize("players", [2, 3])
def test_ns1_twelve_coasters_are_laid(players):
    assert count(to_the_end(played(box(PLAIN), "start 1", players=players)), "draw") == 12


@pytest.mark.parametrize(("players", "hagars", "gold"), [(1, 4, 1), (2, 8, 2), (3, 9, 3)])
def test_ns2_four_hagars_and_one_gold_each_or_three_and_one_among_three(players, hagars, gold):
    match = to_the_end(played(box(PLAIN), "start 1", players=players))
    assert (count(match, "hagar"), count(match, "gold")) == (hagars, gold)


def test_ns2_the_only_gold_is_offered_once():
    match = played(box(MEADOW), "start 1; draw z01; 0,0/0; gold NW", players=1)
    match.play("draw z02")
    match.play("1,0/0")
    assert set(match.actions()) == {"hagar NW", "hagar NE", "hagar SW", "hagar SE"}


def test_ns2_the_fourth_hagar_is_the_last_one():
    places = "; ".join(f"draw z0{n}; {n},0/0; hagar NE" for n in range(1, 4))
    match = played(box(MEADOW), "start 1; draw z12; 0,0/0; hagar NE", places, "draw z05; 4,0/0", players=1)
    assert set(match.actions()) == {"gold NW", "gold NE", "gold SW", "gold SE"}


def test_ns2_among_three_the_third_hagar_is_the_last_one():
    turns = "; ".join(f"draw z{n:02}; {n - 1},0/0; hagar NE" for n in range(1, 10))
    match = played(box(MEADOW), "start 1", turns, "draw z10; 9,0/0", players=3)
    assert set(match.actions()) == {"gold NW", "gold NE", "gold SW", "gold SE"}


def test_ns3_alone_nine_coasters_are_laid():
    assert count(to_the_end(played(box(PLAIN), "start 1", players=1)), "draw") == 9


def test_ns3_alone_every_coaster_not_drawn_yet_can_still_come():
    match = to_the_roll(played(box(PLAIN), "start 1", players=1))
    while not match.history[-1].startswith("draw"):
        match.undo()
    match.undo()
    assert len(match.actions()) == 4
    assert match.chances() == pytest.approx([0.25] * 4)


def test_ns3_the_first_draw_is_one_of_twelve_all_equally_likely():
    match = played(box(PLAIN), "start 1", players=1)
    assert set(match.actions()) == {f"draw z{n:02}" for n in range(1, 13)}
    assert match.chances() == pytest.approx([1 / 12] * 12)


def test_ns3_the_same_coaster_is_not_drawn_twice():
    assert refused(played(box(PLAIN), "start 1; draw z01; 0,0/0; hagar NE", players=1), "draw z01")


@pytest.mark.parametrize("players", [1, 2, 3])
def test_ns4_everybody_is_equally_likely_to_start(players):
    match = GAME.new(players=players, chance="manual", set=box(PLAIN))
    assert match.actor == meadhall.CHANCE
    assert set(match.actions()) == {f"start {n + 1}" for n in range(players)}
    assert match.chances() == pytest.approx([1 / players] * players)


def test_ns4_turns_go_clockwise_from_the_starting_player():
    match = played(box(), "start 3; draw z01", players=3)
    actors = []
    for n in range(4):
        actors.append(match.actor)
        match.play(f"0,{n}/0")
        match.play(f"draw z{n + 2:02}")
    assert actors == [2, 0, 1, 2]


def test_ns4_the_last_coaster_is_drawn_too_though_it_is_no_surprise():
    match = to_the_roll(played(box(), "start 1"))
    match.undo()
    match.undo()
    assert match.actor == meadhall.CHANCE
    assert (len(match.actions()), match.chances()) == (1, [1])


def test_ns4_the_view_does_not_tell_what_comes_next():
    first = GAME.new(players=2, seed=0)
    for seed in range(1, 2000):
        other = GAME.new(players=2, seed=seed)
        if other.history == first.history:
            break
    while first.history == other.history:
        views = [(first.view(who), other.view(who)) for who in (0, 1, None)]
        action = first.actions()[0]
        first.play(action)
        other.play(action)
    assert all(one == two for one, two in views)


def test_ns4_with_the_games_own_dice_chance_never_has_to_be_played():
    match = GAME.new(players=3, seed=4)
    while not match.over:
        assert match.actor in (0, 1, 2)
        match.play(match.actions()[-1])
    assert (count(match, "start"), count(match, "draw"), count(match, "roll")) == (1, 12, 1)


def test_ns5_the_first_coaster_lies_in_the_middle():
    match = played(box(PLAIN), "start 1; draw z01")
    assert {action.split("/")[0] for action in match.actions()} == {"0,0"}


def test_ns5_the_second_lies_at_one_of_four_edges():
    match = played(box(MEADOW), "start 1; draw z01; 0,0/0; hagar NE; draw z02")
    assert {action.split("/")[0] for action in match.actions()} == {"1,0", "-1,0", "0,1", "0,-1"}


@pytest.mark.parametrize("lay", ["1,1/0", "0,0/0", "2,0/0", "0,1", "0,1/4", "0,1/-1", "north", ""])
def test_ns5_no_corner_no_coaster_below_no_island_and_no_nonsense(lay):
    assert refused(played(box(MEADOW), "start 1; draw z01; 0,0/0; hagar NE; draw z02"), lay)


def test_ns5_a_hole_in_the_middle_can_be_filled():
    ring = ["0,0", "1,0", "2,0", "2,1", "2,2", "1,2", "0,2", "0,1"]
    lays = "; ".join(f"draw z{n:02}; {place}/0" for n, place in enumerate(ring, 1))
    match = played(box(), "start 1", lays, "draw z12")
    assert "1,1/0" in match.actions()


def test_ns6_a_coaster_may_be_turned_four_ways():
    match = played(box(PLAIN), "start 1; draw z01")
    assert set(match.actions()) == {"0,0/0", "0,0/1", "0,0/2", "0,0/3"}


def test_ns6_all_four_turns_count_even_where_they_look_the_same():
    match = played(box(MEADOW), "start 1; draw z01; 0,0/0; hagar NE; draw z02")
    assert {"0,1/0", "0,1/1", "0,1/2", "0,1/3"} <= set(match.actions())


# One land field each, both in the north-west: they meet in two ways only, and never unturned.
SHY = {"a": "land forest / forest forest", "b": "land water / water water"}


def test_ns7_a_field_must_touch_its_own_kind():
    match = played(box(**SHY), "start 1; draw a; 0,0/0; hagar NE; draw b")
    assert set(match.actions()) == {"0,1/3", "-1,0/1"}


def test_ns7_a_place_without_a_match_is_refused_while_another_has_one():
    assert refused(played(box(**SHY), "start 1; draw a; 0,0/0; hagar NE; draw b"), "1,0/0")


def test_ns7_touching_by_a_corner_is_not_enough():
    coasters = box(a=SHY["a"], b="forest forest / forest forest", c="water water / water land")
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NE; draw b; 0,1/0; hagar NE; draw c")
    assert set(match.actions()) == {"-1,0/3"}


def test_ns7_the_match_must_be_with_another_coaster():
    coasters = box(a="forest forest / forest forest", b="land land / land forest")
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NE; draw b")
    assert "0,-1/0" not in match.actions()
    assert "0,1/0" in match.actions()


def test_ns8_what_fits_nowhere_may_lie_anywhere():
    coasters = box(a=MEADOW, b="forest forest / forest forest")
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NE; draw b")
    sides = ["1,0", "-1,0", "0,1", "0,-1"]
    assert set(match.actions()) == {f"{side}/{turn}" for side in sides for turn in range(4)}


def test_ns8_anywhere_is_still_edge_to_edge():
    coasters = box(a=MEADOW, b="forest forest / forest forest")
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NE; draw b")
    assert refused(match, "1,1/0") and refused(match, "7,7/0")


def test_ns8_a_beer_coaster_is_judged_by_the_one_turn_it_is_allowed():
    coasters = box(a=SHY["a"], b=SHY["b"] + "; beer")
    match = played(coasters, "start 2; draw a; 0,0/0; hagar NE; draw b")
    assert set(match.actions()) == {"1,0/0", "-1,0/0", "0,1/0", "0,-1/0"}


def test_ns8_one_fitting_place_far_away_is_enough_to_forbid_the_others():
    coasters = box(a=MEADOW, b="land land / land forest", c="forest forest / forest forest")
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NE; draw b; 1,0/0; hagar NE; draw c")
    assert {action.split("/")[0] for action in match.actions()} == {"2,0", "1,-1"}


def test_ns10_a_token_goes_onto_one_of_the_four_fields_and_passing_is_no_choice():
    match = played(box(PLAIN), "start 2; draw z01; 0,0/0")
    assert match.actor == 1
    fields = ["NW", "NE", "SW", "SE"]
    assert set(match.actions()) == {f"{token} {field}" for token in ("hagar", "gold") for field in fields}


@pytest.mark.parametrize("action", ["stay", "draw z02", "hagar", "hagar N", "sven NE", "1,0/0"])
def test_ns10_the_token_is_a_duty(action):
    assert refused(played(box(PLAIN), "start 1; draw z01; 0,0/0"), action)


def test_ns10_then_it_is_the_next_players_turn():
    assert played(box(PLAIN), "start 1; draw z01; 0,0/0; hagar NE; draw z02").actor == 1


def test_ns10_without_tokens_only_coasters_are_laid():
    match = to_the_roll(played(box(PLAIN), "start 1"))
    tail = [action.split()[0] for action in match.history[-4:]]
    assert tail[0] == "draw" and "/" in tail[1] and tail[2] == "draw" and "/" in tail[3]


@pytest.mark.parametrize("token", ["hagar", "gold"])
def test_ns10_vikings_can_swim_and_so_can_gold(token):
    match = played(box("water water / water water"), f"start 1; draw z01; 0,0/0; {token} SE")
    assert match.history[-1] == f"{token} SE"


SKULL = "land forest / water land; skull NE"


def test_ns11_no_token_on_a_skull():
    match = played(box(SKULL), "start 1; draw z01; 0,0/0")
    assert {action.split()[1] for action in match.actions()} == {"NW", "SW", "SE"}
    assert refused(match, "hagar NE") and refused(match, "gold NE")


def test_ns11_the_skull_turns_with_its_coaster():
    match = played(box(SKULL), "start 1; draw z01; 0,0/1")
    assert {action.split()[1] for action in match.actions()} == {"NW", "NE", "SW"}


@pytest.mark.parametrize(("skulls", "offered"), [("on", 6), (True, 6), ("off", 8), (False, 8)])
def test_ns11_skulls_are_an_option(skulls, offered):
    assert len(played(box(SKULL), "start 1; draw z01; 0,0/0", skulls=skulls).actions()) == offered


@pytest.mark.parametrize("value", ["maybe", "", 2, None])
def test_ns11_skulls_are_on_or_off(value):
    with pytest.raises(meadhall.BadOption):
        GAME.new(players=2, skulls=value)


def test_ns11_a_skull_still_connects():
    coasters = box(a=MEADOW, b="forest land / forest forest; skull NE")
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NE; draw b")
    assert {action for action in match.actions() if action.startswith("1,0/")} == {"1,0/2", "1,0/3"}


def test_ns11_on_a_coaster_full_of_skulls_nothing_is_placed():
    match = played(box(), "start 1; draw z01; 0,0/0")
    assert match.actor == meadhall.CHANCE and len(match.actions()) == 11


def test_ns11_the_token_stays_in_hand_for_a_later_turn():
    match = to_the_roll(played(box(PLAIN, a=WASTE), "start 1; draw a; 0,0/0"))
    assert (count(match, "hagar"), count(match, "gold")) == (8, 2)


def test_ns11_printed_gold_shield_and_number_do_not_take_the_field():
    marked = "land forest / water land; gold NW; shield NE; die 3 SW vertical; gold E"
    assert len(played(box(a=marked), "start 1; draw a; 0,0/0").actions()) == 8
