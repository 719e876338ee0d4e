"""Off to New Shores!, the scoring (NS-15 to NS-21)."""

import pytest
from test_new_shores import MEADOW, box, played, to_the_end, to_the_roll

import meadhall

GAME = meadhall.game("new-shores")
PLAYERS = {"red": 0, "blue": 1, "bone": 2}


def spot(text):
    """`"1,-2SW"` as a place and a field."""
    return [int(n) for n in text[:-2].split(",")], text[-2:]


def table(coasters, laid, tokens="", players=2, die=None):
    """`laid` reads "a 0,0/0; b 1,0/3", `tokens` reads "red 0,0NE; gold 1,0SW"."""
    lie, stand = [], []
    for ident, lay in (item.split() for item in laid.split("; ")):
        place, turn = lay.split("/")
        lie.append({"id": ident, "at": [int(n) for n in place.split(",")], "turn": int(turn)})
    for token, where in (item.split() for item in tokens.split("; ") if item):
        at, field = spot(where)
        what = "gold" if token == "gold" else "hagar"
        stand.append({"is": what, "player": PLAYERS.get(token, 0), "at": at, "field": field})
    return {"players": players, "set": coasters, "coasters": lie, "tokens": stand, "die": die}


def scores(*args, **more):
    return list(GAME.score(table(*args, **more))["scores"])


def test_ns15_fields_of_one_kind_join_across_coasters():
    coasters = box(a="land forest / forest forest; shield NW", b="forest land / forest forest")
    assert scores(coasters, "a 0,0/0; b -1,0/0", "red 0,0NW") == [2, 0]


def test_ns15_corners_do_not_join():
    coasters = box(a="land forest / forest land; shield NW")
    assert scores(coasters, "a 0,0/0", "red 0,0NW") == [1, 0]
    assert scores(coasters, "a 0,0/0", "red 0,0SE") == [0, 0]


def test_ns15_a_skull_keeps_its_kind_connects_and_counts():
    coasters = box(a="land land / water land; skull NE; shield NW")
    assert scores(coasters, "a 0,0/0", "red 0,0SE") == [3, 0]


def test_ns15_every_landscape_is_listed_with_its_size():
    coasters = box(a="land land / water forest", b="land water / water water")
    told = GAME.score(table(coasters, "a 0,0/0; b 1,0/0"))["landscapes"]
    assert sorted((patch["kind"], patch["size"]) for patch in told) == [
        ("forest", 1), ("land", 3), ("water", 1), ("water", 3),
    ]  # fmt: skip


def test_ns16_each_gold_gives_a_point_to_everybody_who_is_there():
    coasters = box(a=MEADOW + "; gold N; gold SW", b=MEADOW)
    tokens = "red 0,0NW; blue 1,0NE; gold 1,0SE"
    assert scores(coasters, "a 0,0/0; b 1,0/0", tokens, players=3) == [3, 3, 0]


def test_ns16_more_hagars_do_not_find_more_gold():
    assert scores(box(a=MEADOW + "; gold N"), "a 0,0/0", "red 0,0NW; red 0,0NE; red 0,0SE") == [1, 0]


def test_ns16_gold_without_a_hagar_is_nobodys():
    coasters = box(a="land forest / land forest; gold NW")
    assert scores(coasters, "a 0,0/0", "red 0,0NE; gold 0,0SW") == [0, 0]


def test_ns16_each_landscape_is_counted_for_itself():
    coasters = box(a="land forest / land forest; gold NW; gold SE")
    assert scores(coasters, "a 0,0/0", "red 0,0SW; red 0,0NE") == [2, 0]


def test_ns16_a_gold_on_the_doubled_row_counts_two():
    coasters = box(a=MEADOW + "; die 2 NW horizontal; gold NE; gold SE")
    assert scores(coasters, "a 0,0/0", "red 0,0SW; gold 0,0NW", die=2) == [5, 0]


def test_ns16_a_hagar_on_the_doubled_row_finds_no_more():
    coasters = box(a=MEADOW + "; die 2 NW horizontal; gold SE")
    assert scores(coasters, "a 0,0/0", "red 0,0NW", die=2) == [1, 0]


def test_ns17_the_most_hagars_get_all_the_fields():
    coasters = box(a=MEADOW + "; shield N", b=MEADOW)
    assert scores(coasters, "a 0,0/0; b 1,0/0", "red 0,0NW; blue 0,0SE; blue 1,0NE") == [0, 8]


def test_ns17_without_a_shield_nobody_conquers():
    assert scores(box(a=MEADOW), "a 0,0/0", "red 0,0NW; red 0,0NE") == [0, 0]


def test_ns17_a_tie_gives_the_fields_to_nobody():
    coasters = box(a=MEADOW + "; shield N", b=MEADOW)
    laid = "a 0,0/0; b 1,0/0"
    assert scores(coasters, laid, "red 0,0NW; blue 0,0SE") == [0, 0]
    three = "red 0,0NW; red 0,0NE; blue 0,0SE; blue 1,0NE; bone 1,0SW"
    assert scores(coasters, laid, three, players=3) == [0, 0, 0]


def test_ns17_a_hagar_on_the_doubled_row_counts_as_two():
    coasters = box(a=MEADOW + "; shield N; die 6 SW horizontal", b=MEADOW)
    laid = "a 0,0/0; b 1,0/0"
    assert scores(coasters, laid, "red 0,0NW; blue 0,0SE", die=6) == [0, 8]
    assert scores(coasters, laid, "red 0,0NW; red 0,0NE; blue 0,0SE", die=6) == [0, 0]
    assert scores(coasters, laid, "red 0,0NW; red 0,0NE; red 1,0NE; blue 0,0SE", die=6) == [8, 0]


def test_ns17_fields_are_never_doubled():
    assert scores(box(a=MEADOW + "; shield N; die 6 SW horizontal"), "a 0,0/0", "red 0,0SW", die=6) == [4, 0]


def test_ns17_a_landscape_without_a_hagar_gives_nothing():
    assert scores(box(a=MEADOW + "; shield N; gold N"), "a 0,0/0", "gold 0,0NW") == [0, 0]


def test_ns17_more_shields_do_not_give_more():
    assert scores(box(a=MEADOW + "; shield N; shield SE"), "a 0,0/0", "red 0,0SW") == [4, 0]


def test_ns18_gold_between_two_landscapes_belongs_to_both():
    coasters = box(a="land forest / land forest; gold N")
    assert scores(coasters, "a 0,0/0", "red 0,0SW; blue 0,0SE") == [1, 1]
    assert scores(coasters, "a 0,0/0", "red 0,0SW; red 0,0SE") == [2, 0]


def test_ns18_a_shield_between_two_landscapes_belongs_to_both():
    coasters = box(a="land land / land forest; shield E")
    assert scores(coasters, "a 0,0/0", "red 0,0NW; blue 0,0SE") == [3, 1]


def test_ns18_a_mark_on_a_field_belongs_to_that_field_alone():
    coasters = box(a="land forest / land forest; gold NW; shield NW")
    assert scores(coasters, "a 0,0/0", "red 0,0SW; blue 0,0SE") == [3, 0]


def test_ns18_within_one_landscape_it_counts_once():
    assert scores(box(a=MEADOW + "; gold W"), "a 0,0/0", "red 0,0NE") == [1, 0]


def test_ns18_marks_may_share_a_spot():
    assert scores(box(a=MEADOW + "; gold N; shield N; skull NW; gold NW"), "a 0,0/0", "red 0,0NE") == [6, 0]


def test_ns18_marks_between_fields_turn_with_the_coaster():
    coasters = box(a="land forest / water water; gold N")
    assert scores(coasters, "a 0,0/1", "red 0,0SE; blue 0,0SW") == [1, 0]
    assert scores(coasters, "a 0,0/3", "red 0,0NW; blue 0,0NE") == [1, 0]


@pytest.mark.parametrize(
    ("gold", "arrow", "points"),
    [("N", "horizontal", 2), ("N", "vertical", 1), ("W", "horizontal", 1), ("W", "vertical", 2),
     ("E", "vertical", 1), ("NE", "horizontal", 2), ("NE", "vertical", 1)],
)  # fmt: skip
def test_ns18_printed_gold_is_doubled_if_all_it_touches_is_on_the_row(gold, arrow, points):
    coasters = box(a=MEADOW + f"; gold {gold}; die 1 NW {arrow}")
    assert scores(coasters, "a 0,0/0", "red 0,0SE", die=1) == [points, 0]


def test_ns18_doubled_gold_between_two_landscapes_counts_two_in_both():
    coasters = box(a="land forest / land forest; gold N; die 1 NW horizontal")
    assert scores(coasters, "a 0,0/0", "red 0,0SW; blue 0,0SE", die=1) == [2, 2]


ISLE = {"a": "land water / water water; shield NW", "b": "land water / water water; shield NW"}


def test_ns19_the_highest_total_wins():
    match = to_the_end(played(box(**ISLE), "start 2; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NE"))
    assert (match.scores, match.winners) == ((0, 1), (1,))


def test_ns19_a_tie_has_several_winners():
    turns = "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW"
    match = to_the_end(played(box(**ISLE), turns, players=3))
    assert (match.scores, match.winners) == ((1, 1, 0), (0, 1))


def test_ns19_before_the_end_there_are_points_on_the_table_but_no_winner():
    match = to_the_roll(played(box(**ISLE), "start 1; draw a; 0,0/0; hagar NW"))
    assert (match.over, match.scores, match.winners) == (False, None, ())
    assert list(match.breakdown()["scores"]) == [1, 0]


RANKS = ["simple drunkard", "lower sailor", "higher chief", "legendary conqueror"]


@pytest.mark.parametrize(("points", "rank"), [(0, 0), (15, 0), (16, 1), (20, 1), (21, 2), (25, 2), (26, 3), (40, 3)])
def test_ns20_alone_you_get_a_rank(points, rank):
    size = points // 4  # so many coasters of four fields, and gold for what is missing
    laid = "; ".join(f"z{n + 1:02} {n},0/0" for n in range(size)) or "z01 0,0/0"
    tokens = ["red 0,0NW"] * (size > 0) + ["gold 0,0NE", "gold 0,0SW", "gold 0,0SE"][: points % 4]
    told = GAME.score(table(box(MEADOW + "; shield N"), laid, "; ".join(tokens), players=1))
    assert (list(told["scores"]), told["rank"]) == ([points], RANKS[rank])


def test_ns20_a_match_alone_ends_with_a_rank():
    match = to_the_end(played(box(), "start 1", players=1))
    assert (match.winners, match.breakdown()["rank"]) == ((0,), "simple drunkard")


# The sheet's example, six coasters of it; every field is one letter, and the border marks are in the set:
#   F L | L L | W F
#   F L | L L | F F
#   ----+-----+----
#   W W | L W | W W
#   W W | L W | W W
EXAMPLE = box(
    a="forest land / forest land; gold N; shield S",
    b="land land / land land; gold N",
    c="water forest / forest forest; shield S",
    d="water water / water water; die 4 SW horizontal",
    e="land water / land water",
    f="water water / water water; die 2 SW vertical",
)
EXAMPLE_LAID = "a 0,1/0; b 1,1/0; c 2,1/0; d 0,0/0; e 1,0/0; f 2,0/0"
EXAMPLE_TOKENS = "blue 0,1NE; blue 1,1SE; red 1,0SW; red 0,1SW; red 2,1SE"


def test_ns21_the_example_with_a_two():
    assert scores(EXAMPLE, EXAMPLE_LAID, EXAMPLE_TOKENS, die=2) == [8, 10]


def test_ns21_the_example_with_a_four():
    assert scores(EXAMPLE, EXAMPLE_LAID, EXAMPLE_TOKENS, die=4) == [8, 2]


@pytest.mark.parametrize(("die", "hagars", "conqueror"), [(2, [1, 2], 1), (4, [2, 2], None)])
def test_ns21_the_land_of_the_example_in_detail(die, hagars, conqueror):
    told = GAME.score(table(EXAMPLE, EXAMPLE_LAID, EXAMPLE_TOKENS, die=die))
    land = max(told["landscapes"], key=lambda patch: (patch["kind"] == "land", patch["size"]))
    assert (land["size"], land["gold"], list(land["hagars"]), land["conqueror"]) == (8, 2, hagars, conqueror)
