"""Random games to the end, for measuring.

Written like rules, so that the same lines run interpreted and compiled. The rule functions come
in as arguments; compiled, they are typed pointers, so that one compiled loop serves every game.
"""

from collections.abc import Callable

import numpy as np

from .jit import Scores, State, below, loop, rule

CHANCE, OVER = -1, -2


@rule
def reset(state: State, start: State) -> None:
    """Copy a position without asking for memory."""
    for i in range(start.size):
        state[i] = start[i]


@rule
def pick(odds: Callable[[State, State], int], state: State, out: State, random: State) -> int:
    """Draw the place of an outcome by its odds; `out` is overwritten."""
    count = odds(state, out)
    total = 0
    for i in range(count):
        total += out[i]
    rest = below(random, total)
    i = 0
    while rest >= out[i]:
        rest -= out[i]
        i += 1
    return i


@loop
def by_listing(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    odds: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    start: State,
    state: State,
    out: State,
    random: State,
    points: Scores,
    sums: Scores,
    games: int,
) -> int:
    """Play games by listing all legal actions and choosing one; return how many actions it took."""
    played = 0
    for _ in range(games):
        reset(state, start)
        player = actor(state)
        while player != OVER:
            if player == CHANCE:
                chosen = pick(odds, state, out, random)
                actions(state, out)
            else:
                chosen = below(random, actions(state, out))
            apply(state, out[chosen])
            played += 1
            player = actor(state)
        scores(state, points)
        for i in range(sums.size):
            sums[i] += points[i]
    return played


@loop
def by_sampling(
    actor: Callable[[State], int],
    sample: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    start: State,
    state: State,
    random: State,
    points: Scores,
    sums: Scores,
    games: int,
) -> int:
    """Play games by drawing legal actions without listing them; return how many it took."""
    played = 0
    for _ in range(games):
        reset(state, start)
        while actor(state) != OVER:
            apply(state, sample(state, random))
            played += 1
        scores(state, points)
        for i in range(sums.size):
            sums[i] += points[i]
    return played


def workspace(size: int, most_actions: int, seed: int) -> tuple[State, State, State, Scores]:
    """Make the arrays that the loops work in: a state, a list of actions, a generator, points."""
    return (
        np.zeros(size, np.int64),
        np.zeros(most_actions, np.int64),
        np.array([seed], np.int64),
        np.zeros(8, np.float64),
    )
