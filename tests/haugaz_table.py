"""A Haugaz table for the tests: games and positions, played on action by action."""

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
