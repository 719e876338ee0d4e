"""A table for the tests of Land Ahoy!, and the words to play on it.

Every island is the south-west field of its coaster, no coaster is turned, and all nine tokens lie on
the rock. The middle coaster of the bottom row is the ship's, or in the harbor the dragon's.

    5   h3 .  h4 .  s2 .         roll 5 1   e1   the rock, directly
    4    . .   . .   . .         roll 4 1   d1   the rock, indirectly
    3   h1 .  h2 .  s1 .         roll 2 2   b2   open sea
    2    . .   . .   . .
    1  helga . . . rock .
        a  b  c  d  e  f
"""

from collections import Counter

import pytest

import meadhall

GAME = meadhall.game("land-ahoy")
BOARD = "board helga/0 ship/0 rock/0 h1/0 h2/0 s1/0 h3/0 h4/0 s2/0"
HARBOR = BOARD.replace("ship", "dragon")
TREASURE = "1 1 1 2 2 3 sven sven hagar"
DICE = {"1": "1 4", "2": "2 4", "3": "3 6", "1 1": "1 1", "1 2": "1 2", "2 2": "2 2", "2 3": "2 3"}
AGAIN = {"keep", "reroll red", "reroll black", "reroll both"}


def coasters(**treasures):
    """Ten coasters with these treasure spaces, each island in its south-west corner."""

    def coaster(name, portrait):
        return {"id": name, "island": ["SW"], "portrait": portrait, "treasures": treasures.get(name, 0)}

    chiefs = [coaster(name, "hagar") for name in ("h1", "h2", "h3", "h4")]
    fellows = [coaster(name, "sven") for name in ("s1", "s2")]
    others = [coaster("helga", "helga"), coaster("dragon", "dragon"), coaster("rock", "none")]
    return {"coaster": chiefs + fellows + others + [{"id": "ship", "ship": True}]}


ONE_ROCK = coasters(rock=9)
SCATTERED = coasters(h1=2, h2=1, h3=1, h4=1, s1=1, s2=1, rock=2)


def play(match, *actions):
    for action in actions:
        match.play(action)
    return match


def table(players=2, set=ONE_ROCK, harbor="off", board=None, start=1):
    match = GAME.new(players=players, chance="manual", set=set, harbor=harbor)
    return play(match, board or (BOARD if harbor in ("off", False) else HARBOR), f"start {start}")


def sail(match, field):
    """Navigate to a field; the rock is turned up when somebody lands there first."""
    play(match, f"roll {'abcdef'.index(field[0]) + 1} {field[1]}", "keep")
    if match.actor == meadhall.CHANCE and match.actions() == [f"reveal e1 {TREASURE}"]:
        match.play(f"reveal e1 {TREASURE}")
    return match


def drift(match, turns=1):
    for _ in range(turns):
        sail(match, "b2")
    return match


def land(match, field, dice):
    """Sail there, roll the dice once and keep them."""
    play(sail(match, field), f"roll {dice}")
    return play(match, "keep") if "keep" in match.actions() else match


def win(match, *hauls):
    """The players in turn each land on the rock and take one haul, "" for none."""
    for haul in hauls:
        if haul:
            play(land(match, "e1", DICE.get(haul, "6 6")), f"take {haul}")
        else:
            drift(match)
    return match


def choices(match):
    assert match.actor != meadhall.CHANCE
    assert len(set(match.actions())) == len(match.actions())
    return set(match.actions())


def asks_for_a_free_roll(match):
    return match.actor == meadhall.CHANCE and len(match.actions()) == 36 and "roll 6 6" in match.actions()


def held(match, player):
    return Counter((token["token"], token["on"]) for token in match.breakdown()["players"][player]["tokens"])


def hagars(match):
    return [player["hagar"] for player in match.breakdown()["players"]]


def svens(match):
    return [player["sven"] for player in match.breakdown()["players"]]


def refuses(match, *actions):
    before = list(match.history)
    for action in actions:
        with pytest.raises(meadhall.IllegalAction):
            match.play(action)
    assert match.history == before
