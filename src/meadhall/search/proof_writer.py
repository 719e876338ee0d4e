"""Write a proof out: the actions of the player whose claim it is, in the order of a walk through all that may happen.

The walk begins at the start. Where the owner of the claim decides it takes one action, where the other one decides it
takes them all, the last one first; a position that it has seen, turned or mirrored too, it does not enter again. So
whoever knows the rules can walk the same way with the list of actions alone, and see whether every game ends as
claimed. Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable

from meadhall.core.jit import Scores, State, loop, rule, sibling

_playout = sibling("meadhall.core.playout")
_exact = sibling("meadhall.search.minimax_kernel")
_proof = sibling("meadhall.search.proof_kernel")
reset, worth, find = _playout.reset, _exact.worth, _proof.find

OVER = -2
DONE, LOST, FULL, BROKEN = 0, 1, 2, 3
SURE, BITS = _proof.SURE, _proof.BITS
WAITING, WALKED, STEPS, COUNTS = 0, 1, 2, 3  # what is counted


@rule
def place_of(seen: State, key: int) -> int:
    """Give the place of a position among those seen, or the empty one where it belongs."""
    place = key & (seen.size - 1)
    while seen[place] != 0 and seen[place] != key:
        place = place + 1 & (seen.size - 1)
    return place


@rule
def push(todo: State, counts: State, state: State) -> None:
    """Put a position on the pile of those that are to be walked to."""
    first = counts[WAITING] * state.size
    for i in range(state.size):
        todo[first + i] = state[i]
    counts[WAITING] += 1


@rule
def cheapest(
    actor: Callable[[State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    key: Callable[[State], int],
    state: State,
    child: State,
    out: State,
    table: State,
    points: Scores,
    count: int,
    target: int,
    salt: int,
) -> int:
    """Give the action that proves what its player claims, the one that cost least; -1 if the table knows none."""
    player = actor(state)
    best, least = -1, 1 << 62
    for i in range(count):
        reset(child, state)
        apply(child, out[i])
        if actor(child) == OVER:
            if (worth(scores, child, points) >= target) == (player == 0):
                return out[i]
            continue
        entry = find(table, key(child) ^ salt)
        mine = entry & SURE if player == 0 else entry >> BITS & SURE
        if entry != 0 and mine == 0 and entry >> 2 * BITS < least:
            best, least = out[i], entry >> 2 * BITS
    return best


@loop
def write_out(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    key: Callable[[State], int],
    todo: State,
    state: State,
    child: State,
    out: State,
    seen: State,
    steps: State,
    counts: State,
    table: State,
    points: Scores,
    target: int,
    salt: int,
    owner: int,
) -> int:
    """Walk on from the pile of positions: DONE, or why not.

    LOST: the table has no action for `state`, prove it again and go on; FULL: an array is too short, begin anew with
    longer ones; BROKEN: a game ends otherwise than claimed.
    """
    size = state.size
    while counts[WAITING] > 0:
        counts[WAITING] -= 1
        for i in range(size):
            state[i] = todo[counts[WAITING] * size + i]
        player = actor(state)
        if player == OVER:
            if (worth(scores, state, points) >= target) != (owner == 0):
                return BROKEN
            continue
        position = key(state)
        place = place_of(seen, position)
        if seen[place] == position:
            continue
        count = actions(state, out)
        if 2 * counts[WALKED] > seen.size or counts[STEPS] == steps.size:
            return FULL
        if (counts[WAITING] + count) * size > todo.size:
            return FULL
        if player == owner:
            code = cheapest(actor, apply, scores, key, state, child, out, table, points, count, target, salt)
            if code < 0:
                counts[WAITING] += 1
                return LOST
            steps[counts[STEPS]] = code
            counts[STEPS] += 1
            reset(child, state)
            apply(child, code)
            push(todo, counts, child)
        else:
            for i in range(count):
                reset(child, state)
                apply(child, out[i])
                push(todo, counts, child)
        seen[place] = position
        counts[WALKED] += 1
    return DONE
