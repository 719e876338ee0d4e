"""What a board shows of an action before it is played: the landscape that it is about, and its points."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from meadhall.core.jit import State

from . import rules
from .coasters import FIELDS
from .why import Tables, gains

_MOVE = re.compile(r"([^>]+)>([^>]+)")


def path(action: str) -> list[str]:
    """Split an action into place and turn, token and field, or the two fields of a move."""
    move = _MOVE.fullmatch(action)
    if move:
        return [move[1], move[2]]
    return action.split("/") if "/" in action else action.split()


def preview(state: State, code: int, tables: Tables) -> dict[str, Any]:
    """Name the landscape to light up, by its number in the breakdown after the action, and whose points it changes."""
    me, phase = int(state[rules.PLAYER]), state[rules.PHASE]
    about, left = None, None
    if phase == rules.LAYING:
        about = _of_coaster([(code >> 2) // 25 - 12, (code >> 2) % 25 - 12], tables, me)
    elif phase == rules.TOKEN:
        about = _of_field(state, 4 * (int(state[rules.LAID]) - 1) + (code & 3), tables[1])
    elif code != rules.STAY:
        left, about = (_of_field(state, number, tables[1]) for number in divmod(code - 1, 48))
    return {
        "gains": gains(tables),
        "about": None if about is None else _points(about, tables, me),
        "left": None if left in (None, about) else _points(left, tables, me),
    }


def _of_coaster(at: list[int], tables: Tables, me: int) -> int:
    """Choose the landscape of a new coaster that changes most: for its player, for anybody, else in size."""

    def change(which: int) -> tuple[int, int, int]:
        mine, *others = (abs(now - was) for was, now in _all_points(which, tables, me))
        return mine, sum(others), int(tables[1]["landscapes"][which]["size"])

    here = [
        which
        for which, landscape in enumerate(tables[1]["landscapes"])
        if at in [field[:2] for field in landscape["fields"]]
    ]
    return max(here, key=change)


def _of_field(state: State, number: int, table: Mapping[str, Any]) -> int:
    i = number >> 2
    field = [int(state[rules.X + i]), int(state[rules.Y + i]), FIELDS[number & 3]]
    return next(which for which, landscape in enumerate(table["landscapes"]) if field in landscape["fields"])


def _all_points(which: int, tables: Tables, me: int) -> list[tuple[int, int]]:
    """Give what a landscape was and will be worth to each player, `me` first."""
    landscape = tables[1]["landscapes"][which]
    parts = [old for old in tables[0]["landscapes"] if old["fields"][0] in landscape["fields"]]
    players = range(len(landscape["points"]))
    return [
        (sum(sum(old["points"][player]) for old in parts), sum(landscape["points"][player]))
        for player in sorted(players, key=lambda player: player != me)
    ]


def _points(which: int, tables: Tables, me: int) -> dict[str, Any]:
    """Say what a landscape was and will be worth to its player, or to whom it concerns more."""
    points = _all_points(which, tables, me)
    players = sorted(range(len(points)), key=lambda player: player != me)
    player, (was, now) = next(
        ((player, both) for player, both in zip(players, points, strict=True) if any(both)), (me, (0, 0))
    )
    return {"landscape": which, "player": player, "was": was, "now": now}
