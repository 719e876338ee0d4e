"""What the board of Land Ahoy! asks of its room: paths, labels, chances, previews and warnings."""

import json
import random
import re
from importlib.resources import files

import pytest
from land_ahoy_table import BOARD, SCATTERED, drift, land, play, sail, table, win

import meadhall
from meadhall.core.speaker import Speaker
from meadhall.games.land_ahoy.aids import percents

GAME = meadhall.game("land-ahoy")
NAMES = ("Runa", "Ulf", "Tuva")


def code_of(match, action):
    return GAME.read(match.current, action)


def preview(match, action):
    return GAME.preview(match.current, code_of(match, action))


def warning(match, action, lang="en"):
    return GAME.warning(match.current, code_of(match, action), Speaker(NAMES, lang))


def label(match, action, lang="en"):
    return GAME.label(match.current, code_of(match, action)[0], Speaker(NAMES, lang))


def aids(match):
    return GAME.aids(match.current)


@pytest.mark.parametrize(
    ("action", "path"),
    [
        ("keep", ["keep"]),
        ("reroll red", ["reroll red"]),
        ("land b5", ["land", "b5"]),
        ("take 1 2", ["take", "1", "2"]),
        ("steal hagar 3", ["steal", "hagar", "3"]),
        ("helga 2", ["helga", "2"]),
        ("leave", ["leave"]),
    ],
)
def test_a_path_names_what_is_pointed_at(action, path):
    assert GAME.path(action) == path


@pytest.mark.parametrize("harbor", ["off", "on"])
def test_every_decision_of_a_game_has_a_label_and_an_own_path(harbor):
    dice = random.Random(harbor)
    match = GAME.new(players=3, seed=5, harbor=harbor)
    while not match.over:
        paths = [tuple(GAME.path(action)) for action in match.actions()]
        assert len(set(paths)) == len(paths)
        for action in match.actions():
            assert label(match, action) and label(match, action, "de")
        match.play(dice.choice(match.actions()))


def test_labels_say_what_is_taken():
    match = land(table(), "e1", "1 2")
    assert label(match, "take 1 2") == "take a 1 and a 2"
    assert label(match, "take 1 2", "de") == "eine 1 und eine 2 nehmen"


# -- chances -----------------------------------------------------------------------------------------


def test_percents_add_up_to_100():
    assert percents([1, 4, 1]) == [17, 67, 16]
    assert percents([8, 24, 4]) == [22, 67, 11]
    assert percents([0, 1, 0]) == [0, 100, 0]


def test_at_sea_the_fields_on_and_beside_islands_are_counted():
    match = play(table(), "roll 2 1")  # b1 is beside Helga alone
    keeps = aids(match)["keeps"]
    assert keeps["keep"] == {"of": 1, "direct": 0, "beside": 1, "sea": 0, "percent": [0, 100, 0]}
    assert keeps["reroll both"] == {"of": 36, "direct": 8, "beside": 18, "sea": 10, "percent": [22, 50, 28]}


def test_a_field_beside_two_islands_counts_once():
    match = play(table(), "roll 2 2")  # in column b, b1 is beside one island, b3 and b5 are beside two
    assert aids(match)["keeps"]["reroll black"]["beside"] == 3


def test_ashore_chances_are_the_exact_odds_and_one_for_anything():
    match = play(sail(table(), "e1"), "roll 4 4")
    keeps = aids(match)["keeps"]
    assert {keep: chances["claims"] for keep, chances in keeps.items()} == meadhall.odds(match)
    assert keeps["keep"]["any"] == 1
    assert all(max(chances["claims"].values()) <= chances["any"] <= 1 for chances in keeps.values())


def test_beside_two_islands_each_has_its_chance_to_win_anything():
    board = BOARD.replace("helga/0", "helga/1").replace("h1/0", "h1/3")  # Helga on a2, h1 on b3
    match = play(table(board=board, set=SCATTERED), "roll 1 3", "keep")
    lands = aids(match)["lands"]
    assert lands["a2"] == 0  # no number token lies before Runa
    assert 0 < lands["b3"] < 1


def test_there_is_nothing_to_weigh_after_the_last_roll():
    assert aids(land(table(), "e1", "1 2")) is None


def test_aids_and_previews_are_plain_data():
    match = play(sail(table(), "e1"), "roll 4 4")
    assert json.loads(json.dumps(aids(match))) == aids(match)
    assert json.loads(json.dumps(preview(match, "keep"))) == preview(match, "keep")


# -- previews ----------------------------------------------------------------------------------------


def test_preview_of_sailing_names_the_islands_that_are_hit():
    match = play(table(), "roll 4 1")
    assert preview(match, "keep") == {"field": "d1", "direct": False, "islands": ["e1"], "wins": True}
    assert preview(play(table(), "roll 5 1"), "keep")["direct"]


def test_preview_of_open_sea_wins_nothing():
    assert preview(play(table(), "roll 2 2"), "keep") == {
        "field": "b2",
        "direct": False,
        "islands": [],
        "wins": False,
    }


def test_la13_sailing_between_two_islands_without_anything_to_win_wins_nothing():
    match = play(table(), "roll 2 3")  # between a3 and c3, which have no tokens
    assert preview(match, "keep") == {"field": "b3", "direct": False, "islands": ["a3", "c3"], "wins": False}
    assert warning(match, "keep") == "There is nothing to win there. Your turn would be over."


def test_preview_of_stopping_lists_what_the_dice_allow():
    assert preview(play(sail(table(), "e1"), "roll 1 2"), "keep") == {"claims": ["take 1", "take 2", "take 1 2"]}


def test_preview_of_a_claim_counts_points_for_everybody():
    match = land(win(table(), "hagar", "1"), "e1", "1 2")
    assert preview(match, "take 1 2") == {"gains": [5, 0], "ends": False}


# -- warnings ----------------------------------------------------------------------------------------


def test_warns_of_sailing_to_open_sea():
    match = play(table(), "roll 2 2")
    assert warning(match, "keep") == "There is nothing to win there. Your turn would be over."
    assert warning(match, "reroll red") is None


def test_warns_of_stopping_with_dice_that_win_nothing():
    match = play(sail(table(), "e1"), "roll 4 6")
    assert "win nothing" in warning(match, "keep")
    assert warning(match, "reroll both") is None


def test_warns_of_a_small_token_that_pushes_out_the_own_larger_one():
    match = play(land(win(table(), "1 2", ""), "a1", "2 4"), "helga 2")
    land(drift(match), "a1", "1 4")
    assert warning(match, "helga 1") == "That costs you 1 point."
    assert warning(match, "helga 1", "de") == "Das kostet dich 1 Punkt."


def test_warns_the_player_who_would_end_the_game_as_its_last():
    match = land(win(table(), "2 3", "1 2", "1", ""), "e1", "1 4")
    assert warning(match, "take 1") is None  # Runa leads
    match = land(play(match, "leave"), "e1", "1 4")
    assert warning(match, "take 1") == "That ends the game, and you come last."
    assert "letzten Platz" in warning(match, "take 1", "de")


def test_a_lucky_fellow_may_still_save_the_last():
    match = win(table(), "2 3", "sven", "1", "1 2")
    match = land(drift(match), "e1", "1 4")
    assert warning(match, "take 1") == "That ends the game. Only a Lucky Fellow can save you then."


# -- the view ----------------------------------------------------------------------------------------


def test_the_view_says_whose_turn_it_is_while_dice_roll():
    assert drift(table()).view(None)["player"] == 1


def test_the_view_keeps_the_rolls_for_lucky_fellows():
    match = win(table(), "sven", "1 1", "1 2", "2 3")
    play(match, "sven 1 5 2")
    assert match.view(None)["luck"] == [{"player": 0, "red": 5, "black": 2}]


# -- examples of the rules pages ---------------------------------------------------------------------

EXAMPLES = files("meadhall.games.land_ahoy") / "examples"
PHASES = {"beside": "choose", "take-two": "claim", "helga": "roll", "steal": "claim"}


@pytest.mark.parametrize("name", PHASES)
def test_an_example_loads_and_shows_the_moment_it_explains(name):
    match = meadhall.load((EXAMPLES / f"{name}.txt").read_text("utf-8"))
    assert match.view(None)["phase"] == PHASES[name]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_link_every_example_once(lang):
    linked = re.findall(r"^\[[^]]+\]\(examples/([a-z-]+)\.txt\)$", GAME.rule_text(lang), re.MULTILINE)
    assert sorted(linked) == sorted(PHASES)
    assert {file.name for file in EXAMPLES.iterdir()} == {f"{name}.txt" for name in PHASES}
