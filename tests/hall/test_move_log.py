"""The saga: what was told is told again only when it has changed."""

import json
import random

import pytest

import meadhall
from meadhall.hall import move_log
from meadhall.hall.move_log import MoveLog, told

NAMES = {"en": ["Runa", "Ulf"], "de": ["Runa", "Ulf"]}


def plain(steps):
    return [json.loads(bytes(step)) for step in steps]


def directly(match, names=NAMES):
    return [
        {"number": s.number, "actor": s.actor, "action": s.action, "said": {"en": s.said.en, "de": s.said.de}}
        for s in told(match, names)
    ]


def same(steps, match, names=NAMES):
    return [{key: step[key] for key in ("number", "actor", "action", "said")} for step in plain(steps)] == directly(
        match, names
    )


@pytest.mark.parametrize("game", ["haugaz", "land-ahoy", "new-shores"])
def test_a_saga_is_true_whatever_happens(game, monkeypatch):
    begun, start = [], move_log.Match

    def counted(*args, **more):
        begun.append(1)
        return start(*args, **more)

    match, dice, mine = meadhall.game(game).new(players=2, seed=5), random.Random(5), MoveLog()
    monkeypatch.setattr(move_log, "Match", counted)
    for _ in range(12):
        match.play(dice.choice(match.actions()))
        assert mine.steps(match, NAMES, len(match.entries) - 1)
    assert len(begun) == 1  # each step went on from the last
    assert same(mine.steps(match, NAMES, 0), match)
    older = match.copy()
    older.undo()
    assert same(mine.steps(older, NAMES, 0), older)
    other = older.copy()
    other.play(other.actions()[-1])
    for one in (match, other, older, match):
        assert same(mine.steps(one, NAMES, 0), one)
    new = {"en": ["Runa", "Liv"], "de": ["Runa", "Liv"]}
    assert same(mine.steps(match, new, 0), match, new)
    assert mine.steps(match, new, 10**9) == []


def test_a_step_of_a_branch_that_was_taken_back_is_never_told():
    match, mine = meadhall.game("haugaz").new(), MoveLog()
    for point in ("a1", "b2"):
        match.play(point)
    mine.steps(match, NAMES, 1)  # only the last one
    shorter = match.copy()
    shorter.undo()
    mine.steps(shorter, NAMES, 0)
    shorter.play("d4")
    assert plain(mine.steps(shorter, NAMES, 1))[0]["action"] == "d4"
