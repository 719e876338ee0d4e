"""Little Morris: the rules, as seven functions over one array.

Nine points, three pieces each; a word of nine bits says where a player's pieces are.

    3 | 6 - 7 - 8
      | | \\ | / |        A piece moves along a drawn line to the next point.
    2 | 3 - 4 - 5        The eight lines of three are the rows, the columns
      | | / | \\ |        and the two diagonals.
    1 | 0 - 1 - 2
      +----------
        a   b   c

Actions: 0-8 a point, to place a piece there; 9 + 9 * from + to, a move.
"""

import numpy as np

from meadhall.core.jit import Scores, State, below, lowest, nth_lowest, popcount, rule, without_lowest

# Where things are in the array.
MOVES, LONGEST, TURN, PLAYED = 0, 1, 2, 3  # two options, whose turn it is, how many turns were played
PIECES = 4  # and 5: one word for each player
STATE_SIZE = 6

MAX_ACTIONS = 9
CODES = 90  # every action is a number below this
OVER = -2
ALL = 0b111_111_111
ALONG_LINES, ANYWHERE = 0, 1
PLACINGS = 6  # turns until all pieces are on the board
FIRST_MOVE = 9

LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.int64)
# NEXT[p]: the points that a drawn line leads to from p.
NEXT = np.array([0o032, 0o025, 0o062, 0o121, 0o757, 0o424, 0o230, 0o520, 0o260], np.int64)


@rule
def new(state: State, players: int, options: State) -> None:
    state[:] = 0
    state[MOVES] = options[0]
    state[LONGEST] = options[1]


@rule
def has_line(pieces: int) -> bool:
    for i in range(LINES.size):
        if pieces & LINES[i] == LINES[i]:
            return True
    return False


@rule
def empty(state: State) -> int:
    return ALL & ~(state[PIECES] | state[PIECES + 1])


@rule
def targets(state: State, point: int) -> int:
    """Give the points that a piece may move to (LM-4)."""
    if state[MOVES] == ANYWHERE:
        return empty(state)
    return empty(state) & NEXT[point]


@rule
def actor(state: State) -> int:
    if has_line(state[PIECES + 1 - state[TURN]]):  # LM-5: whoever has just played made a line
        return OVER
    if state[PLAYED] == PLACINGS + state[LONGEST]:  # LM-6
        return OVER
    return state[TURN]


@rule
def actions(state: State, out: State) -> int:
    """There is always one: to shut three pieces in, the others would have to stand in a row."""
    count = 0
    if state[PLAYED] < PLACINGS:
        points = empty(state)
        while points:
            out[count] = lowest(points)
            count += 1
            points = without_lowest(points)
        return count
    pieces = state[PIECES + state[TURN]]
    while pieces:
        start = lowest(pieces)
        points = targets(state, start)
        while points:
            out[count] = FIRST_MOVE + 9 * start + lowest(points)
            count += 1
            points = without_lowest(points)
        pieces = without_lowest(pieces)
    return count


@rule
def odds(state: State, out: State) -> int:
    """There is no chance in it."""
    return 0


@rule
def apply(state: State, action: int) -> None:
    mine = PIECES + state[TURN]
    if action < FIRST_MOVE:
        state[mine] |= 1 << action
    else:
        state[mine] ^= (1 << (action - FIRST_MOVE) // 9) | (1 << (action - FIRST_MOVE) % 9)
    state[TURN] = 1 - state[TURN]
    state[PLAYED] += 1


@rule
def scores(state: State, out: Scores) -> None:
    last = 1 - state[TURN]
    wins = has_line(state[PIECES + last])
    out[last] = 1.0 if wins else 0.5
    out[1 - last] = 0.0 if wins else 0.5


@rule
def sample(state: State, random: State) -> int:
    if state[PLAYED] < PLACINGS:
        points = empty(state)
        return nth_lowest(points, below(random, popcount(points)))
    count = 0
    pieces = state[PIECES + state[TURN]]
    while pieces:
        count += popcount(targets(state, lowest(pieces)))
        pieces = without_lowest(pieces)
    rest = below(random, count)
    pieces = state[PIECES + state[TURN]]
    while True:
        start = lowest(pieces)
        points = targets(state, start)
        if rest < popcount(points):
            return FIRST_MOVE + 9 * start + nth_lowest(points, rest)
        rest -= popcount(points)
        pieces = without_lowest(pieces)
