"""How a board of Haugaz stands: stacks are compared as HZ-13 does, one more of a height outweighs many lower ones."""

import numpy as np

from meadhall.core.jit import Scores, State, lowest, popcount, rule, sibling, without_lowest

from .rules import BLACK, BLACK_SEAT, HEIGHT, PHASE, TURN, WHITE

height = sibling("meadhall.games.haugaz.rules").height

WORTH = np.array([8.0**h for h in range(128)], np.float64)  # of a stack by its height


@rule
def standing(state: State, out: Scores) -> None:
    """Write what the stacks of each player are worth; until the colours are chosen, the first player has Black."""
    black_seat = state[BLACK_SEAT] if state[PHASE] >= TURN else 0
    black, white = state[BLACK], state[WHITE]
    b0, b1, b2 = state[HEIGHT], state[HEIGHT + 1], state[HEIGHT + 2]
    tall = state[HEIGHT + 3] | state[HEIGHT + 4] | state[HEIGHT + 5] | state[HEIGHT + 6]
    for_black, for_white = 0.0, 0.0
    left = tall
    while left != 0:
        point = lowest(left)
        left = without_lowest(left)
        if black >> point & 1:
            for_black += WORTH[height(state, point)]
        else:
            for_white += WORTH[height(state, point)]
    for h in range(7, 0, -1):
        alike = (b0 if h & 1 else ~b0) & (b1 if h & 2 else ~b1) & (b2 if h & 4 else ~b2) & ~tall
        for_black += WORTH[h] * popcount(alike & black)
        for_white += WORTH[h] * popcount(alike & white)
    out[black_seat] = for_black
    out[1 - black_seat] = for_white
