"""What a net sees of Little Morris: six numbers for each of the nine points.

0     the point is on the board
1, 2  a piece of the player to decide, of the other one
3     pieces are placed still
4     a piece may move to any point
5     how many turns are left
"""

import numpy as np

from meadhall.core.jit import State, rule, sibling

rules = sibling("meadhall.games.little_morris.rules")
MOVES, LONGEST, TURN, PLAYED, PIECES = rules.MOVES, rules.LONGEST, rules.TURN, rules.PLAYED, rules.PIECES
PLACINGS = rules.PLACINGS

POINTS = 9
PLANES = 6
NUMBERS = (5,)
TELLING = (PIECES, rules.STATE_SIZE)


@rule
def prepare(state: State) -> None:
    """Look at the position as it is."""


@rule
def board(state: State) -> int:
    """Return the only board that there is."""
    return 0


@rule
def describe(state: State, point: int, ways: State, planes: State, at: int) -> None:
    """Write what there is on a point."""
    planes[at] = 1
    planes[at + 1] = state[PIECES + state[TURN]] >> point & 1
    planes[at + 2] = state[PIECES + 1 - state[TURN]] >> point & 1
    planes[at + 3] = 1 if state[PLAYED] < PLACINGS else 0
    planes[at + 4] = state[MOVES]
    planes[at + 5] = PLACINGS + state[LONGEST] - state[PLAYED]


def _seen(turn: int, point: int) -> int:
    x, y = point % 3 - 1, point // 3 - 1
    for _ in range(turn % 4):
        x, y = -y, x
    return 3 * (x + 1) + y + 1 if turn >= 4 else 3 * (y + 1) + x + 1


_points = np.array([[_seen(turn, point) for point in range(POINTS)] for turn in range(8)])
_moves = [rules.FIRST_MOVE + 9 * _points[:, start] + _points[:, end] for start in range(9) for end in range(9)]
POINT_SEEN = _points[None]
WAY_SEEN = np.zeros((8, 1), np.int64)  # no plane tells of a direction
CODE_SEEN = np.hstack([_points, np.stack(_moves, 1)])[None]
