"""What a learning program sees of Haugaz, from the side of one player: 13 planes of 8 x 8 points, and a vector.

The planes lie like the points in rules.py, rank by rank: point 8 * y + x is [plane, y, x]. Until the colours are
chosen nobody owns a stack, and Black counts as one's own.
"""

from meadhall.core.jit import Bytes, State, rule, sibling
from meadhall.core.observation import planes, vector

from .rules import BIT, BLACK, BLACK_SEAT, BOARD, HEIGHT, MOVE, MOVERS, PASSES, PHASE, PLACED, REACH, SIZE, TURN, WHITE

_rules, _sight = sibling("meadhall.games.haugaz.rules"), sibling("meadhall.core.observation_writers")
actor = _rules.actor
write_choice, write_marks, write_number = _sight.write_choice, _sight.write_marks, _sight.write_number

PARTS = (
    planes(
        "board", 8, 8,
        ("points", 1, "the point is on the board; a smaller board lies in the lower left corner"),
        ("own", 1, "a stack of yours"),
        ("other", 1, "a stack of the other player's"),
        ("height_is", 8, "the stack is 1, 2, … 7 high, or 8 and more"),
        ("height", 1, "how high the stack is, as a number", 127),
        ("placed", 1, "the stack just placed, which may not move now"),
    ),
    vector(
        "table",
        ("phase", 6, "set black, set white, choose, place, move, over"),
        ("decides", 1, "it is your decision"),
        ("black", 1, "your colour is black"),
        ("passes", 1, "passes just made, as a number", 2),
        ("movers_any", 1, "every stack may be moved, not only one's own"),
        ("reach_ring", 1, "raises reach all stacks at their distance, not only those on the eight lines"),
        ("size", 1, "points on a side, as a number", 8),
    ),
)  # fmt: skip


@rule
def write_heights(state: State, out: Bytes, at: int) -> int:
    """Write eight planes of marks, then one of numbers."""
    if at < 0:  # see core/observation_writers.py
        return at
    b0, b1, b2 = state[HEIGHT], state[HEIGHT + 1], state[HEIGHT + 2]
    b3, b4, b5, b6 = state[HEIGHT + 3], state[HEIGHT + 4], state[HEIGHT + 5], state[HEIGHT + 6]
    tall = b3 | b4 | b5 | b6
    for h in range(1, 8):
        alike = (b0 if h & 1 else ~b0) & (b1 if h & 2 else ~b1) & (b2 if h & 4 else ~b2)
        at = write_marks(out, at, 64, alike & ~tall)
    at = write_marks(out, at, 64, tall)
    for point in range(64):
        low = (b0 >> point & 1) | (b1 >> point & 1) << 1 | (b2 >> point & 1) << 2
        high = (b3 >> point & 1) << 3 | (b4 >> point & 1) << 4 | (b5 >> point & 1) << 5 | (b6 >> point & 1) << 6
        out[at + point] = low | high
    return at + 64


@rule
def observe(state: State, player: int, out: Bytes) -> None:
    """Write what this player sees."""
    phase = state[PHASE]
    chosen = phase >= TURN
    own = WHITE if chosen and state[BLACK_SEAT] != player else BLACK
    at = write_marks(out, 0, 64, BOARD[state[SIZE]])
    at = write_marks(out, at, 64, state[own])
    at = write_marks(out, at, 64, state[BLACK + WHITE - own])
    at = write_heights(state, out, at)
    at = write_marks(out, at, 64, BIT[state[PLACED]] if phase == MOVE else 0)
    at = write_choice(out, at, 6, phase)
    at = write_number(out, at, 1 if actor(state) == player else 0)
    at = write_number(out, at, 1 if chosen and own == BLACK else 0)
    at = write_number(out, at, state[PASSES])
    at = write_number(out, at, state[MOVERS])
    at = write_number(out, at, state[REACH])
    write_number(out, at, state[SIZE])
