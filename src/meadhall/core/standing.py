"""How the table stands: what players judge by who look no further than the end of a turn.

A room may have a `standing.py` whose `standing(state, out)`, written like rules, says what the table is worth to each
player as it lies, points still to come included. In other rooms that is the scores.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from . import jit
from .jit import Mode, Scores, rule

if TYPE_CHECKING:
    from .game import Game


@rule
def lead(worth: Scores, player: int, players: int, lowest_loses: int) -> float:
    """Return how far a player is ahead of the best, where only the last loses of the last as well."""
    best, worst = 0.0, 0.0
    others = 0
    for other in range(players):
        if other != player:
            best = worth[other] if others == 0 else max(best, worth[other])
            worst = worth[other] if others == 0 else min(worst, worth[other])
            others += 1
    if lowest_loses:
        return 2 * worth[player] - best - worst
    return worth[player] - best


@cache
def function(game: Game, mode: Mode) -> Any:
    """Return `standing(state, out)` as it runs in a mode."""
    has_own = find_spec(f"{game.package}.standing") is not None
    found: Any = jit.twin(f"{game.package}.standing", mode).standing if has_own else game.rules(mode).scores
    if mode != "interpreted":
        jit.compile_rules({"standing": found})
    return found
