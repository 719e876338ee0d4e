"""What lies on a Haugaz board, as plain data."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from meadhall.core.jit import State

from . import rules
from .notation import point, stack, write_position

PHASES = ("set black", "set white", "choose", "place", "move", "over")


def view(state: State) -> dict[str, Any]:
    """Describe the board: every stack, whose turn it is, and what has been placed."""
    size = int(state[rules.SIZE])
    numbers = [8 * y + x for y in range(size) for x in range(size)]
    placed = int(state[rules.PLACED])
    return {
        "size": size,
        "phase": PHASES[state[rules.PHASE]],
        "side": ("black", "white")[state[rules.SIDE]],
        "colours": colours(state),
        "placed": point(placed) if placed >= 0 else None,
        "passes": int(state[rules.PASSES]),
        "stacks": {point(n): stack(state, n) for n in numbers if stack(state, n) != "-"},
        "position": write_position(state),
        "skyline": skyline(state),
        "decided_by": decided_by(skyline(state)),
    }


def colours(state: State) -> list[str] | None:
    """Give each player's colour, once the pie is cut."""
    if state[rules.PHASE] < rules.TURN:
        return None
    return ["black", "white"] if state[rules.BLACK_SEAT] == 0 else ["white", "black"]


def skyline(state: State) -> dict[str, list[int]]:
    """List the heights of each colour's stacks, highest first."""
    heights: dict[str, list[int]] = {"b": [], "w": []}
    for number in range(64):
        what = stack(state, number)
        if what != "-":
            heights[what[0]].append(int(what[1:]))
    return {"black": sorted(heights["b"], reverse=True), "white": sorted(heights["w"], reverse=True)}


def decided_by(stacks: dict[str, list[int]]) -> int | None:
    """Say which comparison decides, from 0: the first where the colours differ; None for a draw (HZ-13)."""
    pairs = zip_longest(stacks["black"], stacks["white"], fillvalue=0)
    return next((i for i, (black, white) in enumerate(pairs) if black != white), None)


def breakdown(state: State, scores: tuple[int | float, ...]) -> dict[str, Any]:
    """Compare the stacks, highest first (HZ-13)."""
    stacks = skyline(state)
    ended = {True: "passes", False: "stuck"}[state[rules.PASSES] == 2]
    return {
        "scores": list(scores),
        "colours": colours(state),
        "stacks": stacks,
        "ended_by": ended if state[rules.PHASE] == rules.ENDED else None,
        "decided_by": decided_by(stacks),
    }
