"""Land Ahoy!'s coasters: what our set promises and what a set of your own may be. See land_ahoy_table.py."""

import pytest
from land_ahoy_table import GAME, ONE_ROCK, SCATTERED, coasters, play, sail, table

import meadhall


def changed(coaster, **values):
    """The one-rock set with one coaster changed."""
    return {"coaster": [old | values if old["id"] == coaster else old for old in ONE_ROCK["coaster"]]}


def without(*ids):
    return {"coaster": [coaster for coaster in ONE_ROCK["coaster"] if coaster["id"] not in ids]}


def and_also(*more):
    return {"coaster": [*ONE_ROCK["coaster"], *more]}


def treasure_spaces(portrait):
    """Those of the islands with this portrait in our own set, most first."""
    islands = [coaster for coaster in GAME.default_set()["coaster"] if coaster.get("island")]
    ours = [island for island in islands if island.get("portrait", "none") == portrait]
    return sorted((island.get("treasures", 0) for island in ours), reverse=True)


def test_la4_our_set_has_ten_coasters_with_ids_of_their_own():
    ids = {coaster["id"] for coaster in GAME.default_set()["coaster"]}
    assert len(ids) == len(GAME.default_set()["coaster"]) == 10


@pytest.mark.parametrize(
    ("portrait", "spaces"),
    [("hagar", [2, 1, 1, 1]), ("sven", [1, 1]), ("helga", [0]), ("dragon", [0]), ("none", [2])],
)
def test_la4_our_islands_and_their_treasure_spaces(portrait, spaces):
    assert treasure_spaces(portrait) == spaces


def test_la4_our_islands_are_one_field_each_and_the_ship_is_all_sea():
    for coaster in GAME.default_set()["coaster"]:
        assert len(coaster.get("island", [])) == (0 if coaster.get("ship", False) else 1)


def test_la4_our_set_is_the_default():
    match = GAME.new(players=2, chance="manual")
    laid = {item.split("/")[0] for item in match.actions()[0].split()[1:]}
    assert laid == {c["id"] for c in GAME.default_set()["coaster"] if c.get("portrait") != "dragon"}


def test_la4_an_island_may_have_several_fields_and_is_named_by_its_first():
    big = changed("rock", island=["SE", "NW"])  # f1 and e2, which do not touch
    for dice in ("6 1", "5 2"):
        match = play(table(set=big), f"roll {dice}", "keep")
        assert [outcome.split()[1] for outcome in match.actions()] == ["e2"]


def test_la4_a_field_beside_two_fields_of_one_island_hits_it_once():
    match = play(table(set=changed("rock", island=["SE", "NW"])), "roll 5 1", "keep")
    assert [outcome.split()[1] for outcome in match.actions()] == ["e2"]
    play(match, match.actions()[0], "roll 1 4")
    assert set(match.actions()) == {"take 1", "leave"}


def test_la4_values_left_out_are_the_plain_ones():
    plain = {"coaster": [old for old in ONE_ROCK["coaster"] if old["id"] != "rock"]}
    plain["coaster"].append({"id": "rock", "island": ["SW"], "treasures": 9})
    assert sail(table(set=plain), "e1").history[-1].startswith("reveal e1 ")


BAD_SETS = {
    "nine coasters": without("h4"),
    "eleven coasters": and_also({"id": "more"}),
    "no ship": changed("ship", ship=False),
    "two ships": changed("h1", island=[], portrait="none", ship=True),
    "a ship with an island": changed("ship", island=["NE"]),
    "no dragon": changed("dragon", portrait="none"),
    "two dragons": changed("h1", portrait="dragon"),
    "eight treasure spaces": coasters(rock=8),
    "ten treasure spaces": coasters(rock=9, h1=1),
    "treasure on Helga's": coasters(rock=8, helga=1),
    "treasure with the dragon": coasters(rock=8, dragon=1),
    "treasure at the bottom of the sea": changed("rock", island=[]),
    "treasure under the ship": {
        "coaster": [c | {"treasures": 1} if c["id"] == "ship" else c for c in coasters(rock=8)["coaster"]]
    },
    "a negative number of treasures": coasters(rock=10, h1=-1),
    "an id twice": changed("h1", id="h2"),
    "an id with a blank": changed("h1", id="h 1"),
    "an empty id": changed("h1", id=""),
    "a field that is none": changed("h1", island=["N"]),
    "a field twice": changed("h1", island=["SW", "SW"]),
    "a stranger's portrait": changed("h1", portrait="olaf"),
    "no id": {"coaster": [*without("h1")["coaster"], {"island": ["SW"], "portrait": "hagar"}]},
}


@pytest.mark.parametrize("bad", BAD_SETS.values(), ids=BAD_SETS.keys())
def test_la4_a_bad_set_is_refused(bad):
    with pytest.raises(meadhall.BadSet):
        GAME.new(players=2, set=bad)


@pytest.mark.parametrize("good", [ONE_ROCK, SCATTERED], ids=["one rock", "scattered"])
@pytest.mark.parametrize("harbor", ["off", "on"])
def test_la4_nine_treasure_spaces_with_or_without_the_dragon(good, harbor):
    assert GAME.new(players=2, set=good, harbor=harbor, seed=1).actor in (0, 1)


def test_la4_our_set_given_back_as_a_set_is_good():
    assert GAME.new(players=2, set=GAME.default_set(), seed=1).actor in (0, 1)
