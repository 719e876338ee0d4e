"""Haugaz: what a search for proofs likes to know of a position besides the rules (see search/proof_kernel.py).

A board that is turned or mirrored is the same board. A key is made of random words, one for each kind of stack
on each point, in all eight views of the board at once; the smallest of the eight stands for them all.

    view 0  a b c    1  c b a    2  g h i    3  i h g       4 to 7: the same, mirrored at the
            d e f       f e d       d e f       f e d       diagonal from the lower left corner
            g h i       i h g       a b c       c b a

Who can move more will win, as positions showed whose value is known. Where every stack may be moved it is the
number of empty points that matters: who finds an even number makes the last turn, and whoever is ahead of an odd
number passes. The fewer turns the other one has then, the sooner it is proved.
"""

from __future__ import annotations

import numpy as np

from meadhall.core.jit import State, loop, lowest, mixed, popcount, rule, sibling, without_lowest

rules = sibling("meadhall.games.haugaz.rules")
SIZE, MOVERS, REACH, SIDE, PLACED = rules.SIZE, rules.MOVERS, rules.REACH, rules.SIDE, rules.PLACED
PASSES, BLACK_SEAT, BLACK, WHITE, HEIGHT = rules.PASSES, rules.BLACK_SEAT, rules.BLACK, rules.WHITE, rules.HEIGHT
ANY = rules.ANY
ahead, empty_points, low_height = rules.ahead, rules.empty_points, rules.low_height

VIEWS = 8
TALL, JUST_PLACED, KINDS = 16, 20, 21  # kinds: below TALL colour and height up to 7, then what is added to that
CLEAR = 8  # how much more the worse side has to do than the better one, at equal chances
CHOICE, UNLIKELY = 3, 5  # where every stack may be moved: see `outlook`


def image(size: int, view: int, point: int) -> int:
    """Say where a point lies in one of the eight views of a board."""
    x, y = point % 8, point // 8
    if view & 4:
        x, y = y, x
    return (size - 1 - x if view & 1 else x) + 8 * (size - 1 - y if view & 2 else y)


def _words(size: int, kind: int, point: int) -> list[int]:
    on_board = max(point % 8, point // 8) < size
    return [mixed(0, 64 * (kind + 1) + image(size, view, point)) if on_board else 0 for view in range(VIEWS)]


# WORDS[size, kind, point, view]
WORDS = np.array([[[_words(size, kind, p) for p in range(64)] for kind in range(KINDS)] for size in range(9)], np.int64)


@loop
def key(state: State) -> int:
    """Give a number that is the same for all turned and mirrored images of a position, and for no other."""
    size = state[SIZE]
    a = b = c = d = e = f = g = h = size & 0
    for colour in range(2):
        left = state[BLACK + colour]
        while left != 0:
            p = lowest(left)
            left = without_lowest(left)
            words = WORDS[size, 2 * low_height(state, p) + colour, p]
            a, b, c, d = a ^ words[0], b ^ words[1], c ^ words[2], d ^ words[3]
            e, f, g, h = e ^ words[4], f ^ words[5], g ^ words[6], h ^ words[7]
    for k in range(4):
        left = state[HEIGHT + 3 + k]
        while left != 0:
            p = lowest(left)
            left = without_lowest(left)
            words = WORDS[size, TALL + k, p]
            a, b, c, d = a ^ words[0], b ^ words[1], c ^ words[2], d ^ words[3]
            e, f, g, h = e ^ words[4], f ^ words[5], g ^ words[6], h ^ words[7]
    if state[PLACED] >= 0:
        words = WORDS[size, JUST_PLACED, state[PLACED]]
        a, b, c, d = a ^ words[0], b ^ words[1], c ^ words[2], d ^ words[3]
        e, f, g, h = e ^ words[4], f ^ words[5], g ^ words[6], h ^ words[7]
    rest = state[SIDE] | state[PASSES] << 1 | state[BLACK_SEAT] << 3
    rest |= state[MOVERS] << 4 | state[REACH] << 5 | size << 6
    return mixed(min(min(min(a, b), min(c, d)), min(min(e, f), min(g, h))), rest)


@rule
def moves(state: State, stacks: int) -> int:
    """Count the moves of some stacks."""
    empty = empty_points(state)
    ones, twos, fours = state[HEIGHT], state[HEIGHT + 1], state[HEIGHT + 2]
    stacks &= ~(state[HEIGHT + 3] | state[HEIGHT + 4] | state[HEIGHT + 5] | state[HEIGHT + 6])
    total = 0
    for h in range(1, state[SIZE]):
        so_high = stacks & (ones if h & 1 else ~ones) & (twos if h & 2 else ~twos) & (fours if h & 4 else ~fours)
        if so_high != 0:
            for direction in range(8):
                total += popcount(ahead(empty, direction, h) & so_high)
    return total


@loop
def outlook(state: State, lead: int, out: State) -> None:
    """Guess how much it takes to prove that the side to move wins, and that it does not, at the begin of its turn.

    `lead` is 1 if that side is ahead as the table lies, 0 if nobody is, -1 if it is behind. Where every stack may be
    moved, all turns of the one who should lose have to be answered, and the other one has an answer to find; the
    weights are the best of a few that were tried on ten positions with eight empty points.
    """
    side = state[SIDE]
    if state[MOVERS] == ANY:
        empty = popcount(empty_points(state))
        turns = empty * moves(state, state[BLACK] | state[WHITE])
        if empty & 1 == 0 or lead > 0:
            out[0] = 1 + turns // CHOICE
            out[1] = 1 + UNLIKELY * turns
        else:
            out[0] = 1 + UNLIKELY * turns
            out[1] = 1 + turns
    else:
        mine, theirs = moves(state, state[BLACK + side]), moves(state, state[WHITE - side])
        out[0] = 1 + CLEAR * theirs // (mine + 1)
        out[1] = 1 + CLEAR * mine // (theirs + 1)
