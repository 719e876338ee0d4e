"""What a player of Haugaz remembers of a match."""

from __future__ import annotations

from meadhall.core.jit import popcount
from meadhall.core.match import Match
from meadhall.learn.achievements import Achievement, Achievements
from meadhall.learn.match_facts import steps

from . import rules, view

KINDS = (
    Achievement(
        "highest", {"en": "highest stack of your own at the end", "de": "höchster eigener Stapel am Ende"}, True
    ),
    Achievement("stacks", {"en": "most stacks of your own at the end", "de": "meiste eigene Stapel am Ende"}),
    Achievement("raised", {"en": "most stacks raised with one move", "de": "meiste Stapel mit einem Zug gehoben"}),
)


def found(match: Match, seat: int) -> dict[str, int]:
    """Look at a player's skyline, and at the best of their moves (HZ-10, HZ-13)."""
    state = match.state
    colours = view.colours(state)
    assert colours is not None  # or the match had not come to its end
    own = view.skyline(state)[colours[seat]]
    best = {"highest": max(own, default=0), "stacks": len(own)}
    raised = [
        int(popcount((before[rules.BLACK] ^ after[rules.BLACK]) & (before[rules.WHITE] ^ after[rules.WHITE])))
        for before, _, after in steps(match)
        if before[rules.PHASE] == rules.MOVE and rules.actor(before) == seat
    ]
    return best | {"raised": max(raised)} if raised else best


ACHIEVEMENTS = Achievements(KINDS, found)
