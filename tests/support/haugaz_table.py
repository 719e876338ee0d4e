"""A Haugaz table for the tests: games and positions, played on action by action."""

import random
from itertools import product

import pytest

import meadhall

HAUGAZ = meadhall.game("haugaz")


def played(*actions, **options):
    """A new game with these actions played."""
    match = HAUGAZ.new(players=2, **options)
    for action in actions:
        match.play(action)
    return match


def at(text, *actions, **options):
    """A game that goes on from a position, with these actions played."""
    match = HAUGAZ.position(text, **options)
    for action in actions:
        match.play(action)
    return match


def late(size, empty, seed, **options):
    """A position with so many empty points, reached by random turns without a pass."""
    dice = random.Random(seed)
    while True:
        match = HAUGAZ.new(size=size, **options)
        while not match.over:
            if match.position and match.position.count("-") == empty + 1 and match.position.split()[2] == "-":
                return match
            match.play(dice.choice([action for action in match.actions() if action != "pass"]))


def offered(match):
    actions = match.actions()
    assert len(actions) == len(set(actions))
    return set(actions)


def points(size):
    return {"abcdefgh"[x] + str(y + 1) for x, y in product(range(size), repeat=2)}


def assert_refused(match, action):
    """The action is refused, and the match stays as it was."""
    before = match.actor, match.actions(), list(match.history), match.position
    with pytest.raises(meadhall.IllegalAction):
        match.play(action)
    assert (match.actor, match.actions(), list(match.history), match.position) == before
