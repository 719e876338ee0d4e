"""Play a game between two to its end in every way that matters: who wins if nobody errs?

For games without chance. The game is known only by its rule functions, and every decision of a turn is a
node of its own. The search (alpha-beta) answers one question at a time: can player 0 get at least a draw,
or a win? A position is decided as soon as one action gives its player what the question asks, so most
actions are never tried. What is known is kept from below and from above:

    bounds  the least and the most that a position can be worth, LOSS, DRAW or WIN, in one number
    table   the key of a position; its bounds for player 0, and the action that reaches the lower one
    frames  one for each decision on the way from the start to the position looked at
    moves   for each frame, the actions that are still to be tried, and how promising each of them is

Nothing is guessed: a search that runs out of positions or depth, or into chance, has no answer.
Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from meadhall.core.jit import Scores, State, loop, mixed, rule, sibling

_playout = sibling("meadhall.core.playout")
reset = _playout.reset

CHANCE, OVER = -1, -2
LOSS, DRAW, WIN = 0, 1, 2
ANYTHING = LOSS | WIN << 2  # the bounds of a position of which nothing is known
NO_ANSWER, UNDECIDED = -1, -2

PLAYER, AIM, KEY, LEFT, MOST, ACTION, EFFORT, TRIED, BEGAN, FRAME = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9  # of a frame
DEEPEST = 400  # frames
SALT = np.array([mixed(0, i + 1) for i in range(1024)], np.int64)  # so that words that change places change the key
NEAR = 4  # places of the table in which a position may lie

# How promising an action is, as measured on late positions of stacks: the other player should be left with
# few turns; to be ahead by half a win is worth as much as LEAD turns. Who stays to decide goes first
# (a pass comes last), the more choices the better. A move that was good for another question beats all.
LEAD = 10
STAYING = 1 << 20
GOOD_BEFORE = 1 << 40


@rule
def key_of(state: State, words: int) -> int:
    """Make a position's key of its first words, each stirred on its own, which is faster than in a chain."""
    key = 0
    for i in range(words):
        key ^= mixed(SALT[i % SALT.size], state[i])
    return key


@rule
def find(table: State, key: int) -> int:
    """Give the place of a position in the table, or -1."""
    mask = table.size // 2 - 1
    for i in range(NEAR):
        place = 2 * ((key & mask) + i & mask)
        if table[place + 1] == 0:
            return -1
        if table[place] == key:
            return place
    return -1


@rule
def keep(table: State, key: int, bounds: int, action: int) -> None:
    """Write a position into the table, over another one where there is no place left."""
    mask = table.size // 2 - 1
    chosen = 2 * (key & mask)
    for i in range(NEAR):
        place = 2 * ((key & mask) + i & mask)
        if table[place + 1] == 0 or table[place] == key:
            chosen = place
            break
    table[chosen] = key
    table[chosen + 1] = bounds | (action + 1) << 4


@rule
def seen_by(player: int, bounds: int) -> int:
    """Turn bounds for player 0 into those for a player, and back."""
    if player == 0:
        return bounds
    return (WIN - (bounds >> 2)) | (WIN - (bounds & 3)) << 2


@rule
def worth(scores: Callable[[State, Scores], None], state: State, points: Scores) -> int:
    """Say what the table is worth to player 0 as it lies."""
    scores(state, points)
    if points[0] == points[1]:
        return DRAW
    return WIN if points[0] > points[1] else LOSS


@rule
def known(
    scores: Callable[[State, Scores], None], state: State, table: State, points: Scores, player: int, words: int
) -> int:
    """Give the bounds of a position for player 0, from the end of the game or from the table."""
    if player == OVER:
        value = worth(scores, state, points)
        return value | value << 2
    place = find(table, key_of(state, words))
    return ANYTHING if place < 0 else table[place + 1] & 15


@rule
def turns_left(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    state: State,
    later: State,
    replies: State,
) -> int:
    """Estimate in how many ways the player to decide can go on.

    Where a turn has two decisions, one of the first stands for all of them.
    """
    many = actions(state, replies)
    reset(later, state)
    apply(later, replies[(many - 1) // 2])
    if actor(later) == actor(state):
        many *= actions(later, replies)
    return many


@rule
def decide(table: State, frames: State, frame: int, bounds: int, action: int) -> int:
    """Keep what was found out about a frame's position, for its player; give all that is known, for player 0."""
    player, key = frames[frame + PLAYER], frames[frame + KEY]
    place = find(table, key)
    if place >= 0:
        before = seen_by(player, table[place + 1] & 15)
        if before & 3 > bounds & 3:
            action = (table[place + 1] >> 4) - 1
        bounds = max(before & 3, bounds & 3) | min(before >> 2, bounds >> 2) << 2
    bounds = seen_by(player, bounds)
    keep(table, key, bounds, action)
    return bounds


@rule
def take_in(table: State, frames: State, frame: int, bounds: int, action: int) -> int:
    """Take in what an action leads to; give the frame's own bounds if that decides it."""
    mine = seen_by(frames[frame + PLAYER], bounds)
    if mine & 3 >= frames[frame + AIM]:
        return decide(table, frames, frame, mine & 3 | WIN << 2, action)
    frames[frame + MOST] = max(frames[frame + MOST], mine >> 2)
    return UNDECIDED


@rule
def begin(frames: State, frame: int, player: int, target: int, key: int, action: int) -> None:
    """Begin a frame; its player aims at the target, or at what keeps player 0 from it."""
    frames[frame + PLAYER] = player
    frames[frame + AIM] = target if player == 0 else WIN + 1 - target
    frames[frame + KEY] = key
    frames[frame + LEFT] = 0
    frames[frame + MOST] = LOSS
    frames[frame + ACTION] = action
    frames[frame + EFFORT] = 0


@rule
def look_ahead(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    state: State,
    child: State,
    later: State,
    out: State,
    replies: State,
    moves: State,
    frames: State,
    table: State,
    looked: State,
    points: Scores,
    depth: int,
    target: int,
    words: int,
) -> int:
    """Look at every action: decide the position by one of them, or list those that have to be tried."""
    frame, first = FRAME * depth, 2 * out.size * depth
    player, key = actor(state), key_of(state, words)
    count = actions(state, out)
    begin(frames, frame, player, target, key, out[0])
    aim = frames[frame + AIM]
    place = find(table, key)
    good_before = NO_ANSWER if place < 0 else (table[place + 1] >> 4) - 1
    left = 0
    for i in range(count):
        action = out[i]
        reset(child, state)
        apply(child, action)
        looked[0] += 1
        follower = actor(child)
        if follower == CHANCE:
            return NO_ANSWER
        bounds = known(scores, child, table, points, follower, words)
        mine = seen_by(player, bounds)
        if mine & 3 >= aim or mine >> 2 < aim:
            decided = take_in(table, frames, frame, bounds, action)
            if decided != UNDECIDED:
                return decided
            continue
        if action == good_before:
            promise = GOOD_BEFORE
        elif follower == player:
            promise = STAYING + actions(child, replies)
        else:
            value = worth(scores, child, points)
            ahead = value if player == 0 else WIN - value
            promise = LEAD * ahead - turns_left(actor, actions, apply, child, later, replies)
        moves[first + 2 * left] = action
        moves[first + 2 * left + 1] = promise
        left += 1
    frames[frame + LEFT] = left
    return UNDECIDED


@rule
def next_try(moves: State, frames: State, frame: int, first: int) -> int:
    """Take the most promising action out of a frame's list; -1 when there is none left."""
    left = frames[frame + LEFT]
    if left == 0:
        return -1
    best = first
    for i in range(1, left):
        if moves[first + 2 * i + 1] > moves[best + 1]:
            best = first + 2 * i
    action = moves[best]
    for at in range(best, first + 2 * (left - 1)):  # the others keep their order
        moves[at] = moves[at + 2]
    frames[frame + LEFT] = left - 1
    return action


@rule
def note_effort(frames: State, frame: int, looked: State) -> None:
    """Remember the action that was hardest to refute: who is lost plays that one."""
    effort = looked[0] - frames[frame + BEGAN]
    if effort > frames[frame + EFFORT]:
        frames[frame + EFFORT] = effort
        frames[frame + ACTION] = frames[frame + TRIED]


@loop
def ask(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    start: State,
    states: State,
    state: State,
    child: State,
    later: State,
    out: State,
    replies: State,
    moves: State,
    frames: State,
    table: State,
    looked: State,
    points: Scores,
    target: int,
    budget: int,
    words: int,
) -> int:
    """Find out whether player 0 reaches the target; give the bounds found, for player 0, or NO_ANSWER.

    `looked[0]` counts the positions looked at; no new one is opened once they are more than the budget.
    """
    size, depth = start.size, 0
    reset(state, start)
    while True:
        for i in range(size):
            states[size * depth + i] = state[i]
        found = look_ahead(
            actor, actions, apply, scores, state, child, later, out, replies, moves, frames, table, looked, points,
            depth, target, words,
        )  # fmt: skip
        while True:
            frame = FRAME * depth
            if found == UNDECIDED:
                action = next_try(moves, frames, frame, 2 * out.size * depth)
                if action >= 0:
                    break
                found = decide(table, frames, frame, LOSS | frames[frame + MOST] << 2, frames[frame + ACTION])
            if found == NO_ANSWER or depth == 0:
                return found
            depth -= 1
            frame = FRAME * depth
            note_effort(frames, frame, looked)
            found = take_in(table, frames, frame, found, frames[frame + TRIED])
        if looked[0] > budget or depth + 1 == DEEPEST:
            return NO_ANSWER
        frames[frame + TRIED] = action
        frames[frame + BEGAN] = looked[0]
        for i in range(size):
            state[i] = states[size * depth + i]
        apply(state, action)
        depth += 1
