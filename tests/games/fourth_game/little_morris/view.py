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
        "board": drawing(state),  # a text of several lines is what the web app shows in place of a board
        "phase": "place" if state[rules.PLAYED] < rules.PLACINGS else "move",
        "pieces": [pieces(state, 0), pieces(state, 1)],
        "moves_left": int(rules.PLACINGS + state[rules.LONGEST] - state[rules.PLAYED]),
    }


def letter(state: State, point: int) -> str:
    """Give the letter of whoever has a piece on a point, or a dot."""
    return next((mark for player, mark in enumerate("XO") if state[rules.PIECES + player] >> point & 1), ".")


def drawing(state: State) -> str:
    """Draw the board in letters, the top row first."""
    rows = [f"{rank + 1} " + " - ".join(letter(state, 3 * rank + file) for file in range(3)) for rank in (2, 1, 0)]
    return "\n".join([rows[0], "  | \\ | / |", rows[1], "  | / | \\ |", rows[2], "  a   b   c"])


def breakdown(state: State, scores: tuple[int | float, ...]) -> dict[str, Any]:
    """Say who has a row, if anybody has."""
    return {"scores": list(scores), "row": scores.index(1) if 1 in scores else None}
