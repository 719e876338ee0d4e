"""What people and programs get wrong: one clear sentence, the contract's error, the match unchanged."""

import numpy as np
import pytest
from refusals import AHOY, HAUGAZ, MOMENTS, POSITION, SHORES, edited, every_moment, played, refused, refused_unchanged

import meadhall


def test_the_moments_are_all_the_phases_there_are():
    assert {name.partition(" ")[2] for name in MOMENTS if name.startswith("haugaz")} == {
        "set black", "set white", "choose", "place", "move",
    }  # fmt: skip
    assert {name.partition(" ")[2] for name in MOMENTS if name.startswith("land")} == {
        "board", "start", "roll", "keep", "choose", "reveal", "claim", "luck",
    }  # fmt: skip
    assert {name.partition(" ")[2] for name in MOMENTS if name.startswith("new")} == {
        "start", "draw", "lay", "token", "roll", "last round",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("error", "base"),
    [("UnknownGame", KeyError)]
    + [(name, ValueError) for name in ("BadOption", "IllegalAction", "BadPosition", "BadRecord", "BadSet", "BadTable")],
)
def test_errors_are_of_pythons_kinds(error, base):
    assert issubclass(getattr(meadhall, error), base)


# -- wrong set-ups ----------------------------------------------------------------------------------

SET_UPS = {
    "players of haugaz": (lambda: HAUGAZ.new(players=3), ["3", "players can be 2"]),
    "players of land-ahoy": (lambda: AHOY.new(players=5), ["5", "2, 3, 4"]),
    "players of new-shores": (lambda: SHORES.new(players=4), ["4", "1, 2, 3"]),
    "size": (lambda: HAUGAZ.new(size=9), ["size", "9", "3, 4, 5, 6, 7, 8"]),
    "movers": (lambda: HAUGAZ.new(movers="mine"), ["movers", "mine", "own, any"]),
    "reach": (lambda: HAUGAZ.new(reach="far"), ["reach", "far", "lines, ring"]),
    "harbor": (lambda: AHOY.new(harbor="maybe"), ["harbor", "maybe", "on", "off"]),
    "skulls": (lambda: SHORES.new(skulls=2), ["skulls", "2", "on, off"]),
    "unknown option": (lambda: HAUGAZ.new(colour="red"), ["colour", "size, movers, reach"]),
    "unknown option of a coaster game": (lambda: AHOY.new(size=3), ["size", "harbor, set"]),
    "set of a game without": (lambda: HAUGAZ.new(set={}), ["set", "size, movers, reach"]),
    "chance": (lambda: HAUGAZ.new(chance="loaded"), ["chance", "loaded", "auto, manual"]),
    "seed": (lambda: HAUGAZ.new(seed=1.5), ["seed", "1.5", "whole number"]),
    "seed of two lines": (lambda: HAUGAZ.new(seed="1\nresult: 1 0"), ["seed", "line of text"]),
    "option of a position": (lambda: HAUGAZ.position(POSITION, colour=1), ["colour", "movers"]),
    "level": (lambda: meadhall.bot("haugaz", level=6), ["level", "6", "1, 2, 3, 4, 5"]),
    "seconds": (lambda: meadhall.bot("haugaz", seconds=0), ["seconds", "0", "3600"]),
    "level and seconds": (lambda: meadhall.bot("haugaz", level=1, seconds=1), ["level", "seconds"]),
    "an option called self": (lambda: HAUGAZ.new(**{"self": 1}), ["self", "size, movers, reach"]),
    "a position's size": (lambda: HAUGAZ.position(POSITION, size=8), ["size", "8"]),
}


@pytest.mark.parametrize(("call", "words"), SET_UPS.values(), ids=SET_UPS.keys())
def test_a_wrong_option_says_what_is_allowed(call, words):
    refused(meadhall.BadOption, call, *words)


@pytest.mark.parametrize("call", [meadhall.game, meadhall.bot])
@pytest.mark.parametrize("name", ["chess", "Haugaz", "land_ahoy", "haugaz ", "../haugaz", ""])
def test_an_unknown_game_names_the_games(call, name):
    refused(meadhall.UnknownGame, lambda: call(name), repr(name), "haugaz, land-ahoy, new-shores")


@pytest.mark.parametrize("game", [AHOY, SHORES], ids=lambda game: game.name)
def test_a_game_without_positions_says_so(game):
    refused(meadhall.BadPosition, lambda: game.position(POSITION), game.name)


class Shouting:
    def __repr__(self):
        raise RuntimeError("no")


class Talkative:
    def __repr__(self):
        return "first\nsecond"


ODD = {
    "None": None, "True": True, "minus": -1, "nought": 0, "half": 1.5, "nan": float("nan"), "inf": float("inf"),
    "huge": 10**5000, "bytes": b"haugaz", "list": [], "nested": [[]], "dict": {}, "tuple": (1,), "object": object(),
    "surrogate": "\ud800", "long": "x" * 100_000, "digits": "1" * 100_000, "empty": "", "nul": "\0",
    "two lines": "a\nb\u2028c", "shouting": Shouting(),
}  # fmt: skip
DOORS = {  # how a value comes in, the error for it, and the odd values that are good there
    "game": (meadhall.game, meadhall.UnknownGame, ""),
    "bot": (meadhall.bot, meadhall.UnknownGame, ""),
    "players": (lambda odd: SHORES.new(players=odd), meadhall.BadOption, "None"),
    "seed": (lambda odd: SHORES.new(seed=odd), meadhall.BadOption, "None minus nought"),
    "chance": (lambda odd: SHORES.new(chance=odd), meadhall.BadOption, ""),
    "a number as option": (lambda odd: HAUGAZ.new(size=odd), meadhall.BadOption, ""),
    "a word as option": (lambda odd: HAUGAZ.new(movers=odd), meadhall.BadOption, ""),
    "a switch as option": (lambda odd: AHOY.new(harbor=odd), meadhall.BadOption, "True"),
    "a set of land-ahoy": (lambda odd: AHOY.new(set=odd), meadhall.BadSet, "None"),
    "a set of new-shores": (lambda odd: SHORES.new(set=odd), meadhall.BadSet, "None"),
    "load": (meadhall.load, meadhall.BadRecord, ""),
    "position": (HAUGAZ.position, meadhall.BadPosition, ""),
    "score": (SHORES.score, meadhall.BadTable, ""),
    "level": (lambda odd: meadhall.bot("haugaz", level=odd), meadhall.BadOption, "None"),
    "seconds": (lambda odd: meadhall.bot("haugaz", seconds=odd), meadhall.BadOption, "None half"),
    "a bot's seed": (lambda odd: meadhall.bot("haugaz", seed=odd), meadhall.BadOption, "None minus nought huge"),
    "view": (lambda odd: SHORES.new().view(odd), meadhall.BadOption, "None nought"),
    "analyse": (lambda odd: meadhall.bot("haugaz").analyse(HAUGAZ.new(), odd), meadhall.BadOption, "half"),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("door", DOORS)
def test_a_value_of_a_wrong_kind_is_refused(door, odd):
    call, error, good = DOORS[door]
    if odd not in good.split():
        refused(error, lambda: call(ODD[odd]))


ARRAYS = {  # a shape of numpy's that is neither equal nor unequal to anything
    "players": (lambda array: SHORES.new(players=array), meadhall.BadOption),
    "option": (lambda array: HAUGAZ.new(size=array), meadhall.BadOption),
    "chance": (lambda array: HAUGAZ.new(chance=array), meadhall.BadOption),
    "island": (lambda array: AHOY.new(set=edited(AHOY, [0, "island"], [array])), meadhall.BadSet),
    "id": (lambda array: SHORES.score({"players": 2, "coasters": [{"id": array}]}), meadhall.BadTable),
    "token": (lambda array: SHORES.score({"players": 2, "tokens": [{"is": array}]}), meadhall.BadTable),
}


@pytest.mark.parametrize(("call", "error"), ARRAYS.values(), ids=ARRAYS.keys())
def test_an_array_is_refused_like_any_other_value(call, error):
    refused(error, lambda: call(np.zeros(3)))


@pytest.mark.parametrize("value", [Talkative(), np.zeros((3, 3))], ids=["object", "array"])
def test_a_value_that_shows_itself_in_two_lines_is_told_in_one(value):
    refused(meadhall.BadOption, lambda: SHORES.new(players=value), "1, 2, 3")
    refused(meadhall.IllegalAction, lambda: SHORES.new().play(value), "text")


# -- wrong actions ----------------------------------------------------------------------------------


@every_moment
def test_what_is_no_action_leaves_the_match_as_it_was(match):
    for odd in ODD.values():
        refused_unchanged(match, meadhall.IllegalAction, lambda odd=odd: match.play(odd))


@every_moment
def test_an_action_of_another_moment_is_named_and_the_possible_ones_too(match):
    legal = match.actions()
    for other in MOMENTS.values():
        foreign = other.actions()[-1]
        if other.game is not match.game and foreign not in legal:
            text = refused_unchanged(match, meadhall.IllegalAction, lambda action=foreign: match.play(action))
            assert foreign[:40] in text
            assert legal[0] in text or "nine coasters like" in text


REASONS = {
    "a full point": ("haugaz place", "{full}", "is not empty"),
    "off the board": ("haugaz place", "z9", "points go from a1 to h8"),
    "moving first": ("haugaz place", "a1-a2", "placed first"),
    "placing again": ("haugaz move", "a1", "placed already"),
    "a pass after placing": ("haugaz move", "pass", "placed already"),
    "a colour too late": ("haugaz place", "black", "colour"),
    "a third colour": ("haugaz choose", "green", "black, white"),
    "dice with a seven": ("land-ahoy roll", "roll 7 7", "1 to 6"),
    "a short board": ("land-ahoy board", "board ship/0", "nine coasters"),
    "a coaster twice": ("land-ahoy board", "board" + " ship/0" * 9, "already"),
    "an unknown coaster": ("land-ahoy board", "board" + " boat/0" * 9, "'boat/0'"),
    "a fifth turn of a board": ("land-ahoy board", "board" + " ship/4" * 9, "0 to 3"),
    "a fourth player": ("land-ahoy start", "start 4", "1 to 3"),
    "five turns": ("new-shores lay", "0,0/4", "0 to 3"),
    "far away": ("new-shores lay", "12,12/0", "12,12 is no free place"),
    "a far number": ("new-shores lay", "9" * 300 + ",0/0", "is no free place"),
    "a number that Python does not read": ("new-shores lay", "9" * 5000 + ",0/0", "is no free place"),
    "no place": ("new-shores lay", "here", "like 1,-2/3"),
    "a token on no field": ("new-shores token", "hagar N", "free field"),
    "a seven": ("new-shores roll", "roll 7", "1 to 6"),
}


@pytest.mark.parametrize(("moment", "action", "why"), REASONS.values(), ids=REASONS.keys())
def test_a_refused_action_says_why(moment, action, why):
    match = MOMENTS[moment]
    if action == "{full}":
        action = match.history[0]
    refused_unchanged(match, meadhall.IllegalAction, lambda: match.play(action), why)


@pytest.mark.parametrize("game", [HAUGAZ, AHOY, SHORES], ids=lambda game: game.name)
def test_after_the_end_nothing_is_played_or_chosen(game):
    match = played(game)
    bot = meadhall.bot(game.name, level=1)
    for call in (lambda: match.play("d4"), lambda: bot.choose(match), lambda: bot.analyse(match, seconds=0.01)):
        refused_unchanged(match, meadhall.IllegalAction, call, "over")


@pytest.mark.parametrize("game", [AHOY, SHORES], ids=lambda game: game.name)
@pytest.mark.parametrize("level", [1, 2])
def test_a_bot_does_not_decide_for_the_dice(game, level):
    match, bot = game.new(chance="manual"), meadhall.bot(game.name, level=level)
    for call in (lambda: bot.choose(match), lambda: bot.analyse(match, seconds=0.01)):
        refused_unchanged(match, meadhall.IllegalAction, call, "dice")


@pytest.mark.parametrize("level", [1, 2])
def test_a_bot_does_not_play_another_game(level):
    match, bot = HAUGAZ.new(), meadhall.bot("land-ahoy", level=level)
    refused_unchanged(match, meadhall.BadOption, lambda: bot.choose(match), "land-ahoy", "haugaz")


@pytest.mark.parametrize("match", [HAUGAZ.new(), SHORES.new(), AHOY.new(chance="manual")])
def test_before_the_first_decision_nothing_is_taken_back(match):
    refused_unchanged(match, meadhall.IllegalAction, match.undo, "nothing")


def test_there_is_no_third_player_to_look():
    match = SHORES.new(players=2)
    refused_unchanged(match, meadhall.BadOption, lambda: match.view(2), "2", "0 to 1")


def test_whole_numbers_of_numpy_are_whole_numbers():
    match = AHOY.new(players=np.int64(3), seed=np.int32(7))
    assert match.history == AHOY.new(players=3, seed=7).history
    assert HAUGAZ.new(size=np.int8(5)).setup.options["size"] == 5
