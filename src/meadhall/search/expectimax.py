"""Play a game out in every way that is left: dice and draws by their odds, each player for themselves.

For the last few decisions of a game. Unlike a tree search it samples nothing: the value of every action is
exact, as long as all players want what `knobs` says (see mcts.py). The game is known only by its rule
functions. Of actions that come to the same a room's instinct lists one.

    states   the positions on the way from the start to the one looked at, one behind the other
    moves    for each of them the actions or outcomes, and the weights of the outcomes
    frames   for each of them COUNT, NEXT (the one that is being tried), PLAYER, WEIGHT (of all outcomes)
    values   for each of them what it is worth to each of four players, so far

Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable

from meadhall.core.jit import Scores, State, loop, rule, sibling

_mcts = sibling("meadhall.search.mcts_kernel")
to_results, CHANCE, OVER, SEATS, RESULTS = _mcts.to_results, _mcts.CHANCE, _mcts.OVER, _mcts.SEATS, _mcts.RESULTS

COUNT, NEXT, PLAYER, WEIGHT, FRAME = 0, 1, 2, 3, 4
DEEPEST = 40


@rule
def begin(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    odds: Callable[[State, State], int],
    state: State,
    out: State,
    moves: State,
    frames: State,
    values: Scores,
    depth: int,
) -> int:
    """List what can happen in a position; return how much that is."""
    most = out.size
    count = actions(state, out)
    for i in range(count):
        moves[2 * most * depth + i] = out[i]
    player = actor(state)
    weight = 0
    if player == CHANCE:
        odds(state, out)
        for i in range(count):
            moves[2 * most * depth + most + i] = out[i]
            weight += out[i]
    frames[FRAME * depth + COUNT] = count
    frames[FRAME * depth + NEXT] = 0
    frames[FRAME * depth + PLAYER] = player
    frames[FRAME * depth + WEIGHT] = weight
    for seat in range(SEATS):
        values[SEATS * depth + seat] = 0.0
    if player >= 0:
        values[SEATS * depth + player] = -1.0
    return count


@rule
def take_in(moves: State, frames: State, values: Scores, most: int, depth: int, result: Scores, first: int) -> None:
    """Take in what the action or outcome just tried is worth: results[first] is that of the first player."""
    tried = frames[FRAME * depth + NEXT]
    player = frames[FRAME * depth + PLAYER]
    if player == CHANCE:
        share = moves[2 * most * depth + most + tried] / frames[FRAME * depth + WEIGHT]
        for seat in range(SEATS):
            values[SEATS * depth + seat] += share * result[first + seat]
    elif result[first + player] > values[SEATS * depth + player]:
        for seat in range(SEATS):
            values[SEATS * depth + seat] = result[first + seat]
    frames[FRAME * depth + NEXT] = tried + 1


@loop
def play_out(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    odds: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    start: State,
    state: State,
    states: State,
    out: State,
    moves: State,
    frames: State,
    points: Scores,
    values: Scores,
    knobs: Scores,
    budget: int,
    players: int,
    lowest_loses: int,
) -> int:
    """Find out what a position is worth to each player; return the positions looked at, or -1 beyond the budget."""
    size, most = start.size, out.size
    for i in range(size):
        states[i] = start[i]
        state[i] = start[i]
    looked = begin(actor, actions, odds, state, out, moves, frames, values, 0)
    depth = 0
    while True:
        if looked > budget:
            return -1
        tried = frames[FRAME * depth + NEXT]
        if tried == frames[FRAME * depth + COUNT]:
            if depth == 0:
                return looked
            depth -= 1
            take_in(moves, frames, values, most, depth, values, SEATS * (depth + 1))
            continue
        for i in range(size):
            state[i] = states[size * depth + i]
        apply(state, moves[2 * most * depth + tried])
        if actor(state) == OVER:
            scores(state, points)
            to_results(points, players, lowest_loses, knobs)
            take_in(moves, frames, values, most, depth, points, RESULTS)
        elif depth + 1 == DEEPEST:
            return -1
        else:
            depth += 1
            for i in range(size):
                states[size * depth + i] = state[i]
            looked += begin(actor, actions, odds, state, out, moves, frames, values, depth)
