"""What is proved of a position and its actions, by what the room of the game knows (`Game.proved`)."""

from __future__ import annotations

from collections.abc import Sequence

from meadhall.core.game import OVER
from meadhall.core.match import Match

from .bot import Line


def lines(match: Match) -> list[Line]:
    """List the actions whose worth is proved, best first."""
    game, state, player = match.game, match.state, match.actor
    assert player is not None
    worth, found = game.proved(match.setup, state), []
    for text, code in zip(match.actions(), game.codes(state), strict=True):
        if worth is not None and worth[player] == 0:
            values: Sequence[float] | None = worth  # it is lost, whatever is played
        else:
            after = match.state
            game.rules().apply(after, code)
            values = game.proved(match.setup, after)
            if worth is not None and game.rules().actor(after) == OVER:
                values = game.results(game.scores(after, match.players))
        if values is not None:
            found.append(Line(text, values[player], 0, (text,), tuple(values), exact=True))
    return sorted(found, key=lambda line: -line.value)


def best(match: Match) -> str | None:
    """Return an action that is proved to be best, where there is one to find: not where all are lost."""
    assert match.actor is not None
    worth = match.game.proved(match.setup, match.state)
    if worth is None or worth[match.actor] == 0:
        return None
    first = next(iter(lines(match)), None)
    return first.action if first is not None and first.value == worth[match.actor] else None


def together(sure: Sequence[Line], others: Sequence[Line]) -> list[Line]:
    """Return lines that are sure and others for what is left of the actions, best first, sure ones before others."""
    known = {line.action for line in sure}
    left = [line for line in others if line.action not in known]
    return sorted([*sure, *left], key=lambda line: -line.value)
