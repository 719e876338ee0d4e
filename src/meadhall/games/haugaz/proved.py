"""What a position is worth with best play, where that is proved: set-ups, and what their first turns lead to.

The tables (solved/) say who wins a set-up. Of the first turns on the way they know what Black's turns lead to, with
White to move; a turn of Black that leads there is good, and whatever White does there is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from meadhall.core.jit import State, lowest, popcount
from meadhall.core.position import Position

from . import openings, proving, rules, solved
from .openings import Opening, Openings, kept_form

EVEN = 0.5  # the most that whoever sets up can hope for, since the other one takes the better colour
AT_FIRST = 2  # stacks that are set up


def results(options: Mapping[str, str | int], state: State) -> tuple[float, float] | None:
    """Return what a position is worth to each player, or None where nothing is proved."""
    movers, reach = str(options["movers"]), str(options["reach"])
    table = openings.proved(movers, reach)
    if state[rules.PHASE] < rules.TURN:
        mine = _set_up(table, state)
        return None if mine is None else (mine, 1 - mine)
    size = int(state[rules.SIZE])
    if not any(size == solved_size for solved_size, _, _ in table):
        return None
    black = _black(table, solved.won_by_black(size, movers, reach), state)
    if black is None:
        return None
    return (1 - black, black) if state[rules.BLACK_SEAT] else (black, 1 - black)


def _set_up(table: Openings, state: State) -> float | None:
    """Return what a set-up that is not finished is worth to the player who makes it."""
    if state[rules.PHASE] == rules.CHOOSE:
        opening = _opening(table, state)
        return opening.fairness if opening else None
    return _best(_set_up(table, after) for after in _after_each(state))


def _opening(table: Openings, state: State) -> Opening | None:
    """Look a set-up up."""
    black, white = int(lowest(state[rules.BLACK])), int(lowest(state[rules.WHITE]))
    return table.get(kept_form((int(state[rules.SIZE]), black, white)))


def _best(values: Iterable[float | None]) -> float | None:
    """Return the best of some values if no unknown one can be better."""
    found = set(values)
    if EVEN in found:
        return EVEN
    return None if None in found else max(value for value in found if value is not None)


def _black(table: Openings, known: frozenset[int], state: State) -> float | None:
    """Return what a position after the set-up is worth to Black."""
    stacks = popcount(state[rules.BLACK] | state[rules.WHITE])
    turns = (stacks - AT_FIRST - (state[rules.PLACED] >= 0)) // 2  # of Black, before this one
    if turns >= (solved.NOTED if known else 1) or state[rules.PHASE] == rules.ENDED:
        return None
    if stacks == AT_FIRST and state[rules.SIDE] == 0 and not state[rules.PASSES]:
        opening = _opening(table, state)
        return opening.black if opening else None
    if state[rules.SIDE] == 0:
        return 1.0 if any(_is_won(known, after) for after in _after_turns(state)) else None
    return 1.0 if _is_won(known, _before_placing(state)) else None


def _is_won(known: frozenset[int], state: State) -> bool:
    """Return whether Black has won: the game is over, or White is to move in a position that is known."""
    if state[rules.PHASE] == rules.ENDED:
        return bool(rules.black_ahead(state) > 0)
    seen = state.copy()
    seen[rules.BLACK_SEAT] = 0
    return bool(known) and int(proving.key(seen)) in known


def _before_placing(state: State) -> State:
    """Return the position in which White's turn began; to have passed before it makes no difference."""
    before = state.copy()
    if state[rules.PHASE] == rules.MOVE:
        stack = rules.BIT[state[rules.PLACED]]
        before[rules.WHITE] &= ~stack
        before[rules.HEIGHT] &= ~stack
        before[rules.PHASE], before[rules.PLACED] = rules.TURN, -1
    return before


def _after_turns(state: State) -> Iterator[State]:
    """Give what the turns of the side to move lead to, or the rest of one that has begun."""
    for after in _after_each(state):
        if after[rules.PHASE] == rules.MOVE:
            yield from _after_each(after)
        else:
            yield after


def _after_each(state: State) -> Iterator[State]:
    """Give what each action leads to."""
    codes = np.empty(rules.MAX_ACTIONS, np.int64)
    for code in codes[: rules.actions(state, codes)].tolist():
        after = state.copy()
        rules.apply(after, code)
        yield after


def _worths(position: Position) -> Sequence[float] | None:
    return results(position.setup.options, position.state)


PROVED = _worths
