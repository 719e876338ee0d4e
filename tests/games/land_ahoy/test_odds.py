"""The exact odds of Land Ahoy!: against numbers by hand, and against every roll tried out."""

import itertools
import random

import pytest
from land_ahoy_table import GAME, SCATTERED, land, play, sail, table, win
from refusals import HAUGAZ, SHORES, refused, refused_unchanged

import meadhall
from meadhall.core.game import CHANCE
from meadhall.core.position import Position


def on_the_rock(*dice):
    """A direct hit on the rock with all nine tokens, after these rolls."""
    match = play(sail(table(), "e1"), f"roll {dice[0]}")
    for roll in dice[1:]:
        play(match, "reroll both", f"roll {roll}")
    return match


# -- by hand ---------------------------------------------------------------------------------------


def test_with_one_roll_left_both_dice_bring_what_36_pairs_say():
    odds = meadhall.odds(on_the_rock("4 4", "5 6"))["reroll both"]
    assert odds["take hagar"] == odds["take sven"] == pytest.approx(12 / 36)  # six doubles, six lucky sevens
    assert odds["take 1"] == odds["take 2"] == odds["take 3"] == pytest.approx(15 / 36)  # 11 + 6, two of them both
    assert odds["take 1 1"] == odds["take 2 2"] == pytest.approx(1 / 36)
    assert odds["take 1 2"] == odds["take 1 3"] == odds["take 2 3"] == pytest.approx(2 / 36)


def test_with_one_die_kept_the_other_has_six_sides():
    odds = meadhall.odds(on_the_rock("4 4", "5 6"))
    assert odds["reroll red"]["take 1"] == pytest.approx(1 / 6)  # black stays 6: a 1 is a lucky seven as well
    assert odds["reroll red"]["take 2"] == pytest.approx(2 / 6)
    assert odds["reroll black"]["take hagar"] == pytest.approx(2 / 6)  # red stays 5: a 5, or a 2 for seven
    assert odds["reroll black"]["take 1 2"] == 0


def test_with_two_rolls_left_one_rolls_for_one_thing():
    odds = meadhall.odds(on_the_rock("5 6"))["reroll both"]
    assert odds["take hagar"] == pytest.approx(1 - (24 / 36) ** 2)
    assert odds["take 1"] == pytest.approx(1 - (21 / 36) ** 2)


def test_keeping_brings_what_the_dice_show():
    odds = meadhall.odds(on_the_rock("1 2"))
    assert {claim for claim, chance in odds["keep"].items() if chance} == {"take 1", "take 2", "take 1 2"}
    assert set(odds["keep"].values()) == {0.0, 1.0}
    assert odds["reroll black"]["take 1"] == 1  # the red die shows it already


def test_every_claim_that_some_roll_allows_is_listed_but_leaving():
    odds = meadhall.odds(on_the_rock("5 6"))
    claims = ["take 1", "take 2", "take 3", "take sven", "take hagar"]
    claims += ["take 1 1", "take 1 2", "take 1 3", "take 2 2", "take 2 3"]
    assert list(odds) == ["keep", "reroll red", "reroll black", "reroll both"]
    assert all(list(chances) == claims for chances in odds.values())


def test_stealing_and_helga_have_odds_too():
    match = win(table(), "hagar", "1")
    assert meadhall.odds(play(sail(win(match, "2"), "a3"), "roll 5 6"))["reroll red"] == {
        "steal hagar 1": pytest.approx(5 / 9)  # two rolls: a 6 or a 1, then again or both dice
    }
    match = play(sail(win(table(), "2", "1"), "a1"), "roll 5 6", "reroll both", "roll 6 6")
    assert meadhall.odds(match)["reroll both"] == {"helga 2": pytest.approx(15 / 36)}


def test_at_sea_the_fields_count():
    match = play(table(set=SCATTERED), "roll 2 2")
    odds = meadhall.odds(match)
    assert odds["keep"] == {}  # b2 is open sea
    beside = {f"{island} beside": pytest.approx(1 / 6) for island in ("a1", "a3", "a5", "c3", "c5")}
    assert odds["reroll black"] == beside  # b1, b3 (between a3 and c3) and b5 (between a5 and c5)
    assert odds["reroll both"]["c3 direct"] == pytest.approx(1 / 36)
    assert odds["reroll both"]["c3 beside"] == pytest.approx(4 / 36)
    assert meadhall.odds(play(table(), "roll 5 1"))["keep"] == {"e1 direct": 1.0}


# -- by trying everything --------------------------------------------------------------------------


def moments(ashore, rolls_left, how_many):
    """Moments of seeded games at which dice are kept or rolled again."""
    found = []
    for seed in itertools.count():
        rng = random.Random(seed)
        match = GAME.new(players=2 + seed % 3, seed=seed, harbor=seed % 2 == 0)
        while not match.over:
            view = match.view(None)
            if view["phase"] == "keep" and (view["field"] is None) == ashore and view["rolls_left"] == rolls_left:
                found.append(match.copy())
                break
            match.play(rng.choice(match.actions()))
        if len(found) == how_many:
            return found


def tried(setup, state, claim):
    """The chance of a claim if every choice is the best for it: the whole tree, without shortcuts."""
    if claim in GAME.texts(Position(GAME, setup, state)):
        return 1.0
    actor = GAME.rules().actor(state)
    if "leave" in GAME.texts(Position(GAME, setup, state)):
        return 0.0
    values = []
    for code in GAME.codes(state):
        after = state.copy()
        GAME.rules().apply(after, code)
        values.append(tried(setup, after, claim))
    if actor != CHANCE:
        return max(values)
    weights = GAME.weights(state)
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


@pytest.mark.parametrize("rolls_left", [1, 2])
def test_odds_ashore_are_those_of_the_whole_tree(rolls_left):
    for match in moments(True, rolls_left, 6 if rolls_left == 1 else 2):
        claims = random.Random(1).choices(list(meadhall.odds(match)["keep"]), k=2)
        for action, code in zip(match.actions(), GAME.codes(match.state), strict=True):
            state = match.state
            GAME.rules().apply(state, code)
            for claim in claims:
                assert meadhall.odds(match)[action][claim] == pytest.approx(tried(match.setup, state, claim))


def test_odds_at_sea_are_those_of_the_map():
    for match in moments(False, 1, 25):
        view = match.view(None)
        red, black = view["dice"]["red"], view["dice"]["black"]
        for action, chances in meadhall.odds(match).items():
            reds = range(1, 7) if action in ("reroll red", "reroll both") else [red]
            blacks = range(1, 7) if action in ("reroll black", "reroll both") else [black]
            fields = list(itertools.product(reds, blacks))
            found = {}
            for hit in itertools.chain.from_iterable(on_the_map(view["islands"], *field) for field in fields):
                found[hit] = found.get(hit, 0) + 1 / len(fields)
            assert chances == pytest.approx(found)


def on_the_map(islands, x, y):
    """The islands that a field hits, looked up on the map."""
    name = "abcdef"[x - 1] + str(y)
    direct = [island["name"] for island in islands if name in island["fields"]]
    if direct:
        return [f"{direct[0]} direct"]
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    near = {"abcdef"[a - 1] + str(b) for a, b in around if 1 <= a <= 6 and 1 <= b <= 6}
    return [f"{island['name']} beside" for island in islands if near & set(island["fields"])]


# -- where there are none --------------------------------------------------------------------------


OTHER_MOMENTS = {
    "before the board": GAME.new(chance="manual"),
    "before a roll": table(),
    "when islands are chosen": play(table(set=SCATTERED), "roll 2 3", "keep"),
    "when tokens are claimed": land(table(), "d1", "6 6"),
    "before a token is turned up": play(table(), "roll 5 1", "keep"),
}


@pytest.mark.parametrize("match", OTHER_MOMENTS.values(), ids=OTHER_MOMENTS.keys())
def test_there_are_odds_only_while_dice_are_kept(match):
    refused_unchanged(match, meadhall.IllegalAction, lambda: meadhall.odds(match), "kept or rolled again")


def test_there_are_no_odds_after_the_end():
    match = win(table(), "1 1", "2 2", "1", "3")
    while not match.over:
        match.play(match.actions()[0])
    refused_unchanged(match, meadhall.IllegalAction, lambda: meadhall.odds(match), "kept or rolled again")


@pytest.mark.parametrize("game", [HAUGAZ, SHORES], ids=lambda game: game.name)
def test_games_without_dice_to_keep_have_no_odds(game):
    match = game.new(seed=1)
    refused_unchanged(match, meadhall.BadOption, lambda: meadhall.odds(match), game.name)


@pytest.mark.parametrize("odd", [None, "land-ahoy", 7, GAME])
def test_odds_are_those_of_a_match(odd):
    refused(meadhall.BadOption, lambda: meadhall.odds(odd), "a match")


def test_odds_change_nothing():
    match = on_the_rock("5 6")
    before = match.history, match.state.tolist()
    meadhall.odds(match)
    assert (match.history, match.state.tolist()) == before
