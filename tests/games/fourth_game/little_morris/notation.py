"""Actions as text: `b2` places a piece there, `a1-b1` moves one."""

from __future__ import annotations

import re

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules

POINTS = [f"{file}{rank}" for rank in "123" for file in "abc"]


def ends(code: int) -> tuple[int, int]:
    """Give the points from which and to which a move goes."""
    return divmod(code - rules.FIRST_MOVE, 9)


def write(code: int) -> str:
    """Write an action."""
    if code < rules.FIRST_MOVE:
        return POINTS[code]
    return "-".join(POINTS[end] for end in ends(code))


def reason(state: State, text: str, lang: Language) -> str | None:
    """Say why a text is no legal action; None where there is nothing more to say than that."""
    named, german = text.split("-"), lang == "de"
    if any(point not in POINTS for point in named):
        return "die Punkte heißen a1 bis c3" if german else "points go from a1 to c3"
    if re.fullmatch("..", text) and state[rules.PLAYED] >= rules.PLACINGS:
        return "jetzt wird gezogen, etwa a1-b1" if german else "pieces move now, like a1-b1"
    if not rules.empty(state) >> POINTS.index(named[-1]) & 1:
        return f"{named[-1]} ist besetzt" if german else f"{named[-1]} is taken"
    return None
