"""The board in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from meadhall.core.jit import State

from . import rules

STYLES = ("bold red", "bold blue", "dim")
BETWEEN = ("  | \\ | / |", "  | / | \\ |")  # drawn from the top


def draw(state: State, names: Sequence[str]) -> Text:
    """Draw the points and lines, and who has which pieces."""
    text = Text()
    for rank in (2, 1, 0):
        text.append(f"{rank + 1} ", "dim")
        for file in range(3):
            text.append(*_piece(state, 3 * rank + file))
            text.append(" - " if file < 2 else "\n", "dim")
        if rank:
            text.append(BETWEEN[2 - rank] + "\n", "dim")
    text.append("  a   b   c\n", "dim")
    for player, name in enumerate(names):
        text.append("XO"[player], STYLES[player])
        text.append(f" {name}\n")
    return text


def _piece(state: State, point: int) -> tuple[str, str]:
    """Give the letter of a point, and its style."""
    for player in range(2):
        if state[rules.PIECES + player] >> point & 1:
            return "XO"[player], STYLES[player]
    return ".", STYLES[2]
