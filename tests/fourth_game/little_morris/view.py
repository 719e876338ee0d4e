"""What lies on the board, as plain data."""

from __future__ import annotations

from typing import Any

from meadhall.core.jit import State

from . import rules
from .notation import POINTS


def pieces(state: State, player: int) -> list[str]:
    """List the points where a player's pieces are."""
    return [name for point, name in enumerate(POINTS) if state[rules.PIECES + player] >> point & 1]


def view(state: State) -> dict[str, Any]:
    """Describe the board."""
    return {
        "phase": "place" if state[rules.PLAYED] < rules.PLACINGS else "move",
        "pieces": [pieces(state, 0), pieces(state, 1)],
        "moves_left": int(rules.PLACINGS + state[rules.LONGEST] - state[rules.PLAYED]),
    }


def breakdown(state: State, scores: tuple[int | float, ...]) -> dict[str, Any]:
    """Say who has a row, if anybody has."""
    return {"scores": list(scores), "row": scores.index(1) if 1 in scores else None}
