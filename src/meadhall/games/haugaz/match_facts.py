"""What is worth counting in games of Haugaz."""

from __future__ import annotations

from collections.abc import Iterator

from meadhall.core.jit import State, lowest, popcount
from meadhall.core.match import Match
from meadhall.learn.match_facts import Event, Fact, Grid, MatchFacts, Spread, steps

from . import rules

TOPICS = (
    Grid(
        "pie",
        "HZ-5",
        {
            "en": "The pie: the colour that the second player takes, and what comes of it",
            "de": "Farbwahl: was die zweite Person nimmt, und was daraus wird",
        },
        {"en": "steps apart", "de": "Schritte"},
        tuple("1234567"),
        {
            "black won": {"en": "Black, wins", "de": "Schwarz, siegt"},
            "black lost": {"en": "Black, no win", "de": "Schwarz, kein Sieg"},
            "white won": {"en": "White, wins", "de": "Weiß, siegt"},
            "white lost": {"en": "White, no win", "de": "Weiß, kein Sieg"},
        },
        "row",
    ),
    Event("passes", "HZ-7", {"en": "a pass", "de": "jemand passt"}),
    Event("caught", "HZ-10", {"en": "the stack just placed rises", "de": "der neue Stapel wächst selbst"}),
    Event("knocked_out", "HZ-10", {"en": "a colour loses its last stack", "de": "eine Farbe verliert alle Stapel"}),
    Event("below", "HZ-13", {"en": "a lower stack decides", "de": "ein niedrigerer Stapel entscheidet"}),
    Event("draws", "HZ-13", {"en": "a draw", "de": "Unentschieden"}),
    Spread("raised", "HZ-10", {"en": "Stacks that rise in a turn", "de": "Stapel, die in einem Zug wachsen"}),
    Spread(
        "ended",
        "HZ-11, 12",
        {"en": "How games end", "de": "Wie Partien enden"},
        {
            "passes": {"en": "two passes", "de": "zweimal gepasst"},
            "stuck": {"en": "no turn left", "de": "kein Zug mehr"},
        },
    ),
    Spread("highest", "HZ-13", {"en": "Highest stack at the end", "de": "Höchster Stapel am Ende"}),
)


def facts(match: Match) -> Iterator[Fact]:
    """Count turns and their raises, the pie, and how the game ended."""
    for before, code, after in steps(match):
        if before[rules.PHASE] == rules.CHOOSE:
            colour = "black" if code == rules.TAKE_BLACK else "white"
            yield "pie", str(distance(before)), f"{colour} {'won' if match.winners == (1,) else 'lost'}"
        elif code == rules.PASS:
            yield ("passes",)
        elif before[rules.PHASE] == rules.MOVE:
            yield from _raise(before, after)
    yield from _end(match)


def _raise(before: State, after: State) -> Iterator[Fact]:
    """Look for stacks that changed hands: those and no others have risen (HZ-10)."""
    risen = (before[rules.BLACK] ^ after[rules.BLACK]) & (before[rules.WHITE] ^ after[rules.WHITE])
    yield "raised", int(popcount(risen))
    if risen & rules.BIT[before[rules.PLACED]]:
        yield ("caught",)
    if after[rules.BLACK] == 0 or after[rules.WHITE] == 0:
        yield ("knocked_out",)


def _end(match: Match) -> Iterator[Fact]:
    end = match.breakdown()
    yield "ended", end["ended_by"]
    yield "highest", max(*end["stacks"]["black"], *end["stacks"]["white"], 0)
    if end["decided_by"] is None:
        yield ("draws",)
    elif end["decided_by"] > 0:
        yield ("below",)


def distance(state: State) -> int:
    """Say how many steps apart the two stacks of the set-up are."""
    black, white = int(lowest(state[rules.BLACK])), state[rules.WHITE]
    return next(h for h in range(1, 8) if rules.RAISED[rules.RING, h, black] & white)


def turns(match: Match) -> int:
    """Count moves and passes: each turn ends with one of them."""
    return sum(rules.FIRST_MOVE <= entry.codes[0] <= rules.PASS for entry in match.entries)


MATCH_FACTS = MatchFacts(TOPICS, facts, turns, lambda match: int(match.state[rules.BLACK_SEAT]))  # HZ-6
