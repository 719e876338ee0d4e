"""What an action would do, for boards that show it before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .notation import ends, point, stack
from .why import applied, winner, winning_turn
from .words import raised


def preview(state: State, code: int) -> dict[str, Any]:
    """Say where a move begins and ends, which points it reaches, and what stands on those that rise."""
    if state[rules.PHASE] != rules.MOVE:
        return {}
    start, end = ends(state, code)
    after, risen = raised(state, code)
    distant = rules.RAISED[state[rules.REACH], rules.height(state, start), end] & rules.BOARD[state[rules.SIZE]]
    return {
        "from": point(start),
        "to": point(end),
        "reach": [point(n) for n in range(64) if distant & rules.BIT[n]],
        "risen": [{"point": point(n), "stack": stack(after, n)} for n in risen],
    }


def warning(state: State, code: int, names: Sequence[str], lang: Language) -> str | None:
    """Warn of a set-up or a colour that loses at once, and of an end that loses."""
    phase, german = state[rules.PHASE], lang == "de"
    after = applied(state, code)
    if phase == rules.SET_WHITE:
        return _unfair_set_up(applied(after, rules.TAKE_BLACK), names, german)
    if phase == rules.CHOOSE:
        turn = quick_win(after)
        if turn is None or code == rules.TAKE_BLACK:
            return None
        if german:
            return f"Schwarz beginnt und kann mit {turn} sofort gewinnen. Nimm lieber Schwarz."
        return f"Black begins and can win at once with {turn}. Better take Black."
    if phase in (rules.TURN, rules.MOVE) and winner(after) == 1 - state[rules.SIDE]:
        other = names[1 - rules.actor(state)]
        return f"Damit ist das Spiel aus, und {other} gewinnt." if german else f"That ends the game, and {other} wins."
    return None


def _unfair_set_up(after: State, names: Sequence[str], german: bool) -> str | None:
    turn = quick_win(after)
    if turn is None:
        return None
    if german:
        return f"So könnte Schwarz sofort gewinnen, mit {turn}. Also nimmt {names[1]} Schwarz. Stell Weiß weiter weg."
    return f"Black could win at once, with {turn}. So {names[1]} takes Black. Put White farther away."


def quick_win(state: State) -> str | None:
    """Find a first turn that wins, as people read it; the same boards are asked for again and again."""
    return _quick_win(state[: rules.POSITION_SIZE].tobytes())


@lru_cache(maxsize=4096)
def _quick_win(position: bytes) -> str | None:
    state = np.zeros(rules.STATE_SIZE, np.int64)
    state[: rules.POSITION_SIZE] = np.frombuffer(position, np.int64)
    rules.start_turn(state)
    turn = winning_turn(state)
    return turn and turn.replace("-", "–")
