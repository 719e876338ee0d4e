"""Play a turn out in every way: the best of one's own choices, the mean of a few samples of chance.

What is found at the end of the turn is how the table stands then; nothing beyond it is looked at. The game is known
only by its rule functions.

    states   the positions on the way from the start to the one looked at, one behind the other
    moves    for each of them one's own choices
    frames   for each of them COUNT (of choices, or of samples), NEXT (the one that is being tried), OWN (whether it is
             one's own choice), CHANCES (how often chance came up on the way there)
    values   for each of them the best so far, or the sum of the samples

Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from meadhall.core.jit import Scores, State, loop, rule, sibling

_playout, _standing = sibling("meadhall.core.playout"), sibling("meadhall.core.standing")
pick, reset, lead = _playout.pick, _playout.reset, _standing.lead

CHANCE = -1
COUNT, NEXT, OWN, CHANCES, FRAME = 0, 1, 2, 3, 4
DEEPEST = 64  # decisions and chances in a turn; beyond that the table is judged as it lies
SAMPLES = np.array([6, 3, 1], np.int64)  # for the first, second and every later chance of a turn


@rule
def is_over(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    state: State,
    ahead: State,
    out: State,
    player: int,
    players: int,
) -> bool:
    """Say whether a player's turn is over: somebody else decides next, whatever chance brings first.

    Alone every turn is one's own, so there a turn ends with the next chance.
    """
    decides = actor(state)
    if decides != CHANCE or players == 1:
        return decides != player
    reset(ahead, state)
    while decides == CHANCE:
        actions(ahead, out)
        apply(ahead, out[0])
        decides = actor(ahead)
    return decides != player


@rule
def begin(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    state: State,
    states: State,
    out: State,
    moves: State,
    frames: State,
    values: Scores,
    depth: int,
    chances: int,
) -> None:
    """Take up a position from which the turn goes on."""
    size, most, frame = state.size, out.size, FRAME * depth
    for i in range(size):
        states[size * depth + i] = state[i]
    values[depth] = 0.0
    frames[frame + NEXT] = 0
    if actor(state) == CHANCE:
        frames[frame + OWN] = 0
        frames[frame + COUNT] = SAMPLES[min(chances, SAMPLES.size - 1)]
        frames[frame + CHANCES] = chances + 1
        return
    frames[frame + OWN] = 1
    frames[frame + COUNT] = actions(state, out)
    frames[frame + CHANCES] = chances
    for i in range(frames[frame + COUNT]):
        moves[most * depth + i] = out[i]


@rule
def take_in(frames: State, values: Scores, depth: int, value: float, worths: Scores) -> None:
    """Take in what the choice or the sample just tried leads to; those of the start are told one by one."""
    tried = frames[FRAME * depth + NEXT]
    if depth == 0:
        worths[tried] = value
    elif frames[FRAME * depth + OWN] == 0:
        values[depth] += value / frames[FRAME * depth + COUNT]
    elif tried == 0 or value > values[depth]:
        values[depth] = value
    frames[FRAME * depth + NEXT] = tried + 1


@loop
def play_turn(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    odds: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    standing: Callable[[State, Scores], None],
    start: State,
    state: State,
    ahead: State,
    states: State,
    out: State,
    moves: State,
    frames: State,
    random: State,
    points: Scores,
    values: Scores,
    worths: Scores,
    player: int,
    players: int,
    lowest_loses: int,
) -> int:
    """Write how far each choice of a player leads by the end of the turn; return how many choices there are."""
    size, most = start.size, out.size
    reset(state, start)
    begin(actor, actions, state, states, out, moves, frames, values, 0, 0)
    depth = 0
    while True:
        frame = FRAME * depth
        tried = frames[frame + NEXT]
        if tried == frames[frame + COUNT]:
            if depth == 0:
                return tried
            depth -= 1
            take_in(frames, values, depth, values[depth + 1], worths)
            continue
        for i in range(size):
            state[i] = states[size * depth + i]
        if frames[frame + OWN]:
            apply(state, moves[most * depth + tried])
        else:
            outcome = pick(odds, state, out, random)
            actions(state, out)
            apply(state, out[outcome])
        if depth + 1 == DEEPEST or is_over(actor, actions, apply, state, ahead, out, player, players):
            standing(state, points)
            take_in(frames, values, depth, lead(points, player, players, lowest_loses), worths)
        else:
            depth += 1
            begin(actor, actions, state, states, out, moves, frames, values, depth, frames[frame + CHANCES])
