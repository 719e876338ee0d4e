"""What a net sees of positions, and what it thinks of actions, on boards that are turned: the same for every game.

Written like rules, and loaded for a game, whose `planes.py` says what there is to see:

    POINTS, PLANES   of the largest board; numbers that there are for each point, the first of them 1 on the board
    NUMBERS          planes that hold numbers, not marks
    prepare(state)   notes in the array what `describe` looks for
    describe(state, point, ways, planes, at)  writes the numbers of a point from planes[at] on
    board(state)     which board is played on, where there are several: the first index of the tables
    POINT_SEEN[board, turn, place]  which point of the board is seen there; -1 beside it
    WAY_SEEN[turn, way]             which direction that way is; a row of it is the `ways` of `describe`
    CODE_SEEN[board, turn, code]    which action that code stands for, or -1
    TELLING          from which word of the array to which one positions are told apart, to turn each in its own way
"""

from __future__ import annotations

from meadhall.core.jit import Scores, State, loop, mixed, sibling

_rules, _planes = sibling(".rules"), sibling(".planes")
prepare, describe, board = _planes.prepare, _planes.describe, _planes.board
STATE_SIZE, CODES, POINTS, PLANES = _rules.STATE_SIZE, _rules.CODES, _planes.POINTS, _planes.PLANES
POINT_SEEN, WAY_SEEN, CODE_SEEN = _planes.POINT_SEEN, _planes.WAY_SEEN, _planes.CODE_SEEN
FIRST, END = _planes.TELLING
TURNS = len(WAY_SEEN)


@loop
def look(states: State, state: State, turns: State, planes: State, many: int, seed: int) -> None:
    """Describe positions, one behind the other, each turned in a way that the seed and the position decide."""
    for row in range(many):
        key = seed
        for i in range(STATE_SIZE):
            state[i] = states[STATE_SIZE * row + i]
        for i in range(FIRST, END):
            key = mixed(key, state[i])
        turn = key % TURNS
        turns[row] = turn
        prepare(state)
        on = board(state)
        for place in range(POINTS):
            point = POINT_SEEN[on, turn, place]
            if point >= 0:
                describe(state, point, WAY_SEEN[turn], planes, PLANES * (POINTS * row + place))


@loop
def straighten(states: State, state: State, turns: State, logits: Scores, straight: Scores, many: int) -> None:
    """Turn what a net thinks of actions back to the boards as they are."""
    for row in range(many):
        for i in range(STATE_SIZE):
            state[i] = states[STATE_SIZE * row + i]
        on = board(state)
        for code in range(CODES):
            meant = CODE_SEEN[on, turns[row], code]
            if meant >= 0:
                straight[CODES * row + meant] = logits[CODES * row + code]
