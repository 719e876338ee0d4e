"""Five levels of each game: every one of them plays, is fair, and says in one sentence what it cannot do."""

import math
from itertools import product

import numpy as np
import pytest
from land_ahoy_table import GAME as LAND_AHOY
from land_ahoy_table import play, sail, table, win

import meadhall
from meadhall.search import levels, mcts_bot, precompile
from meadhall.search.mcts_bot import MctsBot
from meadhall.search.mcts_tree import SearchParams
from meadhall.search.simple import Beginner, Greedy

HAUGAZ, NEW_SHORES = meadhall.game("haugaz"), meadhall.game("new-shores")
GAMES = meadhall.games()
every_game = pytest.mark.parametrize("name", GAMES)
every_bot = pytest.mark.parametrize(("name", "level"), list(product(GAMES, (1, 2, 3, 4))))
SMALL = {"haugaz": {"size": 4}, "land-ahoy": {"players": 2}, "new-shores": {"players": 2}}


def begun(name, decisions=4, **options):
    """A match with a few decisions behind it, the same every time."""
    match = meadhall.game(name).new(seed=5, **{**SMALL[name], **options})
    for number in range(decisions):
        legal = match.actions()
        match.play(legal[number % len(legal)])
    return match


def stretch(bot, match, decisions):
    """What a bot decides for all players, one decision after the other."""
    chosen = []
    while len(chosen) < decisions and not match.over:
        before = match.state
        chosen.append(bot.choose(match))
        assert chosen[-1] in match.actions()
        assert np.array_equal(match.state, before)
        match.play(chosen[-1])
    return chosen


def said(error):
    """The sentence of an error."""
    text = str(error.value)
    assert text and "\n" not in text and len(text) < 200
    return text


# -- playing -----------------------------------------------------------------------------------------


@every_bot
def test_a_level_plays_legally_leaves_the_match_alone_and_does_the_same_with_the_same_seed(name, level, unhurried):
    decisions = 6 if level < 4 else 3
    chosen = [stretch(meadhall.bot(name, level=level, seed=3, wait=True), begun(name), decisions) for _ in range(2)]
    assert chosen[0] == chosen[1] and len(chosen[0]) == decisions


@every_game
def test_another_seed_makes_a_beginner_choose_otherwise(name):
    chosen = {tuple(stretch(meadhall.bot(name, level=1, seed=seed, wait=True), begun(name), 6)) for seed in range(4)}
    assert len(chosen) > 1


@every_game
def test_level_5_plays_legally_as_does_a_bot_with_seconds(name, monkeypatch):
    monkeypatch.setattr(mcts_bot, "LONGEST", 0.05)
    match = begun(name) if name != "land-ahoy" else play(sail(win(table(2), "1 2", "1 2"), "e1"), "roll 3 6")
    stretch(meadhall.bot(name, level=5, seed=1, wait=True), match.copy(), 1)
    stretch(meadhall.bot(name, seconds=0.05, seed=1, wait=True), match.copy(), 1)


@pytest.mark.parametrize("level", [4, 5])
@pytest.mark.parametrize(("game", "options"), [(HAUGAZ, {"size": 3}), (NEW_SHORES, {"players": 1})])
def test_the_strong_levels_play_a_small_game_to_its_end(game, options, level, monkeypatch):
    monkeypatch.setattr(mcts_bot, "LONGEST", 0.02)
    match = game.new(seed=2, **options)
    stretch(meadhall.bot(game.name, level=level, seed=1, wait=True), match, 100)
    assert match.over


@pytest.mark.parametrize("goal", ["rank", "points"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_alone_a_bot_takes_either_goal(goal, level):
    bot = meadhall.bot("new-shores", level=level, goal=goal, seed=1, wait=True)
    assert len(stretch(bot, begun("new-shores", players=1), 3)) == 3


def test_alone_the_goal_is_what_the_search_goes_for():
    match = begun("new-shores", players=1)
    bots = {goal: meadhall.bot("new-shores", level=3, goal=goal, wait=True) for goal in levels.GOALS}
    assert bots["rank"]._manner_for(match) != bots["points"]._manner_for(match)
    assert meadhall.bot("new-shores", level=3, wait=True)._manner_for(match) == bots["rank"]._manner_for(match)


def test_beginners_need_no_compiler():
    simple = {(name, level) for name in GAMES for level in range(1, 6) if not levels_bot(name, level).compiles}
    assert simple == {("haugaz", 1), ("new-shores", 1), ("new-shores", 2)}


def levels_bot(name, level):
    return meadhall.bot(name, level=level, wait=True)


def test_without_a_level_it_is_level_3():
    bots = [meadhall.bot("new-shores", seed=2, wait=True), meadhall.bot("new-shores", level=3, seed=2, wait=True)]
    chosen = [stretch(bot, begun("new-shores"), 4) for bot in bots]
    assert chosen[0] == chosen[1] and bots[0]._simulations == bots[1]._simulations == 100


# -- analysing ---------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("level", [1, 4])
def test_an_analysis_has_all_actions_best_first_whatever_the_level(name, level, monkeypatch):
    monkeypatch.setattr(precompile, "is_ready", lambda game: True)
    match = begun(name)
    before = match.state
    lines = meadhall.bot(name, level=level, seed=1, wait=True).analyse(match, 0.05)
    values = [line.value for line in lines]
    assert sorted(line.action for line in lines) == sorted(match.actions())
    assert values == sorted(values, reverse=True) and 0 <= values[-1] <= values[0] <= 1
    assert all(line.line[0] == line.action for line in lines)
    assert np.array_equal(match.state, before)


@pytest.mark.parametrize("goal", ["rank", "points"])
def test_an_analysis_alone_covers_all_actions_for_either_goal(goal):
    match = begun("new-shores", players=1)
    lines = meadhall.bot("new-shores", level=4, goal=goal, wait=True).analyse(match, 0.05)
    assert {line.action for line in lines} == set(match.actions())
    assert all(0 <= line.value <= 1 for line in lines)


# -- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"level": 0}, "level cannot be 0; it can be 1, 2, 3, 4, 5"),
        ({"level": 6}, "level cannot be 6"),
        ({"level": "3"}, "level cannot be '3'"),
        ({"level": True}, "level cannot be True"),
        ({"level": 2.0}, "level cannot be 2.0"),
        ({"seconds": 0}, "seconds cannot be 0; they can be more than 0"),
        ({"seconds": -1}, "seconds cannot be -1"),
        ({"seconds": math.nan}, "seconds cannot be nan"),
        ({"seconds": math.inf}, "seconds cannot be inf"),
        ({"seconds": True}, "seconds cannot be True"),
        ({"seconds": "1"}, "seconds cannot be '1'"),
        ({"level": 3, "seconds": 1}, "a level or seconds, not both"),
        ({"seed": "x"}, "seed cannot be 'x'"),
        ({"goal": "fame"}, "goal cannot be 'fame'; it can be rank, points"),
        ({"goal": ["rank"]}, "goal cannot be"),
    ],
    ids=str,
)
def test_a_bot_that_cannot_be_made_is_refused(arguments, why):
    with pytest.raises(meadhall.BadOption) as error:
        meadhall.bot("new-shores", **arguments)
    assert why in said(error)


@pytest.mark.parametrize("name", ["haugaz", "land-ahoy"])
def test_a_goal_is_for_games_that_are_played_alone(name):
    with pytest.raises(meadhall.BadOption) as error:
        meadhall.bot(name, goal="rank")
    assert f"{name} is not played alone" in said(error)


def test_a_game_that_does_not_exist_has_no_bot():
    with pytest.raises(meadhall.UnknownGame):
        meadhall.bot("chess", level=1)


def finished():
    match = HAUGAZ.new(size=3)
    while not match.over:
        match.play(match.actions()[0])
    return match


WRONG = {
    "finished": ("haugaz", finished, meadhall.IllegalAction, "the game is over"),
    "dice": (
        "land-ahoy",
        lambda: LAND_AHOY.new(players=2, chance="manual"),
        meadhall.IllegalAction,
        "dice or a draw are due",
    ),
    "draw": ("new-shores", lambda: NEW_SHORES.new(chance="manual"), meadhall.IllegalAction, "dice or a draw are due"),
    "another game": ("haugaz", lambda: NEW_SHORES.new(seed=1), meadhall.BadOption, "plays haugaz, not new-shores"),
    "no match": ("haugaz", lambda: "match", meadhall.BadOption, "looks at a match, not at 'match'"),
}


@pytest.mark.parametrize("wait", [True, False])
@pytest.mark.parametrize("level", [1, 2, 5])
@pytest.mark.parametrize("case", WRONG)
def test_a_bot_refuses_a_match_in_which_it_has_nothing_to_decide(case, level, wait):
    name, make, kind, why = WRONG[case]
    bot = meadhall.bot(name, level=level, wait=wait)
    for ask in (bot.choose, bot.analyse):
        with pytest.raises(kind) as error:
            ask(make())
        assert why in said(error) and isinstance(error.value, ValueError)


@pytest.mark.parametrize("seconds", [0, -1, math.nan, "2", None])
@pytest.mark.parametrize("level", [1, 4])
@every_game
def test_an_analysis_takes_some_time(name, level, seconds):
    with pytest.raises(meadhall.BadOption) as error:
        meadhall.bot(name, level=level, wait=True).analyse(begun(name, 0), seconds)
    assert "seconds cannot be" in said(error)


# -- a game that no list names -----------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_game_in_no_list_has_five_levels_too(level, monkeypatch):
    monkeypatch.setattr(mcts_bot, "LONGEST", 0.05)
    monkeypatch.setattr(levels.BOTS, "of", lambda game: None)
    game = HAUGAZ
    assert levels.recipe(game, level) is levels.PLAIN.levels[level - 1]
    bot = levels.recipe(game, level)(game, 1, "rank")
    assert type(bot) is (Beginner, Greedy, MctsBot, MctsBot, MctsBot)[level - 1]
    if isinstance(bot, MctsBot):
        assert bot._manner == SearchParams()
    assert len(stretch(bot, game.new(size=4, seed=1), 4)) == 4
