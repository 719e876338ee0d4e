"""The exact chances of Land Ahoy!: every roll is tried with the rules, nothing is sampled."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from meadhall.core.errors import IllegalAction
from meadhall.core.jit import State, lowest, without_lowest
from meadhall.core.position import Position

from . import rules
from .notation import KEEPS, island, write_claim

ANYTHING = -1  # stands beside the claims for "any claim at all"
NOTHING = Fraction(0)
SURE = Fraction(1)

Chances = dict[int, Fraction]  # of claims, by the rules' numbers for them
Hits = dict[tuple[int, bool], Fraction]  # of islands, by coaster's place and whether it is hit directly
Moment = tuple[int, ...]


def odds(state: State) -> dict[str, dict[str, float]]:
    """Give the chances after each choice of dice to roll again.

    On an island, `take 2` is the chance that the last roll allows this claim, if from here on one
    rolls for just this claim; every claim that some roll could allow is listed, but for `leave`.
    At sea, `c3 direct` is the chance to hit the island c3, `c3 beside` to reach it from the sea;
    beside several islands one may choose, so each of them counts.
    """
    if state[rules.PHASE] != rules.KEEPING:
        raise IllegalAction("there are odds only while dice are kept or rolled again")
    if not state[rules.ASHORE]:
        return {KEEPS[code]: _named_hits(state, hits(state, code)) for code in range(4)}
    seen: dict[Moment, Chances] = {}
    after = {KEEPS[code]: prospects(applied(state, code), seen) for code in range(4)}
    possible = sorted({claim for chances in after.values() for claim in chances} - {ANYTHING})
    return {
        keep: {write_claim(claim): float(chances.get(claim, NOTHING)) for claim in possible}
        for keep, chances in after.items()
    }


def _named_hits(state: State, found: Hits) -> dict[str, float]:
    """Name the islands, in the order of their fields, direct hits first."""
    named = {(island(state, place), not direct): float(chance) for (place, direct), chance in found.items()}
    return {f"{name} {'beside' if beside else 'direct'}": named[name, beside] for name, beside in sorted(named)}


def applied(state: State, code: int) -> State:
    """Give the state after an action."""
    after = state.copy()
    rules.apply(after, code)
    return after


def outcomes(state: State) -> list[tuple[int, Fraction]]:
    """List what chance may bring, with the probabilities."""
    codes, weights = np.empty((2, rules.MAX_ACTIONS), np.int64)
    count = rules.actions(state, codes)
    total = int(weights[: rules.odds(state, weights)].sum())
    return [(int(codes[i]), Fraction(int(weights[i]), total)) for i in range(count)]


# -- ashore ----------------------------------------------------------------------------------------


def prospects(state: State, seen: dict[Moment, Chances]) -> Chances:
    """Give the chance of each claim at the end of a landing, if one rolls for just that claim.

    `seen` keeps what is known already: on one island a moment is its dice and the rolls left.
    """
    phase = state[rules.PHASE]
    if phase == rules.CLAIMING:
        return dict.fromkeys(claims(state), SURE)
    moment = _moment(state)
    if moment not in seen:
        if phase == rules.KEEPING:
            seen[moment] = _best(prospects(applied(state, code), seen) for code in range(4))
        else:
            seen[moment] = _mean((share, prospects(applied(state, code), seen)) for code, share in outcomes(state))
    return seen[moment]


def claims(state: State) -> list[int]:
    """List what the last roll allows but to leave, and ANYTHING if there is something."""
    found, listed = int(rules.claims(state)) & ~int(rules.BIT[rules.LEAVE]), []
    while found:
        listed.append(int(lowest(found)))
        found = int(without_lowest(found))
    return [ANYTHING, *listed] if listed else []


def chance_to_win(state: State) -> Fraction:
    """Give the chance to win anything on the island that is landed on, face-down tokens included."""
    if state[rules.PHASE] == rules.REVEALING:
        return sum((share * chance_to_win(applied(state, hand)) for hand, share in outcomes(state)), NOTHING)
    return prospects(state, {}).get(ANYTHING, NOTHING)


def _moment(state: State) -> Moment:
    """Tell moments of one landing apart; what a die shows that is about to be rolled does not matter."""
    rolling = int(state[rules.DICE]) if state[rules.PHASE] == rules.ROLLING else 0
    red = 0 if rolling & 1 else int(state[rules.RED])
    black = 0 if rolling & 2 else int(state[rules.BLACK])
    return int(state[rules.ROLLS_LEFT]), rolling, red, black


def _best(choices: Iterable[Chances]) -> Chances:
    best: Chances = {}
    for chances in choices:
        for claim, chance in chances.items():
            best[claim] = max(chance, best.get(claim, NOTHING))
    return best


def _mean(parts: Iterable[tuple[Fraction, Chances]]) -> Chances:
    mean: Chances = {}
    for share, chances in parts:
        for claim, chance in chances.items():
            mean[claim] = mean.get(claim, NOTHING) + share * chance
    return mean


# -- at sea ----------------------------------------------------------------------------------------


def hits(state: State, code: int) -> Hits:
    """Give the chance to hit each island, directly or from beside it, after a choice of dice (LA-6, LA-7)."""
    fields = [(int(rules.field_hit(state)), SURE)] if code == 0 else outcomes(applied(state, code))
    found: Hits = {}
    for field, share in fields:
        for hit in islands_hit(state, field):
            found[hit] = found.get(hit, NOTHING) + share
    return found


def islands_hit(state: State, field: int) -> list[tuple[int, bool]]:
    """List the islands that a field hits: its own, or those beside it."""
    place = int(rules.place_of(field))
    if state[rules.FIELDS + place] & rules.BIT[field]:
        return [(place, True)]
    near, listed = int(rules.islands_near(state, field)), []
    while near:
        listed.append((int(rules.place_of(lowest(near))), False))
        near = int(without_lowest(near))
    return listed


def worth_landing(state: State, place: int) -> bool:
    """Return whether some roll could win something on an island, so that a landing is not skipped (LA-13)."""
    return bool(state[rules.FACE_DOWN + place] > 0 or rules.can_win(state, place))


def _of(position: Position) -> dict[str, dict[str, float]]:
    return odds(position.state)


ODDS = _of
