"""Little Morris in sentences, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .notation import POINTS, ends


def tell(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Tell what an action does."""
    who = names[state[rules.TURN]]
    if code < rules.FIRST_MOVE:
        point = POINTS[code]
        return f"{who} setzt auf {point}." if lang == "de" else f"{who} places a piece on {point}."
    start, end = (POINTS[point] for point in ends(code))
    return f"{who} zieht von {start} nach {end}." if lang == "de" else f"{who} moves from {start} to {end}."


def ask(state: State, names: Sequence[str], lang: Language) -> str:
    """Tell the player what to do."""
    who = names[state[rules.TURN]]
    if state[rules.PLAYED] < rules.PLACINGS:
        return f"{who}, setze einen Stein, etwa b2." if lang == "de" else f"{who}, place a piece, like b2."
    return f"{who}, ziehe einen Stein, etwa a1-b1." if lang == "de" else f"{who}, move a piece, like a1-b1."


def explain(breakdown: Mapping[str, Any], names: Sequence[str], lang: Language) -> list[str]:
    """Say how it ended."""
    if breakdown["row"] is None:
        return ["Niemand hat eine Reihe." if lang == "de" else "Nobody has a row."]
    winner = names[breakdown["row"]]
    return [f"{winner} hat drei in einer Reihe." if lang == "de" else f"{winner} has three in a row."]
