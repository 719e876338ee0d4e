"""What lies on the table of Off to New Shores!, as plain data, and where its points come from."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from meadhall.core.jit import State

from . import rules
from .coasters import ARROWS, FIELDS, KINDS, SPOTS, kinds, turned

PHASES = ("start", "draw", "lay", "token", "roll", "last round", "over")
RANKS = ((15, "simple drunkard"), (20, "lower sailor"), (25, "higher chief"))  # NS-20
BEST_RANK = "legendary conqueror"


def view(state: State, coasters: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the table: coasters, tokens, what each player has left, and the pile as a set."""
    players = int(state[rules.PLAYERS])
    drawn = int(state[rules.DRAWN])
    hand = int(state[rules.HAND])
    ids = [coaster["id"] for coaster in coasters["coaster"]]
    everyone = range(players)
    return {
        "phase": PHASES[state[rules.PHASE]],
        "starter": int(state[rules.STARTER]) if state[rules.PHASE] != rules.STARTING else None,
        "hand": ids[hand] if hand >= 0 else None,
        "fits_nowhere": fits_nowhere(state),
        "seats": [int(rules.SEATS[players, player]) for player in everyone],
        "hagars_left": [int(state[rules.HAGARS_LEFT + player]) for player in everyone],
        "gold_left": [int(state[rules.GOLD_LEFT + player]) for player in everyone],
        "spilt": [int(state[rules.BEERS + player]) for player in everyone],
        "laid": [laid(state, i, coasters) for i in range(state[rules.LAID])],
        "tokens": tokens(state),
        "pile": [name for i, name in enumerate(ids) if not drawn >> i & 1],
        "to_draw": int(rules.coasters_in_play(state)) - drawn.bit_count(),
        "die": int(state[rules.DIE]) or None,
        "doubled": doubled(state),
        "coasters": copy.deepcopy(coasters["coaster"]),
    }


def fits_nowhere(state: State) -> bool:
    """Say whether the coaster in hand touches its own kind nowhere, so that it may lie anywhere (NS-8)."""
    if state[rules.PHASE] != rules.LAYING or state[rules.LAID] == 0:
        return False
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    rules.layings(state, out)
    word, place = state[rules.WORDS + 4 * state[rules.HAND] + (out[0] & 3)], out[0] >> 2
    return not rules.fits(state, word, rules.spot_of(state, place))


def laid(state: State, i: int, coasters: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a coaster as it lies, its fields and marks turned."""
    at = [int(state[rules.X + i]), int(state[rules.Y + i])]
    return lying(coasters["coaster"][state[rules.COASTER + i]], int(state[rules.TURN + i]), at)


def lying(coaster: Mapping[str, Any], turn: int, at: Sequence[int] = (0, 0)) -> dict[str, Any]:
    """Turn a printed coaster."""
    fields = [""] * 4
    for field, kind in enumerate(kinds(coaster)):
        fields[turned(field, turn)] = KINDS[kind]
    marks = []
    for mark in coaster["marks"]:
        lies = {**mark, "on": SPOTS[turned(SPOTS.index(mark["on"]), turn)]}
        if mark["is"] == "die":
            lies["arrow"] = ARROWS[ARROWS.index(mark["arrow"]) ^ (turn & 1)]
        marks.append(lies)
    return {
        "id": coaster["id"],
        "at": list(at),
        "turn": turn,
        "fields": dict(zip(FIELDS, fields, strict=True)),
        "beer": coaster["beer"],
        "marks": marks,
    }


def tokens(state: State) -> list[dict[str, Any]]:
    """List the tokens on the table, as `score` takes them."""
    result: list[dict[str, Any]] = []
    for number in range(4 * int(state[rules.LAID])):
        i, where = number >> 2, FIELDS[number & 3]
        at = [int(state[rules.X + i]), int(state[rules.Y + i])]
        if state[rules.GOLD] & rules.BIT[number]:
            result.append({"is": "gold", "at": at, "field": where})
        for player in range(state[rules.PLAYERS]):
            if state[rules.HAGARS + player] & rules.BIT[number]:
                result.append({"is": "hagar", "player": player, "at": at, "field": where})
    return result


def doubled(state: State) -> dict[str, Any] | None:
    """Describe the doubled row or column: its number counts fields from the first coaster's SW."""
    line = int(state[rules.LINE])
    if not line:
        return None
    numbers = [n for n in range(48) if line >> n & 1]
    columns = {int(rules.field_x(state, n >> 2, n & 3)) for n in numbers}
    rows = {int(rules.field_y(state, n >> 2, n & 3)) for n in numbers}
    where = int(state[rules.DICE + state[rules.DIE] - 1])
    i = next(i for i in range(12) if state[rules.COASTER + i] == where >> 3)
    vertical = bool(where & 1 ^ int(state[rules.TURN + i]) & 1)
    return {
        "number": int(state[rules.DIE]),
        "arrow": ARROWS[vertical],
        "line": min(columns) if vertical else min(rows),
    }


def breakdown(state: State, scores: tuple[int | float, ...], beers: list[tuple[int, int, int]]) -> dict[str, Any]:
    """Score the table landscape by landscape (NS-15 to NS-20)."""
    players = int(state[rules.PLAYERS])
    result: dict[str, Any] = {
        "scores": list(scores),
        "landscapes": [
            _landscape(state, number)
            for number in range(4 * int(state[rules.LAID]))
            if int(state[rules.LANDSCAPE + number]) & ((1 << number) - 1) == 0
        ],
        "doubled": doubled(state),
        "beers": [list(owed) for owed in beers],
    }
    if players == 1:
        result["rank"] = rank(scores[0])
    return result


def _landscape(state: State, first: int) -> dict[str, Any]:
    landscape = int(state[rules.LANDSCAPE + first])
    players = range(int(state[rules.PLAYERS]))
    gold, fields, *hagars = (int(count) for count in rules.tally(state, landscape))
    leader = rules.conqueror(*hagars) if fields > 0 else -1
    size = landscape.bit_count()
    numbers = [number for number in range(48) if landscape >> number & 1]
    return {
        "kind": KINDS[rules.field_kind(state, first)],
        "size": size,
        "fields": [[int(state[rules.X + (n >> 2)]), int(state[rules.Y + (n >> 2)]), FIELDS[n & 3]] for n in numbers],
        "shields": int(rules.shields_at(state, landscape)),
        "gold": gold,
        "hagars": hagars[: len(players)],
        "conqueror": leader if leader >= 0 else None,
        "points": [
            [gold if int(state[rules.HAGARS + player]) & landscape else 0, size if player == leader else 0]
            for player in players
        ],
    }


def rank(score: int | float) -> str:
    """Name the rank of somebody who plays alone (NS-20)."""
    return next((name for most, name in RANKS if score <= most), BEST_RANK)
