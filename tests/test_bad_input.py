"""What people and programs get wrong: one clear sentence, the contract's error, the match unchanged."""

import copy
import json
import random
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadhall

HAUGAZ, AHOY, SHORES = (meadhall.game(name) for name in ("haugaz", "land-ahoy", "new-shores"))
POSITION = "---/b1-w2/--- w - 0"
fuzz = settings(derandomize=True, deadline=None, max_examples=100)


# -- how a refusal looks ----------------------------------------------------------------------------


def sentence(problem, *words):
    """One line for people, not too long, that can be printed and holds these words."""
    text = str(problem)
    assert text and len(text.splitlines()) == 1, text
    assert len(text) < 400, text[:500]
    text.encode("utf-8")
    for word in words:
        assert str(word) in text
    return text


def refused(error, call, *words):
    """Exactly this error, in one sentence that holds these words."""
    with pytest.raises(error) as caught:
        call()
    assert caught.type is error
    return sentence(caught.value, *words)


def everything(match):
    """All that can be seen of a match, and the rules' array."""
    seen = match.history, match.view(None), match.position, match.actions(), match.chances(), match.record()
    return (*seen, match.breakdown(), match.state.tolist())


def refused_unchanged(match, error, call, *words):
    before = everything(match)
    text = refused(error, call, *words)
    assert everything(match) == before
    return text


def repr_in_short(value):
    return repr(value)[:20]


def played(game, seed=7, actions=10**6, **options):
    """A match of random actions, to its end or until it has so many."""
    rng, match = random.Random(seed), game.new(seed=seed, **options)
    while not match.over and len(match.history) < actions:
        match.play(rng.choice(match.actions()))
    return match


def phases(game, players):
    """A match for each phase of a game, dice and draws included."""
    found = {}
    for seed in range(3):
        rng, match = random.Random(seed), game.new(players=players, seed=seed, chance="manual")
        while not match.over:
            found.setdefault(match.view(None)["phase"], match.copy())
            match.play(rng.choice(match.actions()))
    return {f"{game.name} {phase}": match for phase, match in found.items()}


MOMENTS = {**phases(HAUGAZ, 2), **phases(AHOY, 3), **phases(SHORES, 2)}
every_moment = pytest.mark.parametrize("match", MOMENTS.values(), ids=MOMENTS.keys())


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


# -- wrong records ----------------------------------------------------------------------------------

OWN_SET = {"coaster": [{**coaster, "id": f"own{i}"} for i, coaster in enumerate(SHORES.default_set()["coaster"])]}
RECORDS = {
    "haugaz": played(HAUGAZ, size=3).record(),
    "haugaz from a position": HAUGAZ.position(POSITION, movers="any").record(),
    "land-ahoy": played(AHOY, actions=12).record(),
    "new-shores": played(SHORES, players=1).record(),
}
every_record = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())


def no_record(text, *words, line=None):
    message = refused(meadhall.BadRecord, lambda: meadhall.load(text), *words)
    number, colon, _ = message.removeprefix("line ").partition(":")
    assert message.startswith("line ") and colon and number.isdecimal(), message
    assert 1 <= int(number) <= text.count("\n") + 1
    assert line is None or int(number) == line, message


@every_record
def test_a_record_cut_off_anywhere_is_refused(record):
    for cut in range(len(record)):
        if record[cut:].strip():
            no_record(record[:cut])
        else:
            assert meadhall.load(record[:cut]).record() == record


@every_record
@pytest.mark.parametrize("dress", ["\ufeff{}", "crlf", "\ufeffcrlf", "{}\n\n  \n"])
def test_windows_line_ends_a_mark_and_blank_lines_at_the_end_are_fine(record, dress):
    text = dress.replace("crlf", record.replace("\n", "\r\n")).replace("{}", record)
    assert text != record
    assert meadhall.load(text).record() == record


@every_record
def test_a_line_that_is_no_action_is_named(record):
    lines = record.split("\n")
    body = lines.index("")
    for i in range(body + 1, len(lines)):
        no_record("\n".join([*lines[:i], "nonsense", *lines[i:]]), line=i + 1)


@every_record
@pytest.mark.parametrize("needed", ["meadhall record 1", "game: ", "players: ", "chance: ", "result: "])
def test_a_record_without_one_of_its_first_lines_or_its_result_is_refused(record, needed):
    no_record("\n".join(line for line in record.split("\n") if not line.startswith(needed)))


@every_record
def test_a_header_or_result_that_stands_twice_is_refused(record):
    lines = record.split("\n")
    for i, line in enumerate(lines):
        if ": " in line:
            no_record("\n".join([*lines[: i + 1], line, *lines[i + 1 :]]), line=i + 2)


@pytest.mark.parametrize("name", ["haugaz", "new-shores"])
def test_a_finished_record_without_one_of_its_actions_is_refused(name):
    lines = RECORDS[name].split("\n")
    for i in range(lines.index("") + 1, len(lines) - 3):
        no_record("\n".join(lines[:i] + lines[i + 1 :]))


def test_a_record_with_two_lines_swapped_is_refused():
    lines = RECORDS["new-shores"].split("\n")
    for i in range(lines.index("") + 1, len(lines) - 4):
        no_record("\n".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]))


HEADERS = {
    "game": ("haugaz", "game: haugaz", "game: chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "players": ("haugaz", "players: 2", "players: 3", ["3", "players can be 2"]),
    "players in words": ("haugaz", "players: 2", "players: two", ["two", "2"]),
    "many players": ("haugaz", "players: 2", "players: " + "2" * 9000, ["2"]),
    "chance": ("haugaz", "chance: auto", "chance: loaded", ["loaded", "auto, manual"]),
    "option": ("haugaz", "size: 3", "size: 33", ["size", "33", "3, 4, 5, 6, 7, 8"]),
    "unknown": ("haugaz", "size: 3", "shape: 3", ["shape", "size, movers, reach"]),
    "no colon": ("haugaz", "size: 3", "size 3", ["size 3", "name: value"]),
    "empty seed": ("haugaz", "seed: 7", "seed:", ["seed"]),
    "long seed": ("haugaz", "seed: 7", "seed: " + "7" * 10_000, ["seed"]),
    "a set in a game without": ("haugaz", "size: 3", "set: garbage", ["set"]),
    "other set of ours": ("new-shores", "set: ours", "set: ours 0", ["set"]),
    "set that is no JSON": ("new-shores", "set: ours", "set: {", ["set"]),
    "deep set": ("new-shores", "set: ours", "set: " + "[" * 100_000, ["set"]),
    "empty set": ("new-shores", "set: ours", "set: {}", ["coaster"]),
    "position": (
        "haugaz from a position",
        "position: ",
        "position: " + POSITION.replace("w -", "x -"),
        ["'x'", "b, w"],
    ),
    "position in a game without": ("new-shores", "skulls: on", "position: -", ["new-shores"]),
}


@pytest.mark.parametrize(("name", "good", "bad", "words"), HEADERS.values(), ids=HEADERS.keys())
def test_a_wrong_header_is_named_with_what_is_allowed(name, good, bad, words):
    lines = RECORDS[name].split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(good))
    lines[at] = bad
    no_record("\n".join(lines), *words, line=at + 1)


def test_a_position_of_another_size_than_its_record_names_is_refused():
    no_record(RECORDS["haugaz from a position"].replace("size: 3", "size: 4"), "size")


@pytest.mark.parametrize("name", ["haugaz", "new-shores", "land-ahoy"])
@pytest.mark.parametrize("wrong", ["result: 9 9", "result: won", "result:", "result: 1 0 0"])
def test_a_wrong_result_is_named(name, wrong):
    lines = RECORDS[name].split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("result:"))
    right = lines[at].removeprefix("result: ")
    lines[at] = wrong
    no_record("\n".join(lines), right, wrong.removeprefix("result:").strip(), line=at + 1)


def test_another_version_is_named():
    no_record(RECORDS["haugaz"].replace("record 1", "record 2", 1), "version", "'meadhall record 2'", line=1)


@pytest.mark.parametrize("players", [1, 3])
def test_another_seed_does_not_fit_the_draws(players):
    record = played(SHORES, players=players).record()
    no_record(record.replace("seed: 7", "seed: 8"), "seed")


def test_every_changed_outcome_of_a_seeded_record_is_named():
    match = played(SHORES, players=1)
    lines = match.record().split("\n")
    body, twin = lines.index("") + 1, SHORES.new(players=1, chance="manual")
    changed = 0
    for i, action in enumerate(match.history):
        for other in twin.actions() if twin.actor == meadhall.CHANCE else []:
            if other != action:
                no_record("\n".join([*lines[: body + i], other, *lines[body + i + 1 :]]), other, line=body + i + 1)
                changed += 1
        twin.play(action)
    assert changed > 60


def test_an_automatic_record_that_ends_where_a_draw_is_due_is_refused():
    record = SHORES.new(players=2, seed=1).record()
    drawn = next(line for line in record.split("\n") if line.startswith("draw"))
    no_record(record.replace(f"{drawn}\n", ""))


def test_a_record_with_a_set_of_ones_own_names_its_wrong_coaster():
    record = SHORES.new(set=OWN_SET, seed=1).record()
    assert meadhall.load(record).record() == record
    no_record(record.replace('"land ', '"lava ', 1), "own0", "lava", line=7)


@pytest.mark.parametrize("seed", [0, -1, 10**250, 2**4095, "7", "a: b", "x" * 200, "ä 'ö'"], ids=repr_in_short)
def test_every_seed_that_is_taken_comes_back_from_its_record(seed):
    match = HAUGAZ.new(seed=seed, size=3)
    while not match.over:
        match.play(match.actions()[-1])
    assert meadhall.load(match.record()).record() == match.record()


GARBAGE = {
    "one letter": "x" * 10_000_000,
    "empty lines": "\n" * 10_000_000,
    "noise": random.Random(1).randbytes(10_000_000).decode("latin-1"),
    "a good beginning": RECORDS["haugaz"] * 80_000,
    "many headers": "meadhall record 1\n" + "".join(f"h{i}: x\n" for i in range(300_000)) + "\n",
    "a long header": "meadhall record 1\ngame: " + "x" * 3_900_000 + "\n\n",
    "many passes": RECORDS["haugaz"].replace("\nresult", "\npass" * 700_000 + "\nresult"),
    "a long line": RECORDS["haugaz"].replace("\nresult", "\n" + "pass " * 700_000 + "\nresult"),
    "a long word": RECORDS["haugaz"].replace("\nresult", "\n" + "a1-" * 1_200_000 + "\nresult"),
    "blanks": RECORDS["haugaz"].replace("result", "\n" * 3_900_000 + "resul"),
    "a long set": RECORDS["new-shores"].replace("set: ours", "set: " + json.dumps([OWN_SET] * 2_000) + " "),
    "a long position": RECORDS["haugaz from a position"].replace("---/", "-" * 3_900_000 + "/", 1),
    "many ranks": RECORDS["haugaz from a position"].replace("---/", "---/" * 900_000, 1),
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE.keys())
def test_megabytes_of_garbage_are_refused_quickly(text):
    begin = time.perf_counter()
    no_record(text)
    assert time.perf_counter() - begin < 3


# -- wrong sets and tables --------------------------------------------------------------------------


def edited(game, path, value):
    """The game's own set with one part changed, or taken out."""
    result = game.default_set()
    part = result["coaster"]
    for key in path[:-1]:
        part = part[key]
    if value is None:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return result


SETS = {
    "a coaster less": (SHORES, [3], None, ["12", "11"]),
    "a coaster less at sea": (AHOY, [3], None, ["10", "9"]),
    "a number as coaster": (SHORES, [3], 7, ["number 4", "7"]),
    "no id": (SHORES, [3, "id"], None, ["number 4", "id"]),
    "an id twice": (SHORES, [3, "id"], "k01", ["number 4", "k01", "twice"]),
    "an id with a blank": (AHOY, [3, "id"], "k 4", ["number 4", "k 4", "letters, digits, - and _"]),
    "a wrong kind": (SHORES, [3, "fields"], ["lava land", "land land"], ["k04", "lava", "land, forest or water"]),
    "one row": (SHORES, [3, "fields"], ["land land"], ["k04", "two rows"]),
    "beer in words": (SHORES, [3, "beer"], "yes", ["k04", "beer", "'yes'", "true or false"]),
    "a misspelt part": (SHORES, [3, "bear"], True, ["k04", "bear", "id, fields, beer, marks"]),
    "a mark of a wrong kind": (SHORES, [3, "marks", 0, "is"], "mead", ["k04", "mark number 1", "mead", "gold, shield"]),
    "a mark on a wrong spot": (SHORES, [3, "marks", 0, "on"], "X", ["k04", "mark gold", "'X'", "NW, NE, SW, SE, N,"]),
    "a die on a border": (SHORES, [3, "marks", 1, "on"], "N", ["k04", "mark die on N", "NW, NE, SW, SE"]),
    "a die with a seven": (SHORES, [3, "marks", 1, "number"], 7, ["k04", "mark die on SW", "1 to 6", "7"]),
    "a die without an arrow": (SHORES, [3, "marks", 1, "arrow"], None, ["k04", "mark die", "horizontal, vertical"]),
    "a number of another die": (SHORES, [3, "marks", 1, "number"], 1, ["k04", "mark die 1", "k01"]),
    "a number as mark": (SHORES, [3, "marks", 0], 7, ["k04", "mark number 1", "7"]),
    "a field off the coaster": (AHOY, [0, "island"], ["N"], ["chief1", "'N'", "NW, NE, SW, SE"]),
    "a portrait of nobody": (AHOY, [0, "portrait"], "olaf", ["chief1", "olaf", "hagar, sven"]),
    "ten treasures": (AHOY, [0, "treasures"], 10, ["chief1", "treasures", "10", "0 to 9"]),
    "a treasure too few": (AHOY, [0, "treasures"], 1, ["nine", "8"]),
    "no island": (AHOY, [0, "island"], [], ["chief1", "island"]),
    "two ships": (AHOY, [0], {"id": "boat", "ship": True}, ["ship", "2", "boat"]),
}


@pytest.mark.parametrize(("game", "path", "value", "words"), SETS.values(), ids=SETS.keys())
def test_a_bad_set_names_the_coaster_the_mark_and_what_is_allowed(game, path, value, words):
    refused(meadhall.BadSet, lambda: game.new(set=edited(game, path, value)), *words)


TOML = (Path(meadhall.__file__).parent / "games" / "new_shores" / "coasters.toml").read_text("utf-8")
FILES = {
    "nothing": (b"", "coasters"),
    "no TOML": (b"[[coaster", "TOML"),
    "no text": (b"\xff\xfe" * 40, "no text"),
    "JSON": (json.dumps(OWN_SET).encode(), "TOML"),
    "too deep": (b"a = " + b"[" * 5000 + b"]" * 5000, "set"),
    "a long key twice": (b"a = {" + b"b" * 3000 + b" = 1, " + b"b" * 3000 + b" = 2}", "TOML"),
    "a long number": (b"a = " + b"1" * 5000, "TOML"),
    "too long": (TOML.encode() + b"#" * 2_000_000, "too long"),
    "half of it": (TOML[: len(TOML) // 2].encode(), "set"),
}


@pytest.mark.parametrize(("content", "word"), FILES.values(), ids=FILES.keys())
def test_a_bad_set_file_is_refused(tmp_path, monkeypatch, content, word):
    monkeypatch.chdir(tmp_path)
    Path("set.toml").write_bytes(content)
    refused(meadhall.BadSet, lambda: SHORES.new(set="set.toml"), word)


@pytest.mark.parametrize("path", ["nowhere.toml", ".", "no/such/folder.toml"])
def test_a_set_file_that_cannot_be_read_is_named(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    refused(meadhall.BadSet, lambda: SHORES.new(set=path), f"'{path}'", "cannot be read")
    refused(meadhall.BadSet, lambda: AHOY.new(set=Path(path)), f"'{path}'", "cannot be read")


TABLE = {
    "players": 2,
    "set": SHORES.default_set(),
    "coasters": [{"id": "k01", "at": [0, 0], "turn": 1}, {"id": "k02", "at": [1, 0], "turn": 0}],
    "tokens": [{"is": "hagar", "player": 0, "at": [0, 0], "field": "NE"}, {"is": "gold", "at": [1, 0], "field": "SW"}],
    "die": 4,
}
TABLES = {
    "unknown part": (lambda t: t.update(beer=1), ["beer", "players, set, coasters"]),
    "players": (lambda t: t.update(players=4), ["players", "1 to 3", "4"]),
    "no players": (lambda t: t.pop("players"), ["players", "1 to 3"]),
    "die": (lambda t: t.update(die=7), ["die", "1 to 6", "7"]),
    "coasters": (lambda t: t.update(coasters=7), ["coasters", "7"]),
    "a coaster": (lambda t: t["coasters"].append(7), ["coaster number 3", "7"]),
    "unknown id": (lambda t: t["coasters"][1].update(id="k99"), ["coaster number 2", "k99", "k01", "k12"]),
    "repeated id": (lambda t: t["coasters"][1].update(id="k01"), ["coaster number 2", "k01", "already"]),
    "one place": (lambda t: t["coasters"][1].update(at=[0, 0]), ["coaster number 2", "0,0"]),
    "half a place": (lambda t: t["coasters"][1].update(at=[0.5, 0]), ["coaster number 2", "0.5", "whole numbers"]),
    "a far place": (lambda t: t["coasters"][1].update(at=[10**30, 0]), ["coaster number 2"]),
    "turn": (lambda t: t["coasters"][1].update(turn=4), ["coaster number 2", "turn", "0 to 3", "4"]),
    "off the table": (lambda t: t["tokens"][1].update(at=[5, 5]), ["token number 2", "5,5", "off the table"]),
    "one field": (lambda t: t["tokens"][1].update(at=[0, 0], field="NE"), ["token number 2", "0,0NE"]),
    "no such field": (lambda t: t["tokens"][1].update(field="N"), ["token number 2", "'N'", "NW, NE, SW, SE"]),
    "no such token": (lambda t: t["tokens"][1].update({"is": "sven"}), ["token number 2", "sven", "hagar or gold"]),
    "whose": (lambda t: t["tokens"][0].update(player=2), ["token number 1", "player", "0 to 1", "2"]),
    "whose gold": (lambda t: t["tokens"][1].update(player=2), ["token number 2", "player", "0 to 1", "2"]),
}


@pytest.mark.parametrize(("change", "words"), TABLES.values(), ids=TABLES.keys())
def test_a_bad_table_names_the_part_and_what_is_allowed(change, words):
    table = copy.deepcopy(TABLE)
    SHORES.score(table)
    change(table)
    refused(meadhall.BadTable, lambda: SHORES.score(table), *words)


# -- fuzz -------------------------------------------------------------------------------------------

letters = st.characters(exclude_categories=())
bits = st.text(letters, max_size=6) | st.sampled_from(
    ["\n", "\n\n", "-", "/", ":", " ", "0", "9" * 5000, "\r", "\t", "b1"]
)


@st.composite
def mangled(draw, texts):
    """A good text with a few pieces cut out, put in, doubled or moved."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        a, b = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        b = min(b, a + 30)
        piece = draw(st.sampled_from(["", text[a:b] * 2]) | bits)
        text = text[:a] + piece + text[b:]
    return text


atoms = st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(letters, max_size=5)
odd_values = st.recursive(
    atoms, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2)
)


def spots(part, path=()):
    """The way to every part of a nested structure."""
    found = [path] if path else []
    keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else []
    return found + [spot for key in keys for spot in spots(part[key], (*path, key))]


@st.composite
def broken(draw, good):
    """A good structure with a few parts taken out, changed, doubled or swapped."""
    whole = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 3))):
        ways = spots(whole)
        if not ways:
            break
        *way, key = draw(st.sampled_from(ways))
        part = whole
        for step in way:
            part = part[step]
        other = whole
        for step in draw(st.sampled_from(ways)):
            other = other[step]
        what = draw(st.sampled_from(["cut", "change", "swap", "add"]))
        if what == "cut":
            del part[key]
        elif what == "add" and isinstance(part, list):
            part.insert(key, copy.deepcopy(other))
        elif what == "add":
            part[draw(st.text(max_size=4))] = draw(odd_values)
        else:
            part[key] = draw(odd_values) if what == "change" else copy.deepcopy(other)
    return whole


@fuzz
@given(mangled(list(RECORDS.values())) | st.text(letters))
def test_fuzz_load(text):
    try:
        match = meadhall.load(text)
    except meadhall.BadRecord:
        no_record(text)
    else:
        assert meadhall.load(match.record()).record() == match.record()


@fuzz
@given(mangled([POSITION, "--w1/---/b1-b1 b c1 0", "b12--w64/----/-b1--/---- w - 0"]) | st.text(letters))
def test_fuzz_position(text):
    try:
        match = HAUGAZ.position(text)
    except meadhall.BadPosition as problem:
        sentence(problem)
    else:
        assert HAUGAZ.position(match.position).position == match.position


@pytest.mark.parametrize("game", ["haugaz", "land-ahoy", "new-shores"])
def test_fuzz_play(game):
    matches = [match for name, match in MOMENTS.items() if name.startswith(game)]
    before = [everything(match) for match in matches]

    @settings(fuzz, max_examples=150)
    @given(st.data())
    def play(data):
        number = data.draw(st.integers(0, len(matches) - 1))
        actions = [action for match in matches for action in match.actions()[:5]]
        text = data.draw(mangled(actions) | st.text(letters) | st.sampled_from(actions))
        match = matches[number].copy()
        try:
            match.play(text)
        except meadhall.IllegalAction as problem:
            sentence(problem)
            assert everything(match) == before[number]
        else:
            assert len(match.history) == len(matches[number].history) + 1
            match.undo()
            assert everything(match) == before[number]

    play()


@pytest.mark.parametrize("game", [AHOY, SHORES], ids=lambda game: game.name)
def test_fuzz_sets(game):
    @settings(fuzz, max_examples=150)
    @given(broken(game.default_set()))
    def new(coasters):
        try:
            match = game.new(set=coasters, seed=1)
        except meadhall.BadSet as problem:
            sentence(problem)
        else:
            assert meadhall.load(match.record()).record() == match.record()

    new()


def test_fuzz_set_files(tmp_path):
    file = tmp_path / "set.toml"

    @fuzz
    @given(mangled([TOML]), st.binary(max_size=3), st.integers(0, len(TOML)))
    def new(text, noise, at):
        data = text.encode("utf-8", "surrogatepass")
        file.write_bytes(data[:at] + noise + data[at:])
        try:
            match = SHORES.new(set=file, seed=1)
        except meadhall.BadSet as problem:
            sentence(problem)
        else:
            assert meadhall.load(match.record()).record() == match.record()

    new()


@settings(fuzz, max_examples=150)
@given(broken({**TABLE, "set": None}) | broken(TABLE) | odd_values)
def test_fuzz_score(table):
    try:
        breakdown = SHORES.score(table)
    except (meadhall.BadTable, meadhall.BadSet) as problem:
        sentence(problem)
    else:
        assert len(breakdown["scores"]) == table["players"]
