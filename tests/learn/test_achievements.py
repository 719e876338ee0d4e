"""What players remember of a match: rooms find only what they have words for, and it agrees with the scoring."""

import random

import pytest

import meadhall
from meadhall.learn.achievements import achievements_of

TABLES = [(name, players) for name in meadhall.games() for players in meadhall.game(name).players]


def played(name, players, seed, **options):
    match, dice = meadhall.game(name).new(players=players, seed=seed, **options), random.Random(seed)
    while not match.over:
        match.play(dice.choice(match.actions()))
    return match


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_feat_has_words_in_both_languages(name, players):
    match = played(name, players, 3)
    kinds = {feat.name: feat for feat in achievements_of(match.game).kinds}
    for seat in range(players):
        found = achievements_of(match.game).found(match, seat)
        assert found and set(found) <= set(kinds) and all(type(value) is int for value in found.values())
        for feat in (kinds[kind] for kind in found):
            assert feat.words["en"] and feat.words["de"] and feat.words["en"] != feat.words["de"]
            assert not feat.ranks or found[feat.name] in feat.ranks


@pytest.mark.parametrize("seed", range(4))
def test_the_highest_stack_is_the_winners(seed):
    match = played("haugaz", 2, seed, size=4)
    heights = [achievements_of(match.game).found(match, seat)["highest"] for seat in (0, 1)]
    stacks = match.breakdown()["stacks"]
    assert sorted(heights) == sorted(max(stacks[colour], default=0) for colour in ("black", "white"))
    if len(match.winners) == 1:
        assert heights[match.winners[0]] == max(heights)


@pytest.mark.parametrize("seed", range(4))
def test_alone_points_and_rank_are_those_of_the_scoring(seed):
    match = played("new-shores", 1, seed)
    found = achievements_of(match.game).found(match, 0)
    assert found["alone"] == match.scores[0] and "points" not in found
    rank = next(feat for feat in achievements_of(match.game).kinds if feat.name == "rank").ranks[found["rank"]]
    assert rank["en"] == match.breakdown()["rank"]


@pytest.mark.parametrize("seed", range(4))
def test_in_company_gold_and_conquests_are_part_of_the_points(seed):
    match = played("new-shores", 2, seed, honky_tonk="on")
    for seat in (0, 1):
        found = achievements_of(match.game).found(match, seat)
        assert found["points"] == match.scores[seat] >= found["gold"] + found["landscape"]
        assert found["spilt"] == match.view(None)["spilt"][seat]


@pytest.mark.parametrize("seed", range(4))
def test_tokens_chief_and_luck_make_up_the_points_of_land_ahoy(seed):
    match = played("land-ahoy", 3, seed)
    for seat in range(3):
        found = achievements_of(match.game).found(match, seat)
        tokens = sum(token["points"] for token in match.breakdown()["players"][seat]["tokens"])
        assert found["points"] == match.scores[seat] == tokens + found["chief"] + found["luck"]
