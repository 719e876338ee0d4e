"""Exact chances while dice are kept or rolled again, in games that have such dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from meadhall.core.errors import BadOption
from meadhall.core.parts import Part

if TYPE_CHECKING:
    from meadhall.core.match import Match
    from meadhall.core.position import Position

Odds = dict[str, dict[str, float]]

ODDS: Part[Callable[[Position], Odds]] = Part(
    "odds", Callable, "the exact chances after each choice of dice to roll again: `meadhall.odds`"
)


def odds(match: Match) -> Odds:
    """Return the exact chances after each choice of dice to roll again."""
    found = ODDS.of(match.game)
    if found is None:
        raise BadOption(f"{match.game.name} has no dice to roll again, so there are no odds")
    return found(match.current)
