"""What a net sees of a position: 48 numbers for each of the 64 points, most of them marks of 0 or 1.

     0      the point is on the board (a smaller board lies in the lower left corner)
     1, 2   a stack of the player to decide, of the other one
     3-10   its own stack has height 1, 2, … 7, 8 or more
    11-18   the other's likewise
    19      the height as a number
    20, 21  a highest stack of all, if it is its own, if it is the other's
    22      the stack just placed
    23-30   the stack here may move in this direction (before the placement: could, as the table lies)
    31      a stack may be placed here
    32-36   the phase: set black, set white, choose, place, move
    37      passes just made
    38, 39  the options: every stack may be moved, raises reach a ring
    40      the size of the board
    41-47   nothing yet

Black counts as the player to decide until the colours are chosen. Written like rules, so that the same lines
serve the searching bots and the GPU.
"""

import numpy as np

from meadhall.core.jit import State, rule, sibling

rules = sibling("meadhall.games.haugaz.rules")
find_movers, height = rules.find_movers, rules.height
SIZE, MOVERS, REACH, PHASE, SIDE = rules.SIZE, rules.MOVERS, rules.REACH, rules.PHASE, rules.SIDE
PLACED, PASSES, BLACK, WHITE, HEIGHT = rules.PLACED, rules.PASSES, rules.BLACK, rules.WHITE, rules.HEIGHT
PLACEABLE, CAN_MOVE = rules.PLACEABLE, rules.CAN_MOVE
TURN, MOVE = rules.TURN, rules.MOVE

POINTS = 64
PLANES = 48
CODES = rules.CODES
NUMBERS = (19, 40)  # planes that hold heights and sizes, not marks
TELLING = (SIDE, PLACEABLE)  # words of the position


@rule
def prepare(state: State) -> None:
    """Note which stacks could move, even before one is placed: the net looks at that."""
    if state[PHASE] == TURN:
        find_movers(state)


@rule
def board(state: State) -> int:
    """Return which board of the tables below is played on."""
    return int(state[SIZE])


@rule
def describe(state: State, point: int, ways: State, planes: State, at: int) -> None:
    """Write what there is on a point of a prepared position; ways[k] is the direction that plane 23 + k tells of."""
    for k in range(PLANES):
        planes[at + k] = 0
    phase = state[PHASE]
    side = state[SIDE] if phase >= TURN else 0
    own, other = state[BLACK + side], state[WHITE - side]
    mine, theirs = own >> point & 1, other >> point & 1
    planes[at] = 1
    planes[at + 1] = mine
    planes[at + 2] = theirs
    if mine + theirs > 0:
        tall = height(state, point)
        planes[at + (3 if mine else 11) + min(tall, 8) - 1] = 1
        planes[at + 19] = tall
        highest = own | other
        for k in range(6, -1, -1):
            if highest & state[HEIGHT + k] != 0:
                highest = highest & state[HEIGHT + k]
        if highest >> point & 1:
            planes[at + (20 if mine else 21)] = 1
    if state[PLACED] == point and phase == MOVE:
        planes[at + 22] = 1
    if TURN <= phase <= MOVE:
        for k in range(8):
            planes[at + 23 + k] = state[CAN_MOVE + ways[k]] >> point & 1
    if phase == TURN:
        planes[at + 31] = state[PLACEABLE] >> point & 1
    planes[at + 32 + phase] = 1
    planes[at + 37] = state[PASSES]
    planes[at + 38] = state[MOVERS]
    planes[at + 39] = state[REACH]
    planes[at + 40] = state[SIZE]


def _turned(turn: int, x: float, y: float) -> tuple[float, float]:
    for _ in range(turn % 4):
        x, y = -y, x
    return (y, x) if turn >= 4 else (x, y)


def _turns() -> tuple[State, State, State]:
    """Make the tables below."""
    compass = [((step + 1) % 8 - 1, (step + 1) // 8) for step in rules.STEP]
    points = np.full((9, 8, POINTS), -1, np.int64)
    directions = np.zeros((8, 8), np.int64)
    codes = np.full((9, 8, CODES), -1, np.int64)
    codes[:, :, rules.PASS :] = np.arange(rules.PASS, CODES)
    for turn in range(8):
        for k, (x, y) in enumerate(compass):
            a, b = _turned(turn, x, y)
            directions[turn, k] = compass.index((round(a), round(b)))
        for size in range(1, 9):
            middle = (size - 1) / 2
            for p in (8 * y + x for y in range(size) for x in range(size)):
                a, b = _turned(turn, p % 8 - middle, p // 8 - middle)
                points[size, turn, p] = seen = 8 * round(b + middle) + round(a + middle)
                codes[size, turn, p] = seen
                for k in range(8):
                    there = rules.FIRST_MOVE + POINTS * k
                    codes[size, turn, there + p] = rules.FIRST_MOVE + POINTS * directions[turn, k] + seen
    return points, directions, codes


# A board can be turned and mirrored in eight ways; what the tables hold is told in search/sight_kernel.py.
POINT_SEEN, WAY_SEEN, CODE_SEEN = _turns()
