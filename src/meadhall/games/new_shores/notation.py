"""Actions of Off to New Shores! as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from meadhall.core.jit import State

from . import rules
from .coasters import FIELDS

_LAY = re.compile(r"(-?\d+),(-?\d+)/(\d+)")


def write(state: State, code: int, ids: Sequence[str]) -> str:
    """Write an action; `ids` are the coasters of the set."""
    phase = state[rules.PHASE]
    if phase == rules.STARTING:
        return f"start {code + 1}"
    if phase == rules.DRAWING:
        return f"draw {ids[code]}"
    if phase == rules.LAYING:
        return f"{place(code >> 2)}/{code & 3}"
    if phase == rules.TOKEN:
        return f"{'hagar' if code < 4 else 'gold'} {FIELDS[code & 3]}"
    if phase == rules.ROLLING:
        return f"roll {code}"
    if code == rules.STAY:
        return "stay"
    return f"{field(state, (code - 1) // 48)}>{field(state, (code - 1) % 48)}"


def place(number: int) -> str:
    """Write a place of the table from the rules' number for it."""
    return f"{number // 25 - 12},{number % 25 - 12}"


def field(state: State, number: int) -> str:
    """Name a field of a coaster that lies."""
    i = number >> 2
    return f"{state[rules.X + i]},{state[rules.Y + i]}{FIELDS[number & 3]}"


def reason(state: State, text: str) -> str | None:
    """Say why a text is no legal action."""
    phase = state[rules.PHASE]
    if phase == rules.LAYING:
        return _reason_for_laying(state, text)
    if phase == rules.TOKEN:
        return "one of your tokens goes on a free field of the coaster just laid, never on a skull"
    if phase == rules.MOVING:
        return "one of your Hägars may move to a free field of its own kind, or stay"
    if phase == rules.DRAWING:
        return "a coaster that is still in the pile is drawn"
    if phase == rules.STARTING:
        return f"a player from 1 to {state[rules.PLAYERS]} starts"
    return "the die shows 1 to 6"


def _reason_for_laying(state: State, text: str) -> str | None:
    found = _LAY.fullmatch(text)
    if found is None:
        return "a coaster is laid like 1,-2/3: place, then quarter turns clockwise"
    x, y, turn = (int(part) for part in found.groups())
    places = [int(p) for p in state[rules.FREE : rules.FREE + state[rules.FREE_COUNT]]]
    if turn > 3:
        return "turns go from 0 to 3"
    if not (-12 <= x <= 12 and -12 <= y <= 12) or 25 * (x + 12) + y + 12 not in places:
        return f"{x},{y} is no free place beside a coaster"
    if rules.number_of_turns(state) == 1 and turn != rules.first_turn(state):
        return f"the beer has to stand upright for you, which is turn {rules.first_turn(state)}"
    return "no field would touch one of its own kind there"
