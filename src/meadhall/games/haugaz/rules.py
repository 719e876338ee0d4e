"""Haugaz: the rules, as six functions over one array (and `sample`, a seventh for speed).

The board is one 64-bit word; a smaller board uses the lower left corner of the 8x8 one.

    8 | 56 57 58 59 60 61 62 63         A step of h points adds h times
    7 | 48 49 50 51 52 53 54 55
    6 | 40 41 42 43 44 45 46 47              +7  +8  +9            1  2  3
    5 | 32 33 34 35 36 37 38 39                \\  |  /               \\ | /
    4 | 24 25 26 27 28 29 30 31           -1 --  o  -- +1      4 --  o  -- 0
    3 | 16 17 18 19 20 21 22 23                /  |  \\               / | \\
    2 |  8  9 10 11 12 13 14 15              -9  -8  -7            7  6  5
    1 |  0  1  2  3  4  5  6  7
      +------------------------          (bits)            (number of the direction)
         a  b  c  d  e  f  g  h

All stacks of one height look in one direction by one turn of the word. What leaves the board on
one side comes in again on the other, so the result is masked with the points that may look so far:

    2 | # . . . . . . .      2 | . . . . . . . .      2 | . . . . . . . .
    1 | . . # . . . . .      1 | # . . . . . # .      1 | # . . . . . . .
    empty: a2, c1            turned back by 2:        & LEFT[2, 0] (files a to f):
                             a1, and a2 came in       two steps east of a1 lies an empty
                             at g1                    point, so a stack of height 2 may go

Heights are kept as seven bit boards, HEIGHT to HEIGHT + 6: board k holds bit k of every stack's
height. A raise adds one to many heights at once, carrying from board to board as on paper.

Actions: 0-63 a point (set up, or place); 64 + 64 * direction + point, a move; then pass, and the
two answers to the pie.
"""

from collections.abc import Callable

import numpy as np

from meadhall.core.jit import Scores, State, below, lowest, nth_lowest, popcount, rotated, rule, without_lowest

# Where things are in the array.
SIZE, MOVERS, REACH = 0, 1, 2
PHASE, SIDE, PLACED, PASSES, BLACK_SEAT = 3, 4, 5, 6, 7
BLACK, WHITE, HEIGHT = 8, 9, 10
PLACEABLE, CAN_MOVE = 17, 18
STATE_SIZE = 26
POSITION_SIZE = 17  # the words from here on follow from those before them, or are left over from the last move

MAX_ACTIONS = 512
OVER = -2

OWN, ANY = 0, 1
LINES, RING = 0, 1
SET_BLACK, SET_WHITE, CHOOSE, TURN, MOVE, ENDED = 0, 1, 2, 3, 4, 5

FIRST_MOVE = 64
PASS, TAKE_BLACK, TAKE_WHITE = 576, 577, 578
CODES = 579  # every action is a number below this

STEP = (1, 7, 8, 9, -1, -7, -8, -9)  # what a step in each direction adds to the number of a point


def _points(condition: Callable[[int, int], bool]) -> int:
    """Make the board of all points (file, rank) for which the condition holds."""
    word = sum(1 << (8 * y + x) for y in range(8) for x in range(8) if condition(x, y))
    return word - (1 << 64) if word >> 63 else word


_COMPASS = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
BIT = np.array([_points(lambda x, y: 8 * y + x == p) for p in range(64)], np.int64)  # noqa: B023
BOARD = np.array([_points(lambda x, y: x < n and y < n) for n in range(9)], np.int64)  # noqa: B023
# LEFT[h, direction]: the points from which h steps in a direction end on the board.
# TURN_BACK[h, direction]: by how much the word turns to bring h steps back what lies in a direction.
LEFT = np.array(
    [
        [_points(lambda x, y: 0 <= x + dx * h < 8 and 0 <= y + dy * h < 8) for dx, dy in _COMPASS]  # noqa: B023
        for h in range(8)
    ],
    np.int64,
)
TURN_BACK = np.array([[-step * h % 64 for step in STEP] for h in range(8)], np.int64)


def _distant(reach: int, h: int, p: int) -> int:
    px, py = p % 8, p // 8
    if reach == RING:
        return _points(lambda x, y: max(abs(x - px), abs(y - py)) == h)
    return _points(
        lambda x, y: max(abs(x - px), abs(y - py)) == h and (x == px or y == py or abs(x - px) == abs(y - py))
    )


# RAISED[reach, h, p]: the points at distance h from p (HZ-10).
RAISED = np.array([[[_distant(r, h, p) for p in range(64)] for h in range(8)] for r in (LINES, RING)], np.int64)


@rule
def new(state: State, players: int, options: State) -> None:
    """Set an empty board; options are its size, who may be moved, and the reach of a raise."""
    state[:] = 0
    state[SIZE] = options[0]
    state[MOVERS] = options[1]
    state[REACH] = options[2]
    state[PLACED] = -1


@rule
def actor(state: State) -> int:
    phase = state[PHASE]
    if phase == ENDED:
        return OVER
    if phase == CHOOSE:  # HZ-5
        return 1
    if phase < CHOOSE:
        return 0
    return state[BLACK_SEAT] ^ state[SIDE]


@rule
def empty_points(state: State) -> int:
    return BOARD[state[SIZE]] & ~(state[BLACK] | state[WHITE])


@rule
def movable_stacks(state: State) -> int:
    """Give the stacks, at most 7 high, that the side to move may move (HZ-9)."""
    stacks = state[BLACK + state[SIDE]]
    if state[MOVERS] == ANY:
        stacks = state[BLACK] | state[WHITE]
    if state[PLACED] >= 0:
        stacks = stacks & ~BIT[state[PLACED]]
    tall = state[HEIGHT + 3] | state[HEIGHT + 4] | state[HEIGHT + 5] | state[HEIGHT + 6]
    return stacks & ~tall


@rule
def movable_by_height(state: State) -> tuple[int, int, int, int, int, int, int, int]:
    """Give the stacks that may be moved as one board for each height; board 0 is empty."""
    stacks = movable_stacks(state)
    ones, twos, fours = state[HEIGHT], state[HEIGHT + 1], state[HEIGHT + 2]
    small, large = stacks & ~fours, stacks & fours
    return (
        small & ~small,
        small & ~twos & ones,
        small & twos & ~ones,
        small & twos & ones,
        large & ~twos & ~ones,
        large & ~twos & ones,
        large & twos & ~ones,
        large & twos & ones,
    )


@rule
def ahead(board: int, direction: int, h: int) -> int:
    """Give the points that have a point of the board h steps ahead in a direction."""
    return rotated(board, TURN_BACK[h, direction]) & LEFT[h, direction]


@rule
def find_movers(state: State) -> None:
    """Note for each direction the stacks that find an empty point at their distance (HZ-9)."""
    empty = empty_points(state)
    _, s1, s2, s3, s4, s5, s6, s7 = movable_by_height(state)
    for direction in range(8):
        state[CAN_MOVE + direction] = (
            ahead(empty, direction, 1) & s1
            | ahead(empty, direction, 2) & s2
            | ahead(empty, direction, 3) & s3
            | ahead(empty, direction, 4) & s4
            | ahead(empty, direction, 5) & s5
            | ahead(empty, direction, 6) & s6
            | ahead(empty, direction, 7) & s7
        )


@rule
def landings(stacks: int, h: int) -> int:
    """Give all points at h steps from a stack: those that have one ahead in some direction."""
    found = stacks & ~stacks
    for direction in range(8):
        found |= ahead(stacks, direction, h)
    return found


@rule
def few_landings(state: State) -> int:
    """Collect points that a stack can land on, until there are two of them.

    With two of them every placement leaves a move.
    """
    empty = empty_points(state)
    stacks = movable_by_height(state)
    found = landings(stacks[1], 1) & empty
    for h in range(2, state[SIZE]):
        if popcount(found) > 1:
            break
        found |= landings(stacks[h], h) & empty
    return found


@rule
def placements(state: State) -> int:
    """Give the empty points on which a new stack leaves a move to make (HZ-7)."""
    found = few_landings(state)
    if found == 0:
        return found
    if popcount(found) == 1:
        return empty_points(state) & ~found
    return empty_points(state)


@rule
def start_turn(state: State) -> None:
    """Begin the turn of the side to move, or end the game if it has none (HZ-11, HZ-12)."""
    state[PLACED] = -1
    state[PLACEABLE] = placements(state)
    if state[PASSES] == 2 or state[PLACEABLE] == 0:
        state[PHASE] = ENDED
    else:
        state[PHASE] = TURN


@rule
def write_points(board: int, first: int, out: State, count: int) -> int:
    while board != 0:
        out[count] = first + lowest(board)
        board = without_lowest(board)
        count += 1
    return count


@rule
def actions(state: State, out: State) -> int:
    phase = state[PHASE]
    if phase == TURN:
        count = write_points(state[PLACEABLE], 0, out, 0)
        out[count] = PASS
        return count + 1
    if phase == MOVE:
        count = 0
        for direction in range(8):
            count = write_points(state[CAN_MOVE + direction], FIRST_MOVE + 64 * direction, out, count)
        return count
    if phase < CHOOSE:
        return write_points(empty_points(state), 0, out, 0)
    if phase == CHOOSE:
        out[0] = TAKE_BLACK
        out[1] = TAKE_WHITE
        return 2
    return 0


@rule
def odds(state: State, out: State) -> int:
    """Haugaz knows no luck."""
    return 0


@rule
def height(state: State, point: int) -> int:
    h = 0
    for k in range(7):
        h |= ((state[HEIGHT + k] >> point) & 1) << k
    return h


@rule
def low_height(state: State, point: int) -> int:
    """Give the height of a stack that is at most 7 high."""
    ones, twos, fours = state[HEIGHT], state[HEIGHT + 1], state[HEIGHT + 2]
    return (ones >> point & 1) | (twos >> point & 1) << 1 | (fours >> point & 1) << 2


@rule
def destination(point: int, direction: int, h: int) -> int:
    return point + STEP[direction] * h


@rule
def put(state: State, point: int) -> None:
    """Put a new stack of the side to move on a point (HZ-8)."""
    state[BLACK + state[SIDE]] |= BIT[point]
    state[HEIGHT] |= BIT[point]


@rule
def carry(state: State, point: int, to: int, h: int) -> None:
    """Carry a stack of height h from a point to another, then raise every stack at its distance (HZ-9, HZ-10)."""
    owner = BLACK if state[BLACK] & BIT[point] != 0 else WHITE
    state[owner] = state[owner] & ~BIT[point] | BIT[to]
    for k in range(3):
        board = state[HEIGHT + k]
        state[HEIGHT + k] = board & ~BIT[point] | (board >> point & 1) << to
    raised = RAISED[state[REACH], h, to] & (state[BLACK] | state[WHITE])
    state[BLACK] ^= raised
    state[WHITE] ^= raised
    for k in range(7):
        rest = state[HEIGHT + k] & raised
        state[HEIGHT + k] ^= raised
        raised = rest
        if raised == 0:
            break


@rule
def move(state: State, point: int, direction: int) -> None:
    """Move the stack on a point as far as it is high."""
    h = low_height(state, point)
    carry(state, point, destination(point, direction, h), h)


@rule
def apply(state: State, action: int) -> None:
    phase = state[PHASE]
    if phase == MOVE:
        move(state, (action - FIRST_MOVE) & 63, (action - FIRST_MOVE) >> 6)
        state[SIDE] ^= 1
        start_turn(state)
    elif phase == TURN:
        if action == PASS:
            state[PASSES] += 1
            state[SIDE] ^= 1
            start_turn(state)
        else:
            put(state, action)
            state[PLACED] = action
            state[PASSES] = 0
            state[PHASE] = MOVE
            find_movers(state)
    elif phase == CHOOSE:
        state[BLACK_SEAT] = 1 if action == TAKE_BLACK else 0
        start_turn(state)
    else:
        state[BLACK + phase] |= BIT[action]
        state[HEIGHT] |= BIT[action]
        state[PHASE] = phase + 1


@rule
def black_ahead(state: State) -> int:
    """Compare the highest stacks, then the next, and so on down (HZ-13): how many more Black has where both differ."""
    left = state[BLACK] | state[WHITE]
    more = 0
    while left != 0 and more == 0:
        highest = left
        for k in range(6, -1, -1):
            if highest & state[HEIGHT + k] != 0:
                highest = highest & state[HEIGHT + k]
        more = popcount(highest & state[BLACK]) - popcount(highest & state[WHITE])
        left = left & ~highest
    return more


@rule
def scores(state: State, out: Scores) -> None:
    more = black_ahead(state)
    black = 1.0 if more > 0 else 0.0 if more < 0 else 0.5
    out[state[BLACK_SEAT]] = black
    out[1 - state[BLACK_SEAT]] = 1.0 - black


@rule
def sample_move(state: State, random: State) -> int:
    total = 0
    for direction in range(8):
        total += popcount(state[CAN_MOVE + direction])
    choice = below(random, total)
    direction = 0
    while True:
        many = popcount(state[CAN_MOVE + direction])
        if choice < many:
            break
        choice -= many
        direction += 1
    return FIRST_MOVE + 64 * direction + nth_lowest(state[CAN_MOVE + direction], choice)


@rule
def sample(state: State, random: State) -> int:
    """Draw one of the legal actions, all equally likely, without listing them.

    A move is drawn by trying a random stack and direction until one is legal: each legal move
    is as likely as any other to be the one that is tried.
    """
    phase = state[PHASE]
    if phase == TURN:
        points = state[PLACEABLE]
        choices = popcount(points)
        choice = below(random, choices + 1)
        return PASS if choice == choices else nth_lowest(points, choice)
    if phase == MOVE:
        return sample_move(state, random)
    if phase < CHOOSE:
        points = empty_points(state)
        return nth_lowest(points, below(random, popcount(points)))
    return TAKE_BLACK + below(random, 2)
