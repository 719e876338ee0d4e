"""What is proved of a position and its actions, by what the room of the game knows (its `proved.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meadhall.core.match import Match
from meadhall.core.parts import Part
from meadhall.core.position import Position

from .bot import Line

PROVED: Part[Callable[[Position], Sequence[float] | None]] = Part(
    "proved", Callable, "what a position is worth to each player with best play, where that is proved"
)


def worths(position: Position) -> Sequence[float] | None:
    """Return what a position is worth to each player with best play, where that is proved; None elsewhere."""
    proved = PROVED.of(position.game)
    return None if proved is None else proved(position)


def lines(match: Match) -> list[Line]:
    """List the actions whose worth is proved, best first."""
    position, player = match.current, match.actor
    assert player is not None
    worth, found = worths(position), []
    for text, code in zip(match.actions(), position.codes(), strict=True):
        if worth is not None and worth[player] == 0:
            values: Sequence[float] | None = worth  # it is lost, whatever is played
        else:
            after = position.after(code)
            values = worths(after)
            if worth is not None and after.over:
                values = match.game.results(match.game.scores(after.state, match.players))
        if values is not None:
            found.append(Line(text, values[player], 0, (text,), tuple(values), exact=True))
    return sorted(found, key=lambda line: -line.value)


def best(match: Match) -> str | None:
    """Return an action that is proved to be best, where there is one to find: not where all are lost."""
    assert match.actor is not None
    worth = worths(match.current)
    if worth is None or worth[match.actor] == 0:
        return None
    first = next(iter(lines(match)), None)
    return first.action if first is not None and first.value == worth[match.actor] else None


def together(sure: Sequence[Line], others: Sequence[Line]) -> list[Line]:
    """Return lines that are sure and others for what is left of the actions, best first, sure ones before others."""
    known = {line.action for line in sure}
    left = [line for line in others if line.action not in known]
    return sorted([*sure, *left], key=lambda line: -line.value)
