"""Real tables of Haugaz and Land Ahoy!, typed in and scored; those of New Shores have tests of their own."""

import json
import random

import pytest
from refusals import refused_in_both

import meadhall
from meadhall.core.errors import BadTable
from meadhall.core.speaker import Speaker

HAUGAZ, AHOY = meadhall.game("haugaz"), meadhall.game("land-ahoy")


# -- Haugaz -----------------------------------------------------------------------------------------


def test_hz_13_the_higher_stack_wins():
    breakdown = HAUGAZ.score({"stacks": {"a1": "b2", "h8": "w3"}})
    assert breakdown["scores"] == [0, 1] and breakdown["decided_by"] == 0
    assert breakdown["stacks"] == {"black": [2], "white": [3]}


def test_hz_13_level_stacks_are_compared_further_and_running_out_loses():
    breakdown = HAUGAZ.score({"size": 5, "stacks": {"a1": "b3", "b2": "b1", "e5": "w3"}})
    assert breakdown["scores"] == [1, 0] and breakdown["decided_by"] == 1


def test_hz_13_all_level_is_a_draw():
    breakdown = HAUGAZ.score({"stacks": {"a1": "b3", "e5": "w3"}})
    assert breakdown["scores"] == [0.5, 0.5] and breakdown["decided_by"] is None
    assert HAUGAZ.explain(breakdown, Speaker(["Runa", "Ulf"], "en"))[-1] == "All equal: a draw."


def test_a_board_is_scored_as_the_match_that_led_to_it():
    for seed in range(5):
        match, dice = HAUGAZ.new(size=4, seed=seed), random.Random(seed)
        while not match.over:
            match.play(dice.choice(match.actions()))
        view, ended = match.view(None), match.breakdown()
        scored = HAUGAZ.score({"size": 4, "stacks": view["stacks"]})
        assert scored["stacks"] == ended["stacks"] and scored["decided_by"] == ended["decided_by"]
        black_first = ended["colours"] == ["black", "white"]
        assert scored["scores"] == (ended["scores"] if black_first else ended["scores"][::-1])


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([], ["has stacks", "[]"]),
        ({"sise": 8}, ["'sise' is unknown", "size, stacks"]),
        ({"size": 9}, ["size is a whole number from 3 to 8, not 9"]),
        ({"size": True}, ["size", "True"]),
        ({"stacks": ["a1"]}, ["stacks are points", "['a1']"]),
        ({"size": 3, "stacks": {"d4": "b1"}}, ["'d4' is no point", "3 points a side"]),
        ({"stacks": {1: "b1"}}, ["1 is no point"]),
        ({"stacks": {"a1": 3}}, ["the stack on a1", "b or w and a height", "3"]),
        ({"stacks": {"a1": "x3"}}, ["the stack on a1", "'x3'"]),
        ({"stacks": {"a1": ""}}, ["the stack on a1"]),
        ({"stacks": {"a1": "b0"}}, ["the stack on a1", "'b0'"]),
        ({"stacks": {"a1": "b1b1"}}, ["the stack on a1", "'b1b1'"]),
        ({"stacks": {"a1": "b999"}}, ["the stack on a1", "at most 64", "999"]),
    ],
)
def test_a_board_that_cannot_be_is_refused(table, words):
    refused_in_both(BadTable, lambda: HAUGAZ.score(table), *words)


# -- Land Ahoy! -------------------------------------------------------------------------------------


def test_la_19_the_example_of_the_rules():
    table = {"players": 2, "hands": [[1, 2, "hagar"], []], "x2": {"player": 0, "token": 1}}
    breakdown = AHOY.score(table)
    assert breakdown["scores"] == [8, 0] and breakdown["losers"] == [1]
    assert breakdown["players"][0]["hagar"] == 3


def test_la_17_a_lucky_fellow_counts_once_rolled_and_nobody_loses_before():
    table = {"players": 3, "hands": [["sven"], [3], ["sven", 1]]}
    waiting = AHOY.score({**table, "luck": [{"player": 0, "red": 6, "black": 1}]})
    assert waiting["scores"] == [5, 3, 1] and waiting["losers"] == []
    rolls = [{"player": 0, "red": 6, "black": 1}, {"player": 2, "red": 2, "black": 6}]
    rolled = AHOY.score({**table, "luck": rolls})
    assert rolled["scores"] == [5, 3, 5] and rolled["losers"] == [1]


def test_la_20_a_one_with_the_dragon_still_counts():
    breakdown = AHOY.score({"players": 2, "hands": [["hagar"], []], "dragon": {"player": 0, "token": 1}})
    assert breakdown["scores"] == [2, 0]


def test_la_21_the_losers_owe_a_beer_to_who_has_the_dragon():
    table = {"players": 3, "hands": [[2], [], []], "dragon": {"player": 0, "token": 1}}
    assert AHOY.score(table)["beers"] == [[1, 0, 1], [2, 0, 1]]
    assert AHOY.score({**table, "hands": [[], [2], [3]]})["beers"] == []  # whoever loses gets none
    assert AHOY.score({**table, "dragon": None})["beers"] == []


def test_la_21_nobody_owes_before_the_lucky_fellows_are_rolled():
    table = {"players": 2, "hands": [[2], ["sven"]], "dragon": {"player": 0, "token": 1}}
    assert AHOY.score(table)["beers"] == []
    assert AHOY.score({**table, "luck": [{"player": 1, "red": 4, "black": 3}]})["beers"] == [[1, 0, 1]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_are_scored_as_the_match_that_led_to_them(players):
    for seed in range(4):
        match, dice = AHOY.new(players=players, seed=seed, harbor="on"), random.Random(seed)
        while not match.over:
            match.play(dice.choice(match.actions()))
        view = match.view(None)
        table = {"players": players, **{key: view[key] for key in ("hands", "x2", "dragon", "luck")}}
        assert AHOY.score(table) == match.breakdown()


TWO = {"players": 2, "hands": [[], []]}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (7, ["has players and their hands"]),
        ({"players": 5}, ["players is a whole number from 2 to 4, not 5"]),
        ({"players": 2}, ["hands", "2 players"]),
        ({**TWO, "island": 1}, ["'island' is unknown"]),
        ({**TWO, "hands": [[], 3]}, ["the hand of player 1", "3"]),
        ({**TWO, "hands": [[4], []]}, ["the hand of player 0", "1, 2, 3, sven, hagar", "4"]),
        ({**TWO, "hands": [[True], []]}, ["the hand of player 0", "True"]),
        ({**TWO, "hands": [[[]], []]}, ["the hand of player 0"]),
        ({**TWO, "hands": [["hagar"], ["hagar"]]}, ["the box has 1 of the token hagar, the table 2"]),
        ({**TWO, "hands": [[3], []], "x2": {"player": 0, "token": 3}}, ["the box has 1 of the token 3"]),
        ({**TWO, "hands": [[1, 1, 1], []], "dragon": {"player": 1, "token": 1}}, ["the box has 3 of the token 1"]),
        ({**TWO, "x2": 3}, ["x2 has a player and a token"]),
        ({**TWO, "x2": {"player": 2, "token": 1}}, ["x2", "player", "0 to 1"]),
        ({**TWO, "dragon": {"player": 0, "token": 2}}, ["dragon", "token"]),
        ({**TWO, "luck": [{"player": 0, "red": 1, "black": 1}]}, ["only 0 sven"]),
        ({**TWO, "hands": [[], ["sven"]], "luck": [{"player": 0, "red": 1, "black": 1}]}, ["player 1", "not for 0"]),
        ({**TWO, "hands": [[], ["sven"]], "luck": [{"player": 1, "red": 7, "black": 1}]}, ["red", "1 to 6", "7"]),
    ],
)
def test_hands_that_cannot_be_are_refused(table, words):
    refused_in_both(BadTable, lambda: AHOY.score(table), *words)


# -- from the shell ---------------------------------------------------------------------------------


def test_a_file_says_which_game_it_is(fine, tmp_path):
    (tmp_path / "board.toml").write_text('game = "haugaz"\nstacks = { a1 = "b2", c3 = "w3" }\n')
    assert "Ulf wins" in fine("score", "board.toml", "--lang", "en")
    assert json.loads(fine("score", "board.toml", "--json"))["scores"] == [0, 1]


def test_the_command_says_which_game_it_is(fine, tmp_path):
    (tmp_path / "hands.json").write_text('{"players": 2, "hands": [[1], [2]]}')
    assert "letzten Platz" in fine("score", "hands.json", "--game", "land-ahoy", "--lang", "de")


@pytest.mark.parametrize(
    ("table", "english", "german"),
    [
        (
            {"game": "land-ahoy", "players": 2, "hands": [[2], []], "dragon": {"player": 0, "token": 1}},
            "Ulf owes Runa 1 beer.",
            "Ulf schuldet Runa 1 Bier.",
        ),
        (
            {
                "players": 2,
                "coasters": [{"id": "k01", "at": [0, 0]}, {"id": "k10", "at": [1, 0]}],
                "tokens": [{"is": "hagar", "player": 0, "at": [0, 0], "field": "NE"}],
                "spilt": [1, 2],
            },
            "Ulf owes Runa 2 beers.",
            "Ulf schuldet Runa 2 Bier.",
        ),
    ],
    ids=["LA-21", "NS-12"],
)
def test_the_command_says_who_owes_whom_a_beer(fine, tmp_path, table, english, german):
    (tmp_path / "table.json").write_text(json.dumps(table))
    assert fine("score", "table.json", "--lang", "en").splitlines()[-1] == english
    assert fine("score", "table.json", "--lang", "de").splitlines()[-1] == german
    assert json.loads(fine("score", "table.json", "--json"))["beers"][0][:2] == [1, 0]


def test_another_game_than_the_files_is_refused(refused, tmp_path):
    (tmp_path / "board.toml").write_text('game = "haugaz"\n')
    assert "is a table of 'haugaz', not of land-ahoy" in refused("score", "board.toml", "--game", "land-ahoy")
    (tmp_path / "chess.toml").write_text("game = 7\n")
    assert "there is no game 7" in refused("score", "chess.toml")
